// Code on trial. What ran before a reload is kept, still loaded, until the new code has run for a
// while. If the new code fails, the world goes back and the old code goes on as if the reload had
// never happened.
//
// Invariant: there is one trial, oldest first, for each former generation that the modules keep.
#include "reload/trial.h"

#include "calls/calls.h"
#include "calls/failures.h"
#include "calls/reasons.h"
#include "classes/draw.h"
#include "modules/modules.h"
#include "reload/coverage.h"
#include "reload/generation.h"
#include "reload/generation_data.h"
#include "reload/slow_code.h"
#include "scenario_data.h"

#include "base/alloc.h"
#include "base/result.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// What a trial keeps

static int copy_keys(lua_State *L) {
    dv_trial *trial = lua_touserdata(L, 1);
    lua_newtable(L);
    lua_rawgeti(L, LUA_REGISTRYINDEX, dv_scenario_of(L)->keys);
    lua_pushnil(L);
    while (lua_next(L, -2)) {
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        lua_rawset(L, 2);
    }
    lua_settop(L, 2);
    trial->keys = luaL_ref(L, LUA_REGISTRYINDEX);
    return 0;
}

static dv_result keep_keys(dv_scenario *scenario, dv_trial *trial, dv_error *error) {
    lua_pushcfunction(scenario->state, copy_keys);
    lua_pushlightuserdata(scenario->state, trial);
    return dv_call(scenario, 1, 0, DV_READING, (double)INFINITY, error);
}

static dv_result list_suspended(const dv_world *world, dv_trial *trial, dv_error *error) {
    trial->suspended = dv_alloc((dv_world_suspended_count(world) + 1) * sizeof *trial->suspended);
    if (!trial->suspended)
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    uint32_t count = dv_world_suspended_count(world) ? dv_world_agent_limit(world) : 0;
    for (uint32_t i = 0; i < count; i++) {
        dv_agent agent = dv_world_agent_at(world, i);
        if (agent.bits && dv_agent_suspended(world, agent))
            trial->suspended[trial->suspended_count++] = agent;
    }
    return DV_OK;
}

dv_result dv_trial_prepare(dv_scenario *scenario, dv_trial *trial, dv_error *error) {
    *trial = (dv_trial){.tick = dv_world_tick(scenario->world),
                        .changed = dv_world_tick(scenario->world),
                        .engine_seconds = dv_scenario_engine_seconds(scenario),
                        .update_suspended = scenario->update_suspended,
                        .drew_too_much = scenario->drew_too_much,
                        .keys = LUA_NOREF};
    dv_result result = DV_OK;
    if (!dv_reserve((void **)&scenario->trials, &scenario->trial_capacity,
                    scenario->trial_count + 1, sizeof *scenario->trials))
        result = dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    if (result == DV_OK)
        result = list_suspended(scenario->world, trial, error);
    if (result == DV_OK)
        result = keep_keys(scenario, trial, error);
    if (result == DV_OK)
        result = dv_world_take_snapshot(scenario->world, &trial->world, error);
    if (result == DV_OK &&
        !(trial->query_state = dv_world_copy_query_state(scenario->world, error)))
        result = DV_ERROR_MEMORY;
    if (result != DV_OK)
        dv_trial_clear(scenario, trial);
    return result;
}

void dv_trial_clear(dv_scenario *scenario, dv_trial *trial) {
    dv_generation_destroy(scenario, trial->generation);
    dv_snapshot_free(&trial->world);
    dv_query_state_free(trial->query_state);
    dv_free(trial->suspended);
    luaL_unref(scenario->state, LUA_REGISTRYINDEX, trial->keys);
    dv_reasons_free(&trial->reasons);
    *trial = (dv_trial){.keys = LUA_NOREF};
}

// Passing trials

static uint64_t ticks_run(const dv_scenario *scenario, uint32_t trial) {
    return dv_world_tick(scenario->world) - scenario->trials[trial].tick;
}

