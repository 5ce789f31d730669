// Point masses side by side: those without a slowest speed, a weakest force, drag, smoothing and a
// limit on turning, as most are.
#ifndef DV_LOCOMOTION_POINT_MASSES_H
#define DV_LOCOMOTION_POINT_MASSES_H

#include "base/vectors.h"
#include "drover/catalogue.h"

/// DV_LANES numbers each: in columns, where bodies follow each other there, or copied from them.
typedef struct dv_point_masses {
    float *x, *y, *z, *vx, *vy, *vz; ///< before and after
    float *fx, *fy, *fz;             ///< forward, before and after
    float *ux, *uy, *uz;             ///< up before and after; NULL in the plane
    const dv_vec3 *steering;
    float thrust[DV_LANES];   ///< m/s²; see dv_body
    float response[DV_LANES]; ///< s
    float cap[DV_LANES];      ///< m/s
    float dt;                 ///< s
    bool is_plane;
} dv_point_masses;

#endif
