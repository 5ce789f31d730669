// The last half minute of a run, as snapshots to go back to: one a simulated second, fewer when
// they are large.
//
// Invariant: `moments` are in order of ticks, each tick once, and together hold `bytes` bytes, at
// most `budget`. A history that is off (span 0) holds none.
#ifndef DV_PLAYER_HISTORY_H
#define DV_PLAYER_HISTORY_H

#include "drover/drover.h"

#define DV_HISTORY_SECONDS 30
#define DV_HISTORY_BYTES ((size_t)256 << 20)

typedef struct dv_moment {
    uint64_t tick;
    dv_snapshot snapshot;
} dv_moment;

typedef struct dv_history {
    dv_moment *moments;
    uint32_t count, capacity;
    size_t bytes, budget;
    uint64_t second;  ///< ticks in one
    uint64_t span;    ///< ticks to go back at most; 0: off
    uint64_t spacing; ///< ticks from one moment to the next, at least a second
    size_t refused;   ///< bytes of a snapshot that was too large for the budget; 0: none was
} dv_history;

/// Begin with nothing, for a world whose ticks take `dt` seconds.
void dv_history_start(dv_history *history, double dt, size_t budget);
/// Forget all, and keep nothing from now on.
void dv_history_stop(dv_history *history);

/// Whether a moment is due at this tick. None is any more once one was refused.
bool dv_history_due(const dv_history *history, uint64_t tick);
/// Take a snapshot over, after those of earlier ticks; moments of that tick and later go, and so do
/// those that are too old or too many for the budget. One that is too large alone is freed, and
/// noted in `refused`; false when it was, or memory is short.
bool dv_history_keep(dv_history *history, uint64_t tick, dv_snapshot *snapshot);

/// The place of the latest moment at or before a tick; the first when all are later; −1 when there
/// is none.
int32_t dv_history_at(const dv_history *history, uint64_t tick);

/// Forget what is later than a tick.
void dv_history_forget_after(dv_history *history, uint64_t tick);

#endif
