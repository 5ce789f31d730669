#include "player/run/recomputation.h"

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

static void press_acts(dv_scenario *scenario, const dv_kept_acts *acts, uint64_t end) {
    for (uint64_t number = acts->first; number < end; number++)
        if (dv_acts_at(acts, number)->act.type == DV_ACT_INPUT)
            press_input(scenario, &dv_acts_at(acts, number)->act.input);
}

/// Restore which keys were down at the moment, without calling scripts.
static void press_keys(dv_scenario *scenario, const dv_kept_acts *acts, const dv_moment *moment) {
    dv_scenario_hold_lua(scenario, true);
    for (uint32_t i = 0; i < acts->key_count; i++)
        press_input(scenario, &(dv_input){.type = DV_KEY_PRESSED, .key = acts->keys[i]});
    press_acts(scenario, acts, moment->acts);
    dv_scenario_hold_lua(scenario, false);
}

dv_scenario *dv_moment_open(dv_run *run, const dv_moment *moment, dv_error *error) {
    dv_kept_code *code = moment->code;
    const dv_module_source source = {dv_code_read, dv_code_list, code};
    dv_scenario *scenario =
        dv_scenario_open_past(run->scenario, dv_code_entry(code), &source, error);
    if (!scenario)
        return NULL;
    if (dv_scenario_go_on_from(scenario, &moment->snapshot, &moment->stops, error) != DV_OK) {
        dv_scenario_close(scenario);
        return NULL;
    }
    press_keys(scenario, &run->history.acts, moment);
    return scenario;
}

static uint64_t end_of_acts(const dv_history *history, uint32_t place) {
    for (uint32_t i = place + 1; i < history->count; i++)
        if (history->moments[i].is_boundary)
            return history->moments[i].acts;
    return dv_acts_next(&history->acts);
}

static dv_result begin_at(dv_recomputation *recomputation, dv_run *run, uint32_t place,
                          uint64_t tick, dv_error *error) {
    const dv_history *history = &run->history;
    const dv_moment *moment = &history->moments[place];
    uint64_t reach = dv_history_reach(history, place);
    *recomputation = (dv_recomputation){.history = history,
                                        .from = moment->tick,
                                        .to = tick < reach ? tick : reach,
                                        .code = moment->code,
                                        .act = moment->acts,
                                        .last_act = end_of_acts(history, place),
                                        .refused = dv_refused_allocations()};
    if (recomputation->to > moment->tick) {
        recomputation->scenario = dv_moment_open(run, moment, error);
        return recomputation->scenario ? DV_OK : DV_ERROR_SCRIPT;
    }
    recomputation->to = moment->tick;
    recomputation->snapshot = moment->snapshot;
    recomputation->is_moment = true;
    return DV_OK;
}

dv_result dv_recomputation_begin(dv_recomputation *recomputation, dv_run *run, uint64_t tick,
                                 dv_error *error) {
    int32_t place = dv_history_at(&run->history, tick);
    *recomputation = (dv_recomputation){0};
    if (place < 0)
        return dv_fail(error, DV_ERROR_ARGUMENT, "no earlier moment is kept");
    dv_result result = begin_at(recomputation, run, (uint32_t)place, tick, error);
    if (result != DV_OK)
        dv_recomputation_end(recomputation);
    return result;
}

// Continuing

uint64_t dv_recomputation_tick(const dv_recomputation *recomputation) {
    return recomputation->scenario ? dv_world_tick(dv_scenario_world(recomputation->scenario))
                                   : recomputation->to;
}

static bool has_to_act(const dv_recomputation *recomputation) {
    return recomputation->act < recomputation->last_act &&
           dv_acts_at(&recomputation->history->acts, recomputation->act)->tick <=
               dv_recomputation_tick(recomputation);
}

/// An act that failed at the time fails again, and changes nothing.
static void do_act(dv_recomputation *recomputation) {
    dv_error ignored;
    dv_act_do_beside(recomputation->scenario,
                     &dv_acts_at(&recomputation->history->acts, recomputation->act++)->act,
                     &ignored);
}

static dv_result tick_once(dv_recomputation *recomputation) {
    while (has_to_act(recomputation))
        do_act(recomputation);
    dv_result result = dv_scenario_step(recomputation->scenario, &recomputation->error);
    // Running out of memory would suspend agents that were not suspended at the time.
    if (dv_refused_allocations() != recomputation->refused)
        return dv_fail(&recomputation->error, DV_ERROR_MEMORY, "out of memory");
    if (result == DV_OK && dv_scenario_take_stop(recomputation->scenario))
        result = dv_fail(&recomputation->error, DV_ERROR_SCRIPT,
                         "tick %" PRIu64 " takes more processor time now than Lua may have",
                         dv_recomputation_tick(recomputation));
    return result;
}

bool dv_recomputation_continue(dv_recomputation *recomputation, double seconds) {
    double deadline = dv_now() + seconds;
    if (!recomputation->scenario || recomputation->result != DV_OK || recomputation->snapshot.bytes)
        return false;
    while (recomputation->result == DV_OK &&
           dv_recomputation_tick(recomputation) < recomputation->to) {
        recomputation->result = tick_once(recomputation);
        if (recomputation->result == DV_OK && dv_now() >= deadline &&
            dv_recomputation_tick(recomputation) < recomputation->to)
            return true;
    }
    if (recomputation->result == DV_OK)
        recomputation->result =
            dv_world_take_snapshot(dv_scenario_world(recomputation->scenario),
                                   &recomputation->snapshot, &recomputation->error);
    return false;
}

bool dv_recomputation_retarget(dv_recomputation *recomputation, uint64_t tick) {
    int32_t place = dv_history_at(recomputation->history, tick);
    if (!recomputation->scenario || recomputation->snapshot.bytes || place < 0)
        return false;
    const dv_moment *moment = &recomputation->history->moments[place];
    uint64_t reach = dv_history_reach(recomputation->history, (uint32_t)place);
    tick = tick < reach ? tick : reach;
    if (moment->tick != recomputation->from || moment->code != recomputation->code ||
        tick < dv_recomputation_tick(recomputation))
        return false;
    recomputation->to = tick;
    return true;
}

void dv_recomputation_end(dv_recomputation *recomputation) {
    dv_scenario_close(recomputation->scenario);
    if (!recomputation->is_moment)
        dv_snapshot_free(&recomputation->snapshot);
    *recomputation = (dv_recomputation){0};
}
