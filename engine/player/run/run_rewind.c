// The moments of a run, and rewinding to any tick that can be computed from them.
#include "player/run/run_private.h"

#include "base/alloc.h"
#include "base/result.h"
#include "player/run/ghost.h"
#include "player/run/recomputation.h"
#include "player/run/run_log.h"
#include "player/run/what_if.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// Room for a moment is allocated this many ticks before it.
#define TICKS_AHEAD 20
// With fewer agents, a moment takes too little time to be worth spreading.
#define MANY_AGENTS 2000

static double to_mebibytes(size_t bytes) { return (double)bytes / (1 << 20); }

// Moments

static void tell_end(const char *why) {
    fflush(stdout);
    fprintf(stderr, "drover: cannot rewind any more: %s\n", why);
}

void dv_run_lose_history(dv_run *run) {
    tell_end("out of memory");
    dv_run_end_history(run);
}

dv_result dv_run_fill_moment(dv_run *run, dv_moment *moment, dv_error *error) {
    const dv_history *history = &run->history;
    *moment = (dv_moment){.tick = dv_world_tick(run->world),
                          .acts = dv_acts_next(&history->acts),
                          .code = dv_code_share(history->code)};
    moment->snapshot = run->room.snapshot;
    run->room.snapshot = (dv_snapshot){0};
    dv_result result = dv_world_fill_snapshot(run->world, &moment->snapshot, error);
    if (result == DV_OK)
        result = dv_scenario_list_stops(run->scenario, &moment->stops, error);
    if (result == DV_OK)
        moment->notes = dv_scenario_keep_part_notes(run->scenario, &moment->notes_size);
    else
        dv_snapshot_free(&moment->snapshot);
    return result;
}

/// Drop a moment that doesn't fit, and report that once. A boundary stays, without its snapshot.
static void keep_moment(dv_run *run, dv_moment *moment) {
    dv_history *history = &run->history;
    dv_moment boundary = {.tick = moment->tick, .acts = moment->acts, .is_boundary = true};
    bool is_boundary = moment->is_boundary;
    size_t refused = history->refused;
    if (is_boundary)
        boundary.code = dv_code_share(moment->code);
    if (dv_history_keep(history, moment)) {
        dv_history_drop(history, &boundary);
        return;
    }
    if (history->refused == 0) {
        dv_history_drop(history, &boundary);
        dv_run_lose_history(run);
        return;
    }
    if (is_boundary && !dv_history_keep(history, &boundary)) {
        dv_run_lose_history(run);
        return;
    }
    if (refused > 0)
        return;
    fflush(stdout);
    fprintf(stderr,
            "drover: cannot rewind: a snapshot takes %.0f MiB, and the history holds %.0f "
            "(--history)\n",
            to_mebibytes(history->refused), to_mebibytes(history->budget));
}

static void take_moment(dv_run *run, bool is_boundary) {
    dv_moment moment;
    dv_error error = {0};
    dv_result result = dv_run_fill_moment(run, &moment, &error);
    dv_scenario_end_packing(run->scenario);
    moment.is_boundary = is_boundary;
    // Scripts can be fixed: keep the earlier moments, and try again at the next tick.
    if (result == DV_ERROR_SCRIPT)
        dv_run_blame(run, result, &error);
    if (result == DV_OK || (result == DV_ERROR_SCRIPT && is_boundary)) {
        keep_moment(run, &moment);
        return;
    }
    dv_history_drop(&run->history, &moment);
    if (result != DV_ERROR_SCRIPT)
        dv_run_lose_history(run);
}

void dv_run_keep_history(dv_run *run) {
    const dv_options *options = run->options;
    dv_history *history = &run->history;
    uint64_t budget = options->has_history ? options->history : DV_HISTORY_MIB;
    dv_run_end_history(run);
    if (budget == 0)
        return;
    dv_history_start(history, dv_world_dt(run->world), (size_t)budget << 20);
    dv_history_use_code(history, dv_code_keep(run->scenario, NULL, &history->bytes));
    if (history->code)
        take_moment(run, true);
    else
        dv_run_lose_history(run);
}

static void forget_arrival(dv_run *run) {
    dv_history_drop(&run->history, &run->past.arrival);
    dv_acts_clear(&run->past.acts_since);
    run->past.is_repeatable = false;
}

void dv_run_end_history(dv_run *run) {
    dv_run_cancel_rewind(run);
    dv_what_if_forget(run);
    forget_arrival(run);
    dv_snapshot_free(&run->room.snapshot);
    dv_history_stop(&run->history);
}

