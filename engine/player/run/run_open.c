// Opening a run with its files, restarting it, and closing it.
#include "player/run/run_private.h"

#include "base/alloc.h"
#include "base/disk.h"
#include "base/result.h"
#include "player/options/scenario_path.h"
#include "player/run/command_table.h"
#include "player/run/control.h"
#include "player/run/ghost.h"
#include "player/run/live_number.h"
#include "player/run/run_columns.h"
#include "player/run/run_log.h"
#include "player/run/run_pictures.h"
#include "player/run/what_if.h"
#include "player/run/why.h"
#include "player/terminal/progress.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Opening

/// The scenario was opened before, with the same warnings.
static void ignore_warning(void *context, const char *message) { (void)context, (void)message; }

// An unknown setting is a mistake on the command line, not in the scenario. If opening failed,
// check whether that is why.
static dv_result blame_settings(const dv_options *options, dv_error *error) {
    dv_scenario_options plain = dv_scenario_options_default();
    plain.check_only = true;
    plain.warn = ignore_warning;
    plain.memory_cap = (size_t)options->lua_memory << 20;
    plain.mods = options->mods;
    plain.mod_count = options->mod_count;
    plain.reserved_keys = dv_reserved_keys();
    dv_scenario *scenario =
        options->setting_count > 0 ? dv_scenario_open(options->scenario, &plain, NULL) : NULL;
    if (!scenario)
        return DV_ERROR_SCRIPT;
    const dv_program *program = dv_world_program(dv_scenario_world(scenario));
    dv_result result = DV_ERROR_SCRIPT;
    for (uint32_t i = 0; i < options->setting_count && result == DV_ERROR_SCRIPT; i++) {
        const char *name = options->settings[i].name;
        if (dv_program_setting_named(program, name) >= 0)
            continue;
        const char *nearest = dv_program_nearest_setting(program, name);
        result = dv_fail(error, DV_ERROR_ARGUMENT, "--set: unknown setting '%s'%s%s%s", name,
                         nearest ? " (" : "", nearest ? nearest : "", nearest ? "?)" : "");
    }
    dv_scenario_close(scenario);
    return result;
}

// DROVER_VECTOR_BITS forces a vector width, to check that results don't depend on it.
dv_result dv_run_read_vector_bits(uint32_t *bits, dv_error *error) {
    const char *value = getenv("DROVER_VECTOR_BITS");
    *bits = 0;
    if (!value || strcmp(value, "") == 0)
        return DV_OK;
    if (strcmp(value, "128") != 0 && strcmp(value, "256") != 0 && strcmp(value, "512") != 0)
        return dv_fail(error, DV_ERROR_ARGUMENT, "DROVER_VECTOR_BITS: '%s' is not 128, 256 or 512",
                       value);
    *bits = (uint32_t)strtoul(value, NULL, 10);
    return DV_OK;
}

static void print_line(void *context, const char *line) {
    dv_run *run = context;
    dv_run_print_script_line(run, line);
    dv_log_print(run, line);
}

static void print_warning(void *context, const char *message) {
    dv_run *run = context;
    run->told.a_warning = true;
    dv_run_print_warning(run->options->scenario, message);
}

typedef struct mod_list {
    const char *const *items;
    uint32_t count;
} mod_list;

static dv_scenario *open_scenario(dv_run *run, const dv_setting_choice *settings, uint32_t count,
                                  const mod_list *mods, bool skips_bad_settings, bool set_up,
                                  dv_error *error) {
    const dv_options *options = run->options;
    dv_scenario_options choices = dv_scenario_options_default();
    choices.seed = options->has_seed ? &options->seed : NULL;
    choices.threads = options->threads;
    if (dv_run_read_vector_bits(&choices.vector_bits, error) != DV_OK)
        return NULL;
    choices.settings = settings;
    choices.setting_count = count;
    choices.skips_bad_settings = skips_bad_settings;
    choices.check_only = !set_up;
    choices.watched = options->watch;
    choices.budget = options->budget == 0 && !options->headless ? 1 : options->budget;
    choices.memory_cap = (size_t)options->lua_memory << 20;
    choices.most_agents = (uint32_t)options->agents;
    choices.mods = mods->items;
    choices.mod_count = mods->count;
    choices.reserved_keys = dv_reserved_keys();
    choices.shown = !options->headless || options->screenshot || options->frames || options->film ||
                    options->is_strict;
    choices.may_go_on = dv_run_may_go_on;
    choices.may_go_on_context = run;
    choices.print = print_line;
    choices.print_context = run;
    choices.warn = print_warning;
    choices.warn_context = run;
    choices.explained = options->explain || choices.shown;
    dv_scenario *scenario = dv_scenario_open(options->scenario, &choices, error);
    if (scenario && choices.explained &&
        dv_world_explain(dv_scenario_world(scenario), DV_WHY_CHANGES, error) != DV_OK) {
        dv_scenario_close(scenario);
        return NULL;
    }
    return scenario;
}

