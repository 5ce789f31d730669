// Point masses side by side: those without a slowest speed, a weakest force, drag, smoothing and a
// limit on turning, as most are.
#ifndef DV_LOCOMOTION_POINT_MASSES_H
#define DV_LOCOMOTION_POINT_MASSES_H

#include "drover/catalogue.h"

typedef struct dv_point_masses {
    dv_vectors position, velocity, forward; ///< before and after
    dv_vectors steering;
    float thrust[DV_LANES];   ///< m/s²; see dv_body
    float response[DV_LANES]; ///< s
    float cap[DV_LANES];      ///< m/s
    float dt;                 ///< s
} dv_point_masses;

/// Move them by a tick, each as dv_body_goes and dv_body_moves would.
typedef void dv_point_masses_move(dv_point_masses *masses);

#endif
