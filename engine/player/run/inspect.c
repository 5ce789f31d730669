#include "player/run/inspect.h"

#include "player/run/agent_name.h"
#include "player/run/timers_text.h"
#include "player/run/why.h"

#include "drover/links.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/// How many of each are listed.
#define LISTED_AGENTS 5
#define LISTED_EVENTS 4
#define LISTED_LINKS 12
#define LISTED_INFLUENCES 24

/// Events are listed for so long, in s.
static const double heard_time = 3;
static const double degrees = 57.29577951308232;

/// Where rows go.
typedef struct output {
    dv_show_inspected *show;
    void *context;
} output;

static void add(output to, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void add(output to, const char *name, const char *format, ...) {
    char value[sizeof((dv_inspected_row *)NULL)->value];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(value, sizeof value, format, arguments);
    va_end(arguments);
    to.show(to.context, &(dv_inspected){.name = name, .value = value, .part = (double)NAN});
}

static void add_dim(output to, const char *name, const char *value) {
    to.show(to.context,
            &(dv_inspected){.name = name, .value = value, .is_dim = true, .part = (double)NAN});
}

static void add_more(output to, uint32_t more) {
    char value[32];
    snprintf(value, sizeof value, "%" PRIu32 " more", more);
    add_dim(to, "and", value);
}

void dv_inspect_motion(const dv_world *world, dv_agent agent, dv_show_inspected *show,
                       void *context) {
    const output to = {show, context};
    dv_place p = dv_world_place(world, dv_agent_position(world, agent));
    dv_vec3 v = dv_agent_velocity(world, agent);
    dv_vec3 s = dv_agent_steering(world, agent);
    bool in_volume = dv_world_space(world) == DV_VOLUME;
    if (in_volume)
        add(to, "position", "%.2f  %.2f  %.2f m", p.x, p.y, p.z);
    else
        add(to, "position", "%.2f  %.2f m", p.x, p.y);
    add(to, "speed", "%.2f m/s", sqrt((double)v.x * v.x + (double)v.y * v.y + (double)v.z * v.z));
    add(to, "heading", "%.0f°", dv_agent_heading(world, agent) * degrees);
    if (!dv_world_knows_last_tick(world))
        add_dim(to, "steering", DV_UNKNOWN);
    else if (in_volume)
        add(to, "steering", "%.2f  %.2f  %.2f m/s", (double)s.x, (double)s.y, (double)s.z);
    else
        add(to, "steering", "%.2f  %.2f m/s", (double)s.x, (double)s.y);
}

void dv_inspect_group(const dv_world *world, dv_agent agent, dv_show_inspected *show,
                      void *context) {
    const output to = {show, context};
    const dv_program *program = dv_world_program(world);
    dv_group group = dv_agent_group(world, agent);
    dv_agent leader = dv_group_leader(world, group);
    char name[DV_AGENT_NAME];
    if (!dv_group_alive(world, group))
        return;
    add(to, "group", "%s of %" PRIu32,
        dv_program_group_type_name(program, dv_group_type(world, group)),
        dv_group_size(world, group));
    bool has_leader = dv_agent_alive(world, leader);
    if (has_leader)
        dv_write_agent_name(world, leader, name);
    add(to, "leader", "%s", !has_leader ? "none" : leader.bits == agent.bits ? "itself" : name);
}

uint32_t dv_inspect_steering(const dv_world *world, dv_agent agent, dv_show_inspected *show,
                             void *context) {
    const output to = {show, context};
    dv_influence influences[LISTED_INFLUENCES];
    uint32_t count = dv_agent_influences(world, agent, influences, LISTED_INFLUENCES);
    bool is_known = dv_world_knows_last_tick(world);
    for (uint32_t i = 0; i < count && i < LISTED_INFLUENCES; i++) {
        const dv_influence *influence = &influences[i];
        // The root of the blend is the same for all.
        const char *dot = strchr(influence->path, '.');
        const char *name = dot ? dot + 1 : influence->path;
        char value[64];
        snprintf(value, sizeof value, "%.0f %%", 100 * (double)influence->share);
        if (is_known && influence->was_asked)
            show(context,
                 &(dv_inspected){.name = name, .value = value, .part = (double)influence->share});
        else
            add_dim(to, name, is_known ? "not asked" : DV_UNKNOWN);
    }
    if (count > LISTED_INFLUENCES)
        add_more(to, count - LISTED_INFLUENCES);
    return count;
}

void dv_inspect_seen(const dv_world *world, dv_agent agent, dv_show_inspected *show,
                     void *context) {
    const output to = {show, context};
    const dv_program *program = dv_world_program(world);
    dv_neighbor seen[LISTED_AGENTS];
    double range = dv_agent_property(world, agent, DV_SIGHT_RANGE);
    if (!dv_world_knows_last_tick(world)) {
        add_dim(to, "sees", DV_UNKNOWN);
        return;
    }
    uint32_t count = dv_agent_seen(world, agent, dv_all_kinds(), range, seen, LISTED_AGENTS);
    if (count == 0)
        add_dim(to, "sees", "nobody");
    for (uint32_t i = 0; i < count && i < LISTED_AGENTS; i++) {
        uint32_t kind = dv_agent_kind(world, seen[i].agent);
        const char *state =
            dv_program_state_name(program, kind, dv_agent_state(world, seen[i].agent));
        char name[DV_AGENT_NAME];
        dv_write_agent_name(world, seen[i].agent, name);
        add(to, name, "%s%s%.1f m", state, *state ? ", " : "", (double)seen[i].distance);
    }
    if (count > LISTED_AGENTS)
        add_more(to, count - LISTED_AGENTS);
}

// From where it is now, each name once.
void dv_inspect_heard(const dv_world *world, dv_agent agent, dv_show_inspected *show,
                      void *context) {
    const output to = {show, context};
    const char *names[LISTED_EVENTS];
    uint32_t count = 0;
    dv_incident event;
    for (uint32_t back = 0; count < LISTED_EVENTS && dv_world_incident(world, back, &event);
         back++) {
        double ago = (double)(dv_world_tick(world) - event.tick) * dv_world_dt(world);
        bool is_listed = false;
        if (ago > heard_time)
            break;
        for (uint32_t i = 0; i < count; i++)
            is_listed |= strcmp(names[i], event.what) == 0;
        if (is_listed || !dv_agent_can_hear(world, agent, &event))
            continue;
        names[count++] = event.what;
        char heard[96], when[40];
        snprintf(heard, sizeof heard, "can hear %.64s", event.what);
        dv_write_ago(world, event.tick, when, sizeof when);
        add(to, heard, "%s%s%s", event.who, *event.who ? ", " : "", when);
    }
}

/// A link as a row: its type, which way it leads, whom it is with, and how far away that is.
static void show_link(const dv_world *world, dv_agent agent, const dv_link *link, output to) {
    const dv_link_def *def = dv_program_link_def(dv_world_program(world), link->type);
    dv_agent other = link->from.bits == agent.bits ? link->to : link->from;
    dv_vec3 offset =
        dv_world_offset(world, dv_agent_position(world, agent), dv_agent_position(world, other));
    const char *way = !def->is_directed ? "" : other.bits == link->to.bits ? "to " : "from ";
    char name[DV_AGENT_NAME];
    dv_write_agent_name(world, other, name);
    add(to, def->name, "%s%s, %.1f m", way, name,
        sqrt((double)offset.x * offset.x + (double)offset.y * offset.y +
             (double)offset.z * offset.z));
}

uint32_t dv_inspect_links(const dv_world *world, dv_agent agent, dv_show_inspected *show,
                          void *context) {
    const output to = {show, context};
    uint32_t cursor = 0, count = 0;
    dv_link link;
    while (dv_agent_next_link(world, agent, &cursor, &link))
        if (count++ < LISTED_LINKS)
            show_link(world, agent, &link, to);
    if (count > LISTED_LINKS)
        add_more(to, count - LISTED_LINKS);
    return count;
}

uint32_t dv_inspect_timers(const dv_world *world, dv_agent agent, dv_show_inspected *show,
                           void *context) {
    const output to = {show, context};
    dv_timer timers[DV_SHOWN_TIMERS];
    char left[DV_TIMER_TEXT];
    uint32_t count = dv_world_timers_of(world, agent, timers, DV_SHOWN_TIMERS);
    for (uint32_t i = 0; i < count && i < DV_SHOWN_TIMERS; i++) {
        dv_timer_left(world, &timers[i], left);
        add(to, timers[i].name, "%s", left);
    }
    if (count > DV_SHOWN_TIMERS)
        add_more(to, count - DV_SHOWN_TIMERS);
    return count;
}

dv_shown_unit dv_unit_shown(const dv_parameter *parameter) {
    const char *unit = parameter->unit ? parameter->unit : "";
    if (strcmp(unit, "rad") == 0)
        return (dv_shown_unit){"°", degrees};
    return strcmp(unit, "rad/s") == 0 ? (dv_shown_unit){"°/s", degrees} : (dv_shown_unit){unit, 1};
}

void dv_property_text(const dv_world *world, dv_agent agent, dv_property property, char text[64]) {
    const dv_parameter *row = &dv_properties[property];
    double value = dv_agent_property(world, agent, property);
    dv_shown_unit unit = dv_unit_shown(row);
    if (row->type == DV_PARAMETER_SOLIDITY)
        snprintf(text, 64, "%s",
                 value == DV_SOLID_FOR_AGENTS ? DV_AGENTS_ARE_SOLID
                 : value != 0                 ? "true"
                                              : "false");
    else
        snprintf(text, 64, "%.4g%s%s", value * unit.scale,
                 strncmp(unit.name, "°", 2) == 0 ? "" : " ", unit.name);
}
