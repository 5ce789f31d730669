// Computes a past tick of a run again, in a separate scenario: from the nearest moment before it,
// with the code and the acts of that time. The run itself is not changed. If a moment of that very
// tick is kept, that moment is the target, and the tick is computed for what no snapshot has: what
// agents sensed in it, how they steered, and why.
//
//     dv_recomputation recomputation;
//     if (dv_recomputation_begin(&recomputation, run, tick, &error) == DV_OK)
//         while (dv_recomputation_continue(&recomputation, seconds))
//             … draw a frame …
//     … recomputation.result, dv_recomputation_snapshot(&recomputation) …
//     dv_recomputation_end(&recomputation);
#ifndef DV_PLAYER_RECOMPUTATION_H
#define DV_PLAYER_RECOMPUTATION_H

#include "player/run/run.h"

typedef struct dv_recomputation {
    const dv_history *history;
    const dv_moment *from;    ///< where it begins
    const dv_moment *arrival; ///< the target if that is a moment; else NULL
    uint64_t to;              ///< the target tick
    dv_beside beside;         ///< closed: nothing is computed
    bool is_over;
    dv_snapshot snapshot; ///< of the target, once it is over; not of a moment
    bool explains;        ///< the last tick of `beside` is the one that led to the target
    dv_result result;     ///< DV_OK until it fails
    dv_error error;
} dv_recomputation;

/// Begin at the latest moment at or before `tick`, or at the first one if all are later. `to`
/// becomes the nearest tick that can be reached: a recomputation doesn't go past a boundary. The
/// history must not change until the recomputation is over. Fails, with nothing to end, if no
/// moment is kept or memory is short.
dv_result dv_recomputation_begin(dv_recomputation *recomputation, dv_run *run, uint64_t tick,
                                 dv_error *error);
/// Continue for about `seconds` of real time. False when it is over.
bool dv_recomputation_continue(dv_recomputation *recomputation, double seconds);
/// Change the target to `tick` if the recomputation can still reach it, and return whether it can.
bool dv_recomputation_retarget(dv_recomputation *recomputation, uint64_t tick);
/// The tick that it has reached.
uint64_t dv_recomputation_tick(const dv_recomputation *recomputation);
/// The target's snapshot, the code in force there, and the number of the first act after it, once
/// the recomputation is over.
const dv_snapshot *dv_recomputation_snapshot(const dv_recomputation *recomputation);
dv_kept_code *dv_recomputation_code(const dv_recomputation *recomputation);
uint64_t dv_recomputation_acts(const dv_recomputation *recomputation);
/// End a recomputation, at any time, and free its scenario and its snapshot.
void dv_recomputation_end(dv_recomputation *recomputation);

#endif
