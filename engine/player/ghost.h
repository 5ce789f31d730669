// The world that would have been: after an accepted save the world of before goes on beside the run
// under the old code, gets the same acts and does the same ticks. The first thing in which the two
// worlds differ is named. The run itself is not touched: no hash, row, log line or line on stdout
// depends on it.
//
// Invariant: between two ticks, while one goes on, its world is at the tick of the run's.
#ifndef DV_PLAYER_GHOST_H
#define DV_PLAYER_GHOST_H

#include "player/acts.h"

struct dv_run;

typedef struct dv_ghost {
    bool is_on;               ///< each accepted save begins one
    dv_scenario *scenario;    ///< NULL: none goes on
    uint32_t generation;      ///< of the reload that it goes on without
    uint64_t since;           ///< the tick of that reload
    bool has_diverged;        ///< and is compared no more
    uint64_t diverged_tick;   ///< the first tick after which the worlds differed
    dv_difference difference; ///< run first, then ghost
} dv_ghost;

#define DV_GHOST_TEXT 1024

/// Turn it on or off. One that goes on ends when it is turned off. `text` says what there is now.
void dv_ghost_turn(struct dv_run *run, bool on, char text[DV_GHOST_TEXT]);

/// What there is of one that is on: "from the next accepted save on", or since when one goes on,
/// and the first difference.
void dv_ghost_text(const dv_ghost *ghost, char text[DV_GHOST_TEXT]);

/// A save was just taken over: where it is on, begin one of what was before, which replaces the one
/// that there is.
void dv_ghost_begin(struct dv_run *run);
/// Do an act that was done to the run.
void dv_ghost_act(struct dv_run *run, const dv_act *act);
/// Do the tick that the run did, and compare.
void dv_ghost_tick(struct dv_run *run);
/// The run took reload `generation` back.
void dv_ghost_follow_rollback(struct dv_run *run, uint32_t generation);
/// End the one that goes on, if there is one, and say why; NULL: say nothing.
void dv_ghost_end(struct dv_run *run, const char *why);

#endif
