// Watches the files of a run and reloads what was saved.
#include "player/run/run_private.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "player/run/ghost.h"
#include "player/run/run_log.h"
#include "player/run/what_if.h"

#include <libgen.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

/// Seconds until a watch that could not begin is tried again.
#define TRY_AGAIN 0.5

// For a symbolic link, also watch the folder of its target.
static void watch_module(dv_run *run, const char *path) {
    char folder[PATH_MAX], target[PATH_MAX];
    snprintf(folder, sizeof folder, "%s", path);
    // A module that is gone, or isn't a regular file, has no folder to watch; the reload reports
    // it.
    dv_watch_add(run->watch, dirname(folder), false, NULL);
    if (realpath(path, target))
        dv_watch_add(run->watch, dirname(target), false, NULL);
}

void dv_run_watch_modules(dv_run *run) {
    if (!run->watch)
        return;
    for (uint32_t i = 0; i < dv_scenario_module_count(run->scenario); i++) {
        char *file = dv_scenario_module_file(run->scenario, i);
        if (file)
            watch_module(run, file);
        dv_free(file);
    }
}

/// What reloads: a function, a mod to switch on or off, or the draft of a module.
typedef struct reloading {
    dv_reload_report (*take)(dv_scenario *scenario);
    const char *mod;
    bool is_on;
    const char *path, *draft;
    size_t size;
} reloading;

static const char *cause_of(const reloading *by) {
    if (by->mod)
        return "Switch";
    if (by->draft)
        return "Number";
    return by->take == dv_scenario_undo ? "Undo" : "Save";
}

static void note_report(dv_run *run, const reloading *by, const dv_reload_report *report,
                        double event_time) {
    run->reloads.last = *report;
    run->reloads.cause = cause_of(by);
    run->reloads.count++;
    run->reloads.time = dv_now();
    run->reloads.latency = run->reloads.time - event_time;
    run->reloads.shown = NAN;
    if (report->outcome == DV_RELOAD_SWAPPED)
        run->reloads.swapped_tick = dv_world_tick(run->world);
    if (!report->is_further || report->outcome != DV_RELOAD_SWAPPED)
        dv_run_report_reload(run);
    dv_log_reload(run);
    dv_run_watch_modules(run);
}

/// Note why a reload by hand changed nothing.
static void note_none(dv_run *run, const dv_reload_report *report, bool is_switch) {
    const char *why = "no loaded file has changed";
    const char *hint = dv_scenario_banner(run->scenario) ? "; reload! tries them again" : "";
    if (report->is_undo || is_switch)
        snprintf(run->reloads.nothing, sizeof run->reloads.nothing, "%s", report->message);
    else if (*report->kept_out)
        snprintf(run->reloads.nothing, sizeof run->reloads.nothing,
                 "%s; kept out: %s, undone; reload! brings it back", why, report->kept_out);
    else
        snprintf(run->reloads.nothing, sizeof run->reloads.nothing, "%s%s", why, hint);
}

static dv_reload_report take_code(dv_scenario *scenario, const reloading *by) {
    if (by->draft)
        return dv_scenario_try_draft(scenario, by->path, by->draft, by->size);
    return by->mod ? dv_scenario_switch_mod(scenario, by->mod, by->is_on) : by->take(scenario);
}

/// Reload, and start a trial if that swapped in new code. Output during the reload counts only if
/// the trial passes.
static void take_reload(dv_run *run, const reloading *by, double event_time) {
    dv_error error;
    if (dv_run_finish_rewind(run, &error) != DV_OK)
        dv_run_print_error(NULL, error.message, "");
    dv_run_roll_back_and_redo(run);
    dv_what_if_before_change(run);
    if (!dv_run_hold(run)) {
        dv_reload_report refused = {.outcome = DV_RELOAD_REFUSED,
                                    .generation = dv_scenario_generation(run->scenario),
                                    .message = "out of memory"};
        note_report(run, by, &refused, event_time);
        return;
    }
    dv_reload_report report = take_code(run->scenario, by);
    if (report.outcome != DV_RELOAD_SWAPPED)
        dv_run_do_not_hold(run);
    else if (report.is_further)
        dv_run_join_trial(run);
    else
        dv_run_begin_trial(run);
    dv_run_release_trials(run);
    if (report.outcome != DV_RELOAD_UNCHANGED)
        note_report(run, by, &report, event_time);
    else
        note_none(run, &report, by->mod != NULL);
    if (report.outcome == DV_RELOAD_SWAPPED) {
        dv_ghost_begin(run);
        dv_what_if_after_change(run);
    }
    dv_run_roll_back_and_redo(run);
}

