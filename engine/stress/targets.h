// How far off a target is from each candidate of a step, and at which angle.
#ifndef DV_STRESS_TARGETS_H
#define DV_STRESS_TARGETS_H

#include "stress/control.h"
#include "world/world_data.h"

/// A target seen from candidates of a step.
typedef struct dv_aim {
    const dv_steering_context *context;
    const dv_bound *bound;
    dv_target target;
    bool is_place;  ///< a point, measured from the foot; else a thing, from surface to surface
    bool is_thing;  ///< its nearest point is another from everywhere
    float distance; ///< m, of the candidate looked at
    float angle;    ///< rad, signed, from the way it faces; 0 where nothing is that far off
} dv_aim;

/// Begin with what a target parameter names; false where it names nothing now.
bool dv_aim_begin(dv_aim *aim, const dv_steering_context *context, const dv_bound *target);
/// Look from the i-th candidate; the angle only where it is wanted.
void dv_aim_from(dv_aim *aim, const dv_footsteps *steps, uint32_t i, bool wants_angle);

/// Read a control function's parameters, which begin at place `first`.
dv_control dv_control_of(const dv_steering_context *context, const dv_bound *parameters,
                         const dv_parameter *descriptors, uint32_t first);

#endif
