// Moves several point masses at once. They must have no minimum speed or force, no drag, no
// smoothing, and no turn limit, as is the case for most.
#ifndef DV_LOCOMOTION_POINT_MASSES_H
#define DV_LOCOMOTION_POINT_MASSES_H

#include "base/vectors.h"
#include "drover/catalogue.h"

/// Pointers to DV_LANES numbers each: directly into the columns if the bodies are consecutive
/// there, else into copies.
typedef struct dv_point_masses {
    float *x, *y, *z, *vx, *vy, *vz; ///< position and velocity, updated
    float *fx, *fy, *fz;             ///< forward, updated
    float *ux, *uy, *uz;             ///< up, updated; NULL in a plane
    const dv_vec3 *steering;
    float thrust[DV_LANES];   ///< m/s²; see dv_body
    float response[DV_LANES]; ///< s
    float cap[DV_LANES];      ///< m/s
    float dt;                 ///< s
    bool is_plane;
} dv_point_masses;

#endif
