// Shared by blends: weighted sums of parts, and the mean of the active ones.
#ifndef DV_STEERING_BLENDS_H
#define DV_STEERING_BLENDS_H

#include "base/compiler.h"
#include "base/math.h"
#include "drover/catalogue.h"

/// The two meanings of a part's number: a factor of either sign, or a share of the whole.
extern const dv_parameter dv_weight_as_gain, dv_weight_as_share;

/// Σ wᵢ sᵢ over parts, whose weights and vectors the two functions provide. Parts of weight 0 are
/// not evaluated; products that are not finite count as zero.
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

/// A part's vector times its weight. For a weight of 0 the part is not evaluated; a product that is
/// not finite counts as zero.
dv_vec3 dv_weighted_part(const dv_combination *combination, uint32_t part);

/// The weighted mean over the active parts, those whose vector is not zero. `weight` is the sum of
/// their weights; it is 0, and there is no mean, when no part is active.
dv_vec3 dv_mean_of_active(const dv_combination *combination, float *weight);

#endif
