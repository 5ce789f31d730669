// Adding up directions for a squad.
#ifndef DV_STEERING_UNIT_SUM_H
#define DV_STEERING_UNIT_SUM_H

#include "drover/catalogue.h"

/// total = scale · Σ weight · unit(part) over `count` parts, lane by lane; zero parts add nothing.
typedef void dv_unit_sum(const dv_vectors *parts, float (*weights)[DV_LANES], uint32_t count,
                         const float scale[DV_LANES], dv_vectors *total);

#endif
