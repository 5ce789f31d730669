// The descriptors of the engine's own behaviors and blends.
#ifndef DV_STEERING_BEHAVIORS_H
#define DV_STEERING_BEHAVIORS_H

#include "drover/catalogue.h"

#define DV_COUNT_OF(array) ((uint32_t)(sizeof(array) / sizeof(array)[0]))

/// Limits on lengths, times, speeds and weights in scripts, so that no sum overflows.
#define DV_LONGEST 1e6  ///< m
#define DV_FASTEST 1e6  ///< m/s
#define DV_HEAVIEST 1e6 ///< limit on weights
#define DV_FURTHEST 600 ///< s, limit on looking ahead

extern const dv_blend_type dv_blend_weighted;

#endif
