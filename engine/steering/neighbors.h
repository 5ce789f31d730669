// Shared by the behaviors that look at neighbors.
#ifndef DV_STEERING_NEIGHBORS_H
#define DV_STEERING_NEIGHBORS_H

#include "drover/sketch.h"
#include "neighbors/tally.h"

/// The neighbors that `kind` and `state` parameters name; an absent parameter allows any.
dv_neighborhood dv_neighbors_of(const dv_steering_context *context, const dv_bound *kind,
                                const dv_bound *state, float radius);

/// Move on to the next neighbor in a view cone around the agent's heading; false at the end.
static inline bool dv_neighborhood_next_in_view(dv_neighborhood *near,
                                                const dv_steering_context *context,
                                                float half_cosine) {
    while (dv_neighborhood_next(near))
        if (dv_in_cone(context->forward, near->offset, near->distance_squared, half_cosine))
            return true;
    return false;
}

/// The mean of a tally's terms, for terms other than pushes; false when there are no neighbors.
bool dv_mean_by(const dv_steering_context *context, const dv_tally_rule *rule, dv_vec3 *mean);
/// Draw the neighborhoods of some tallies, and lines to the neighbors in any of them.
void dv_show_rules(const dv_steering_context *context, const dv_tally_rule *rules, uint32_t count,
                   dv_sketch *sketch);

/// Draw a neighborhood with a view cone, and lines to the neighbors in it.
void dv_show_neighbors(const dv_steering_context *context, dv_neighborhood near, float radius,
                       float half_cosine, dv_sketch *sketch);

/// What one neighbor adds to separation: the direction away from it over its distance (1/m), that
/// is, offset / distance². Neighbors nearer than radius / 10⁴ push as if they were that far away.
/// Two at the same place push each other opposite ways, along a direction drawn from their IDs.
dv_vec3 dv_push_from(const dv_steering_context *context, const dv_neighborhood *near, float radius);

/// The sum of such pushes as a steering vector: times radius and cap, truncated to the cap.
dv_vec3 dv_separate(float cap, dv_vec3 pushes, float radius);

/// The velocity of the current neighbor, as sensed.
static inline dv_vec3 dv_neighbor_velocity(const dv_neighborhood *near) {
    return dv_record_velocity(&near->world->sensed.records[near->rank]);
}

#endif
