// Reloads saved scripts between two ticks: either all changes take effect or none.
#include "reload/reload.h"
#include "calls/calls.h"
#include "calls/failures.h"
#include "calls/stops.h"
#include "check/check.h"
#include "classes/behavior.h"
#include "memory/memory.h"
#include "modules/modules.h"
#include "reload/further.h"
#include "reload/generation.h"
#include "reload/generation_data.h"
#include "reload/migration.h"
#include "reload/module_locals.h"
#include "reload/population.h"
#include "reload/restart.h"
#include "reload/trial.h"
#include "scenario_data.h"
#include "warnings.h"

#include "base/alloc.h"
#include "base/result.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static int push_refreshed_memory(lua_State *L) {
    dv_push_refreshed_memory(L, dv_scenario_of(L), lua_touserdata(L, 1));
    return 2;
}

/// Run a function of the generation with the world and, if the second argument is true, the
/// settings.
static int run_callback(lua_State *L) {
    const dv_scenario *scenario = dv_scenario_of(L);
    lua_Integer function = lua_tointeger(L, 1);
    bool takes_settings = lua_toboolean(L, 2);
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->generation->functions);
    lua_rawgeti(L, -1, function);
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->world_object);
    if (takes_settings)
        lua_getiuservalue(L, -1, 1);
    lua_call(L, takes_settings ? 2 : 1, 0);
    dv_check_all_memory(L);
    return 0;
}

/// Call the `on_reload` of a mod or (NULL) of the scenario itself. For a mod that the reload
/// switched on, call `setup`.
static void call_on_reload(dv_scenario *scenario, const dv_mod_code *mod) {
    dv_error error;
    dv_function function = !mod          ? scenario->generation->on_reload
                           : mod->is_new ? mod->setup
                                         : mod->on_reload;
    if (!function || scenario->trial_failed || dv_is_stopped(scenario, function))
        return;
    lua_pushcfunction(scenario->state, run_callback);
    lua_pushinteger(scenario->state, (lua_Integer)function);
    lua_pushboolean(scenario->state, mod && mod->is_new);
    scenario->is_setting_up = mod && mod->is_new;
    dv_result result = dv_call_function(scenario, function, 2, 0, DV_SETUP, &error);
    scenario->is_setting_up = false;
    if (result == DV_OK || !dv_note_stop(scenario, function, &error))
        return;
    dv_script_failed(scenario, error.message);
}

static void refuse_reload(dv_scenario *scenario, const dv_error *error, dv_reload_report *report) {
    report->outcome = DV_RELOAD_REFUSED;
    snprintf(report->message, sizeof report->message, "%s", error->message);
    dv_show_error(scenario, error->message);
    snprintf(report->line, sizeof report->line, "%s", scenario->banner_line);
    report->column = dv_modules_column(scenario->modules, error->message);
}

/// A replay shows what happened, with the message of the time.
static void find_further(dv_scenario *scenario, const dv_error *error) {
    if (!scenario->options.replayed)
        dv_find_further(scenario, error->message);
}

/// Swap the world to the staged code. On failure, nothing is changed.
static dv_result swap_world(dv_scenario *scenario, const dv_generation *staged, dv_error *error) {
    lua_State *L = scenario->state;
    dv_world_begin_swap(scenario->world);
    lua_pushcfunction(L, push_refreshed_memory);
    lua_pushlightuserdata(L, (void *)staged);
    dv_result result = dv_call(scenario, 1, 2, DV_READING, (double)INFINITY, error);
    if (result != DV_OK)
        return result;
    result = dv_world_swap_program(scenario->world, staged->program, NULL, error);
    if (result != DV_OK) {
        lua_pop(L, 2);
        return result;
    }
    dv_take_refreshed_memory(L, scenario);
    return DV_OK;
}

static void add_to_message(dv_reload_report *report, const char *what, const char *more) {
    size_t used = strlen(report->message);
    snprintf(report->message + used, sizeof report->message - used, "%s%s%s", used ? "; " : "",
             what, more);
}

/// If the world cannot be saved before a reload, there is no way back. The new code then runs
/// without a trial, since it may be what repairs the world.
static void pass_untried(dv_scenario *scenario, const dv_error *why, dv_reload_report *report) {
    add_to_message(report, "not on trial: ", why->message);
    while (scenario->trial_count > 0)
        dv_scenario_pass_trial(scenario);
}