static dv_result load_snapshot(dv_run *run, dv_error *error) {
    if (!run->options->load)
        return DV_OK;
    dv_snapshot snapshot;
    dv_result result = dv_snapshot_read(run->options->load, &snapshot, error);
    if (result == DV_OK)
        result = dv_scenario_load_snapshot(run->scenario, &snapshot, error);
    if (result == DV_OK) {
        dv_log_load(run, &snapshot);
        dv_run_report_migrated(run, run->options->load);
        dv_run_note_stop(run, DV_STOP_IN_ACT);
    }
    dv_snapshot_free(&snapshot);
    return result;
}

static void set_limits(dv_run *run) {
    const dv_options *options = run->options;
    run->first_tick = dv_world_tick(run->world);
    run->last_tick = DV_NO_LIMIT;
    if (options->ticks != DV_NO_LIMIT) {
        run->last_tick = run->first_tick + options->ticks;
    } else if (!isnan(options->seconds)) {
        // Allow for rounding: a duration of a whole number of ticks may come out slightly larger.
        double ticks = ceil(options->seconds / dv_world_dt(run->world) - 1e-6);
        run->last_tick = run->first_tick + (uint64_t)fmax(ticks, 0);
    }
}

static dv_result open_files(dv_run *run, dv_error *error) {
    const dv_options *options = run->options;
    dv_result result = dv_run_open_rows(run, error);
    if (result != DV_OK)
        return result;
    if (options->frames && !dv_disk_make_folder(AT_FDCWD, options->frames, 0777) && errno != EEXIST)
        return dv_fail(error, DV_ERROR_IO, "cannot make folder %s: %s", options->frames,
                       strerror(errno));
    return dv_pictures_open(run, error);
}

void dv_run_close_all(dv_run *run) {
    dv_error error;
    dv_result result = dv_pictures_close(run, &error);
    if (result != DV_OK)
        dv_run_fail(run, result, &error);
    result = dv_trace_close(run->rows.trace, &error);
    if (result != DV_OK)
        dv_run_fail(run, result, &error);
    result = dv_report_close(run->rows.report, &error);
    if (result != DV_OK)
        dv_run_fail(run, result, &error);
    result = dv_text_close(run->log.file, &error);
    if (result != DV_OK)
        dv_run_fail(run, result, &error);
    dv_watch_destroy(run->watch);
    dv_run_cancel_rewind(run);
    dv_ghost_end(run, NULL);
    dv_what_if_turn(run, false);
    dv_control_close(run->commands.socket, run);
    if (run->scenario)
        dv_live_number_drop(run);
    dv_scenario_close(run->scenario);
    dv_run_free_trials(run);
    dv_run_end_history(run);
    dv_timeline_stop(&run->timeline);
    dv_acts_clear(&run->history.acts);
    dv_free(run->log.hashes.values);
    dv_free(run->rows.values);
    dv_run_free_columns(run);
    run->log.hashes = (struct dv_logged_hashes){0};
    run->rows.trace = NULL;
    run->rows.report = NULL;
    run->log.file = NULL;
    run->watch = NULL;
    run->commands.socket = NULL;
    run->scenario = NULL;
    run->world = NULL;
    run->rows.values = NULL;
}

static dv_result open_all(dv_run *run, dv_error *error) {
    const dv_options *options = run->options;
    dv_result result = dv_pictures_claim_output(run, error);
    if (result != DV_OK)
        return result;
    if (options->control && !(run->commands.socket = dv_control_open(options->control, error)))
        return DV_ERROR_IO;
    // Open the log first, because `setup` may print. The file is only written once the scenario has
    // started, so that one that fails to start doesn't overwrite an earlier log.
    if (options->log && !(run->log.file = dv_text_create_log(options->log, error)))
        return DV_ERROR_IO;
    dv_log_open(run);
    // When loading a snapshot, don't run `setup`: scripts must not see what it leaves in locals of
    // modules, which are not part of a snapshot.
    const mod_list given = {options->mods, options->mod_count};
    run->scenario = open_scenario(run, options->settings, options->setting_count, &given, false,
                                  !options->load, error);
    if (!run->scenario)
        return blame_settings(options, error);
    run->world = dv_scenario_world(run->scenario);
    dv_log_start(run, !options->load);
    dv_run_note_stop(run, DV_STOP_IN_ACT);
    result = load_snapshot(run, error);
    if (result != DV_OK)
        return result;
    result = dv_run_log_hash(run, error);
    if (result != DV_OK)
        return result;
    set_limits(run);
    result = open_files(run, error);
    if (result == DV_OK)
        result = dv_run_write_first_row(run, error);
    return result == DV_OK && run->log.file ? dv_text_begin(run->log.file, error) : result;
}

