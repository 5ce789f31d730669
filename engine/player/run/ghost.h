// The ghost: after an accepted save, a copy of the world from before it keeps running next to the
// run, under the old code. It gets the same acts and does the same ticks, and the first difference
// between the two worlds is reported. The run does not depend on it: hashes, rows, logs, and stdout
// are the same with and without a ghost.
//
// Invariant: between two ticks, the ghost's world is at the same tick as the run's.
#ifndef DV_PLAYER_GHOST_H
#define DV_PLAYER_GHOST_H

#include "player/run/run.h"

#define DV_GHOST_TEXT 1024

/// Turn the ghost on or off; off ends a running one. `text` receives the new status.
void dv_ghost_turn(dv_run *run, bool on, char text[DV_GHOST_TEXT]);

/// The status of a ghost that is on: "from the next accepted save on", or the tick since which it
/// has been running, the first difference, and how far apart the worlds were at most 0.1 s ago.
void dv_ghost_text(const dv_ghost *ghost, char text[DV_GHOST_TEXT]);

/// Call after a save was accepted. If the ghost is on, start one with the world from before the
/// save; it replaces a running one.
void dv_ghost_begin(dv_run *run);
/// Apply to the ghost an act that was applied to the run.
void dv_ghost_act(dv_run *run, const dv_act *act);
/// Advance the ghost by the tick that the run just did, and compare the worlds.
void dv_ghost_tick(dv_run *run);
/// Call after the run rolled back reload `generation`.
void dv_ghost_follow_rollback(dv_run *run, uint32_t generation);
/// End a running ghost and report why; with NULL, silently.
void dv_ghost_end(dv_run *run, const char *why);

#endif
