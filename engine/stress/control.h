// Control functions: turn the distance and angle that a sensor reports into stress. After B. D.
// Reich, An Architecture for Behavioral Locomotion (1997), Control Behaviors.
#ifndef DV_STRESS_CONTROL_H
#define DV_STRESS_CONTROL_H

#include "base/math.h"
#include "drover/catalogue.h"
#include "steering/behaviors.h"

/// The weights of distance and angle: each adds scale · excess ^ power.
typedef struct dv_control {
    float distance_scale, distance_power;
    float angle_scale, angle_power;
} dv_control;

/// x ^ power for x ≥ 0, with shortcuts for the common powers.
static inline float dv_powered(float x, float power) {
    if (power == 1)
        return x;
    if (power == 2)
        return x * x;
    if (power == 0.5f)
        return sqrtf(x);
    return (float)dv_pow((double)x, (double)power);
}

/// max(x, 0); 0 for NaN.
static inline float dv_excess(float x) { return x > 0 ? x : 0; }

/// Come near and face it: with d the stress of the distance (m) beyond `least_distance` and a that
/// of the angle (rad, signed from the heading) beyond `least_angle`, d² + a².
static inline float dv_attract_stress(const dv_control *control, float distance, float angle,
                                      float least_distance, float least_angle) {
    float far = dv_excess(distance - least_distance);
    float aside = dv_excess(fabsf(angle) - least_angle);
    float d = control->distance_scale * dv_powered(far, control->distance_power);
    float a = control->angle_scale * dv_powered(aside, control->angle_power);
    return d * d + a * a;
}

/// Keep away: 0 from `most_distance` on. Nearer, the sum of two squares: the stress of the distance
/// (m, surface to surface) short of `most_distance`, and the stress of the angle (rad) short of
/// facing straight away. Stress grows the closer the thing is and the more the agent faces it.
static inline float dv_avoid_stress(const dv_control *control, float distance, float angle,
                                    float most_distance) {
    float near = most_distance - distance;
    if (!(near > 0))
        return 0;
    float facing = dv_excess((float)DV_PI - fabsf(angle));
    float d = control->distance_scale * dv_powered(near, control->distance_power);
    float a = control->angle_scale * dv_powered(facing, control->angle_power);
    return d * d + a * a;
}

/// The parameters of a control function, in this order. Put them at the end of a descriptor's list.
#define DV_CONTROL_PARAMETERS                                                                      \
    {"distance_scale",                                                                             \
     DV_PARAMETER_NUMBER,                                                                          \
     false,                                                                                        \
     "",                                                                                           \
     0,                                                                                            \
     DV_HEAVIEST,                                                                                  \
     1,                                                                                            \
     "factor for the stress of the distance"},                                                     \
        {"distance_power",                                                                         \
         DV_PARAMETER_NUMBER,                                                                      \
         false,                                                                                    \
         "",                                                                                       \
         0,                                                                                        \
         8,                                                                                        \
         1,                                                                                        \
         "power to which the distance is raised"},                                                 \
        {"angle_scale",                                                                            \
         DV_PARAMETER_NUMBER,                                                                      \
         false,                                                                                    \
         "",                                                                                       \
         0,                                                                                        \
         DV_HEAVIEST,                                                                              \
         1,                                                                                        \
         "factor for the stress of the angle"},                                                    \
    {                                                                                              \
        "angle_power", DV_PARAMETER_NUMBER, false, "", 0, 8, 1,                                    \
            "power to which the angle is raised"                                                   \
    }

#endif
