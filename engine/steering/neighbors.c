// Finds neighbors by parameters, and computes the push between two agents; see neighbors.h.
#include "steering/neighbors.h"

#include "neighbors/selection.h"
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

static dv_vec3 term_of(const dv_steering_context *context, dv_tally_term term,
                       const dv_chosen *near) {
    const dv_sensed *sensed = &context->world->sensed;
    switch (term) {
    case DV_TALLY_MOTIONS:
        return dv_record_velocity(&sensed->records[near->rank]);
    case DV_TALLY_VELOCITIES:
        return dv_subtract(dv_record_velocity(&sensed->records[near->rank]), context->velocity);
    case DV_TALLY_FORWARDS:
        return dv_subtract(sensed->forward[near->rank], context->forward);
    default:
        return near->offset;
    }
}

static void begin_selection(dv_selection *choice, const dv_steering_context *context,
                            const dv_tally_rule *rule) {
    dv_selection_begin(choice, context->world, context->agent, context->position, context->forward,
                       rule);
}

bool dv_mean_by(const dv_steering_context *context, const dv_tally_rule *rule, dv_vec3 *mean) {
    dv_selection choice;
    uint32_t count = 0;
    *mean = dv_vec(0, 0, 0);
    begin_selection(&choice, context, rule);
    for (; dv_selection_next(&choice); count++)
        *mean = dv_add(*mean, term_of(context, rule->term, &choice.now));
    if (count > 0)
        *mean = dv_scale(*mean, 1 / (float)count);
    return count > 0;
}

/// Whether an earlier rule chose the neighbor, too.
static bool is_shown(const dv_steering_context *context, const dv_tally_rule *rules, uint32_t count,
                     uint32_t neighbor) {
    dv_selection choice;
    for (uint32_t i = 0; i < count; i++) {
        begin_selection(&choice, context, &rules[i]);
        while (dv_selection_next(&choice))
            if (choice.now.agent == neighbor)
                return true;
    }
    return false;
}

void dv_show_rules(const dv_steering_context *context, const dv_tally_rule *rules, uint32_t count,
                   dv_sketch *sketch) {
    dv_selection choice;
    for (uint32_t i = 0; i < count; i++) {
        dv_show_view(context, sketch, context->forward, rules[i].radius, rules[i].half_cosine,
                     DV_INK_NEIGHBOR);
        if (rules[i].min_distance > 0)
            dv_show_circle(context, sketch, dv_vec(0, 0, 0), rules[i].min_distance,
                           DV_INK_NEIGHBOR);
    }
    for (uint32_t i = 0; i < count; i++) {
        begin_selection(&choice, context, &rules[i]);
        while (dv_selection_next(&choice))
            if (!is_shown(context, rules, i, choice.now.agent))
                dv_show_line(context, sketch, dv_vec(0, 0, 0), choice.now.offset, DV_INK_NEIGHBOR);
    }
}
