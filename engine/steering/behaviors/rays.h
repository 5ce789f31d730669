// A fan of feelers ahead of a body, for behaviors that sense walls by rays.
#ifndef DV_STEERING_RAYS_H
#define DV_STEERING_RAYS_H

#include "world/world_data.h"

#define DV_MAX_RAYS 32

/// Rays spread evenly over `angle`, the middle one along `direction`. In a volume there are two
/// fans, a level one and then an upright one.
typedef struct dv_fan {
    dv_vec3 direction, left, up; ///< unit vectors
    float angle;                 ///< rad, from the first ray to the last
    uint32_t rays;               ///< in one fan
    uint32_t fans;
} dv_fan;

/// Make a fan of `rays` rays, at most DV_MAX_RAYS, about a unit vector.
dv_fan dv_fan_of(const dv_steering_context *context, dv_vec3 direction, float rays, float angle);

/// The number of rays in all fans.
uint32_t dv_fan_size(const dv_fan *fan);

/// The unit vector along ray `i`. `place` tells how far out the ray is: −1 on the right (or below),
/// 0 in the middle, 1 on the left (or above).
dv_vec3 dv_fan_ray(const dv_fan *fan, uint32_t i, float *place);

/// Find what a ray of a length (m) along a unit vector hits first; false when it hits nothing.
bool dv_feel(const dv_steering_context *context, dv_vec3 ray, float length, dv_sweep_hit *hit);

/// Draw the rays, each as far as what it hits.
void dv_show_fan(const dv_steering_context *context, const dv_fan *fan, float length,
                 dv_sketch *sketch);

#endif
