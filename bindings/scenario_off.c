// Lists what failed scripts have turned off, for people who look at a run.
#include "calls/reasons.h"
#include "scenario.h"
#include "scenario_data.h"

#include "base/alloc.h"

#include <inttypes.h>
#include <stdio.h>

/// A list under way: entries beyond the capacity are counted only.
typedef struct off_list {
    dv_off *offs;
    uint32_t count, capacity;
} off_list;

static void add(off_list *list, dv_off off) {
    if (list->count < list->capacity)
        list->offs[list->count] = off;
    list->count++;
}

// Agents

/// For each reason, how many agents are suspended for it; the last one is for agents whose reason
/// is not known. An agent may have failed more than once, and its last reason counts: agents are
/// noted in order of failure.
static uint32_t *count_agents(const dv_scenario *scenario) {
    const dv_reasons *reasons = &scenario->reasons;
    const dv_world *world = scenario->world;
    uint32_t *counts = dv_alloc((reasons->count + 1) * sizeof *counts);
    bool *is_counted = dv_alloc(dv_world_agent_limit(world) + 1);
    uint32_t unknown = dv_world_suspended_count(world);
    for (uint32_t i = reasons->agent_count; counts && is_counted && i > 0; i--) {
        dv_reason_of of = reasons->agents[i - 1];
        if (!dv_agent_alive(world, of.agent) || !dv_agent_suspended(world, of.agent) ||
            is_counted[dv_handle_index(of.agent.bits)])
            continue;
        is_counted[dv_handle_index(of.agent.bits)] = true;
        counts[of.reason]++;
        unknown--;
    }
    if (counts)
        counts[reasons->count] = unknown;
    dv_free(is_counted);
    return counts;
}

/// Without memory to tell the reasons apart, all suspended agents are one entry.
static void list_agents(const dv_scenario *scenario, off_list *list) {
    const dv_reasons *reasons = &scenario->reasons;
    uint32_t suspended = dv_world_suspended_count(scenario->world);
    uint32_t *counts = suspended > 0 ? count_agents(scenario) : NULL;
    for (uint32_t i = 0; counts && i < reasons->count; i++) {
        const dv_reason *reason = &reasons->items[i];
        if (counts[i] > 0)
            add(list, (dv_off){.agents = counts[i], .since = reason->tick, .why = reason->message});
    }
    uint32_t unknown = counts ? counts[reasons->count] : suspended;
    if (unknown > 0)
        add(list, (dv_off){.agents = unknown});
    dv_free(counts);
}

uint32_t dv_scenario_list_off(const dv_scenario *scenario, dv_off *offs, uint32_t capacity) {
    const dv_reasons *reasons = &scenario->reasons;
    off_list list = {.offs = offs, .capacity = capacity};
    for (uint32_t i = 0; i < reasons->off_count; i++) {
        const dv_reason_off *off = &reasons->offs[i];
        add(&list, (dv_off){.what = off->what, .since = off->tick, .why = off->why});
    }
    list_agents(scenario, &list);
    return list.count;
}

// Text

static const char until[] = "until the next accepted save";

static void write_unknown(const dv_off *off, char text[DV_OFF_TEXT]) {
    snprintf(text, DV_OFF_TEXT,
             "%" PRIu32
             " agent%s suspended %s; why is not known: it was before a rewind or a load, "
             "or a function of theirs is off",
             off->agents, off->agents == 1 ? " is" : "s are", until);
}

void dv_off_text(const dv_off *off, char text[DV_OFF_TEXT]) {
    char what[400];
    if (!off->why) {
        write_unknown(off, text);
        return;
    }
    if (off->what)
        snprintf(what, sizeof what, "%.300s has been off", off->what);
    else
        snprintf(what, sizeof what, "%" PRIu32 " agent%s been suspended", off->agents,
                 off->agents == 1 ? " has" : "s have");
    snprintf(text, DV_OFF_TEXT, "%s since tick %" PRIu64 ", %s: %s", what, off->since, until,
             off->why);
}
