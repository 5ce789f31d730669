// Computes a past tick of a run again, in a separate scenario: from the nearest moment before it,
// with the code and the acts of that time. The run itself is not changed.
//
//     dv_visit visit;
//     if (dv_visit_begin(&visit, run, tick, &error) == DV_OK)
//         while (dv_visit_go_on(&visit, seconds))
//             … draw a frame …
//     … visit.result, visit.snapshot …
//     dv_visit_end(&visit);
#ifndef DV_PLAYER_VISIT_H
#define DV_PLAYER_VISIT_H

#include "player/run/run.h"

typedef struct dv_visit {
    const dv_history *history;
    uint64_t from, to;      ///< tick of the moment, and the target tick
    dv_kept_code *code;     ///< in force at that moment
    uint64_t act, last_act; ///< number of the next act to apply, and of the first not to apply
    dv_scenario *scenario;  ///< NULL: the target is the moment's own tick
    dv_snapshot snapshot;   ///< of the moment if that is at `to`; else set at the end
    bool is_moment;         ///< the snapshot belongs to the history
    uint64_t refused;       ///< dv_refused_allocations() at the beginning
    dv_result result;       ///< DV_OK until it fails
    dv_error error;
} dv_visit;

/// Begin at the latest moment at or before `tick`, or at the first one if all are later. `to`
/// becomes the nearest tick that can be reached: a visit doesn't go past a boundary. The history
/// must not change until the visit is over. Fails, with nothing to end, if no moment is kept or
/// memory is short.
dv_result dv_visit_begin(dv_visit *visit, dv_run *run, uint64_t tick, dv_error *error);
/// Continue for about `seconds` of real time. False when it is over.
bool dv_visit_go_on(dv_visit *visit, double seconds);
/// Change the target to `tick` if the visit can still reach it, and return whether it can.
bool dv_visit_turn_to(dv_visit *visit, uint64_t tick);
/// The tick that it has reached.
uint64_t dv_visit_tick(const dv_visit *visit);
/// End a visit, at any time, and free its scenario and its snapshot, unless that is the history's.
void dv_visit_end(dv_visit *visit);

#endif
