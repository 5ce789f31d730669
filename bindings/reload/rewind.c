// Going back to a snapshot under the current code, and opening former sources as a second scenario.
#include "calls/calls.h"
#include "calls/failures.h"
#include "calls/reasons.h"
#include "calls/stops.h"
#include "classes/draw.h"
#include "modules/modules.h"
#include "reload/generation.h"
#include "reload/generation_data.h"
#include "reload/migration.h"
#include "scenario_data.h"
#include "warnings.h"

#include "base/alloc.h"
#include "base/result.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// Stage all modules from the current sources, as if for the first time.
static dv_generation *stage_all_modules(dv_scenario *scenario, dv_error *error) {
    scenario->activity = DV_LOADING;
    dv_begin_loading(scenario);
    dv_lift_budget(scenario);
    dv_result result = dv_modules_stage_all(scenario->modules, scenario->load_seconds, error);
    scenario->activity = DV_IDLE;
    if (result != DV_OK)
        return NULL;
    dv_generation *staged = dv_generation_create(scenario, error);
    if (staged && dv_world_let_go(scenario->world, staged->program, false, error) != DV_OK) {
        dv_generation_destroy(scenario, staged);
        staged = NULL;
    }
    if (!staged)
        dv_modules_discard(scenario->modules);
    return staged;
}

/// Clear errors and drawings that scripts made after the snapshot. The message of a refused save
/// stays until the save is repaired.
static void settle_rewind(dv_scenario *scenario) {
    scenario->update_suspended = false;
    scenario->drew_too_much = false;
    if (!*dv_modules_failure(scenario->modules))
        dv_clear_error(scenario);
    dv_reasons_begin_again(&scenario->reasons);
    dv_drop_strokes(scenario);
}

dv_result dv_scenario_return_to(dv_scenario *scenario, const dv_snapshot *snapshot,
                                dv_error *error) {
    if (scenario->trial_failed)
        dv_scenario_roll_back(scenario);
    while (scenario->trial_count > 0)
        dv_scenario_pass_trial(scenario);
    dv_scenario_warn_of_locals(scenario);
    dv_generation *old = scenario->generation;
    dv_generation *staged = stage_all_modules(scenario, error);
    dv_begin_budget(scenario);
    if (!staged)
        return DV_ERROR_SCRIPT;
    // Memory is read with the defaults of the code that goes on.
    scenario->generation = staged;
    dv_result result = dv_world_return_with(scenario->world, snapshot, staged->program, error);
    if (result != DV_OK) {
        scenario->generation = old;
        dv_modules_discard(scenario->modules);
        dv_generation_destroy(scenario, staged);
        return result;
    }
    dv_generation_destroy(scenario, old);
    dv_modules_commit(scenario->modules);
    settle_rewind(scenario);
    dv_settle_migration(scenario);
    return DV_OK;
}

bool dv_scenario_can_undo(const dv_scenario *scenario) {
    return dv_modules_can_undo(scenario->modules);
}

static void print_nowhere(void *context, const char *line) { (void)context, (void)line; }

/// Give a second scenario the values that this one dropped. `is_older`: the second scenario's code
/// may be older than the world it will get.
static dv_result share_drops(dv_scenario *beside, const dv_scenario *scenario, bool is_older,
                             dv_error *error) {
    dv_result result = dv_world_share_dropped(beside->world, scenario->world, error);
    if (result == DV_OK)
        result = dv_world_let_go(scenario->world, beside->generation->program, is_older, error);
    return result;
}

/// Open a second scenario with sources from `reader`. `is_past`: this code ran before, within its
/// time limits.
static dv_scenario *open_with(dv_scenario *scenario, const char *entry,
                              const dv_module_source *source, bool is_past, bool is_older,
                              dv_error *error) {
    const char *folder = dv_modules_folder(scenario->modules);
    size_t size = strlen(folder) + strlen(entry) + 2;
    char *path = dv_alloc(size);
    if (!path) {
        dv_fail(error, DV_ERROR_MEMORY, "out of memory");
        return NULL;
    }
    snprintf(path, size, "%s/%s", folder, entry);
    dv_scenario_options choices = dv_scenario_options_default();
    choices.threads = scenario->options.threads;
    choices.vector_bits = scenario->options.vector_bits;
    choices.memory_cap = scenario->options.memory_cap;
    choices.most_agents = scenario->options.most_agents;
    choices.budget = scenario->options.budget;
    choices.print = choices.warn = print_nowhere;
    choices.check_only = true;
    choices.watched = true;
    choices.replayed = is_past;
    choices.explained = is_past && scenario->options.explained;
    choices.shown = is_past && scenario->options.shown;
    choices.reader = source->reader;
    choices.lister = source->lister;
    choices.reader_context = source->context;
    dv_scenario *beside = dv_scenario_open(path, &choices, error);
    dv_free(path);
    if (beside && share_drops(beside, scenario, is_older, error) != DV_OK) {
        dv_scenario_close(beside);
        return NULL;
    }
    return beside;
}

