// The ticks of a run, what happens between them, and its end; see run.h.
#include "player/run/run_private.h"

#include "base/names.h"
#include "base/result.h"
#include "player/run/commands.h"
#include "player/run/control.h"
#include "player/run/ghost.h"
#include "player/run/run_columns.h"
#include "player/run/run_log.h"
#include "player/run/run_pictures.h"
#include "player/terminal/messages.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// Failing

void dv_run_fail(dv_run *run, dv_result result, const dv_error *error) {
    if (run->result != DV_OK)
        return;
    run->result = result;
    run->error = *error;
    dv_run_print_error(run->options->scenario, error->message,
                       result == DV_ERROR_SCRIPT ? dv_scenario_traceback(run->scenario) : "");
}

// Ticks

/// Draw as a picture would, for the errors of what draws.
static void check_drawing(const dv_run *run) {
    uint32_t tools = dv_scenario_tool_count(run->scenario);
    dv_scenario_draw(run->scenario, NULL);
    for (uint32_t i = 0; i < tools; i++)
        dv_scenario_draw(run->scenario, dv_scenario_tool_name(run->scenario, i));
}

static void publish_tick(dv_run *run) {
    const dv_options *options = run->options;
    uint64_t tick = dv_world_tick(run->world);
    dv_error error;
    dv_result result = dv_run_log_hash(run, &error);
    if (result == DV_OK && options->hash_every > 0 && tick % options->hash_every == 0)
        result = dv_run_print_hash(run, &error);
    if (result != DV_OK)
        dv_run_blame(run, result, &error);
    bool is_due = tick % options->every == 0;
    dv_run_selected(run); // it may be gone before anything is drawn
    result = is_due ? dv_run_write_rows(run, &error) : DV_OK;
    if (result == DV_OK)
        result = dv_pictures_follow(run, is_due, &error);
    if (result != DV_OK)
        dv_run_fail(run, result, &error);
    dv_run_take_timeline(run);
    if (options->is_strict)
        check_drawing(run);
    dv_run_print_script_error(run);
}

void dv_run_note_stop(dv_run *run, dv_stop_cause during) {
    if (dv_scenario_trial_failed(run->scenario) || !dv_scenario_take_stop(run->scenario))
        return;
    dv_run_print_script_error(run);
    dv_log_stop(run, during, !dv_run_interrupted());
    dv_run_keep_boundary(run);
}

// Ticks that are stopped midway

/// s between two calls of dv_run_may_go_on; see dv_scenario_options.
#define BETWEEN_QUESTIONS 0.05
/// After so many with a wish, a tick is stopped.
#define AWAITED 6

static dv_wish wish_of(dv_run *run) {
    dv_wish wish = dv_control_wish(run->commands.socket);
    dv_wish typed = run->commands.input ? dv_commands_wish(run->commands.input) : DV_WISH_NONE;
    dv_wish shown = run->commands.window && run->commands.window->wish
                        ? run->commands.window->wish(run->commands.window->window)
                        : DV_WISH_NONE;
    return dv_more_urgent(wish, dv_more_urgent(typed, shown));
}

/// In a world whose ticks always take long, a pause comes after the tick. Only a tick that takes
/// twice as long as the one before is stopped for it.
bool dv_run_may_go_on(void *context) {
    dv_run *run = context;
    dv_wish wish = wish_of(run);
    if (wish == DV_WISH_NONE)
        return true;
    double before = dv_scenario_engine_seconds(run->scenario) / BETWEEN_QUESTIONS;
    run->commands.awaited++;
    return run->commands.awaited < (wish == DV_WISH_END ? AWAITED : fmax(AWAITED, 2 * before));
}

