// What candidate steps are scored against: the agent's surroundings, sensed once for all
// candidates. Everything is a level offset, seen from above, from where the agent is now, so that
// distances hold across the edge of a world that wraps.
#ifndef DV_STRESS_SURROUNDINGS_H
#define DV_STRESS_SURROUNDINGS_H

#include "steering/neighbors.h"
#include "stress/sensors.h"
#include "stress/targets.h"

/// A viewer at the end of each candidate step.
typedef struct dv_viewers {
    uint32_t count;
    float reach; ///< m, from the agent to the furthest candidate
    dv_viewer at[DV_MAX_FOOTSTEPS];
} dv_viewers;

/// Put a viewer at the end of each candidate step.
void dv_viewers_of(const dv_steering_context *context, const dv_footsteps *steps,
                   dv_viewers *viewers);
/// Put one viewer where the agent is now, to draw what it senses.
void dv_viewers_here(const dv_steering_context *context, dv_viewers *viewers);

/// The field of view of the parameter at index `i`, a full cone (rad).
dv_view dv_view_at(const dv_steering_context *context, const dv_bound *parameters,
                   const dv_parameter *descriptors, uint32_t i);

/// The neighbors whose bodies may reach within `reach` (m) of the agent: all that do, and a few
/// that fall just short.
dv_neighborhood dv_bodies_within(const dv_steering_context *context, const dv_bound *kind,
                                 const dv_bound *state, float reach);

/// Called with an obstacle and the agent's position in the obstacle's coordinates: in a world that
/// wraps, `here` may be on the far side of the edge.
typedef void dv_each_obstacle(void *passed, const dv_obstacle_record *obstacle, dv_vec3 here);
/// Call `each` for every obstacle at the agent's height whose bounding box may come within `reach`
/// (m).
void dv_obstacles_about(const dv_steering_context *context, float reach, dv_each_obstacle *each,
                        void *passed);

/// The number of line segments in an obstacle's outline; 0 for spheres and cylinders.
static inline uint32_t dv_line_count(const dv_obstacle_record *obstacle) {
    uint32_t count = dv_outline_count(obstacle);
    return count == 2 ? 1 : count;
}
/// Segment `i` of an obstacle's outline as an offset from `here`.
dv_segment dv_line_at(const dv_obstacle_record *obstacle, uint32_t i, dv_vec3 here);
/// Whether a segment comes within `reach` (m) of where the agent is now.
bool dv_line_within(const dv_segment *line, float reach);

#endif