void dv_trial_begin(dv_scenario *scenario, const dv_trial *trial, dv_generation *former) {
    dv_trial *begun = &scenario->trials[scenario->trial_count++];
    *begun = *trial;
    begun->generation = former;
    begun->reasons = scenario->reasons;
    scenario->reasons = (dv_reasons){0};
    begun->number = dv_modules_generation(scenario->modules);
    dv_await_changes(scenario, former, begun->number);
}

bool dv_trial_can_go_on(const dv_scenario *scenario) {
    return scenario->draft_generation != 0 && scenario->trial_count > 0 &&
           scenario->trials[scenario->trial_count - 1].number == scenario->draft_generation &&
           dv_modules_generation(scenario->modules) == scenario->draft_generation;
}

void dv_trial_go_on(dv_scenario *scenario) {
    dv_trial *trial = &scenario->trials[scenario->trial_count - 1];
    trial->changed = dv_world_tick(scenario->world);
    trial->number = dv_modules_generation(scenario->modules);
    dv_reasons_free(&scenario->reasons);
    dv_await_changes(scenario, trial->generation, trial->number);
}

static void note_end(dv_scenario *scenario) {
    dv_trial_end *ends = scenario->trial_ends;
    if (scenario->trial_end_count == DV_MAX_TRIALS)
        memmove(ends, ends + 1, --scenario->trial_end_count * sizeof *ends);
    ends[scenario->trial_end_count++] =
        (dv_trial_end){.generation = scenario->trials[0].number,
                       .ticks = ticks_run(scenario, 0),
                       .coverage = dv_scenario_trial_coverage(scenario, 0)};
}

bool dv_scenario_take_trial_end(dv_scenario *scenario, dv_trial_end *end) {
    if (scenario->trial_end_count == 0)
        return false;
    *end = scenario->trial_ends[0];
    memmove(scenario->trial_ends, scenario->trial_ends + 1,
            --scenario->trial_end_count * sizeof *end);
    return true;
}

void dv_scenario_pass_trial(dv_scenario *scenario) {
    if (scenario->trial_count == 0)
        return;
    note_end(scenario);
    dv_trial_clear(scenario, &scenario->trials[0]);
    scenario->trial_count--;
    memmove(scenario->trials, scenario->trials + 1,
            scenario->trial_count * sizeof *scenario->trials);
    scenario->trials_passed++;
    dv_modules_let_go(scenario->modules);
}

static uint64_t ticks_unchanged(const dv_scenario *scenario, uint32_t trial) {
    return dv_world_tick(scenario->world) - scenario->trials[trial].changed;
}

/// Whether a trial has run long enough: for DV_TRIAL_TICKS, and until every change has run, but at
/// most DV_TRIAL_MOST_TICKS, since some code may never run. The trial of a draft goes on until the
/// draft ends, so that an undo takes back all of it.
static bool is_due(const dv_scenario *scenario, uint32_t trial) {
    uint64_t ticks = ticks_unchanged(scenario, trial);
    if (scenario->trials[trial].number == scenario->draft_generation)
        return false;
    if (ticks < DV_TRIAL_TICKS || ticks >= DV_TRIAL_MOST_TICKS)
        return ticks >= DV_TRIAL_TICKS;
    dv_coverage coverage = dv_scenario_trial_coverage(scenario, trial);
    return coverage.run == coverage.changed;
}

void dv_trials_pass_due(dv_scenario *scenario) {
    while (scenario->trial_count > 0 && is_due(scenario, 0))
        dv_scenario_pass_trial(scenario);
}

dv_coverage dv_scenario_trial_coverage(const dv_scenario *scenario, uint32_t trial) {
    return dv_coverage_of(scenario, scenario->trials[trial].number);
}

uint32_t dv_scenario_trial_count(const dv_scenario *scenario) { return scenario->trial_count; }

