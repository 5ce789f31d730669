// Steering toward desired velocities for a squad, side by side: what seek, flee and wander do for
// one agent, to the last bit; see desired.h.
#ifndef DV_STEERING_DESIRES_H
#define DV_STEERING_DESIRES_H

#include "base/lanes.h"
#include "program/program_data.h"

/// The place that each agent of a squad steers toward, or away from.
struct dv_desire {
    bool flees;
    dv_vectors places;           ///< m, as sensed, of each target
    int32_t has_place[DV_LANES]; ///< 0 or −1
    float speed[DV_LANES];       ///< m/s
    float radius[DV_LANES];      ///< m, for fleeing: beyond it, no steering
};
typedef struct dv_desire dv_desire;

/// How each agent of a squad wanders: the random step drawn for its point, and the point.
struct dv_wanderers {
    float strength[DV_LANES], rate[DV_LANES];
    double angle[DV_LANES], radius[DV_LANES], height[DV_LANES];
    dv_vectors up;     ///< unit up vectors of the bodies
    dv_vectors points; ///< as in dv_wander_state; updated
};
typedef struct dv_wanderers dv_wanderers;

/// Turn a direction (of any length) into the steering vector along it, as dv_steer_along does.
static inline void dv_steer_lanes_along(const dv_squad *squad, dv_lanes3 *direction,
                                        const dv_floats *speed) {
    dv_lanes3 velocity;
    dv_mask lead_somewhere;
    dv_load_lanes3(&velocity, &squad->velocity);
    dv_nonzero_lanes(direction, &lead_somewhere);
    dv_normalize_lanes(direction);
    direction->x = DV_ONLY_WHERE(lead_somewhere, direction->x * *speed - velocity.x);
    direction->y = DV_ONLY_WHERE(lead_somewhere, direction->y * *speed - velocity.y);
    direction->z = DV_ONLY_WHERE(lead_somewhere, direction->z * *speed - velocity.z);
}

/// Look up the places that a target parameter names for the agents of a squad.
void dv_desire_targets(const dv_squad *squad, const dv_bound *parameters, uint32_t i,
                       dv_desire *desire);

#endif
