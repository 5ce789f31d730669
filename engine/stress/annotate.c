// Draw what an agent that weighs stress considers: the steps it could take from where it is, or
// where its velocities would lead, by their stress.
#include "base/alloc.h"
#include "base/result.h"
#include "steering/annotations.h"
#include "stress/choose.h"

#include <string.h>

static uint32_t mix_channel(uint32_t a, uint32_t b, float share, int shift) {
    float from = (float)(a >> shift & 0xff), to = (float)(b >> shift & 0xff);
    return (uint32_t)(from + (to - from) * share + 0.5f) << shift;
}

/// A color from DV_INK_CLEAR at share 0 to DV_INK_THREAT at share 1.
static uint32_t ink_between(float share) {
    uint32_t a = DV_INK_CLEAR, b = DV_INK_THREAT;
    return mix_channel(a, b, share, 24) | mix_channel(a, b, share, 16) |
           mix_channel(a, b, share, 8) | mix_channel(a, b, share, 0);
}

/// From the agent to where a candidate leads.
static dv_vec3 way_to(const dv_steering_context *context, const dv_footsteps *steps, uint32_t i) {
    return dv_subtract(dv_vec(steps->x[i], steps->y[i], steps->z[i]), context->position);
}

void dv_show_candidates(const dv_steering_context *context, const dv_footsteps *steps,
                        const float *total, dv_sketch *sketch) {
    float least = INFINITY, most = 0;
    for (uint32_t i = 0; i < steps->count; i++) {
        least = total[i] < least ? total[i] : least;
        most = total[i] < INFINITY && total[i] > most ? total[i] : most;
    }
    for (uint32_t i = 0; i < steps->count; i++) {
        float share = most > least ? (total[i] - least) / (most - least) : 0;
        if (total[i] < INFINITY)
            dv_show_point(context, sketch, way_to(context, steps, i), ink_between(share));
        else
            dv_show_circle(context, sketch, way_to(context, steps, i), context->radius,
                           DV_INK_NEIGHBOR);
    }
    uint32_t chosen = dv_least_stress(steps, total);
    if (chosen < steps->count)
        dv_show_place(context, sketch, way_to(context, steps, chosen), DV_INK_TARGET);
}

void dv_show_sensed(const dv_steering_context *context, const dv_stress_list *list,
                    dv_sketch *sketch) {
    for (uint32_t i = 0; i < list->count; i++)
        if (list->nodes[i]->type->annotate)
            list->nodes[i]->type->annotate(context, list->nodes[i]->parameters,
                                           dv_states_of(context->world, context->agent) +
                                               list->nodes[i]->state_offset,
                                           sketch);
}

unsigned char *dv_copy_states(const dv_world *world, uint32_t agent) {
    const dv_store *store = &world->stores[world->agents.kind[agent]];
    unsigned char *states = dv_alloc(store->state_bytes);
    if (states)
        memcpy(states, dv_states_of(world, agent), store->state_bytes);
    return states;
}

dv_result dv_annotate_steps(const dv_steering_context *context, dv_sketch *sketch,
                            dv_error *error) {
    const dv_world *world = context->world;
    const dv_stress_list *list = dv_stresses_of(world, context->agent);
    dv_footsteps steps;
    float total[DV_MAX_FOOTSTEPS];
    dv_footsteps_of(context, list, &steps);
    dv_show_sensed(context, list, sketch);
    unsigned char *states = dv_copy_states(world, context->agent);
    if (!states)
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    dv_score_steps(context, list, states, &dv_legs_of(world, context->agent)->detour, &steps,
                   total);
    dv_free(states);
    dv_show_candidates(context, &steps, total, sketch);
    return DV_OK;
}
