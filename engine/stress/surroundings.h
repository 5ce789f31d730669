// What candidate steps are scored against: what is about the agent, sensed once for all of them.
// Everything is an offset from where the agent is now, so that it holds together across the edge of
// a world that wraps, and level, as seen from above.
#ifndef DV_STRESS_SURROUNDINGS_H
#define DV_STRESS_SURROUNDINGS_H

#include "steering/neighbors.h"
#include "stress/sensors.h"
#include "stress/targets.h"

/// The candidates as those who sense from there.
typedef struct dv_viewers {
    uint32_t count;
    float reach; ///< m, how far from here the furthest of them is
    dv_viewer at[DV_MOST_FOOTSTEPS];
} dv_viewers;

void dv_viewers_of(const dv_steering_context *context, const dv_footsteps *steps,
                   dv_viewers *viewers);
/// Only the agent as it stands: what annotations show is sensed from here.
void dv_viewers_here(const dv_steering_context *context, dv_viewers *viewers);

/// A parameter that is a full cone of view.
dv_view dv_view_at(const dv_steering_context *context, const dv_bound *parameters,
                   const dv_parameter *descriptors, uint32_t i);

/// The neighbors whose bodies reach to within `reach` of the agent, and some that do not quite.
dv_neighborhood dv_bodies_within(const dv_steering_context *context, const dv_bound *kind,
                                 const dv_bound *state, float reach);

/// Call `each` for every obstacle at the agent's height whose bounding box may come within `reach`;
/// `here` is where the agent stands to the obstacle, also across the edge.
typedef void dv_each_obstacle(void *passed, const dv_obstacle_record *obstacle, dv_vec3 here);
void dv_obstacles_about(const dv_steering_context *context, float reach, dv_each_obstacle *each,
                        void *passed);

/// The lines of an obstacle's outline; spheres and cylinders have none.
static inline uint32_t dv_line_count(const dv_obstacle_record *obstacle) {
    uint32_t count = dv_outline_count(obstacle);
    return count == 2 ? 1 : count;
}
dv_segment dv_line_at(const dv_obstacle_record *obstacle, uint32_t i, dv_vec3 here);
/// Whether a line comes within `reach` of where the agent is now.
bool dv_line_within(const dv_segment *line, float reach);

#endif