dv_scenario *dv_scenario_open_past(dv_scenario *scenario, const char *entry,
                                   const dv_module_source *source, dv_error *error) {
    return open_with(scenario, entry, source, true, true, error);
}

dv_scenario *dv_scenario_open_beside(dv_scenario *scenario, bool before_reload, dv_error *error) {
    const dv_modules *modules = scenario->modules;
    if (before_reload && !dv_modules_can_undo(modules)) {
        dv_fail(error, DV_ERROR_ARGUMENT, "nothing has been reloaded yet");
        return NULL;
    }
    // The module that requires the others is last.
    const char *entry = dv_modules_path(modules, dv_modules_count(modules) - 1);
    const dv_module_source current = {dv_modules_read_current, dv_modules_list_current,
                                      scenario->modules};
    const dv_module_source before = {dv_modules_read_before, dv_modules_list_before,
                                     scenario->modules};
    return open_with(scenario, entry, before_reload ? &before : &current, false, before_reload,
                     error);
}

typedef struct former {
    const dv_trial *trial;
    dv_scenario *scenario; ///< the second scenario
    dv_error *error;
    dv_result result;
} former;

static int hold_key(lua_State *L) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, dv_scenario_of(L)->keys);
    lua_pushboolean(L, 1);
    lua_setfield(L, -2, lua_touserdata(L, 1));
    return 0;
}

/// Press in the second scenario the keys that were held down. They are strings of the first one's
/// Lua state.
static int hold_keys(lua_State *L) {
    former *f = lua_touserdata(L, 1);
    lua_State *to = f->scenario->state;
    lua_rawgeti(L, LUA_REGISTRYINDEX, f->trial->keys);
    lua_pushnil(L);
    while (f->result == DV_OK && lua_next(L, 2)) {
        lua_pushcfunction(to, hold_key);
        lua_pushlightuserdata(to, (void *)lua_tostring(L, 3));
        f->result = dv_call(f->scenario, 1, 0, DV_SETUP, (double)INFINITY, f->error);
        lua_settop(L, 3);
    }
    return 0;
}

/// Restore the world as it was before the reload, with everything that a trial keeps next to its
/// snapshot.
static dv_result go_on_as_before(dv_scenario *scenario, const dv_trial *trial, dv_scenario *beside,
                                 dv_error *error) {
    dv_stops stops;
    former f = {trial, beside, error, DV_OK};
    dv_result result = dv_list_stops(trial->generation, trial->update_suspended, &stops, error);
    if (result != DV_OK)
        return result;
    result = dv_scenario_go_on_from(beside, &trial->world, &stops, error);
    dv_stops_free(&stops);
    if (result != DV_OK)
        return result;
    lua_pushcfunction(scenario->state, hold_keys);
    lua_pushlightuserdata(scenario->state, &f);
    result = dv_call(scenario, 1, 0, DV_READING, (double)INFINITY, error);
    if (result == DV_OK)
        result = f.result;
    dv_query_state *state = result == DV_OK ? dv_query_state_copy(trial->query_state, error) : NULL;
    if (state)
        dv_world_restore_query_state(beside->world, state);
    return result == DV_OK && !state ? DV_ERROR_MEMORY : result;
}

dv_scenario *dv_scenario_open_former(dv_scenario *scenario, dv_error *error) {
    if (scenario->trial_count == 0) {
        dv_fail(error, DV_ERROR_ARGUMENT, "no reload is on trial");
        return NULL;
    }
    const dv_trial *trial = &scenario->trials[scenario->trial_count - 1];
    dv_scenario *beside = dv_scenario_open_beside(scenario, true, error);
    if (beside && go_on_as_before(scenario, trial, beside, error) != DV_OK) {
        dv_scenario_close(beside);
        return NULL;
    }
    return beside;
}

void dv_scenario_take_last_tick(dv_scenario *scenario, dv_scenario *from, uint64_t first) {
    dv_error ignored; // what memory runs out for stays unknown
    dv_query_state *state = dv_world_copy_query_state(from->world, &ignored);
    if (state)
        dv_world_restore_query_state(scenario->world, state);
    dv_world_bind_last_applied(scenario->world);
    dv_world_explain_like(scenario->world, from->world, first);
    dv_take_strokes(scenario, from);
}