/// The number of bytes to allocate for a moment of about this size. Rounded, so that moments of
/// similar sizes can reuse each other's memory.
static size_t room_for(size_t size) {
    size_t step = 1;
    while (step <= size / 64)
        step *= 2;
    return (size + size / 16) / step * step + step;
}

/// Allocate memory for a moment about as large as the last one. Reuse the memory of the last moment
/// that the history dropped, if that is large enough.
static void find_room(dv_run *run) {
    dv_history *history = &run->history;
    size_t last = history->count > 0 ? history->moments[history->count - 1].snapshot.size : 0;
    dv_snapshot spare = history->spare;
    history->spare = (dv_snapshot){0};
    if (last == 0 || room_for(spare.size) < room_for(last))
        dv_snapshot_free(&spare);
    run->room.snapshot.bytes = spare.bytes ? dv_resize(spare.bytes, room_for(last))
                               : last > 0  ? dv_alloc_untouched(room_for(last))
                                           : NULL;
    if (!run->room.snapshot.bytes)
        dv_snapshot_free(&spare);
    run->room.snapshot.size = run->room.snapshot.bytes ? room_for(last) : 0;
    run->room.touched = spare.size < run->room.snapshot.size ? spare.size : run->room.snapshot.size;
}

static void prepare_room(dv_run *run, uint64_t ticks) {
    if (run->room.snapshot.bytes) {
        size_t share = (run->room.snapshot.size - run->room.touched) / ticks;
        memset((char *)run->room.snapshot.bytes + run->room.touched, 0, share);
        run->room.touched += share;
    } else {
        find_room(run);
    }
}

/// Spread the work of a moment over the ticks before it, so that its own tick takes little longer
/// than others. If memory is short, taking the moment will report that.
static void prepare_moment(dv_run *run, uint64_t ticks) {
    if (ticks <= TICKS_AHEAD)
        prepare_room(run, ticks);
    dv_scenario_pack_ahead(run->scenario, (uint32_t)ticks);
}

void dv_run_keep_moment(dv_run *run) {
    uint64_t left = dv_history_ticks_left(&run->history, dv_world_tick(run->world));
    if (left == 0)
        take_moment(run, false);
    else if (left != UINT64_MAX && dv_world_agent_count(run->world) >= MANY_AGENTS)
        prepare_moment(run, left);
}

void dv_run_keep_boundary(dv_run *run) {
    if (run->history.span == 0)
        return;
    dv_run_leave_rewind(run);
    take_moment(run, true);
}

/// Keep the world as it was under the previous code. The trial has a snapshot of it.
static void keep_last_of_code(dv_run *run) {
    const dv_snapshot *before = dv_scenario_before_reload(run->scenario);
    dv_history *history = &run->history;
    if (!before)
        return;
    dv_moment moment = {.tick = dv_world_tick(run->world),
                        .snapshot = {dv_alloc(before->size), before->size},
                        .acts = dv_acts_next(&history->acts),
                        .code = dv_code_share(history->code),
                        .is_boundary = true,
                        .ends_code = true};
    if (!moment.snapshot.bytes) {
        dv_history_drop(history, &moment);
        return;
    }
    memcpy(moment.snapshot.bytes, before->bytes, before->size);
    keep_moment(run, &moment);
}

/// Keep the moment right after a reload, with the code that it brought.
static void keep_first_of_code(dv_run *run) {
    dv_history *history = &run->history;
    if (history->span == 0)
        return;
    dv_kept_code *code = dv_code_keep(run->scenario, history->code, &history->bytes);
    if (!code) {
        dv_run_lose_history(run);
        return;
    }
    dv_history_use_code(history, code);
    take_moment(run, true);
}

void dv_run_keep_swap(dv_run *run) {
    if (run->history.span > 0)
        keep_last_of_code(run);
    keep_first_of_code(run);
}

void dv_run_keep_further(dv_run *run) {
    dv_history *history = &run->history;
    const dv_moment *last = history->count > 0 ? &history->moments[history->count - 1] : NULL;
    // While paused, nothing was done with the code that the draft had before.
    if (last && last->is_boundary && !last->ends_code && last->tick == dv_world_tick(run->world))
        dv_history_drop_last(history);
    keep_first_of_code(run);
}

// Rewinding

