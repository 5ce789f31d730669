// State hashes: for the log, for hash lines, and at the end of every run, where they check that
// scripts keep nothing that can't be saved.
#include "player/run/run_private.h"

#include "base/alloc.h"
#include "player/run/run_log.h"

#include <inttypes.h>
#include <stdio.h>

dv_result dv_hash_line(dv_world *world, char line[DV_HASH_LINE], dv_error *error) {
    uint64_t hash;
    dv_result result = dv_world_hash(world, &hash, error);
    if (result == DV_OK)
        snprintf(line, DV_HASH_LINE, "hash %016" PRIx64 " tick %" PRIu64 " agents %" PRIu32, hash,
                 dv_world_tick(world), dv_world_agent_count(world));
    return result;
}

dv_result dv_run_print_hash(dv_run *run, dv_error *error) {
    char line[DV_HASH_LINE];
    dv_result result = dv_hash_line(run->world, line, error);
    if (result != DV_OK)
        return result;
    run->hashed_tick = dv_world_tick(run->world);
    dv_run_print_line(run, line);
    return DV_OK;
}

/// Ticks are consecutive; after a rewind they continue from an earlier one. If memory is short,
/// forget the hashes: dv_run_has_logged then returns false.
static void note_logged(dv_run *run, uint64_t hash) {
    struct dv_logged_hashes *logged = &run->log.hashes;
    uint64_t tick = dv_world_tick(run->world);
    if (tick < logged->first || tick > logged->first + logged->count)
        logged->count = 0;
    if (logged->count == 0)
        logged->first = tick;
    logged->count = (uint32_t)(tick - logged->first);
    if (dv_reserve((void **)&logged->values, &logged->capacity, logged->count + 1,
                   sizeof *logged->values))
        logged->values[logged->count++] = hash;
    else
        logged->count = 0;
}

bool dv_run_has_logged(const dv_run *run, uint64_t tick, uint64_t hash) {
    const struct dv_logged_hashes *logged = &run->log.hashes;
    return tick >= logged->first && tick - logged->first < logged->count &&
           logged->values[tick - logged->first] == hash;
}

dv_result dv_run_log_hash(dv_run *run, dv_error *error) {
    uint64_t hash;
    if (!run->log.file)
        return DV_OK;
    dv_result result = dv_world_hash(run->world, &hash, error);
    if (result == DV_OK) {
        note_logged(run, hash);
        dv_log_hash(run, hash);
    }
    return result;
}

dv_result dv_run_check_world(const dv_run *run, dv_error *error) {
    uint64_t hash;
    return dv_world_hash(run->world, &hash, error);
}

/// Without this tick's hash, the log can't be replayed past this point, so end it here.
static void end_log(dv_run *run, const dv_error *error) {
    dv_error closing;
    if (!run->log.file)
        return;
    dv_log_finish(run, error);
    dv_result result = dv_text_close(run->log.file, &closing);
    run->log.file = NULL;
    run->log.is_cut = true;
    fflush(stdout);
    fprintf(stderr, "drover: the log ends after tick %" PRIu64 ": the world has no hash\n",
            dv_world_tick(run->world));
    if (result != DV_OK)
        dv_run_fail(run, result, &closing);
}

void dv_run_blame(dv_run *run, dv_result result, const dv_error *error) {
    if (result != DV_ERROR_SCRIPT || !dv_scenario_blame(run->scenario, error)) {
        dv_run_fail(run, result, error);
        return;
    }
    if (dv_scenario_trial_failed(run->scenario))
        return;
    dv_run_print_script_error(run);
    end_log(run, error);
}
