// Lists everything that is known of an agent, for the command `inspect`.
#include "player/run/inspect.h"

#include "base/alloc.h"
#include "base/utf8.h"
#include "player/run/agent_name.h"
#include "player/run/parts_text.h"
#include "player/run/why.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/// Changes of state that are listed.
#define LISTED_CHANGES 5

/// A list that grows, and what the names of its rows begin with now.
typedef struct listing {
    dv_inspection list;
    const char *section; ///< "": the top of the panel
} listing;

static void add(listing *l, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void add(listing *l, const char *name, const char *format, ...) {
    dv_inspection *list = &l->list;
    va_list arguments;
    if (!dv_reserve((void **)&list->rows, &list->capacity, list->count + 1, sizeof *list->rows)) {
        list->is_short = true;
        return;
    }
    dv_inspected_row *row = &list->rows[list->count++];
    snprintf(row->name, sizeof row->name, "%s%s%s", l->section, *l->section ? "." : "", name);
    va_start(arguments, format);
    vsnprintf(row->value, sizeof row->value, format, arguments);
    va_end(arguments);
    dv_utf8_trim(row->name);
    dv_utf8_trim(row->value);
}

static void add_row(void *context, const dv_inspected *row) {
    add(context, row->name, "%s", row->value);
}

/// "sees wolf#3"; the rows "sees" and "and" have no agent.
static void add_seen(void *context, const dv_inspected *row) {
    char name[160];
    snprintf(name, sizeof name, "%s%.128s", strchr(row->name, '#') ? "sees " : "", row->name);
    add(context, name, "%s", row->value);
}

static void list_state(const dv_run *run, dv_agent agent, listing *l) {
    const dv_world *world = run->world;
    const dv_program *program = dv_world_program(world);
    uint32_t kind = dv_agent_kind(world, agent), state = dv_agent_state(world, agent);
    const char *label = dv_scenario_label(run->scenario, agent);
    const char *reason = dv_scenario_reason(run->scenario, agent);
    char name[DV_AGENT_NAME];
    dv_write_agent_name(world, agent, name);
    add(l, "agent", "%s", name);
    if (label)
        add(l, "label", "%s", label);
    if (dv_agent_suspended(world, agent))
        add(l, "suspended", "%s", reason ? reason : "its script failed");
    if (state >= dv_program_state_count(program, kind))
        return;
    add(l, "state", "%s", dv_program_state_name(program, kind, state));
    add(l, "in this state", "%.2f s", dv_agent_state_time(world, agent));
}

static void list_changes(const dv_world *world, dv_agent agent, listing *l) {
    dv_transition change;
    char line[DV_WHY_TEXT], number[16];
    for (uint32_t back = 0;
         back < LISTED_CHANGES && dv_agent_transition(world, agent, back, &change); back++) {
        dv_why_line(world, &change, line);
        snprintf(number, sizeof number, "%" PRIu32, back + 1);
        add(l, number, "%s", line);
    }
}

static void list_parts(const dv_run *run, dv_agent agent, listing *l) {
    dv_part_row rows[DV_SHOWN_PARTS];
    char label[DV_PART_TEXT], text[DV_PART_TEXT], name[DV_PART_TEXT];
    dv_parts parts;
    uint32_t count = dv_scenario_list_parts(run->scenario, agent, &parts, rows, DV_SHOWN_PARTS);
    if (count == 0)
        return;
    dv_parts_time(run->world, &parts, text);
    add(l, "run", "%s", text);
    for (uint32_t i = 0; i < count && i < DV_SHOWN_PARTS; i++) {
        dv_part_label(&rows[i], label);
        dv_part_outcome_text(&parts, &rows[i], text);
        snprintf(name, sizeof name, "%" PRIu32 " %.128s", i + 1, label);
        add(l, name, "%s%s%s%s", text, *rows[i].place ? " (" : "", rows[i].place,
            *rows[i].place ? ")" : "");
    }
}

/// Names of entries without a path, such as those by agents, are those of the rows around them and
/// their own.
static bool list_entry(void *context, const dv_value_entry *entry) {
    listing *l = context;
    const char *name = *entry->path ? entry->path : entry->name;
    if (entry->type == DV_ENTRY_MORE)
        add(l, "and", "%" PRIu32 " more", entry->count);
    else if (entry->is_cycle)
        add(l, name, "contains itself");
    else if (entry->type == DV_ENTRY_TABLE && entry->count == 0)
        add(l, name, "empty");
    else if (entry->type != DV_ENTRY_TABLE || entry->depth + 1 == DV_MOST_DEPTH)
        add(l, name, "%s", entry->text);
    return entry->depth + 1 < DV_MOST_DEPTH;
}

static void list_body(const dv_world *world, dv_agent agent, listing *l) {
    uint32_t kind = dv_agent_kind(world, agent);
    char text[64];
    for (int i = 0; i < DV_PROPERTY_COUNT; i++) {
        if (!dv_kind_has_property(world, kind, (dv_property)i))
            continue;
        dv_property_text(world, agent, (dv_property)i, text);
        add(l, dv_properties[i].name, "%s", text);
    }
}

dv_inspection dv_inspect(const dv_run *run, dv_agent agent) {
    const dv_world *world = run->world;
    listing l = {.section = ""};
    list_state(run, agent, &l);
    dv_inspect_group(world, agent, add_row, &l);
    dv_inspect_motion(world, agent, add_row, &l);
    l.section = "why";
    list_changes(world, agent, &l);
    l.section = "steering";
    dv_inspect_steering(world, agent, add_row, &l);
    l.section = "parts";
    list_parts(run, agent, &l);
    l.section = "memory";
    dv_scenario_browse(run->scenario, agent, list_entry, &l);
    l.section = "group";
    dv_scenario_browse_group(run->scenario, dv_agent_group(world, agent), list_entry, &l);
    l.section = "link";
    dv_inspect_links(world, agent, add_row, &l);
    l.section = "";
    if (!dv_agent_suspended(world, agent)) {
        dv_inspect_seen(world, agent, add_seen, &l);
        dv_inspect_heard(world, agent, add_row, &l);
    }
    l.section = "timer";
    dv_inspect_timers(world, agent, add_row, &l);
    l.section = "body";
    list_body(world, agent, &l);
    return l.list;
}

void dv_inspection_free(dv_inspection *inspection) {
    dv_free(inspection->rows);
    *inspection = (dv_inspection){0};
}

char *dv_inspection_lines(const dv_inspection *inspection) {
    size_t size = 1, used = 0;
    for (uint32_t i = 0; i < inspection->count; i++)
        size += strlen(inspection->rows[i].name) + strlen(inspection->rows[i].value) + 3;
    char *lines = inspection->is_short ? NULL : dv_alloc(size);
    for (uint32_t i = 0; lines && i < inspection->count; i++)
        used += (size_t)snprintf(lines + used, size - used, "%s: %s\n", inspection->rows[i].name,
                                 inspection->rows[i].value);
    return lines;
}