/// The run didn't begin, so leave the existing files alone.
static void forget_files(const dv_run *run) {
    if (run->rows.trace)
        dv_text_keep_old(dv_trace_file(run->rows.trace));
    if (run->rows.report)
        dv_text_keep_old(dv_report_file(run->rows.report));
    if (dv_pictures_file(run))
        dv_text_keep_old(dv_pictures_file(run));
}

dv_result dv_run_open(dv_run *run, const dv_options *options, dv_error *error) {
    *run = (dv_run){
        .options = options,
        .paused = options->paused,
        .speed = options->speed,
        .patience = INFINITY,
        .watching = options->watch,
        .reloads = {.latency = NAN, .shown = NAN, .swapped_tick = DV_NO_LIMIT},
        .hashed_tick = DV_NO_LIMIT,
    };
    dv_result result = dv_check_scenario_path(options->scenario, error);
    if (result == DV_OK) {
        dv_progress_begin_planning("setup");
        result = open_all(run, error);
        dv_progress_end();
    }
    if (result != DV_OK) {
        forget_files(run);
        dv_run_close_all(run);
        return result;
    }
    dv_run_print_script_error(run);
    if (options->pause_at != DV_NO_LIMIT)
        run->speed = INFINITY;
    if (options->pause_at <= run->first_tick)
        dv_run_arrive(run);
    return DV_OK;
}

// Restarting

/// All current settings, by name. The files on disk may no longer have one of them, or reject its
/// value.
static dv_setting_choice *current_settings(const dv_run *run, uint32_t *count) {
    const dv_program *program = dv_world_program(run->world);
    *count = dv_program_setting_count(program);
    dv_setting_choice *choices =
        dv_alloc(*count * (sizeof *choices + DV_NUMBER_TEXT) + sizeof *choices);
    if (!choices)
        return NULL;
    char *text = (char *)(choices + *count);
    for (uint32_t i = 0; i < *count; i++, text += DV_NUMBER_TEXT) {
        const dv_setting_def *setting = dv_program_setting(program, i);
        choices[i] = (dv_setting_choice){
            setting->name, dv_setting_text(setting, dv_world_setting(run->world, i), text)};
    }
    return choices;
}

/// The mods that people have enabled by now.
static const char **current_mods(const dv_run *run, uint32_t *count) {
    *count = 0;
    while (dv_scenario_chosen_mod(run->scenario, *count))
        ++*count;
    const char **list = dv_alloc((*count + 1) * sizeof *list);
    for (uint32_t i = 0; list && i < *count; i++)
        list[i] = dv_scenario_chosen_mod(run->scenario, i);
    return list;
}

/// The acts were done to another world.
static void forget_acts(dv_run *run) {
    dv_acts_clear(&run->history.acts);
    run->trials.done = 0;
}

dv_result dv_run_restart(dv_run *run, dv_error *error) {
    uint32_t count;
    // What is being dragged is part of the code to restart with.
    if (dv_live_number_release(run, error) != DV_OK)
        return DV_ERROR_IO;
    dv_run_cancel_rewind(run);
    dv_run_roll_back_and_redo(run);
    dv_setting_choice *settings = current_settings(run, &count);
    mod_list now;
    const char **list = current_mods(run, &now.count);
    now.items = list;
    dv_scenario *scenario =
        settings && list ? open_scenario(run, settings, count, &now, true, true, error) : NULL;
    if (!settings || !list)
        dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    dv_free(list);
    dv_free(settings);
    if (!scenario)
        return DV_ERROR_SCRIPT;
    dv_run_pass_trials(run);
    dv_ghost_end(run, "the run was restarted");
    dv_scenario_close(run->scenario);
    run->scenario = scenario;
    run->world = dv_scenario_world(scenario);
    run->owed = 0;
    run->restart_count++;
    run->selected = (dv_agent){0}; // its handle is of the world before
    run->hashed_tick = DV_NO_LIMIT;
    run->reloads.swapped_tick = DV_NO_LIMIT;
    set_limits(run);
    dv_log_start(run, true);
    dv_run_note_stop(run, DV_STOP_IN_ACT);
    dv_result result = dv_run_log_hash(run, error);
    if (result != DV_OK)
        dv_run_blame(run, result, error);
    result = dv_run_find_columns(run, error);
    if (result == DV_OK)
        result = dv_run_write_first_row(run, error);
    if (result != DV_OK)
        dv_run_fail(run, result, error);
    forget_acts(run);
    if (run->history.span > 0)
        dv_run_keep_history(run);
    if (run->timeline.is_on)
        dv_run_keep_timeline(run);
    dv_run_watch_modules(run);
    return run->result;
}
