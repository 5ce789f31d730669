// The trials of a run's reloads. During a trial, acts are kept and output is held back. If the code
// fails, the output is dropped, the scenario goes back, and everything is redone with the previous
// code up to the tick where it failed, as if the reload had never happened.
//
// Invariant: each trial of the scenario has one item here, and one section in the held text of
// every file and of stdout. The history's acts from number `done` on still have to be redone.
#include "player/run/run_private.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "base/disk.h"
#include "base/result.h"
#include "player/run/ghost.h"
#include "player/run/run_log.h"
#include "player/run/run_pictures.h"
#include "player/terminal/progress.h"

#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

struct dv_run_trial {
    uint64_t tick;        ///< the world's tick when it began
    uint64_t first_act;   ///< the number of the first act since then
    dv_kept_code *before; ///< the code to roll back to; NULL: not kept
    uint64_t hashed_tick;
    bool stays; ///< it failed, but could not be rolled back; reported
};

// Holding back output

#define MAX_FILES 4

static int list_files(const dv_run *run, dv_text_file *files[MAX_FILES]) {
    int count = 0;
    if (run->rows.trace)
        files[count++] = dv_trace_file(run->rows.trace);
    if (run->rows.report)
        files[count++] = dv_report_file(run->rows.report);
    if (run->log.file)
        files[count++] = run->log.file;
    if (dv_pictures_file(run))
        files[count++] = dv_pictures_file(run);
    return count;
}

static void each_file(dv_run *run, void (*call)(dv_text_file *file)) {
    dv_text_file *files[MAX_FILES];
    int count = list_files(run, files);
    for (int i = 0; i < count; i++)
        call(files[i]);
}

static void fail_short_of_memory(dv_run *run) {
    dv_error error;
    dv_fail(&error, DV_ERROR_MEMORY, "out of memory");
    dv_run_fail(run, DV_ERROR_MEMORY, &error);
}

/// The number of the trial that current output belongs to; 0: none.
static uint64_t newest_trial(const dv_run_trials *trials) {
    return trials->shown.count > 0 ? trials->over + trials->shown.count : 0;
}

static bool hold_line(dv_held_text *held, const char *line) {
    return dv_held_add(held, line, strlen(line)) && dv_held_add(held, "\n", 1);
}

void dv_run_print_line(dv_run *run, const char *line) {
    dv_held_text *held = &run->trials.printed;
    dv_progress_hide();
    if (!dv_is_held(held))
        puts(line);
    else if (!hold_line(held, line))
        fail_short_of_memory(run);
}

void dv_run_print_script_line(dv_run *run, const char *line) {
    dv_held_text *shown = &run->trials.shown;
    dv_console_add(&run->console, line, newest_trial(&run->trials));
    if (dv_is_held(shown)) {
        dv_say_lines(NULL, "trial| ", line, strlen(line));
        if (!hold_line(shown, line))
            fail_short_of_memory(run);
    }
    dv_run_print_line(run, line);
}

/// Drop the newest section of the printed lines.
static void drop_printed(dv_run *run) {
    dv_run_trials *trials = &run->trials;
    const char *bytes;
    dv_console_end_trial(&run->console, newest_trial(trials), true);
    size_t size = dv_held_drop(&trials->shown, &bytes);
    if (size > 0)
        dv_say_lines(NULL, "undone| ", bytes, size);
    dv_held_drop(&trials->printed, &bytes);
}

bool dv_run_hold(dv_run *run) {
    dv_run_trials *trials = &run->trials;
    dv_text_file *files[MAX_FILES];
    int count = list_files(run, files), held = 0;
    bool fits = dv_reserve((void **)&trials->items, &trials->capacity, trials->count + 1,
                           sizeof *trials->items);
    while (fits && held < count && dv_text_hold(files[held]))
        held++;
    if (fits && held == count && dv_held_begin(&trials->printed)) {
        const char *bytes;
        if (dv_held_begin(&trials->shown))
            return true;
        dv_held_drop(&trials->printed, &bytes);
    }
    while (held > 0)
        dv_text_join(files[--held]);
    return false;
}

void dv_run_do_not_hold(dv_run *run) {
    each_file(run, dv_text_join);
    drop_printed(run);
}

void dv_run_join_trial(dv_run *run) {
    dv_run_trials *trials = &run->trials;
    const char *bytes;
    if (run->result != DV_OK)
        return;
    uint64_t joined = newest_trial(trials);
    each_file(run, dv_text_join);
    dv_held_join(&trials->printed, &bytes);
    dv_held_join(&trials->shown, &bytes);
    dv_console_join_trials(&run->console, joined, newest_trial(trials));
    dv_run_keep_further(run);
}

