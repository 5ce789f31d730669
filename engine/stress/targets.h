// The distance and angle from each candidate step to a target.
#ifndef DV_STRESS_TARGETS_H
#define DV_STRESS_TARGETS_H

#include "stress/control.h"
#include "world/world_data.h"

/// A target that candidate steps are measured against.
typedef struct dv_aim {
    const dv_steering_context *context;
    const dv_bound *bound;
    dv_target target;
    bool is_place; ///< a point, measured from the foot; otherwise measured from surface to surface
    bool is_thing; ///< an obstacle, path or the like: its nearest point differs for each candidate
} dv_aim;

/// Look up what a target parameter names; false when it names nothing now.
bool dv_aim_begin(dv_aim *aim, const dv_steering_context *context, const dv_bound *target);
/// Store the distance (m) of each candidate from the target and, if `wants_angles`, the angle (rad,
/// signed) to it from the candidate's heading; 0 where the candidate is at the target.
void dv_aim_from_all(const dv_aim *aim, const dv_footsteps *steps, bool wants_angles,
                     float distance[DV_MAX_FOOTSTEPS], float angle[DV_MAX_FOOTSTEPS]);

/// The angle of a nonzero vector from −π to π, within 3e-7. Single precision and no branches, so
/// that the compiler can vectorize loops over it. Abramowitz & Stegun, 4.4.49.
static inline float dv_angle_of(float x, float y) {
    float across = fabsf(y), along = fabsf(x);
    float less = across < along ? across : along, more = across < along ? along : across;
    float t = less / more, s = t * t;
    float a = 0.0028662257f;
    a = a * s - 0.0161657367f;
    a = a * s + 0.0429096138f;
    a = a * s - 0.0752896400f;
    a = a * s + 0.1065626393f;
    a = a * s - 0.1420889944f;
    a = a * s + 0.1999355085f;
    a = a * s - 0.3333314528f;
    a = t + t * (a * s);
    a = across > along ? (float)(DV_PI / 2) - a : a;
    a = x < 0 ? (float)DV_PI - a : a;
    return y < 0 ? -a : a;
}

/// Read the parameters of a control function, the first of which is at index `first`.
dv_control dv_control_of(const dv_steering_context *context, const dv_bound *parameters,
                         const dv_parameter *descriptors, uint32_t first);

#endif
