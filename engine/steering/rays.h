// A fan of feelers ahead of a body, for behaviors that sense walls by rays.
#ifndef DV_STEERING_RAYS_H
#define DV_STEERING_RAYS_H

#include "world/world_data.h"

#define DV_MOST_RAYS 32

/// Rays spread evenly over `angle`, the middle one along `direction`; in a volume a level fan, then
/// an upright one.
typedef struct dv_fan {
    dv_vec3 direction, left, up; ///< unit vectors
    float angle;                 ///< rad, from the first ray to the last
    uint32_t rays;               ///< in one fan
    uint32_t fans;
} dv_fan;

dv_fan dv_fan_of(const dv_steering_context *context, dv_vec3 direction, float rays, float angle);

/// The number of rays in all.
uint32_t dv_fan_size(const dv_fan *fan);

/// The unit vector along ray `i`, and how far out it is: −1 on the right (below), 1 on the left
/// (above), 0 in the middle.
dv_vec3 dv_fan_ray(const dv_fan *fan, uint32_t i, float *place);

/// What a ray (a unit vector) of a length hits first; false when that is nothing.
bool dv_feel(const dv_steering_context *context, dv_vec3 ray, float length, dv_sweep_hit *hit);

/// Draw the rays, those that hit as far as they do.
void dv_show_fan(const dv_steering_context *context, const dv_fan *fan, float length,
                 dv_sketch *sketch);

#endif