static dv_result refuse_rewind(const dv_run *run, dv_error *error) {
    dv_error why;
    if (run->history.refused > 0)
        return dv_fail(error, DV_ERROR_MEMORY,
                       "cannot rewind: a snapshot takes %.0f MiB, and the history holds %.0f",
                       to_mebibytes(run->history.refused), to_mebibytes(run->history.budget));
    if (dv_run_check_world(run, &why) != DV_OK)
        return dv_fail(error, DV_ERROR_SCRIPT, "cannot rewind: %s", why.message);
    return dv_fail(error, DV_ERROR_ARGUMENT, "cannot rewind: no earlier moment is kept");
}

/// Whether the log has a hash of exactly this world. It doesn't if a save or an act changed the
/// world after the tick.
static bool is_as_logged(const dv_run *run, const dv_recomputation *recomputation) {
    return !run->log.file ||
           dv_run_has_logged(run, recomputation->to,
                             dv_snapshot_hash(dv_recomputation_snapshot(recomputation)));
}

/// Remember what tells whether anything changes from now on.
static void note_past(dv_run *run, uint64_t hash) {
    run->past.mouse_was_here = dv_world_mouse(run->world, &run->past.mouse);
    run->past.hash = hash;
    run->past.is_repeatable = true;
}

/// The hash that the world has with the mouse where it was at the arrival.
static bool hash_with_mouse_of_then(dv_run *run, uint64_t *hash) {
    dv_vec3 mouse;
    dv_error ignored;
    bool is_here = dv_world_mouse(run->world, &mouse);
    dv_world_set_mouse(run->world, run->past.mouse_was_here ? &run->past.mouse : NULL);
    bool is_hashed = dv_world_hash(run->world, hash, &ignored) == DV_OK;
    dv_world_set_mouse(run->world, is_here ? &mouse : NULL);
    return is_hashed;
}

bool dv_run_repeats_past(dv_run *run) {
    const dv_history *history = &run->history;
    uint64_t hash, tick = dv_world_tick(run->world);
    int32_t place = dv_history_at(history, tick);
    return run->timeline.is_on && !run->past.recomputation && !dv_run_is_behind(run) &&
           run->past.arrival.code && run->past.is_repeatable && tick < run->past.furthest &&
           place >= 0 && history->moments[place].code == history->code &&
           hash_with_mouse_of_then(run, &hash) && hash == run->past.hash;
}

/// What people did since had no effect, but for the mouse. Do again what they did at the time.
void dv_run_redo_past(dv_run *run) {
    const dv_kept_acts *acts = &run->history.acts;
    uint64_t tick = dv_world_tick(run->world);
    dv_act mouse = {
        .type = DV_ACT_MOUSE, .mouse_is_here = run->past.mouse_was_here, .mouse = run->past.mouse};
    dv_error ignored; // an act that failed at the time fails again
    dv_acts_clear(&run->past.acts_since);
    dv_run_perform(run, &mouse, &ignored);
    while (run->past.next_act < dv_acts_next(acts) &&
           dv_acts_at(acts, run->past.next_act)->tick <= tick) {
        const dv_act *act = &dv_acts_at(acts, run->past.next_act++)->act;
        dv_run_perform(run, act, &ignored);
    }
}

/// If this is a moment of the history, go on from that. Module locals, which no snapshot has, may
/// have led elsewhere.
void dv_run_follow_past(dv_run *run) {
    uint64_t hash, tick = dv_world_tick(run->world);
    dv_error ignored; // then the next step continues the run from here
    int32_t place = dv_history_at(&run->history, tick);
    const dv_moment *moment = place < 0 ? NULL : &run->history.moments[place];
    run->past.is_repeatable = false;
    if (dv_world_hash(run->world, &hash, &ignored) != DV_OK)
        return;
    note_past(run, hash);
    if (!moment || moment->tick != tick)
        return;
    if (dv_snapshot_hash(&moment->snapshot) != hash) {
        dv_run_rewind_to(run, tick, &ignored);
        return;
    }
    dv_snapshot_free(&run->past.arrival.snapshot);
    run->past.arrival.tick = tick;
    run->past.arrival.acts = run->past.next_act = moment->acts;
}

