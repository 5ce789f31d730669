// Finds neighbors by parameters, and computes the push between two agents; see neighbors.h.
#include "steering/neighbors.h"

#include "neighbors/selection.h"
#include "steering/annotations.h"

dv_neighborhood dv_neighbors_of(const dv_steering_context *context, const dv_bound *kind,
                                const dv_bound *state, float radius) {
    return dv_neighborhood_of(context->world, context->position, radius, &kind->kinds,
                              state->states, context->agent);
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

static dv_chooser chooser_of(const dv_steering_context *context) {
    return (dv_chooser){context->world, context->agent, context->position, context->velocity,
                        context->forward};
}

bool dv_mean_by(const dv_steering_context *context, const dv_tally_rule *rule, dv_vec3 *mean) {
    const dv_chooser chooser = chooser_of(context);
    dv_selection choice;
    uint32_t count = 0;
    *mean = dv_vec(0, 0, 0);
    for (dv_selection_begin(&choice, &chooser, rule); dv_selection_next(&choice); count++)
        *mean = dv_add(*mean, dv_selection_term(&choice));
    if (count > 0)
        *mean = dv_scale(*mean, 1 / (float)count);
    return count > 0;
}

static void show_rule(const dv_steering_context *context, const dv_tally_rule *rule,
                      dv_sketch *sketch) {
    dv_show_view(context, sketch, context->forward, rule->radius, rule->half_cosine,
                 DV_INK_NEIGHBOR);
    if (rule->min_distance > 0)
        dv_show_circle(context, sketch, dv_vec(0, 0, 0), rule->min_distance, DV_INK_NEIGHBOR);
}

/// Whether an earlier rule chose the neighbor, too.
static bool is_shown(const dv_selection *choices, uint32_t count, const dv_chosen *neighbor) {
    for (uint32_t i = 0; i < count; i++)
        if (dv_selection_includes(&choices[i], neighbor))
            return true;
    return false;
}

void dv_show_rules(const dv_steering_context *context, const dv_tally_rule *rules, uint32_t count,
                   dv_sketch *sketch) {
    const dv_chooser chooser = chooser_of(context);
    dv_selection choices[DV_MAX_TALLIES];
    for (uint32_t i = 0; i < count; i++)
        show_rule(context, &rules[i], sketch);
    for (uint32_t i = 0; i < count; i++) {
        dv_selection_begin(&choices[i], &chooser, &rules[i]);
        while (dv_selection_next(&choices[i]))
            if (!is_shown(choices, i, &choices[i].now))
                dv_show_line(context, sketch, dv_vec(0, 0, 0), choices[i].now.offset,
                             DV_INK_NEIGHBOR);
    }
}
