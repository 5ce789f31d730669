// Stress of the south: the less, the farther north a step leads.
#include "stress/stress.h"

static void score_south(const dv_steering_context *context, const dv_bound *parameters, void *state,
                        const dv_footsteps *steps, float *stress) {
    (void)parameters, (void)state;
    for (uint32_t i = 0; i < steps->count; i++)
        stress[i] = 10 + context->position.y - steps->y[i];
}

const dv_stress_type dv_stress_mind_south = {
    .entry = {.name = "mind_south", .doc = "Rather north.", .source = "a test"},
    .score = score_south,
};
