// The ghost: after an accepted save, a copy of the world from before it keeps running beside the
// run, under the old code. It gets the same acts and advances by the same ticks, and the first
// difference between the two worlds is reported. The run does not depend on it: hashes, rows, logs
// and stdout are the same with and without a ghost.
//
// Invariant: between two ticks, the ghost's world is at the same tick as the run's.
#ifndef DV_PLAYER_GHOST_H
#define DV_PLAYER_GHOST_H

#include "player/acts.h"

struct dv_run;

typedef struct dv_ghost {
    bool is_on;               ///< each accepted save begins one
    dv_scenario *scenario;    ///< NULL: no ghost is running
    uint32_t generation;      ///< of the reload that the ghost does not have
    uint64_t since;           ///< the tick of that reload
    bool has_diverged;        ///< and the worlds are no longer compared
    uint64_t diverged_tick;   ///< the first tick after which the worlds differed
    dv_difference difference; ///< the run's value first, then the ghost's
} dv_ghost;

#define DV_GHOST_TEXT 1024

/// Turn the ghost on or off; off ends a running one. `text` receives the new status.
void dv_ghost_turn(struct dv_run *run, bool on, char text[DV_GHOST_TEXT]);

/// The status of a ghost that is on: "from the next accepted save on", or the tick since which it
/// has been running and the first difference.
void dv_ghost_text(const dv_ghost *ghost, char text[DV_GHOST_TEXT]);

/// Call after a save was taken over. If the ghost is on, start one with the world from before the
/// save; it replaces a running one.
void dv_ghost_begin(struct dv_run *run);
/// Apply to the ghost an act that was applied to the run.
void dv_ghost_act(struct dv_run *run, const dv_act *act);
/// Advance the ghost by the tick that the run just did, and compare the worlds.
void dv_ghost_tick(struct dv_run *run);
/// Call after the run rolled back reload `generation`.
void dv_ghost_follow_rollback(struct dv_run *run, uint32_t generation);
/// End a running ghost and report why; with NULL, silently.
void dv_ghost_end(struct dv_run *run, const char *why);

#endif
