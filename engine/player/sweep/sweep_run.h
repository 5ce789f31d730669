// Runs one run of a sweep and writes its rows.
#ifndef DV_PLAYER_SWEEP_RUN_H
#define DV_PLAYER_SWEEP_RUN_H

#include "player/sweep/sweep_plan.h"

/// How a run ended.
typedef enum dv_sweep_status {
    DV_SWEEP_TICKS,    ///< after all its ticks
    DV_SWEEP_UNTIL,    ///< the condition of --until held
    DV_SWEEP_FINISHED, ///< the scenario finished
    DV_SWEEP_FAILED,   ///< with an error, which the row has
    /// It was not run, because the scripts are no longer those that the sweep began with. Not in
    /// files.
    DV_SWEEP_STALE
} dv_sweep_status;

extern const char *const dv_sweep_status_names[DV_SWEEP_FAILED + 1];

#define DV_SWEEP_NOTE 512

/// What one run came to. Plain bytes, which processes send each other; the rows follow apart.
typedef struct dv_sweep_answer {
    uint64_t run;
    uint64_t tick; ///< the last one
    uint64_t hash; ///< of the world at the end
    uint64_t size; ///< of the rows, in bytes
    bool has_hash;
    dv_sweep_status status;
    char note[DV_SWEEP_NOTE]; ///< the error, or else the first warning, or ""
} dv_sweep_answer;

/// Write the heading of the file into a new block, to be freed with dv_free. NULL when out of
/// memory.
char *dv_sweep_heading(const dv_sweep_plan *plan, size_t *size);

/// Run a run. `rows` is a new block with its rows as CSV, to be freed with dv_free. A run that
/// fails is fine: its row says so. Fails only if memory is short.
dv_result dv_sweep_run(const dv_sweep_plan *plan, uint64_t run, dv_sweep_answer *answer,
                       char **rows, dv_error *error);

/// The row of a run that ended without an answer, for that reason.
dv_result dv_sweep_lost(const dv_sweep_plan *plan, uint64_t run, const char *reason,
                        dv_sweep_answer *answer, char **rows, dv_error *error);

#endif
