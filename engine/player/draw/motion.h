// Where agents were: at the tick before the last, to draw them between two ticks, and along their
// trails.
//
// Invariant: `before[i]` and `trails[i]` belong to the agent whose handle they hold, so they are
// not used for a later agent with the same index.
#ifndef DV_PLAYER_MOTION_H
#define DV_PLAYER_MOTION_H

#include "drover/drover.h"

#define DV_TRAIL_POINTS 48
/// Agents with a greater index leave no trail.
#define DV_TRAIL_AGENTS 20000

typedef struct dv_pose {
    float x, y, z;
    float forward_x, forward_y; ///< unit vector, seen from above
    float pitch;                ///< rad, positive when the head is up
    float roll;                 ///< rad, positive when the left side is up
} dv_pose;

typedef struct dv_trail {
    uint64_t agent;
    uint32_t next, count; ///< a ring buffer; the newest point is at `next` − 1
    float points[DV_TRAIL_POINTS][3];
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

/// Free the memory.
void dv_motion_free(dv_motion *motion);

/// Forget everything, because the world was replaced or ticks were skipped.
void dv_motion_forget(dv_motion *motion);

/// Keep the poses of all agents. Call it before a tick.
dv_result dv_motion_keep(dv_motion *motion, const dv_world *world);

/// Add a point to each trail if 0.1 s of simulated time has passed since the last one. Call it
/// after a tick.
dv_result dv_motion_trace(dv_motion *motion, const dv_world *world);
/// Forget only the trails.
void dv_motion_forget_trails(dv_motion *motion);

/// Where to draw an agent at `fraction` of the way from the tick before the last (0) to the last
/// tick (1). At a wrapped edge, agents move the short way; after a jump, they are drawn at their
/// current position.
dv_pose dv_motion_pose(const dv_motion *motion, const dv_world *world, dv_agent agent,
                       float fraction);

/// Only the place of dv_motion_pose, which takes less time.
dv_vec3 dv_motion_place(const dv_motion *motion, const dv_world *world, dv_agent agent,
                        float fraction);

/// Whether the short way between two places crosses an edge of a world that wraps.
bool dv_motion_crosses_edge(const dv_world *world, dv_vec3 from, dv_vec3 to);

/// The agent's trail, or NULL.
const dv_trail *dv_motion_trail(const dv_motion *motion, dv_agent agent);

#endif