void dv_run_begin_trial(dv_run *run) {
    dv_run_trials *trials = &run->trials;
    if (run->result != DV_OK)
        return;
    dv_run_leave_rewind(run);
    trials->items[trials->count++] =
        (struct dv_run_trial){.tick = dv_world_tick(run->world),
                              .first_act = trials->done,
                              .before = run->history.code ? dv_code_share(run->history.code) : NULL,
                              .hashed_tick = run->hashed_tick};
    run->history.trial_acts = trials->items[0].first_act;
    dv_run_keep_swap(run);
}

// Frames held back are files with another name.

/// Call `change` for the frames after tick `first`, up to and including `last`.
static void each_frame(dv_run *run, uint64_t first, uint64_t last,
                       bool (*change)(const char *held, const char *path)) {
    const dv_options *options = run->options;
    for (uint64_t tick = first + 1; options->frames && options->headless && tick <= last; tick++) {
        char path[PATH_MAX], held[PATH_MAX];
        if (tick % options->every == 0 && dv_run_frame_path(run, tick, false, path) &&
            dv_run_frame_path(run, tick, true, held))
            change(held, path);
    }
}

static bool remove_frame(const char *held, const char *path) {
    (void)path;
    return dv_disk_remove(AT_FDCWD, held, 0);
}

// Trials that pass

/// Forget acts that can't be needed again.
static void forget_acts(dv_run *run) {
    const dv_run_trials *trials = &run->trials;
    run->history.trial_acts = trials->count > 0 ? trials->items[0].first_act : trials->done;
    if (!dv_history_forget_acts(&run->history))
        dv_run_lose_history(run);
}

static void let_oldest_go(dv_run *run) {
    dv_run_trials *trials = &run->trials;
    const char *bytes;
    uint64_t end = trials->count > 1 ? trials->items[1].tick : dv_world_tick(run->world);
    each_frame(run, trials->items[0].tick, end, dv_disk_rename);
    each_file(run, dv_text_release);
    size_t size = dv_held_release(&trials->printed, &bytes);
    if (size > 0) {
        dv_progress_hide();
        fwrite(bytes, 1, size, stdout);
    }
    dv_held_release(&trials->shown, &bytes);
    dv_console_end_trial(&run->console, ++trials->over, false);
    dv_code_release(trials->items[0].before, &run->history.bytes);
    trials->count--;
    memmove(trials->items, trials->items + 1, trials->count * sizeof *trials->items);
    forget_acts(run);
}

static void flush_file(dv_run *run, dv_text_file *file) {
    dv_error error;
    dv_result result = file ? dv_text_flush(file, &error) : DV_OK;
    if (result != DV_OK)
        dv_run_fail(run, result, &error);
}

/// If more bytes of memory than this hold back output, end a trial that only waits for changed
/// functions to run.
#define MAX_HELD ((size_t)64 << 20)

static size_t held_bytes(const dv_run *run) {
    dv_text_file *files[MAX_FILES];
    int count = list_files(run, files);
    size_t size = run->trials.printed.size;
    for (int i = 0; i < count; i++)
        size += dv_text_held(files[i]);
    return size;
}

void dv_run_release_trials(dv_run *run) {
    dv_scenario *scenario = run->scenario;
    if (held_bytes(run) > MAX_HELD && dv_scenario_trial_count(scenario) > 0 &&
        dv_scenario_trial_ticks_left(scenario, 0) == 0)
        dv_scenario_pass_trial(scenario);
    dv_run_report_trial_ends(run);
    if (run->trials.count <= dv_scenario_trial_count(run->scenario))
        return;
    while (run->trials.count > dv_scenario_trial_count(run->scenario))
        let_oldest_go(run);
    flush_file(run, run->rows.trace ? dv_trace_file(run->rows.trace) : NULL);
    flush_file(run, run->rows.report ? dv_report_file(run->rows.report) : NULL);
    flush_file(run, run->log.file);
    flush_file(run, dv_pictures_file(run));
}

void dv_run_pass_trials(dv_run *run) {
    dv_run_roll_back_and_redo(run);
    while (dv_scenario_trial_count(run->scenario) > 0)
        dv_scenario_pass_trial(run->scenario);
    dv_run_release_trials(run);
}

void dv_run_free_trials(dv_run *run) {
    dv_run_trials *trials = &run->trials;
    for (uint32_t i = 0; i < trials->count; i++)
        dv_code_release(trials->items[i].before, &run->history.bytes);
    dv_free(trials->items);
    dv_held_free(&trials->printed);
    dv_held_free(&trials->shown);
    *trials = (dv_run_trials){.end = trials->end,
                              .rollback_count = trials->rollback_count,
                              .rolled_back_to = trials->rolled_back_to};
}

// Acts

