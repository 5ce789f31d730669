// Where agents were: at the tick before the last, to draw between the two, and along their trails.
//
// Invariant: `before[i]` and `trails[i]` belong to the agent with the handle kept in them; what was
// kept of an agent that is gone is never given out for another that has its index.
#ifndef DV_PLAYER_MOTION_H
#define DV_PLAYER_MOTION_H

#include "drover/drover.h"

#define DV_TRAIL_POINTS 48
/// Agents with an index beyond leave no trail.
#define DV_TRAIL_AGENTS 20000

typedef struct dv_pose {
    float x, y, z;
    float forward_x, forward_y; ///< unit length, as seen from above
    float pitch;                ///< rad, the head up
    float roll;                 ///< rad, the left side up
} dv_pose;

typedef struct dv_trail {
    uint64_t agent;
    uint32_t next, count; ///< the newest point is at next − 1, in a ring
    float points[DV_TRAIL_POINTS][2];
} dv_trail;

typedef struct dv_kept_pose {
    uint64_t agent;
    dv_pose pose;
} dv_kept_pose;

typedef struct dv_motion {
    dv_kept_pose *before;
    uint32_t count, capacity;
    dv_trail *trails;
    uint32_t trail_count, trail_capacity;
    uint64_t traced_tick;
} dv_motion;

void dv_motion_free(dv_motion *motion);

/// Forget everything: the world was replaced, or ticks went by unseen.
void dv_motion_forget(dv_motion *motion);

/// Keep where everyone is. Call it before a tick.
dv_result dv_motion_keep(dv_motion *motion, const dv_world *world);

/// Add to the trails when a tenth of a second of the model has gone by. Call it after a tick.
dv_result dv_motion_trace(dv_motion *motion, const dv_world *world);
void dv_motion_forget_trails(dv_motion *motion);

/// Where to draw an agent at `fraction` between the tick before the last (0) and the last (1).
/// Across a wrapped edge it goes the short way; after a jump it is where it is now.
dv_pose dv_motion_pose(const dv_motion *motion, const dv_world *world, dv_agent agent,
                       float fraction);

/// The agent's trail, or NULL.
const dv_trail *dv_motion_trail(const dv_motion *motion, dv_agent agent);

#endif
