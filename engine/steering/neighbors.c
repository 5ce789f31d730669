// Neighbors by parameters, and what pushes two of them apart; see neighbors.h.
#include "steering/neighbors.h"

#include "steering/annotations.h"

dv_neighborhood dv_neighbors_of(const dv_steering_context *context, const dv_bound *kind,
                                const dv_bound *state, float radius) {
    return dv_neighborhood_of(context->world, context->position, radius, kind->kinds, state->states,
                              context->agent);
}

void dv_show_neighbors(const dv_steering_context *context, dv_neighborhood near, float radius,
                       float half_cosine, dv_sketch *sketch) {
    dv_show_view(context, sketch, context->forward, radius, half_cosine, DV_INK_NEIGHBOR);
    while (dv_neighborhood_next_in_view(&near, context, half_cosine))
        dv_show_line(context, sketch, dv_vec(0, 0, 0), near.offset, DV_INK_NEIGHBOR);
}

// Each of the two must draw the same direction, and take opposite ends of it.
static dv_vec3 away_from_coincident(const dv_steering_context *context, uint32_t other) {
    bool is_lower = context->agent < other;
    dv_random_key key = {.seed = context->world->seed,
                         .agent = is_lower ? context->agent : other,
                         .stream = is_lower ? other : context->agent};
    dv_vec3 direction = dv_random_direction(key, 0, context->world->space == DV_VOLUME);
    return is_lower ? direction : dv_scale(direction, -1);
}

dv_vec3 dv_push_from(const dv_steering_context *context, const dv_neighborhood *near,
                     float radius) {
    float nearest = radius * 1e-4f;
    if (near->distance_squared > nearest * nearest)
        return dv_scale(near->offset, -1 / near->distance_squared);
    if (nearest == 0)
        return dv_vec(0, 0, 0);
    dv_vec3 away = near->distance_squared > 0
                       ? dv_scale(dv_normalize(near->offset), -1)
                       : away_from_coincident(context, near->world->sensed.agent[near->rank]);
    return dv_scale(away, 1 / nearest);
}

dv_vec3 dv_separate(const dv_steering_context *context, dv_vec3 pushes, float radius) {
    return dv_truncate(dv_scale(pushes, radius * context->cap), context->cap);
}
