#include "player/run/visit.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "base/result.h"

#include <inttypes.h>
#include <string.h>

// Beginning

static void press_input(dv_scenario *scenario, const dv_input *input) {
    if (input->key)
        dv_scenario_input(scenario, &(dv_input){.type = input->type, .key = input->key});
}

/// Restore which keys were down at the moment, without calling scripts.
static void press_keys(dv_visit *visit) {
    const dv_kept_acts *acts = &visit->history->acts;
    dv_scenario_hold_lua(visit->scenario, true);
    for (uint32_t i = 0; i < acts->key_count; i++)
        press_input(visit->scenario, &(dv_input){.type = DV_KEY_PRESSED, .key = acts->keys[i]});
    for (uint64_t number = acts->first; number < visit->act; number++)
        if (dv_acts_at(acts, number)->act.type == DV_ACT_INPUT)
            press_input(visit->scenario, &dv_acts_at(acts, number)->act.input);
    dv_scenario_hold_lua(visit->scenario, false);
}

static dv_result open_scenario(dv_visit *visit, dv_run *run, const dv_moment *moment,
                               dv_error *error) {
    dv_kept_code *code = moment->code;
    visit->scenario =
        dv_scenario_open_past(run->scenario, dv_code_entry(code), dv_code_read, code, error);
    if (!visit->scenario)
        return DV_ERROR_SCRIPT;
    dv_result result =
        dv_scenario_go_on_from(visit->scenario, &moment->snapshot, &moment->stops, error);
    if (result == DV_OK)
        press_keys(visit);
    return result;
}

static uint64_t end_of_acts(const dv_history *history, uint32_t place) {
    for (uint32_t i = place + 1; i < history->count; i++)
        if (history->moments[i].is_boundary)
            return history->moments[i].acts;
    return dv_acts_next(&history->acts);
}

static dv_result begin_at(dv_visit *visit, dv_run *run, uint32_t place, uint64_t tick,
                          dv_error *error) {
    const dv_history *history = &run->history;
    const dv_moment *moment = &history->moments[place];
    uint64_t reach = dv_history_reach(history, place);
    *visit = (dv_visit){.history = history,
                        .from = moment->tick,
                        .to = tick < reach ? tick : reach,
                        .code = moment->code,
                        .act = moment->acts,
                        .last_act = end_of_acts(history, place),
                        .refused = dv_refused_allocations()};
    if (visit->to > moment->tick)
        return open_scenario(visit, run, moment, error);
    visit->to = moment->tick;
    visit->snapshot = moment->snapshot;
    visit->is_moment = true;
    return DV_OK;
}

dv_result dv_visit_begin(dv_visit *visit, dv_run *run, uint64_t tick, dv_error *error) {
    int32_t place = dv_history_at(&run->history, tick);
    *visit = (dv_visit){0};
    if (place < 0)
        return dv_fail(error, DV_ERROR_ARGUMENT, "no earlier moment is kept");
    dv_result result = begin_at(visit, run, (uint32_t)place, tick, error);
    if (result != DV_OK)
        dv_visit_end(visit);
    return result;
}

// Continuing

uint64_t dv_visit_tick(const dv_visit *visit) {
    return visit->scenario ? dv_world_tick(dv_scenario_world(visit->scenario)) : visit->to;
}

static bool has_to_act(const dv_visit *visit) {
    return visit->act < visit->last_act &&
           dv_acts_at(&visit->history->acts, visit->act)->tick <= dv_visit_tick(visit);
}

/// An act that failed at the time fails again, and changes nothing.
static void do_act(dv_visit *visit) {
    dv_error ignored;
    dv_act_do_beside(visit->scenario, &dv_acts_at(&visit->history->acts, visit->act++)->act,
                     &ignored);
}

static dv_result tick_once(dv_visit *visit) {
    while (has_to_act(visit))
        do_act(visit);
    dv_result result = dv_scenario_step(visit->scenario, &visit->error);
    // Running out of memory would suspend agents that were not suspended at the time.
    if (dv_refused_allocations() != visit->refused)
        return dv_fail(&visit->error, DV_ERROR_MEMORY, "out of memory");
    if (result == DV_OK && dv_scenario_take_stop(visit->scenario))
        result = dv_fail(&visit->error, DV_ERROR_SCRIPT,
                         "tick %" PRIu64 " takes more processor time now than Lua may have",
                         dv_visit_tick(visit));
    return result;
}

bool dv_visit_go_on(dv_visit *visit, double seconds) {
    double deadline = dv_now() + seconds;
    if (!visit->scenario || visit->result != DV_OK || visit->snapshot.bytes)
        return false;
    while (visit->result == DV_OK && dv_visit_tick(visit) < visit->to) {
        visit->result = tick_once(visit);
        if (visit->result == DV_OK && dv_now() >= deadline && dv_visit_tick(visit) < visit->to)
            return true;
    }
    if (visit->result == DV_OK)
        visit->result = dv_world_take_snapshot(dv_scenario_world(visit->scenario), &visit->snapshot,
                                               &visit->error);
    return false;
}

bool dv_visit_turn_to(dv_visit *visit, uint64_t tick) {
    int32_t place = dv_history_at(visit->history, tick);
    if (!visit->scenario || visit->snapshot.bytes || place < 0)
        return false;
    const dv_moment *moment = &visit->history->moments[place];
    uint64_t reach = dv_history_reach(visit->history, (uint32_t)place);
    tick = tick < reach ? tick : reach;
    if (moment->tick != visit->from || moment->code != visit->code || tick < dv_visit_tick(visit))
        return false;
    visit->to = tick;
    return true;
}

void dv_visit_end(dv_visit *visit) {
    dv_scenario_close(visit->scenario);
    if (!visit->is_moment)
        dv_snapshot_free(&visit->snapshot);
    *visit = (dv_visit){0};
}
