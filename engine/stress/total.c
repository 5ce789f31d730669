// The total stress of steps; see total.h.
#include "stress/total.h"

#include "steering/evaluate.h"
#include "stress/control.h"
#include "stress/stress.h"

#include <string.h>

/// A behavior's weight or power for this agent, clamped to [0, most]; NaN for an empty slot.
static float share_of(const dv_steering_context *context, const dv_bound *bound, float most) {
    float number = dv_number_of(context, bound, 0);
    return number < 0 ? 0 : number > most ? most : number;
}

static bool has_all_numbers(const dv_stress_node *node, const dv_steering_context *context) {
    const dv_entry *entry = &node->type->entry;
    for (uint32_t i = 0; node->reads_slots && i < entry->parameter_count; i++)
        if (entry->parameters[i].type == DV_PARAMETER_NUMBER &&
            (node->parameters[i].source == DV_SOURCE_SLOT ||
             node->parameters[i].source == DV_SOURCE_GROUP_SLOT) &&
            isnan(dv_number_of(context, node->parameters, i)))
            return false;
    return true;
}

static void add_stress(const dv_steering_context *context, const dv_stress_node *node,
                       unsigned char *states, const dv_footsteps *steps, float *total) {
    float stress[DV_MAX_FOOTSTEPS];
    float weight = share_of(context, &node->weight, DV_HEAVIEST);
    float power = share_of(context, &node->power, 8);
    if (!(weight > 0) || isnan(power) || !has_all_numbers(node, context))
        return;
    dv_steering_context own = *context;
    own.stream = node->stream;
    memset(stress, 0, steps->count * sizeof *stress);
    node->type->score(&own, node->parameters, states + node->state_offset, steps, stress);
    for (uint32_t i = 0; i < steps->count; i++)
        total[i] += weight * dv_powered(dv_excess(stress[i]), power);
}

/// Steering counts with weight 1, unless the agent's list weighs follow_steering itself.
static void add_steering(const dv_steering_context *context, const dv_footsteps *steps,
                         float *total) {
    float stress[DV_MAX_FOOTSTEPS];
    memset(stress, 0, steps->count * sizeof *stress);
    dv_stress_follow_steering.score(context, NULL, NULL, steps, stress);
    for (uint32_t i = 0; i < steps->count; i++)
        total[i] += dv_excess(stress[i]);
}

bool dv_is_steered(const dv_world *world, uint32_t agent) {
    return dv_composition_of(world, agent) || world->agents.applied[agent];
}

/// Which behaviors of a list count.
typedef enum part { ALL, LEADING, OTHERS } part;

static bool is_part(const dv_stress_type *type, part which) {
    return which == ALL || type->leads == (which == LEADING);
}

static void add_part(const dv_steering_context *context, const dv_stress_list *list, part which,
                     unsigned char *states, const dv_footsteps *steps, float *total) {
    for (uint32_t i = 0; i < list->count; i++)
        if (is_part(list->nodes[i]->type, which))
            add_stress(context, list->nodes[i], states, steps, total);
    if (which != OTHERS && !list->follows && dv_is_steered(context->world, context->agent))
        add_steering(context, steps, total);
}

void dv_add_stresses(const dv_steering_context *context, const dv_stress_list *list,
                     unsigned char *states, const dv_footsteps *steps, float *total) {
    add_part(context, list, ALL, states, steps, total);
}

void dv_add_leading(const dv_steering_context *context, const dv_stress_list *list,
                    unsigned char *states, const dv_footsteps *steps, float *total) {
    add_part(context, list, LEADING, states, steps, total);
}

void dv_add_others(const dv_steering_context *context, const dv_stress_list *list,
                   unsigned char *states, const dv_footsteps *steps, float *total) {
    add_part(context, list, OTHERS, states, steps, total);
}
