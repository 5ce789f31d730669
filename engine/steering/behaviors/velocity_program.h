// The velocity nearest to a preferred one among those that half-spaces allow: the linear program of
// reciprocal avoidance, in the plane and in a volume.
#ifndef DV_STEERING_VELOCITY_PROGRAM_H
#define DV_STEERING_VELOCITY_PROGRAM_H

#include "drover/base.h"

#define DV_MAX_HALF_SPACES 16

/// Velocities v with normal · v ≥ bound are allowed; the normal has unit length.
typedef struct dv_half_space {
    double normal[3];
    double bound; ///< m/s
} dv_half_space;

/// Solve for at most DV_MAX_HALF_SPACES half-spaces, the first `firm` of which are always
/// respected. In the plane (`dimensions` 2) the third coordinate is ignored. When no velocity up to
/// `cap` (m/s) satisfies all of them, `best` violates the others least.
void dv_nearest_velocity(const dv_half_space *spaces, uint32_t count, uint32_t firm,
                         const double preferred[3], double cap, uint32_t dimensions,
                         double best[3]);

#endif
