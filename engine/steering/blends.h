// What blends have in common: parts by their weights, and the mean of those that are active.
#ifndef DV_STEERING_BLENDS_H
#define DV_STEERING_BLENDS_H

#include "drover/catalogue.h"

/// What the numbers of parts may mean: factors of either sign, or shares of the whole.
extern const dv_parameter dv_weight_as_gain, dv_weight_as_share;

/// A part's vector times its weight. Zero, and the part not asked, for a weight of 0; a product
/// that is not finite counts as none.
dv_vec3 dv_weighted_part(const dv_combination *combination, uint32_t part);

/// Take the weighted mean over the parts that are active: whose vector is not zero. `weight` is the
/// sum of their weights; 0 with no mean when none is.
dv_vec3 dv_mean_of_active(const dv_combination *combination, float *weight);

#endif