/// Remember the world at the end of a recomputation, as the point from which the run may continue.
static dv_result note_arrival(dv_run *run, dv_recomputation *recomputation, dv_error *error) {
    dv_history *history = &run->history;
    forget_arrival(run);
    run->past.next_act = dv_recomputation_acts(recomputation);
    if (dv_recomputation_code(recomputation) != history->code) {
        dv_result result = dv_run_fill_moment(run, &run->past.arrival, error);
        run->past.arrival.acts = run->past.next_act;
        return result;
    }
    // The history has the snapshot of a moment, so don't keep it twice.
    run->past.arrival = (dv_moment){.tick = recomputation->to,
                                    .acts = run->past.next_act,
                                    .code = dv_code_share(history->code),
                                    .snapshot = recomputation->snapshot};
    recomputation->snapshot = (dv_snapshot){0};
    run->past.arrival.notes =
        dv_scenario_keep_part_notes(run->scenario, &run->past.arrival.notes_size);
    return DV_OK;
}

void dv_run_leave_rewind(dv_run *run) {
    dv_history *history = &run->history;
    dv_moment *arrival = &run->past.arrival;
    if (!arrival->code)
        return;
    dv_history_cut(history, arrival->tick, run->past.next_act);
    if (!dv_acts_append(&history->acts, &run->past.acts_since)) {
        dv_run_lose_history(run);
        return;
    }
    run->trials.done = dv_acts_next(&history->acts);
    dv_moment moment = *arrival;
    *arrival = (dv_moment){0};
    moment.is_boundary = true;
    if (moment.snapshot.bytes)
        keep_moment(run, &moment);
    else
        dv_history_drop(history, &moment);
}

/// If the run continues under other code, revive the agents that the code of that time suspended.
/// Returns how many.
static uint32_t revive_suspended(dv_run *run, const dv_recomputation *recomputation) {
    uint32_t suspended = dv_world_suspended_count(run->world);
    if (dv_recomputation_code(recomputation) == run->history.code || suspended == 0)
        return 0;
    dv_world_revive(run->world);
    return suspended;
}

static dv_result arrive_at_visit(dv_run *run, dv_recomputation *recomputation, dv_error *error) {
    uint64_t from = dv_world_tick(run->world);
    if (!run->past.arrival.code)
        run->past.furthest = from;
    bool as_logged = is_as_logged(run, recomputation);
    const dv_snapshot *target = dv_recomputation_snapshot(recomputation);
    uint64_t hash = dv_snapshot_hash(target);
    bool same_code = dv_recomputation_code(recomputation) == run->history.code;
    dv_result result = dv_scenario_return_to(run->scenario, target, error);
    if (result != DV_OK)
        return result;
    if (recomputation->explains)
        dv_scenario_take_last_tick(run->scenario, recomputation->beside.scenario,
                                   recomputation->from->tick);
    if (recomputation->explains && same_code)
        dv_scenario_take_part_notes(run->scenario, recomputation->beside.scenario);
    else if (recomputation->arrival && same_code)
        dv_scenario_restore_part_notes(run->scenario, recomputation->arrival->notes);
    dv_ghost_end(run, "the run went to another tick");
    as_logged = revive_suspended(run, recomputation) == 0 && as_logged;
    run->history.refused = 0; // the world may fit again here
    run->owed = 0;
    run->hashed_tick = DV_NO_LIMIT;
    const char *banner = dv_scenario_banner(run->scenario); // a refused save, already reported
    snprintf(run->told.error, sizeof run->told.error, "%s", banner ? banner : "");
    run->rewind_count++;
    dv_error lost = {0};
    result = note_arrival(run, recomputation, &lost);
    dv_log_rewind(run, from, recomputation->to, !as_logged);
    if (result == DV_ERROR_SCRIPT)
        dv_run_blame(run, result, &lost);
    if (result != DV_OK)
        dv_run_lose_history(run);
    else if (same_code)
        note_past(run, hash);
    dv_run_report_migrated(run, "rewind");
    dv_run_note_stop(run, DV_STOP_IN_ACT);
    return DV_OK;
}

// If a tick can't be computed again, go to the moment before it.
static dv_result arrive_before(dv_run *run, dv_error *error) {
    dv_recomputation failed = *run->past.recomputation;
    char message[DV_ERROR_CAPACITY + 128];
    snprintf(message, sizeof message,
             "tick %" PRIu64 " cannot be computed again, so this is tick %" PRIu64 ": %s",
             failed.to, failed.from->tick, failed.error.message);
    dv_recomputation_end(run->past.recomputation);
    dv_result result =
        dv_recomputation_begin(run->past.recomputation, run, failed.from->tick, error);
    if (result != DV_OK)
        return result;
    result = arrive_at_visit(run, run->past.recomputation, error);
    if (result == DV_OK)
        dv_run_print_warning(run->options->scenario, message);
    return result;
}

