// Where a step moves the body, compared with where it faces.
#ifndef DV_STRESS_MOTION_H
#define DV_STRESS_MOTION_H

#include "drover/catalogue.h"

#include <math.h>

/// The velocity (m/s) of a step.
static inline dv_vec3 dv_velocity_of_step(const dv_footsteps *steps, uint32_t i) {
    return (dv_vec3){steps->velocity_x[i], steps->velocity_y[i], steps->velocity_z[i]};
}

/// The speed (m/s) of a step, seen from above, in whatever direction.
static inline float dv_speed_of_step(const dv_footsteps *steps, uint32_t i) {
    float x = steps->velocity_x[i], y = steps->velocity_y[i];
    return sqrtf(x * x + y * y);
}

/// The part of a step's velocity (m/s) along its heading.
static inline float dv_speed_ahead(const dv_footsteps *steps, uint32_t i) {
    return steps->velocity_x[i] * steps->forward_x[i] + steps->velocity_y[i] * steps->forward_y[i];
}

/// Whether a step goes where it faces, except for rounding. A turn on the spot does.
static inline bool dv_goes_ahead(const dv_footsteps *steps, uint32_t i) {
    return dv_speed_ahead(steps, i) >= 0.999f * dv_speed_of_step(steps, i);
}

#endif
