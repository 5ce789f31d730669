// The section with what the selected agent sees and hears.
#include "player/window/panels.h"

#include "player/gui/palette.h"
#include "player/run/why.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/// How many of each are listed.
#define LISTED_AGENTS 5
#define LISTED_EVENTS 4

/// Events are listed for so long, in s.
static const double heard_time = 3;

static void show_seen(const dv_world *world, dv_agent agent) {
    const dv_program *program = dv_world_program(world);
    dv_neighbor seen[LISTED_AGENTS];
    double range = dv_agent_property(world, agent, DV_SIGHT_RANGE);
    uint32_t count = dv_agent_seen(world, agent, dv_all_kinds(), range, seen, LISTED_AGENTS);
    if (count == 0)
        dv_gui_dim_row("sees", "nobody");
    for (uint32_t i = 0; i < count && i < LISTED_AGENTS; i++) {
        uint32_t kind = dv_agent_kind(world, seen[i].agent);
        const char *state =
            dv_program_state_name(program, kind, dv_agent_state(world, seen[i].agent));
        char name[96];
        snprintf(name, sizeof name, "%.64s#%" PRIu32, dv_program_kind_name(program, kind),
                 dv_agent_id(seen[i].agent));
        dv_gui_print_row(name, "%s%s%.1f m", state, *state ? ", " : "", (double)seen[i].distance);
    }
    if (count > LISTED_AGENTS)
        dv_gui_print(DV_COLOR_TEXT_DIM, "and %" PRIu32 " more", count - LISTED_AGENTS);
}

/// The latest events that it can hear from where it is, each name once.
static void show_heard(const dv_world *world, dv_agent agent) {
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
        dv_gui_print_row(heard, "%s%s%s", event.who, *event.who ? ", " : "", when);
    }
}

void dv_panels_show_senses(const dv_view *view, dv_agent agent) {
    if (dv_agent_suspended(view->run->world, agent) || !dv_gui_section("Sees and hears", true))
        return;
    show_seen(view->run->world, agent);
    show_heard(view->run->world, agent);
}
