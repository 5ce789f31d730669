// Computes flocking from a squad's tallies.
#ifndef DV_STEERING_FLOCK_H
#define DV_STEERING_FLOCK_H

#include "program/squad.h"

enum { DV_SEPARATION, DV_ALIGNMENT, DV_COHESION, DV_FLOCK_RULES };

/// The sums of pushes, motions, and offsets, and the weight of each.
typedef struct dv_flock {
    const dv_tally *tallies;
    float weights[DV_FLOCK_RULES][DV_LANES];
} dv_flock;

#endif