/// Whether the scenario has a data file of this name, or looked for one.
static bool has_data(void *context, const char *name) {
    const dv_run *run = context;
    return run->scenario && dv_scenario_looked_for_data(run->scenario, name);
}

// If the scenario is a folder, modules can come from any of its subfolders. Next to a single file,
// people may keep anything, so watch only the file's folder.
static dv_result watch_scenario(dv_run *run, dv_error *error) {
    run->watch =
        dv_watch_create(run->options->watch_polls ? DV_WATCH_POLLED : DV_WATCH_BEST, error);
    if (!run->watch)
        return DV_ERROR_IO;
    dv_watch_choose_data(run->watch, has_data, run);
    struct stat status;
    bool is_folder = stat(run->options->scenario, &status) == 0 && S_ISDIR(status.st_mode);
    const char *folder = is_folder ? run->options->scenario : dv_scenario_folder(run->scenario);
    dv_result result = dv_watch_add(run->watch, folder, is_folder, error);
    if (result == DV_OK)
        dv_run_watch_modules(run);
    return result;
}

/// Watching stays asked for. If it is impossible now, as while the folder is gone, say so once and
/// try again later.
static void start_watching(dv_run *run) {
    dv_error error;
    double now = dv_now();
    if (now < run->watch_again)
        return;
    if (watch_scenario(run, &error) == DV_OK) {
        run->watch_again = 0;
        // Catch up with files that were saved before the watch began.
        take_reload(run, &(reloading){.take = dv_scenario_reload}, NAN);
        return;
    }
    if (run->watch_again == 0)
        dv_run_print_error(run->options->scenario, error.message, "");
    dv_watch_destroy(run->watch);
    run->watch = NULL;
    run->watch_again = now + TRY_AGAIN;
}

bool dv_run_poll(dv_run *run) {
    double event_time;
    uint32_t before = run->reloads.count;
    if (!dv_run_catch_up(run))
        return run->reloads.count != before;
    if (!run->watching || run->past.recomputation || run->result != DV_OK)
        return run->reloads.count != before;
    if (!run->watch)
        start_watching(run);
    else if (dv_watch_poll(run->watch, &event_time))
        take_reload(run, &(reloading){.take = dv_scenario_reload}, event_time);
    else
        dv_run_report_unfinished(run);
    return run->reloads.count != before;
}

static dv_reload_outcome take_by_hand(dv_run *run, const reloading *by) {
    uint32_t before = run->reloads.count;
    take_reload(run, by, NAN);
    return run->reloads.count == before ? DV_RELOAD_UNCHANGED : run->reloads.last.outcome;
}

dv_reload_outcome dv_run_reload(dv_run *run) {
    return take_by_hand(run, &(reloading){.take = dv_scenario_reload});
}

dv_reload_outcome dv_run_reload_again(dv_run *run) {
    return take_by_hand(run, &(reloading){.take = dv_scenario_reload_again});
}

dv_reload_outcome dv_run_undo(dv_run *run) {
    return take_by_hand(run, &(reloading){.take = dv_scenario_undo});
}

dv_reload_outcome dv_run_switch_mod(dv_run *run, const char *mod, bool is_on) {
    return take_by_hand(run, &(reloading){.mod = mod, .is_on = is_on});
}

dv_reload_outcome dv_run_try_draft(dv_run *run, const char *path, const char *source, size_t size) {
    return take_by_hand(run, &(reloading){.path = path, .draft = source, .size = size});
}
