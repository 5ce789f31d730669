// Blends that use all parts at once: sums, means, and a budget shared out among them. blends.h has
// what all blends share.
#include "steering/behaviors.h"
#include "steering/blends.h"
#include "steering/desired.h"
#include "steering/evaluate.h"

const dv_parameter dv_weight_as_gain = {
    "weight",     DV_PARAMETER_NUMBER, false, "",
    -DV_HEAVIEST, DV_HEAVIEST,         1,     "what the part is multiplied by"};

const dv_parameter dv_weight_as_share = {
    "weight", DV_PARAMETER_NUMBER, false, "", 0, DV_HEAVIEST, 1, "how much the part counts"};

dv_vec3 dv_weighted_part(const dv_combination *combination, uint32_t part) {
    float weight = combination->weight(combination, part);
    if (weight == 0)
        return DV_NO_STEERING;
    dv_vec3 vector = dv_scale(combination->evaluate(combination, part), weight);
    return dv_is_finite(vector) ? vector : DV_NO_STEERING;
}

static dv_vec3 combine_sum(const dv_combination *combination, void *state) {
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
    .combine = combine_sum,
};

static float weight_of(const void *parts, uint32_t i) {
    const dv_combination *combination = parts;
    return combination->weight(combination, i);
}

static dv_vec3 vector_of(const void *parts, uint32_t i) {
    const dv_combination *combination = parts;
    return combination->evaluate(combination, i);
}

static dv_vec3 combine_weighted(const dv_combination *combination, void *state) {
    (void)state;
    return dv_sum_of_weighted(combination->count, combination, weight_of, vector_of);
}

const dv_blend_type dv_blend_weighted = {
    .entry =
        {.name = "weighted",
         .doc = "Add the vectors up, each times its weight; a part with weight 0 is not evaluated.",
         .source = "Reynolds 1999, Combining Behaviors: s = Σ wᵢ sᵢ"},
    .weight = &dv_weight_as_gain,
    .combine = combine_weighted,
};

// In double precision, so that the mean of huge finite vectors is finite.
typedef struct part_total {
    double x, y, z, weight;
} part_total;

static void add_part(part_total *t, const dv_combination *combination, uint32_t part,
                     bool idle_too) {
    double weight = (double)combination->weight(combination, part);
    if (weight == 0)
        return;
    dv_vec3 vector = combination->evaluate(combination, part);
    if (dv_is_zero(vector) && !idle_too)
        return;
    t->x += weight * (double)vector.x;
    t->y += weight * (double)vector.y;
    t->z += weight * (double)vector.z;
    t->weight += weight;
}

static dv_vec3 mean_of(const dv_combination *combination, bool idle_too, float *weight) {
    part_total t = {0, 0, 0, 0};
    for (uint32_t i = 0; i < combination->count; i++)
        add_part(&t, combination, i, idle_too);
    *weight = (float)t.weight;
    if (t.weight == 0)
        return DV_NO_STEERING;
    return dv_vec((float)(t.x / t.weight), (float)(t.y / t.weight), (float)(t.z / t.weight));
}

dv_vec3 dv_mean_of_active(const dv_combination *combination, float *weight) {
    return mean_of(combination, false, weight);
}

enum { ALL };

static const dv_parameter parameters_of_average[] = {
    {"all", DV_PARAMETER_BOOLEAN, false, "", 0, 1, 0,
     "whether parts with nothing to do count too, and so weaken the others"},
};

static dv_vec3 combine_average(const dv_combination *combination, void *state) {
    (void)state;
    bool all = dv_number_of(combination->context, combination->parameters, ALL) != 0;
    float weight;
    return mean_of(combination, all, &weight);
}

const dv_blend_type dv_blend_average = {
    .entry = {.name = "average",
              .doc = "Take the weighted mean of the parts that have something to do, or of all.",
              .source = "Popelová and Gemrot, Combining Steering Behaviors: s = Σ wᵢ sᵢ / Σ wᵢ "
                        "over sᵢ ≠ 0, or over all i",
              .parameters = parameters_of_average,
              .parameter_count = DV_COUNT_OF(parameters_of_average)},
    .weight = &dv_weight_as_share,
    .combine = combine_average,
};

static dv_vec3 combine_normalized(const dv_combination *combination, void *state) {
    (void)state;
    dv_vec3 total = {0, 0, 0};
    for (uint32_t i = 0; i < combination->count; i++) {
        float weight = combination->weight(combination, i);
        if (weight == 0)
            continue;
        dv_vec3 direction = dv_normalize(combination->evaluate(combination, i));
        total = dv_add(total, dv_scale(direction, weight));
    }
    return dv_scale(total, combination->context->cap);
}

const dv_blend_type dv_blend_normalized = {
    .entry = {.name = "normalized",
              .doc = "Scale the vectors to one length, then add them up, each times its weight: a "
                     "part that asks for more does not count for more.",
              .source = "Reynolds 1999, Flocking: s = cap · Σ wᵢ unit(sᵢ)"},
    .weight = &dv_weight_as_gain,
    .combine = combine_normalized,
};

enum { BUDGET };

static const dv_parameter parameters_of_allocate[] = {
    {"budget", DV_PARAMETER_NUMBER, false, "m/s²", 0, INFINITY, INFINITY,
     "acceleration to share out; never more than the body's max_force / mass"},
};

/// The budget as a length of steering vectors: one of this length takes all that the body can do.
static float budget_of(const dv_combination *combination) {
    const dv_steering_context *context = combination->context;
    float most = context->max_force / context->mass;
    float budget =
        dv_number_within(context, combination->parameters, parameters_of_allocate, BUDGET);
    float response = context->response > context->dt ? context->response : context->dt;
    return (budget < most ? budget : most) * response;
}

static dv_vec3 combine_allocate(const dv_combination *combination, void *state) {
    (void)state;
    dv_vec3 total = {0, 0, 0};
    float left = budget_of(combination);
    for (uint32_t i = 0; i < combination->count && left > 0; i++) {
        dv_vec3 wanted = dv_weighted_part(combination, i);
        total = dv_add(total, dv_truncate(wanted, left));
        left -= dv_length(wanted);
    }
    return total;
}

const dv_blend_type dv_blend_allocate = {
    .entry =
        {.name = "allocate",
         .doc = "Give the parts what they ask for, in order, until the acceleration is used up. "
                "The last one served gets what is left, and the parts after it are not evaluated.",
         .source = "Reynolds 1999, Combining Behaviors, and 1987 (prioritized acceleration "
                   "allocation): s = Σ truncate(wᵢ sᵢ, B − Σ |wⱼ sⱼ| over j < i), B = budget · "
                   "max(response, dt)",
         .parameters = parameters_of_allocate,
         .parameter_count = DV_COUNT_OF(parameters_of_allocate)},
    .weight = &dv_weight_as_gain,
    .combine = combine_allocate,
};
