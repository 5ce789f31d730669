// A past tick of a run, computed again in a scenario of its own beside the run: from the nearest
// moment before it, with the code and the acts of that time. The run is not touched.
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
    uint64_t from, to;      ///< ticks: of the moment, and where it leads
    dv_kept_code *code;     ///< in force there
    uint64_t act, last_act; ///< numbers: of the next act to do, and of the first not to do
    dv_scenario *scenario;  ///< NULL: `to` is the moment's own tick
    dv_snapshot snapshot;   ///< of the moment, then of the world at `to`
    bool is_moment;         ///< the snapshot is the history's
    uint64_t refused;       ///< allocations before it began
    dv_result result;       ///< once it is over; else DV_OK
    dv_error error;
} dv_visit;

/// Begin at the moment nearest before a tick; the first when that is later. `to` is less than the
/// tick where the run took a turn that cannot be computed. The history must stay as it is until the
/// visit is over. Fails, with nothing to end, when there is no moment or memory is short.
dv_result dv_visit_begin(dv_visit *visit, dv_run *run, uint64_t tick, dv_error *error);
/// Go on for so many seconds of real time; false when it is over.
bool dv_visit_go_on(dv_visit *visit, double seconds);
/// Whether it can go on to another tick instead of `to`; it then does.
bool dv_visit_turn_to(dv_visit *visit, uint64_t tick);
/// The tick that it has reached.
uint64_t dv_visit_tick(const dv_visit *visit);
void dv_visit_end(dv_visit *visit);

#endif
