// What a flock's sums come to, side by side.
#ifndef DV_STEERING_FLOCK_H
#define DV_STEERING_FLOCK_H

#include "drover/catalogue.h"

enum { DV_SEPARATION, DV_ALIGNMENT, DV_COHESION, DV_FLOCK_RULES };

/// The sums of pushes, motions and offsets, with their weights.
typedef struct dv_flock {
    const dv_tally *tallies;
    float weights[DV_FLOCK_RULES][DV_LANES];
} dv_flock;

#endif
