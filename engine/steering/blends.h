// What blends have in common: parts by their weights, and the mean of those that are active.
#ifndef DV_STEERING_BLENDS_H
#define DV_STEERING_BLENDS_H

#include "base/compiler.h"
#include "base/math.h"
#include "drover/catalogue.h"

/// What the numbers of parts may mean: factors of either sign, or shares of the whole.
extern const dv_parameter dv_weight_as_gain, dv_weight_as_share;

/// Σ wᵢ sᵢ over parts, of whoever knows the weights and the vectors. Parts of weight 0 are not
/// asked, products that are not finite count as none.
static DV_ALWAYS_INLINE dv_vec3 dv_sum_of_weighted(uint32_t count, const void *parts,
                                                   float (*weight)(const void *parts, uint32_t i),
                                                   dv_vec3 (*vector)(const void *parts,
                                                                     uint32_t i)) {
    dv_vec3 total = {0, 0, 0};
    for (uint32_t i = 0; i < count; i++) {
        float factor = weight(parts, i);
        dv_vec3 part = {0, 0, 0};
        if (factor != 0)
            part = dv_scale(vector(parts, i), factor);
        total = dv_add(total, dv_is_finite(part) ? part : dv_vec(0, 0, 0));
    }
    return total;
}

/// A part's vector times its weight. Zero, and the part not asked, for a weight of 0; a product
/// that is not finite counts as none.
dv_vec3 dv_weighted_part(const dv_combination *combination, uint32_t part);

/// Take the weighted mean over the parts that are active: whose vector is not zero. `weight` is the
/// sum of their weights; 0 with no mean when none is.
dv_vec3 dv_mean_of_active(const dv_combination *combination, float *weight);

#endif