void dv_run_keep_act(dv_run *run, const dv_act *act) {
    dv_run_trials *trials = &run->trials;
    dv_history *history = &run->history;
    uint64_t tick = dv_world_tick(run->world), newest = 0;
    if (trials->count == 0 && history->span == 0)
        return;
    // After a rewind, acts count only if the run continues from there.
    dv_kept_acts *acts = run->past.arrival.code ? &run->past.acts_since : &history->acts;
    if (acts == &history->acts && trials->count > 0)
        newest = trials->items[trials->count - 1].first_act;
    if (acts == &history->acts && history->count > 0 &&
        history->moments[history->count - 1].acts > newest)
        newest = history->moments[history->count - 1].acts;
    if (!dv_acts_keep(acts, tick, act, newest)) {
        fail_short_of_memory(run);
        return;
    }
    if (acts == &history->acts)
        trials->done = dv_acts_next(acts);
    // A rewind in progress needs all moments and acts.
    if (!run->past.recomputation)
        dv_history_make_room(history, tick);
}

/// Redo the next act.
static void do_again(dv_run *run) {
    dv_act act = dv_acts_at(&run->history.acts, run->trials.done++)->act;
    dv_error error;
    if (!dv_agent_alive(run->world, act.input.agent))
        act.input.agent = (dv_agent){0}; // that agent doesn't exist in this world
    dv_run_perform(run, &act, &error);
}

// Trials that fail

static void drop_newest(dv_run *run, uint64_t tick) {
    dv_run_trials *trials = &run->trials;
    const struct dv_run_trial *trial = &trials->items[trials->count - 1];
    each_frame(run, trial->tick, tick, remove_frame);
    each_file(run, dv_text_drop);
    drop_printed(run);
    run->hashed_tick = trial->hashed_tick;
    trials->done = trial->first_act;
    dv_history_take_back(&run->history, trial->tick, trial->before);
    trials->count--;
}

/// The reload can't be rolled back, so the run continues with its code. Whatever failed is
/// suspended, and the tick in which it failed counts.
static void go_on_regardless(dv_run *run, const dv_reload_report *report) {
    struct dv_run_trial *trial = &run->trials.items[run->trials.count - 1];
    char message[DV_ERROR_CAPACITY];
    snprintf(message, sizeof message,
             "reload %" PRIu32 " cannot be rolled back, its code stays: %.800s", report->taken_back,
             report->message);
    if (!trial->stays) {
        dv_run_print_error(run->options->scenario, message, "");
        dv_log_error(run, message);
        dv_run_print_script_error(run);
    }
    trial->stays = true;
    dv_run_end_tick(run);
}

static bool roll_back_newest(dv_run *run) {
    dv_run_trials *trials = &run->trials;
    if (!dv_scenario_trial_failed(run->scenario) || run->result != DV_OK)
        return false;
    uint64_t tick = dv_world_tick(run->world);
    dv_reload_report report = dv_scenario_roll_back(run->scenario);
    if (report.outcome != DV_RELOAD_ROLLED_BACK) {
        go_on_regardless(run, &report);
        return false;
    }
    run->is_amid_tick = false;
    trials->until = trials->until > tick ? trials->until : tick;
    run->reloads.last = report;
    run->reloads.count++;
    run->reloads.latency = NAN;
    run->reloads.shown = NAN;
    run->reloads.time = dv_now();
    run->trials.rollback_count++;
    run->trials.rolled_back_to = dv_world_tick(run->world);
    drop_newest(run, tick);
    dv_run_report_reload(run);
    dv_ghost_follow_rollback(run, report.taken_back);
    dv_log_reload(run);
    dv_run_watch_modules(run);
    return true;
}

// If a trial failed for its time, those before it that have the same slow code have failed, too.
bool dv_run_roll_back(dv_run *run) {
    bool went_back = false;
    while (roll_back_newest(run))
        went_back = true;
    return went_back;
}

static bool has_to_act(const dv_run *run) {
    const dv_run_trials *trials = &run->trials;
    const dv_kept_acts *acts = &run->history.acts;
    return trials->done < dv_acts_next(acts) &&
           dv_acts_at(acts, trials->done)->tick <= dv_world_tick(run->world);
}

bool dv_run_is_behind(const dv_run *run) {
    return run->result == DV_OK && !dv_world_finished(run->world) && !dv_run_interrupted() &&
           (has_to_act(run) || dv_world_tick(run->world) < run->trials.until);
}

static bool catch_up(dv_run *run, double deadline) {
    dv_run_trials *trials = &run->trials;
    dv_run_roll_back(run);
    while (dv_run_is_behind(run)) {
        if (has_to_act(run))
            do_again(run);
        else
            dv_run_tick_alone(run);
        dv_run_roll_back(run);
        if (dv_now() >= deadline && dv_run_is_behind(run))
            return false;
    }
    // Acts that weren't redone came after the end of the run.
    dv_acts_cut(&run->history.acts, trials->done);
    trials->until = 0;
    forget_acts(run);
    return true;
}

bool dv_run_catch_up(dv_run *run) { return catch_up(run, dv_now() + run->patience); }

void dv_run_roll_back_and_redo(dv_run *run) { catch_up(run, (double)INFINITY); }
