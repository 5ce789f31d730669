// What-if: after a change to a paused run, such as a save or a setting, two copies of its world run
// ahead: one from before the first change, and one with all changes. The paths of their agents show
// what the changes do. The run itself stays as it is.
//
// Invariant: `base` is at the world's tick. If it isn't, the futures are dropped before their next
// use.
#ifndef DV_PLAYER_WHAT_IF_H
#define DV_PLAYER_WHAT_IF_H

#include "player/draw/futures.h"
#include "player/run/run.h"

/// How far the futures go: simulated seconds, and at least this many ticks.
#define DV_WHAT_IF_SECONDS 10
#define DV_WHAT_IF_TICKS 10u
#define DV_WHAT_IF_TEXT 1024

/// A future while it is being computed.
typedef struct dv_future {
    dv_beside beside;            ///< closed: it has not begun, or is over
    uint64_t done;               ///< ticks
    char end[DV_ERROR_CAPACITY]; ///< why it ended early, or ""
} dv_future;

typedef struct dv_what_if {
    dv_moment base; ///< before the first change at this tick; no code: nothing has changed
    uint32_t rewinds, restarts, rollbacks; ///< of the run, when `base` was taken
    uint32_t changes, computed;            ///< changes since `base`, and those that the paths have
    bool has_begun;
    double since;           ///< dv_now() when the changed future began
    uint64_t ticks, stride; ///< of the futures, and from one point to the next
    dv_future unchanged, changed;
    dv_futures paths;
    char reported[DV_ERROR_CAPACITY]; ///< the last message that was printed
} dv_what_if;

/// Turn it on or off. False when out of memory.
bool dv_what_if_turn(dv_run *run, bool on);

/// Call the first before a change that affects the future, and the second after it.
void dv_what_if_before_change(dv_run *run);
void dv_what_if_after_change(dv_run *run);
/// Forget the changes and the futures: the world was replaced.
void dv_what_if_forget(dv_run *run);

/// Compute for about `seconds` of real time. False if there is nothing more to compute, because the
/// futures are complete, nothing was changed, or the run isn't paused.
bool dv_what_if_continue(dv_run *run, double seconds);

/// Whether there is a base that differs from the world only by the changes since.
bool dv_what_if_is_present(const dv_run *run);

/// The paths as far as they have been computed; NULL if there are none.
const dv_futures *dv_what_if_paths(const dv_run *run);

/// Describe how the futures differ: how many agents end up elsewhere, how far apart the farthest
/// one is, and the same of `agent` unless it is null.
void dv_what_if_text(const dv_run *run, dv_agent agent, char text[DV_WHAT_IF_TEXT]);

#endif
