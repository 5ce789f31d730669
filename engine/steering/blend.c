// Blends: combining the vectors of several behaviors into one.
#include "base/math.h"
#include "steering/behaviors.h"
#include "steering/desired.h"

static dv_vec3 sum(const dv_combination *combination, void *state) {
    (void)state;
    dv_vec3 total = {0, 0, 0};
    for (uint32_t i = 0; i < combination->count; i++)
        total = dv_add(total, combination->evaluate(combination, i));
    return total;
}

const dv_blend_type dv_blend_sum = {
    .entry = {.name = "sum",
              .doc = "Add the vectors up.",
              .source = "Reynolds 1999, Combining Behaviors: s = Σ sᵢ"},
    .combine = sum,
};

static dv_vec3 weighted(const dv_combination *combination, void *state) {
    (void)state;
    dv_vec3 total = {0, 0, 0};
    for (uint32_t i = 0; i < combination->count; i++) {
        float weight = combination->weight(combination, i);
        if (weight != 0)
            total = dv_add(total, dv_scale(combination->evaluate(combination, i), weight));
    }
    return total;
}

const dv_blend_type dv_blend_weighted = {
    .entry = {.name = "weighted",
              .doc = "Add the vectors up, each times its weight; a part of weight 0 is not asked.",
              .source = "Reynolds 1999, Combining Behaviors: s = Σ wᵢ sᵢ"},
    .weighs = true,
    .combine = weighted,
};

static dv_vec3 priority(const dv_combination *combination, void *state) {
    (void)state;
    for (uint32_t i = 0; i < combination->count; i++) {
        dv_vec3 vector = combination->evaluate(combination, i);
        if (!dv_is_zero(vector))
            return vector;
    }
    return DV_NO_STEERING;
}

const dv_blend_type dv_blend_priority = {
    .entry = {.name = "priority",
              .doc = "Take the first vector that is not zero; those behind it are not asked.",
              .source = "Reynolds 1999, Combining Behaviors: s = first sᵢ ≠ 0"},
    .combine = priority,
};