/// Swap to the staged code and put it on trial. Everything that can fail comes first.
static dv_result swap_code(dv_scenario *scenario, dv_generation *staged, dv_reload_report *report,
                           dv_error *error) {
    dv_trial trial;
    dv_error untried;
    dv_result prepared = dv_trial_prepare(scenario, &trial, &untried);
    if (prepared != DV_OK && prepared != DV_ERROR_SCRIPT) {
        *error = untried;
        return prepared;
    }
    dv_result result = swap_world(scenario, staged, error);
    if (result != DV_OK) {
        dv_trial_clear(scenario, &trial);
        return result;
    }
    dv_generation *old = scenario->generation;
    scenario->generation = staged;
    dv_trial_begin(scenario, &trial, old);
    dv_modules_commit(scenario->modules);
    if (prepared != DV_OK)
        pass_untried(scenario, &untried, report);
    else if (scenario->trial_count > DV_MAX_TRIALS)
        dv_scenario_pass_trial(scenario);
    return DV_OK;
}

/// What a world does first under code that it did not have before: its agents and `update` run
/// again, and fields of flows are computed by the new functions. Returns what became of agents.
static dv_moved settle_code(dv_scenario *scenario) {
    dv_error error;
    dv_world_revive(scenario->world);
    scenario->update_suspended = false;
    scenario->drew_too_much = false;
    dv_clear_error(scenario);
    dv_begin_budget(scenario);
    if (dv_world_compile_flows(scenario->world, &error) != DV_OK)
        dv_script_failed(scenario, error.message);
    return dv_settle_migration(scenario);
}

static void tell_of_reload(dv_scenario *scenario) {
    dv_tell_moved_settings(scenario);
    call_on_reload(scenario, NULL);
    for (uint32_t i = 0; i < scenario->generation->mod_count; i++)
        call_on_reload(scenario, &scenario->generation->mods[i]);
}

static void settle_reload(dv_scenario *scenario, dv_reload_report *report) {
    report->revived = dv_world_suspended_count(scenario->world) + scenario->update_suspended;
    report->moved = settle_code(scenario);
    if (report->moved.for_good)
        add_to_message(report, "an undo does not bring back what was removed; a rewind does", "");
    tell_of_reload(scenario);
    dv_population_settle(scenario);
}

dv_result dv_scenario_take_over(dv_scenario *scenario, const dv_snapshot *snapshot,
                                dv_error *error) {
    dv_result result = dv_load_outside(scenario, snapshot, error);
    if (result != DV_OK)
        return result;
    settle_code(scenario);
    tell_of_reload(scenario);
    return DV_OK;
}

/// Swap to what a draft has changed further. Its trial goes on, and an undo leads to where the
/// draft began. Everything that can fail comes first.
static dv_result swap_further(dv_scenario *scenario, dv_generation *staged, dv_error *error) {
    dv_result result = swap_world(scenario, staged, error);
    if (result != DV_OK)
        return result;
    dv_generation *old = scenario->generation;
    scenario->generation = staged;
    dv_trial_go_on(scenario);
    dv_modules_commit(scenario->modules);
    dv_generation_destroy(scenario, old);
    return DV_OK;
}

static dv_result swap(dv_scenario *scenario, dv_generation *staged, dv_reload_report *report,
                      dv_error *error) {
    return report->is_further ? swap_further(scenario, staged, error)
                              : swap_code(scenario, staged, report, error);
}

/// Drop what is staged, and find what else is wrong with the files if they are what is refused.
static void refuse_staged(dv_scenario *scenario, const dv_error *error, bool is_broken,
                          dv_reload_report *report) {
    refuse_reload(scenario, error, report);
    dv_modules_discard(scenario->modules);
    if (is_broken && !report->is_undo)
        find_further(scenario, error);
}

/// Take the staged modules into use. The entry module's value is at the top of the stack.
static void take_staged(dv_scenario *scenario, dv_reload_report *report) {
    dv_error error;
    dv_generation *staged = dv_generation_create(scenario, &error);
    bool is_broken = !staged;
    dv_modules_list_loaded(scenario->modules, report->modules, sizeof report->modules);
    dv_modules_list_changed(scenario->modules, report->changed, sizeof report->changed);
    // A replay only takes over code that was accepted before, whatever it removes.
    bool is_older = report->is_undo || scenario->options.replayed;
    if (staged && dv_world_let_go(scenario->world, staged->program, is_older, &error) != DV_OK) {
        dv_generation_destroy(scenario, staged);
        staged = NULL;
    }
    if (staged) {
        dv_name_what_waits(scenario, staged, report);
        dv_name_changed_behavior(scenario, staged, report);
    }
    if (staged && dv_warn_of_locals(scenario, &error) != DV_OK)
        dv_warn(scenario, error.message);
    if (staged && dv_name_changed_defaults(scenario, staged, report, &error) == DV_OK &&
        dv_name_what_stays(scenario, staged, report, &error) == DV_OK &&
        swap(scenario, staged, report, &error) == DV_OK) {
        report->outcome = DV_RELOAD_SWAPPED;
        report->generation = dv_modules_generation(scenario->modules);
        settle_reload(scenario, report);
        dv_warn_of_fixed_bodies(scenario);
        if (dv_warn_of_unused_guards(scenario, &error) != DV_OK ||
            dv_check_scripts(scenario, &error) != DV_OK)
            dv_warn(scenario, error.message);
    } else {
        refuse_staged(scenario, &error, is_broken, report);
        dv_generation_destroy(scenario, staged);
        dv_begin_budget(scenario);
    }
}