static dv_result end_visit(dv_run *run, dv_error *error) {
    dv_recomputation *recomputation = run->past.recomputation;
    dv_result result = recomputation->result;
    if (result == DV_OK)
        result = arrive_at_visit(run, recomputation, error);
    else if (result == DV_ERROR_SCRIPT)
        result = arrive_before(run, error);
    else
        dv_fail(error, result, "cannot rewind: %s", recomputation->error.message);
    dv_run_cancel_rewind(run);
    return result;
}

void dv_run_cancel_rewind(dv_run *run) {
    if (!run->past.recomputation)
        return;
    dv_recomputation_end(run->past.recomputation);
    dv_free(run->past.recomputation);
    run->past.recomputation = NULL;
}

// End trials first: a later rollback would lead to a tick that the rewind may have dropped.
dv_result dv_run_begin_rewind(dv_run *run, uint64_t tick, dv_error *error) {
    uint64_t last = dv_run_last_reached(run);
    tick = tick < last ? tick : last;
    if (run->past.recomputation && dv_recomputation_retarget(run->past.recomputation, tick))
        return DV_OK;
    dv_run_cancel_rewind(run);
    dv_run_pass_trials(run);
    if (run->result != DV_OK)
        return dv_fail(error, run->result, "%s", run->error.message);
    if (dv_history_at(&run->history, tick) < 0)
        return refuse_rewind(run, error);
    run->past.recomputation = dv_alloc(sizeof *run->past.recomputation);
    if (!run->past.recomputation)
        return dv_fail(error, DV_ERROR_MEMORY, "cannot rewind: out of memory");
    dv_error why;
    dv_result result = dv_recomputation_begin(run->past.recomputation, run, tick, &why);
    if (result == DV_OK)
        return DV_OK;
    dv_run_cancel_rewind(run);
    return dv_fail(error, result, "cannot rewind: %s", why.message);
}

dv_result dv_run_go_on_rewinding(dv_run *run, double seconds, dv_error *error) {
    if (!run->past.recomputation || dv_recomputation_continue(run->past.recomputation, seconds))
        return DV_OK;
    return end_visit(run, error);
}

bool dv_run_rewinding(const dv_run *run, uint64_t *at, uint64_t *to) {
    if (!run->past.recomputation)
        return false;
    *at = dv_recomputation_tick(run->past.recomputation);
    *to = run->past.recomputation->to;
    return true;
}

dv_result dv_run_finish_rewind(dv_run *run, dv_error *error) {
    dv_result result = DV_OK;
    while (result == DV_OK && run->past.recomputation) {
        result = dv_run_go_on_rewinding(run, 0.1, error);
        if (run->past.recomputation && dv_run_interrupted()) {
            dv_run_cancel_rewind(run);
            result = dv_fail(error, DV_ERROR_ARGUMENT, "cannot rewind: interrupted");
        }
    }
    return result;
}

uint64_t dv_run_last_reached(const dv_run *run) {
    return run->past.arrival.code ? run->past.furthest : dv_world_tick(run->world);
}

dv_result dv_run_rewind_to(dv_run *run, uint64_t tick, dv_error *error) {
    dv_result result = dv_run_begin_rewind(run, tick, error);
    return result == DV_OK ? dv_run_finish_rewind(run, error) : result;
}

uint64_t dv_run_ticks_ago(const dv_run *run, double seconds) {
    // Allow for rounding: a duration of a whole number of ticks may come out slightly larger.
    double ticks = ceil(fmax(seconds, 0) / dv_world_dt(run->world) - 1e-6);
    uint64_t tick =
        run->past.recomputation ? run->past.recomputation->to : dv_world_tick(run->world);
    return ticks < (double)tick ? tick - (uint64_t)ticks : 0;
}

dv_result dv_run_begin_rewind_by(dv_run *run, double seconds, dv_error *error) {
    // First, because a rollback changes the tick to count from.
    dv_run_roll_back_and_redo(run);
    return dv_run_begin_rewind(run, dv_run_ticks_ago(run, seconds), error);
}

dv_result dv_run_rewind(dv_run *run, double seconds, dv_error *error) {
    dv_result result = dv_run_begin_rewind_by(run, seconds, error);
    return result == DV_OK ? dv_run_finish_rewind(run, error) : result;
}
