// The moments of a run, and going back to them.
#include "player/run_private.h"

#include "base/result.h"
#include "player/run_log.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static double megabytes(size_t bytes) { return (double)bytes / (1 << 20); }

static void take_moment(dv_run *run) {
    dv_snapshot snapshot;
    dv_error error = {0};
    dv_result result = dv_world_take_snapshot(run->world, &snapshot, &error);
    if (result == DV_ERROR_SCRIPT) {
        // What scripts keep can be mended: earlier moments stay, and the next tick tries again.
        dv_run_blame(run, result, &error);
        return;
    }
    if (result == DV_OK && dv_history_keep(&run->history, dv_world_tick(run->world), &snapshot))
        return;
    fflush(stdout);
    if (run->history.refused > 0) {
        fprintf(stderr,
                "drover: no rewinding: a snapshot takes %.0f MiB, and %.0f are kept in all\n",
                megabytes(run->history.refused), megabytes(run->history.budget));
        return;
    }
    fprintf(stderr, "drover: no more rewinding: %s\n",
            *error.message ? error.message : "out of memory");
    dv_run_end_history(run);
}

void dv_run_keep_history(dv_run *run) {
    dv_history_start(&run->history, dv_world_dt(run->world), DV_HISTORY_BYTES);
    take_moment(run);
}

void dv_run_end_history(dv_run *run) { dv_history_stop(&run->history); }

void dv_run_forget_after(dv_run *run, uint64_t tick) {
    dv_history_forget_after(&run->history, tick);
}

void dv_run_keep_moment(dv_run *run) {
    uint64_t tick = dv_world_tick(run->world);
    // From here on the run goes another way.
    dv_run_forget_after(run, tick - 1);
    if (dv_history_due(&run->history, tick))
        take_moment(run);
}

static dv_result refuse(const dv_run *run, dv_error *error) {
    dv_error why;
    if (run->history.refused > 0)
        return dv_fail(error, DV_ERROR_MEMORY,
                       "cannot rewind: a snapshot takes %.0f MiB, and %.0f are kept in all",
                       megabytes(run->history.refused), megabytes(run->history.budget));
    if (dv_run_check_world(run, &why) != DV_OK)
        return dv_fail(error, DV_ERROR_SCRIPT, "cannot rewind: %s", why.message);
    return dv_fail(error, DV_ERROR_ARGUMENT, "cannot rewind: no earlier moment is kept");
}

static dv_result go_to(dv_run *run, uint64_t tick, dv_error *error) {
    int32_t place = dv_history_at(&run->history, tick);
    if (place < 0)
        return refuse(run, error);
    uint64_t from = dv_world_tick(run->world);
    const dv_moment *moment = &run->history.moments[place];
    dv_result result = dv_scenario_return_to(run->scenario, &moment->snapshot, error);
    if (result != DV_OK)
        return result;
    run->history.refused = 0; // the world may be smaller here
    run->owed = 0;
    run->hashed_tick = DV_NO_LIMIT;
    const char *banner = dv_scenario_banner(run->scenario); // of a refused save: it was printed
    snprintf(run->told, sizeof run->told, "%s", banner ? banner : "");
    run->rewind_count++;
    dv_log_rewind(run, from, moment->tick);
    dv_run_tell_moved(run, "rewind");
    dv_run_note_stop(run, DV_STOPPED_ACT);
    return DV_OK;
}

// Trials end first: their rollback would lead to a moment that is past or never comes.

dv_result dv_run_rewind_to(dv_run *run, uint64_t tick, dv_error *error) {
    dv_run_pass_trials(run);
    return run->result == DV_OK ? go_to(run, tick, error)
                                : dv_fail(error, run->result, "%s", run->error.message);
}

dv_result dv_run_rewind(dv_run *run, double seconds, dv_error *error) {
    dv_run_pass_trials(run);
    // A whole number of ticks is not always one in floating point.
    double ticks = ceil(fmax(seconds, 0) / dv_world_dt(run->world) - 1e-6);
    uint64_t tick = dv_world_tick(run->world);
    return dv_run_rewind_to(run, ticks < (double)tick ? tick - (uint64_t)ticks : 0, error);
}
