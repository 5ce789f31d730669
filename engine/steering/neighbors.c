// Finds neighbors by parameters, and computes the push between two agents; see neighbors.h.
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

dv_neighborhood dv_neighbors_by(const dv_steering_context *context, const dv_tally_rule *rule) {
    return dv_neighborhood_of(context->world, context->position, rule->radius, rule->kinds,
                              rule->states, context->agent);
}

static dv_vec3 term_of(const dv_steering_context *context, dv_tally_term term,
                       const dv_neighborhood *near) {
    switch (term) {
    case DV_TALLY_MOTIONS:
        return dv_neighbor_velocity(near);
    case DV_TALLY_VELOCITIES:
        return dv_subtract(dv_neighbor_velocity(near), context->velocity);
    case DV_TALLY_FORWARDS:
        return dv_subtract(dv_neighbor_forward(near), context->forward);
    default:
        return near->offset;
    }
}

bool dv_mean_by(const dv_steering_context *context, const dv_tally_rule *rule, dv_vec3 *mean) {
    dv_neighborhood near = dv_neighbors_by(context, rule);
    uint32_t count = 0;
    *mean = dv_vec(0, 0, 0);
    while (dv_neighborhood_next_in_view(&near, context, rule->half_cosine)) {
        *mean = dv_add(*mean, term_of(context, rule->term, &near));
        count++;
    }
    if (count > 0)
        *mean = dv_scale(*mean, 1 / (float)count);
    return count > 0;
}

static bool counts_for_rule(const dv_steering_context *context, const dv_tally_rule *rule,
                            const dv_neighborhood *near) {
    return rule->radius >= 0 && near->distance_squared <= rule->radius * rule->radius &&
           dv_in_cone(context->forward, near->offset, near->distance_squared, rule->half_cosine);
}

void dv_show_rules(const dv_steering_context *context, const dv_tally_rule *rules, uint32_t count,
                   dv_sketch *sketch) {
    dv_tally_rule widest = rules[0];
    for (uint32_t i = 0; i < count; i++) {
        dv_show_view(context, sketch, context->forward, rules[i].radius, rules[i].half_cosine,
                     DV_INK_NEIGHBOR);
        widest.radius = rules[i].radius > widest.radius ? rules[i].radius : widest.radius;
    }
    dv_neighborhood near = dv_neighbors_by(context, &widest);
    while (dv_neighborhood_next(&near)) {
        bool is_counted = false;
        for (uint32_t i = 0; i < count; i++)
            is_counted = is_counted || counts_for_rule(context, &rules[i], &near);
        if (is_counted)
            dv_show_line(context, sketch, dv_vec(0, 0, 0), near.offset, DV_INK_NEIGHBOR);
    }
}