/// Go back to the last moment; the run fails if none is kept, or an interrupt ends it anyway.
static void leave_stopped_tick(dv_run *run) {
    dv_history *history = &run->history;
    uint64_t stopped = dv_world_tick(run->world) + 1;
    int32_t last = dv_history_at(history, stopped - 1);
    dv_error error, why;
    if (dv_run_interrupted() || last < 0) {
        dv_fail(&error, DV_ERROR_STOPPED, "%s in tick %" PRIu64 ", which is not kept",
                dv_run_interrupted() ? "interrupted" : "stopped", stopped);
        dv_run_fail(run, DV_ERROR_STOPPED, &error);
        return;
    }
    run->paused = run->commands.has_stopped = true;
    if (dv_run_rewind_to(run, history->moments[last].tick, &why) != DV_OK)
        dv_run_fail(run, DV_ERROR_STOPPED, &why);
    else
        dv_say(run->options->scenario,
               "tick %" PRIu64 " was stopped midway: paused at tick %" PRIu64, stopped,
               dv_world_tick(run->world));
}

void dv_run_tick_alone(dv_run *run) {
    dv_error error;
    if (run->past.repeats && run->past.arrival.code) {
        dv_run_redo_past(run);
    } else {
        dv_run_leave_rewind(run);
        dv_run_cut_timeline(run);
    }
    dv_run_note_stop(run, DV_STOP_IN_READING);
    run->commands.awaited = 0;
    run->commands.has_stopped = false;
    dv_run_begin_note(run);
    dv_result result = dv_scenario_step(run->scenario, &error);
    if (result == DV_OK && !dv_scenario_trial_failed(run->scenario) && !dv_run_interrupted())
        dv_ghost_tick(run);
    if (dv_run_interrupted())
        dv_scenario_forget_interrupt(); // monitors and drawing at the end of the run still need Lua
    dv_run_release_trials(run);
    run->is_amid_tick = result == DV_OK;
    if (result == DV_ERROR_STOPPED)
        leave_stopped_tick(run);
    else if (result != DV_OK)
        dv_run_fail(run, result, &error);
    else if (!dv_scenario_trial_failed(run->scenario))
        dv_run_end_tick(run);
    if (result == DV_OK && dv_scenario_trial_count(run->scenario) == 0)
        dv_run_end_note(run);
}

void dv_run_end_tick(dv_run *run) {
    if (!run->is_amid_tick)
        return;
    run->is_amid_tick = false;
    dv_run_note_stop(run, DV_STOP_IN_TICK);
    publish_tick(run);
    if (!dv_scenario_trial_failed(run->scenario))
        dv_run_keep_moment(run);
}

/// A tick continues from the target of a rewind in progress.
static void finish_rewind(dv_run *run) {
    dv_error error;
    if (dv_run_finish_rewind(run, &error) != DV_OK)
        dv_run_print_error(NULL, error.message, "");
}

dv_result dv_run_tick(dv_run *run) {
    finish_rewind(run);
    dv_run_poll(run);
    if (dv_run_is_behind(run))
        dv_run_roll_back_and_redo(run);
    if (dv_run_over(run))
        return run->result;
    dv_run_tick_alone(run);
    dv_run_catch_up(run);
    if (dv_world_tick(run->world) == run->options->pause_at)
        dv_run_arrive(run);
    return run->result;
}

dv_result dv_run_step(dv_run *run) {
    finish_rewind(run);
    run->past.repeats = dv_run_repeats_past(run);
    dv_result result = dv_run_tick(run);
    if (run->past.repeats && run->past.arrival.code && result == DV_OK)
        dv_run_follow_past(run);
    run->past.repeats = false;
    return result;
}

void dv_run_arrive(dv_run *run) {
    run->paused = true;
    run->speed = run->options->speed;
}

uint32_t dv_run_due(dv_run *run, double elapsed, uint32_t most) {
    if (run->paused || run->past.recomputation || dv_run_is_behind(run) || dv_run_over(run))
        return 0;
    uint64_t tick = dv_world_tick(run->world), pause_at = run->options->pause_at;
    if (pause_at != DV_NO_LIMIT && tick < pause_at && pause_at - tick < most)
        most = (uint32_t)(pause_at - tick);
    if (isinf(run->speed))
        return most;
    run->owed += fmax(elapsed, 0) * run->speed / dv_world_dt(run->world);
    if (run->owed > most)
        run->owed = most;
    uint32_t due = (uint32_t)run->owed;
    run->owed -= due;
    return due;
}