static dv_result stage_with(dv_scenario *scenario,
                            dv_result (*stage_modules)(dv_modules *, double, dv_error *),
                            dv_error *error) {
    scenario->activity = DV_LOADING;
    dv_begin_loading(scenario);
    dv_lift_budget(scenario);
    dv_result result = stage_modules(scenario->modules, scenario->load_seconds, error);
    scenario->activity = DV_IDLE;
    return result;
}

static dv_reload_report begin_report(dv_scenario *scenario) {
    if (scenario->trial_failed)
        dv_scenario_roll_back(scenario);
    return (dv_reload_report){.outcome = DV_RELOAD_UNCHANGED,
                              .generation = dv_modules_generation(scenario->modules)};
}

dv_reload_report dv_reload_files(dv_scenario *scenario, bool is_further) {
    dv_reload_report report = begin_report(scenario);
    dv_error error;
    report.is_further = is_further && dv_trial_can_go_on(scenario);
    uint64_t refused = dv_refused_allocations();
    dv_modules_prune_kept_out(scenario->modules);
    dv_modules_list_kept_out(scenario->modules, report.kept_out, sizeof report.kept_out);
    if (!dv_modules_changed(scenario->modules))
        return report;
    if (stage_with(scenario, report.is_further ? dv_modules_stage_further : dv_modules_stage,
                   &error) != DV_OK) {
        refuse_reload(scenario, &error, &report);
        // Quote the line as it was just saved, not as it runs.
        const char *line = dv_modules_failure_line(scenario->modules);
        snprintf(scenario->banner_line, sizeof scenario->banner_line, "%s", line);
        snprintf(report.line, sizeof report.line, "%s", line);
        report.column = dv_modules_failure_column(scenario->modules);
        find_further(scenario, &error);
    } else if (!dv_modules_is_staged(scenario->modules)) {
        // The files are back to what runs, which repairs an error. Without an error, the change was
        // in code that an undo keeps out, or in a file that nothing requires any more.
        if (dv_scenario_banner(scenario))
            report.outcome = DV_RELOAD_MENDED;
        dv_clear_error(scenario);
    } else {
        take_staged(scenario, &report);
    }
    if (report.outcome == DV_RELOAD_REFUSED && dv_refused_allocations() > refused)
        dv_modules_try_again(scenario->modules);
    return report;
}

dv_reload_report dv_scenario_reload(dv_scenario *scenario) {
    return dv_reload_files(scenario, false);
}

dv_reload_report dv_scenario_switch_mod(dv_scenario *scenario, const char *name, bool is_on) {
    dv_reload_report report = begin_report(scenario);
    dv_error error;
    if (dv_modules_choose_mod(scenario->modules, name, is_on, &error) != DV_OK) {
        snprintf(report.message, sizeof report.message, "%s", error.message);
        return report;
    }
    report = dv_scenario_reload(scenario);
    // The refusal has taken the choice back, without which the mod's mistakes are not found.
    if (report.outcome == DV_RELOAD_REFUSED &&
        dv_modules_choose_mod(scenario->modules, name, is_on, &error) == DV_OK) {
        snprintf(error.message, sizeof error.message, "%s", report.message);
        find_further(scenario, &error);
    }
    return report;
}

dv_reload_report dv_scenario_reload_again(dv_scenario *scenario) {
    dv_modules_let_in(scenario->modules);
    dv_modules_try_again(scenario->modules);
    return dv_scenario_reload(scenario);
}

static void keep_out_undone(dv_scenario *scenario, dv_reload_report *report) {
    if (!dv_modules_keep_out_undone(scenario->modules))
        dv_warn(scenario, "out of memory: what was undone may come back with the next save");
    dv_modules_list_kept_out(scenario->modules, report->kept_out, sizeof report->kept_out);
}

dv_reload_report dv_scenario_undo(dv_scenario *scenario) {
    dv_reload_report report = begin_report(scenario);
    dv_error error;
    report.is_undo = true;
    dv_scenario_drop_draft(scenario); // or its file would bring back what is undone
    if (!dv_modules_can_undo(scenario->modules))
        snprintf(report.message, sizeof report.message, "there is no reload to undo");
    else if (stage_with(scenario, dv_modules_stage_undo, &error) != DV_OK)
        refuse_reload(scenario, &error, &report);
    else if (!dv_modules_is_staged(scenario->modules))
        snprintf(report.message, sizeof report.message,
                 "nothing to undo: the code from before the last reload is already running");
    else
        take_staged(scenario, &report);
    if (report.outcome == DV_RELOAD_SWAPPED)
        keep_out_undone(scenario, &report);
    return report;
}
