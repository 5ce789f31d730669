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
    bool is_place; ///< a point, measured from the foot; else a thing, from surface to surface
    bool is_thing; ///< its nearest point is another from everywhere
} dv_aim;

/// Begin with what a target parameter names; false where it names nothing now.
bool dv_aim_begin(dv_aim *aim, const dv_steering_context *context, const dv_bound *target);
/// How far it is from each candidate (m), and where angles are wanted the angle to it from the way
/// that one faces (rad, signed): 0 where it is no way off.
void dv_aim_from_all(const dv_aim *aim, const dv_footsteps *steps, bool wants_angles,
                     float distance[DV_MOST_FOOTSTEPS], float angle[DV_MOST_FOOTSTEPS]);

/// The angle of a vector of any length but 0, from −π to π, within 3e-7; in single precision and
/// without branches, so that many are told side by side. Abramowitz & Stegun, 4.4.49.
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

/// Read a control function's parameters, which begin at place `first`.
dv_control dv_control_of(const dv_steering_context *context, const dv_bound *parameters,
                         const dv_parameter *descriptors, uint32_t first);

#endif
