// Control functions: what distance and angle, as a sensor tells them, come to as stress. After B.
// D. Reich, An Architecture for Behavioral Locomotion (1997), Control Behaviors.
#ifndef DV_STRESS_CONTROL_H
#define DV_STRESS_CONTROL_H

#include "base/math.h"
#include "drover/catalogue.h"
#include "steering/behaviors.h"

/// How distance and angle count: scale · excess ^ power.
typedef struct dv_control {
    float distance_scale, distance_power;
    float angle_scale, angle_power;
} dv_control;

/// x ^ power for x of 0 or more; the powers that are common cost nothing.
static inline float dv_powered(float x, float power) {
    if (power == 1)
        return x;
    if (power == 2)
        return x * x;
    if (power == 0.5f)
        return sqrtf(x);
    return (float)dv_pow((double)x, (double)power);
}

/// What is left above 0; what is no number leaves nothing.
static inline float dv_excess(float x) { return x > 0 ? x : 0; }

/// Draw near and face it: the squares of the stress of distance (m) beyond `least_distance` and
/// that of the angle (rad, signed from the heading) beyond `least_angle`, summed up.
static inline float dv_attract_stress(const dv_control *control, float distance, float angle,
                                      float least_distance, float least_angle) {
    float far = dv_excess(distance - least_distance);
    float aside = dv_excess(fabsf(angle) - least_angle);
    float d = control->distance_scale * dv_powered(far, control->distance_power);
    float a = control->angle_scale * dv_powered(aside, control->angle_power);
    return d * d + a * a;
}

/// Keep away: 0 from `most_distance` on. Nearer, the squares of the stress of the distance (m,
/// surface to surface) missing to it and of the angle (rad) missing to the back, summed up: the
/// more it intrudes and the more it is faced, the greater.
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

/// The parameters of a control function, in this order, to stand at the end of a descriptor's.
#define DV_CONTROL_PARAMETERS                                                                      \
    {"distance_scale",                                                                             \
     DV_PARAMETER_NUMBER,                                                                          \
     false,                                                                                        \
     "",                                                                                           \
     0,                                                                                            \
     DV_HEAVIEST,                                                                                  \
     1,                                                                                            \
     "factor of the stress of distance"},                                                          \
        {"distance_power",                                                                         \
         DV_PARAMETER_NUMBER,                                                                      \
         false,                                                                                    \
         "",                                                                                       \
         0,                                                                                        \
         8,                                                                                        \
         1,                                                                                        \
         "to which the distance is raised"},                                                       \
        {"angle_scale",                                                                            \
         DV_PARAMETER_NUMBER,                                                                      \
         false,                                                                                    \
         "",                                                                                       \
         0,                                                                                        \
         DV_HEAVIEST,                                                                              \
         1,                                                                                        \
         "factor of the stress of the angle"},                                                     \
    {                                                                                              \
        "angle_power", DV_PARAMETER_NUMBER, false, "", 0, 8, 1, "to which the angle is raised"     \
    }

#endif
