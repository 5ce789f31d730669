// Squads steering toward desired velocities of their own, side by side: what seek, flee and wander
// are for one agent, to the last bit; see desired.h.
#ifndef DV_STEERING_DESIRES_H
#define DV_STEERING_DESIRES_H

#include "base/lanes.h"
#include "world/program_data.h"

/// Where each of a squad would like to be, or would not.
struct dv_desire {
    bool flees;
    dv_vectors places;           ///< m, as sensed, of what it heads for or away from
    int32_t has_place[DV_LANES]; ///< 0 or −1
    float speed[DV_LANES];       ///< m/s
    float radius[DV_LANES];      ///< m, of fleeing: from what is no further away
};
typedef struct dv_desire dv_desire;

/// How each of a squad wanders: what it drew of the step that its point takes, and the point.
struct dv_wanderers {
    float strength[DV_LANES], rate[DV_LANES];
    double angle[DV_LANES], radius[DV_LANES], height[DV_LANES];
    dv_vectors up;     ///< unit vectors out of the roofs
    dv_vectors points; ///< as of dv_wander_state; moved on
};
typedef struct dv_wanderers dv_wanderers;

/// Let what is a direction (of any length) become the steering vector along it; as dv_steer_along.
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

/// The places that a target parameter names for the agents of a squad.
void dv_desire_targets(const dv_squad *squad, const dv_bound *parameters, uint32_t i,
                       dv_desire *desire);

#endif
