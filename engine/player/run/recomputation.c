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
    dv_scenario_restore_part_notes(scenario, moment->notes);
    press_keys(scenario, &run->history.acts, moment);
    return scenario;
}

static uint64_t end_of_acts(const dv_history *history, uint32_t place) {
    for (uint32_t i = place + 1; i < history->count; i++)
        if (history->moments[i].is_boundary)
            return history->moments[i].acts;
    return dv_acts_next(&history->acts);
}

/// Where to begin, and the moment that is the target, if one is. A tick is computed from the moment
/// before it, even if it is a moment itself; only the first one can't be computed.
static void choose_moments(dv_recomputation *recomputation, uint32_t place, uint64_t tick) {
    const dv_history *history = recomputation->history;
    const dv_moment *moment = &history->moments[place];
    uint64_t reach = dv_history_reach(history, place);
    recomputation->from = moment;
    recomputation->arrival = tick <= moment->tick ? moment : NULL;
    recomputation->to = tick <= moment->tick ? moment->tick : tick < reach ? tick : reach;
    if (!recomputation->arrival)
        return;
    for (uint32_t i = place; i > 0 && recomputation->from == moment; i--) {
        const dv_moment *before = &history->moments[i - 1];
        if (before->tick == moment->tick)
            continue;
        if (!before->snapshot.bytes || dv_history_reach(history, i - 1) < moment->tick)
            return;
        recomputation->from = before;
    }
}

/// Open the scenario if there is something to compute. What a kept target lacks is not worth
/// failing.
static dv_result open_scenario(dv_recomputation *recomputation, dv_run *run, dv_error *error) {
    if (recomputation->from->tick == recomputation->to)
        return DV_OK;
    recomputation->scenario = dv_moment_open(run, recomputation->from, error);
    return recomputation->scenario || recomputation->arrival ? DV_OK : DV_ERROR_SCRIPT;
}

dv_result dv_recomputation_begin(dv_recomputation *recomputation, dv_run *run, uint64_t tick,
                                 dv_error *error) {
    const dv_history *history = &run->history;
    int32_t place = dv_history_at(history, tick);
    *recomputation = (dv_recomputation){.history = history, .refused = dv_refused_allocations()};
    if (place < 0)
        return dv_fail(error, DV_ERROR_ARGUMENT, "no earlier moment is kept");
    choose_moments(recomputation, (uint32_t)place, tick);
    recomputation->act = recomputation->from->acts;
    recomputation->last_act =
        end_of_acts(history, (uint32_t)(recomputation->from - history->moments));
    dv_result result = open_scenario(recomputation, run, error);
    recomputation->is_over = !recomputation->scenario;
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

/// Whether the scenario is as the world was when it reached the target the first time: the target
/// may have been changed since then, by a reload for example.
static bool is_as_it_was(const dv_recomputation *recomputation, uint64_t hash) {
    for (const dv_moment *moment = recomputation->from; moment <= recomputation->arrival; moment++)
        if (moment->tick == recomputation->to && moment->snapshot.bytes &&
            dv_snapshot_hash(&moment->snapshot) == hash)
            return true;
    return false;
}

static void arrive(dv_recomputation *recomputation) {
    const dv_world *world = dv_scenario_world(recomputation->scenario);
    uint64_t hash;
    recomputation->is_over = true;
    if (recomputation->result == DV_OK && recomputation->arrival)
        recomputation->explains = dv_world_hash(world, &hash, &recomputation->error) == DV_OK &&
                                  is_as_it_was(recomputation, hash);
    else if (recomputation->result == DV_OK)
        recomputation->explains =
            (recomputation->result = dv_world_take_snapshot(world, &recomputation->snapshot,
                                                            &recomputation->error)) == DV_OK;
    if (recomputation->arrival)
        recomputation->result = DV_OK;
}

bool dv_recomputation_continue(dv_recomputation *recomputation, double seconds) {
    double deadline = dv_now() + seconds;
    if (recomputation->is_over)
        return false;
    while (recomputation->result == DV_OK &&
           dv_recomputation_tick(recomputation) < recomputation->to) {
        recomputation->result = tick_once(recomputation);
        if (recomputation->result == DV_OK && dv_now() >= deadline &&
            dv_recomputation_tick(recomputation) < recomputation->to)
            return true;
    }
    arrive(recomputation);
    return false;
}

bool dv_recomputation_retarget(dv_recomputation *recomputation, uint64_t tick) {
    int32_t place = dv_history_at(recomputation->history, tick);
    dv_recomputation other = {.history = recomputation->history};
    if (recomputation->is_over || place < 0)
        return false;
    choose_moments(&other, (uint32_t)place, tick);
    if (other.from != recomputation->from || other.to < dv_recomputation_tick(recomputation))
        return false;
    recomputation->to = other.to;
    recomputation->arrival = other.arrival;
    return true;
}

const dv_snapshot *dv_recomputation_snapshot(const dv_recomputation *recomputation) {
    const dv_moment *arrival = recomputation->arrival;
    return arrival ? &arrival->snapshot : &recomputation->snapshot;
}

dv_kept_code *dv_recomputation_code(const dv_recomputation *recomputation) {
    return (recomputation->arrival ? recomputation->arrival : recomputation->from)->code;
}

uint64_t dv_recomputation_acts(const dv_recomputation *recomputation) {
    return recomputation->arrival ? recomputation->arrival->acts : recomputation->act;
}

void dv_recomputation_end(dv_recomputation *recomputation) {
    dv_scenario_close(recomputation->scenario);
    dv_snapshot_free(&recomputation->snapshot);
    *recomputation = (dv_recomputation){0};
}