double dv_run_fraction(const dv_run *run) {
    return isinf(run->speed) ? 0 : run->owed - floor(run->owed);
}

bool dv_run_ended(const dv_run *run) {
    return run->result != DV_OK || run->stopped || dv_run_interrupted();
}

bool dv_run_over(const dv_run *run) {
    return dv_run_ended(run) || dv_world_tick(run->world) >= run->last_tick ||
           dv_world_finished(run->world);
}

void dv_run_stop(dv_run *run) { run->stopped = true; }

// The end

static dv_result write_end(dv_run *run, dv_error *error) {
    const dv_options *options = run->options;
    dv_result result = dv_pictures_draw_last(run, error);
    if (result != DV_OK)
        return result;
    if (options->save) {
        dv_scenario_warn_of_locals(run->scenario);
        result = dv_world_save(run->world, options->save, error);
        if (result == DV_OK)
            dv_say_written(options->save);
    }
    if (result == DV_OK && options->view.select && !dv_run_selected(run).bits)
        return dv_fail(error, DV_ERROR_ARGUMENT, "--select: there was no agent %s",
                       options->view.select);
    return result;
}

// On stderr, so that the hash stays the last line of stdout.
static void print_reason(const dv_run *run) {
    const char *reason = dv_world_finished(run->world);
    if (reason)
        dv_say(NULL, "finished at tick %" PRIu64 ": %s", dv_world_tick(run->world), reason);
}

static void finish_outputs(dv_run *run) {
    dv_error error;
    dv_result result = write_end(run, &error);
    if (result != DV_OK)
        dv_run_fail(run, result, &error);
    result = DV_OK;
    if (run->hashed_tick != dv_world_tick(run->world))
        result =
            run->options->hash ? dv_run_print_hash(run, &error) : dv_run_check_world(run, &error);
    if (result != DV_OK)
        dv_run_fail(run, result, &error);
    print_reason(run);
    dv_run_tell_empty_columns(run);
    if (dv_run_interrupted()) {
        fflush(stdout);
        fprintf(stderr, "drover: interrupted in tick %" PRIu64 "\n", dv_world_tick(run->world));
    }
    uint32_t suspended = dv_world_suspended_count(run->world);
    if (suspended > 0) {
        fflush(stdout);
        fprintf(stderr, "drover: the run ended with %" PRIu32 " suspended agent%s\n", suspended,
                suspended == 1 ? "" : "s");
    }
}

int dv_run_close(dv_run *run) {
    dv_run_pass_trials(run);
    if (run->result == DV_OK)
        finish_outputs(run);
    dv_log_finish(run, run->result == DV_OK ? NULL : &run->error);
    dv_run_print_script_error(run);
    bool failed = run->log.is_cut || dv_world_suspended_count(run->world) > 0 ||
                  dv_scenario_has_failed(run->scenario) ||
                  (run->told.a_warning && run->options->is_strict);
    dv_run_close_all(run);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "drover: cannot write to stdout\n");
        return 1;
    }
    return run->result != DV_OK || failed || dv_run_interrupted() ? 1 : 0;
}

int dv_run_whole(const dv_options *options, int (*drive)(dv_run *run)) {
    dv_run run;
    dv_error error;
    dv_run_heed_signals();
    dv_result result = dv_run_open(&run, options, &error);
    if (result != DV_OK) {
        if (result == DV_ERROR_SCRIPT)
            dv_run_print_load_error(options->scenario, error.message);
        else
            dv_run_print_error(options->scenario, error.message, "");
        return result == DV_ERROR_ARGUMENT ? 2 : 1;
    }
    int driven = drive(&run);
    int closed = dv_run_close(&run);
    return driven ? driven : closed;
}
