// Terrain: mind what one would walk on, and what comes after it.
#include "steering/annotations.h"
#include "steering/behaviors.h"
#include "steering/evaluate.h"
#include "stress/stress.h"

enum { STEPS, FADING };

#define MOST_STEPS 16

static const dv_parameter parameters_of_terrain[] = {
    {"steps", DV_PARAMETER_NUMBER, false, "", 1, MOST_STEPS, 3,
     "how many are looked at, the candidate and those straight on from it"},
    {"fading", DV_PARAMETER_NUMBER, false, "", 0, 1, 0.5,
     "what each further step counts, as a part of the one before"},
};

/// Σ over k of fading^(k−1) · the weight of the terrain k−1 strides straight on.
static float stress_of(const dv_steering_context *context, const dv_ground *ground,
                       const dv_footsteps *steps, uint32_t i, uint32_t count, float fading) {
    const dv_terrain_def *types = context->world->program->terrain_types;
    float sum = 0, counts = 1;
    for (uint32_t k = 0; k < count && counts > 0; k++) {
        float way = (float)k * steps->stride[i];
        dv_vec3 place = dv_vec(steps->x[i] + way * steps->forward_x[i],
                               steps->y[i] + way * steps->forward_y[i], steps->z[i]);
        int32_t type = dv_ground_at(ground, place);
        if (type >= 0)
            sum += counts * (float)types[type].weight;
        counts *= fading;
    }
    return sum;
}

static uint32_t count_of(const dv_steering_context *context, const dv_bound *parameters) {
    return (uint32_t)dv_number_within(context, parameters, parameters_of_terrain, STEPS);
}

/// Beyond this (m) no step looks.
static float reach_of(const dv_steering_context *context, const dv_footsteps *steps,
                      uint32_t count) {
    float reach = 0;
    for (uint32_t i = 0; i < steps->count; i++) {
        dv_vec3 way = {steps->x[i] - context->position.x, steps->y[i] - context->position.y, 0};
        float furthest = dv_length(way) + (float)(count - 1) * steps->stride[i];
        reach = furthest > reach ? furthest : reach;
    }
    return reach;
}

static void score(const dv_steering_context *context, const dv_bound *parameters, void *state,
                  const dv_footsteps *steps, float *stress) {
    (void)state;
    uint32_t count = count_of(context, parameters);
    float fading = dv_number_within(context, parameters, parameters_of_terrain, FADING);
    dv_ground ground =
        dv_ground_near(context->world, context->position, reach_of(context, steps, count));
    if (ground.count == 0)
        return;
    for (uint32_t i = 0; i < steps->count; i++)
        stress[i] = stress_of(context, &ground, steps, i, count, fading);
}

const dv_stress_type dv_stress_terrain = {
    .entry = {.name = "terrain",
              .doc = "Mind the weight of the terrain under a step and, the less the further, under "
                     "those that would follow it straight on.",
              .source =
                  "Reich 1997, Terrain Awareness: Σ_k f(k) · weight of the terrain k steps on; "
                  "f(k) = fading ^ (k − 1)",
              .parameters = parameters_of_terrain,
              .parameter_count = DV_COUNT_OF(parameters_of_terrain)},
    .score = score,
};
