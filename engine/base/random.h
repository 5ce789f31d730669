// Random numbers as a function of a key: no state to save, no order to keep, the same on every
// thread. Draw number n of a key never changes, in any build or version.
#ifndef DV_BASE_RANDOM_H
#define DV_BASE_RANDOM_H

#include "base/math.h"

/// The key of a sequence of draws. Several users with the same agent and tick each need their own
/// `stream`.
typedef struct dv_random_key {
    uint64_t seed, tick;
    uint32_t agent, stream;
} dv_random_key;

/// Draw 64 random bits.
uint64_t dv_random_bits(dv_random_key key, uint64_t n);

/// The same draw for several agents, ignoring the key's agent.
void dv_random_bits_of(dv_random_key key, uint64_t n, const uint32_t *agents, uint32_t count,
                       uint64_t *bits);

/// Draw a number in [0, 1), a multiple of 2^-53.
double dv_random_unit(dv_random_key key, uint64_t n);

/// Draw an integer from low to high, both included; low <= high. The odds of any two values differ
/// by at most one part in 2^64 / (high - low + 1).
int64_t dv_random_range(dv_random_key key, uint64_t n, int64_t low, int64_t high);

/// Draw a unit vector, uniform on the circle (z is 0) or, with `volume`, on the sphere.
dv_vec3 dv_random_direction(dv_random_key key, uint64_t n, bool volume);

// The height of a uniform point on the sphere is uniform (Archimedes). Height and angle take half
// of the bits each, so that one vector is one draw.

/// The angle (rad) about z of the direction that these bits encode.
static inline double dv_angle_of_bits(uint64_t bits) {
    return (double)(bits >> 32) * (2 * DV_PI * 0x1p-32);
}

/// The height of that direction, and in `radius` its distance from the axis.
static inline double dv_height_of_bits(uint64_t bits, double *radius) {
    double height = ((double)(bits & UINT32_MAX) + 0.5) * 0x1p-31 - 1;
    *radius = dv_sqrt(1 - height * height);
    return height;
}

#endif
