// Neighbors by parameters, and what pushes two of them apart; see neighbors.h.
#include "steering/neighbors.h"

dv_neighborhood dv_neighbors_of(const dv_steering_context *context, const dv_bound *kind,
                                const dv_bound *state, float radius) {
    return dv_neighborhood_of(context->world, context->position, radius, kind->kinds, state->states,
                              context->agent);
}

// Each of the two must draw the same direction, and take opposite ends of it.
static dv_vec3 away_from_coincident(const dv_world *world, uint32_t agent, uint32_t other) {
    bool is_lower = agent < other;
    dv_random_key key = {
        .seed = world->seed, .agent = is_lower ? agent : other, .stream = is_lower ? other : agent};
    dv_vec3 direction = dv_random_direction(key, 0, world->space == DV_VOLUME);
    return is_lower ? direction : dv_scale(direction, -1);
}

dv_vec3 dv_push_apart(const dv_world *world, uint32_t agent, uint32_t other, dv_vec3 offset,
                      float radius) {
    float nearest = radius * DV_NEAREST_PUSH;
    if (nearest == 0)
        return dv_vec(0, 0, 0);
    dv_vec3 away = dv_length_squared(offset) > 0 ? dv_scale(dv_normalize(offset), -1)
                                                 : away_from_coincident(world, agent, other);
    return dv_scale(away, 1 / nearest);
}

dv_vec3 dv_push_from(const dv_steering_context *context, const dv_neighborhood *near,
                     float radius) {
    float nearest = radius * DV_NEAREST_PUSH;
    if (near->distance_squared > nearest * nearest)
        return dv_scale(near->offset, -1 / near->distance_squared);
    return dv_push_apart(context->world, context->agent, near->agent, near->offset, radius);
}

dv_vec3 dv_separate(float cap, dv_vec3 pushes, float radius) {
    return dv_truncate(dv_scale(pushes, radius * cap), cap);
}