uint64_t dv_scenario_trial_ticks_left(const dv_scenario *scenario, uint32_t trial) {
    uint64_t run = ticks_unchanged(scenario, trial);
    return run < DV_TRIAL_TICKS ? DV_TRIAL_TICKS - run : 0;
}

uint64_t dv_scenario_trials_passed(const dv_scenario *scenario) { return scenario->trials_passed; }

// Failing trials

static const dv_trial *newest_trial(const dv_scenario *scenario) {
    return scenario->trial_count ? &scenario->trials[scenario->trial_count - 1] : NULL;
}

const dv_snapshot *dv_scenario_before_reload(const dv_scenario *scenario) {
    const dv_trial *trial = newest_trial(scenario);
    return trial ? &trial->world : NULL;
}

bool dv_scenario_trial_failed(const dv_scenario *scenario) { return scenario->trial_failed; }

/// Go back to the trial's world and code. Nothing is changed when out of memory.
static dv_result return_to(dv_scenario *scenario, const dv_trial *trial, dv_error *error) {
    dv_generation *failed = scenario->generation;
    dv_modules_stage_former(scenario->modules);
    scenario->generation = trial->generation;
    dv_result result =
        dv_world_return_with(scenario->world, &trial->world, trial->generation->program, error);
    if (result == DV_OK) {
        dv_world_forget_later_drops(scenario->world);
        dv_modules_commit(scenario->modules);
        return DV_OK;
    }
    scenario->generation = failed;
    dv_modules_discard(scenario->modules);
    return result;
}

/// Restore everything that belongs neither to the world nor to the modules.
static void give_back(dv_scenario *scenario, dv_trial *trial, dv_generation *failed) {
    trial->generation = failed; // to be freed with the trial
    dv_world_restore_query_state(scenario->world, trial->query_state);
    dv_world_bind_last_applied(scenario->world);
    trial->query_state = NULL;
    scenario->update_suspended = trial->update_suspended;
    scenario->drew_too_much = trial->drew_too_much;
    int keys = scenario->keys;
    scenario->keys = trial->keys;
    trial->keys = keys;
    dv_reasons_free(&scenario->reasons);
    scenario->reasons = trial->reasons;
    trial->reasons = (dv_reasons){0};
    dv_drop_strokes(scenario);
}

dv_reload_report dv_scenario_roll_back(dv_scenario *scenario) {
    dv_reload_report report = {.outcome = DV_RELOAD_UNCHANGED,
                               .generation = dv_modules_generation(scenario->modules)};
    dv_error error;
    if (scenario->trial_count == 0)
        return report;
    dv_trial *trial = &scenario->trials[scenario->trial_count - 1];
    dv_generation *failed = scenario->generation;
    scenario->trial_failed = scenario->was_stopped = false;
    report.taken_back = report.generation;
    report.column = dv_modules_column(scenario->modules, scenario->banner);
    dv_slow_code_note(scenario);
    if (return_to(scenario, trial, &error) != DV_OK) {
        dv_slow_code_forget(scenario);
        report.outcome = DV_RELOAD_REFUSED;
        snprintf(report.message, sizeof report.message, "%s", error.message);
        return report;
    }
    give_back(scenario, trial, failed);
    if (trial->number == scenario->draft_generation)
        dv_scenario_drop_draft(scenario);
    dv_trial_clear(scenario, trial);
    scenario->trial_count--;
    bool is_slow = dv_slow_code_is_in_force(scenario);
    scenario->trial_failed = is_slow && scenario->trial_count > 0;
    if (is_slow && !scenario->trial_failed)
        dv_slow_code_stop(scenario);
    if (!scenario->trial_failed)
        dv_slow_code_forget(scenario);
    report.outcome = DV_RELOAD_ROLLED_BACK;
    report.generation = dv_modules_generation(scenario->modules);
    snprintf(report.message, sizeof report.message, "%s", scenario->banner);
    snprintf(report.line, sizeof report.line, "%s", scenario->banner_line);
    return report;
}
