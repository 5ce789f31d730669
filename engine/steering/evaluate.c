// Walking a composition's nodes; see evaluate.h.
#include "steering/evaluate.h"

#include "steering/evaluation.h"

#include "base/lanes.h"

dv_steering_context dv_steering_context_of(const dv_world *world, uint32_t agent) {
    return (dv_steering_context){
        .world = world,
        .agent = agent,
        .kind = world->agents.kind[agent],
        .position = dv_sensed_position(world, agent),
        .velocity = dv_sensed_velocity(world, agent),
        .forward = dv_sensed_forward(world, agent),
        .radius = dv_property_of(world, agent, DV_RADIUS),
        .mass = dv_property_of(world, agent, DV_MASS),
        .max_speed = dv_property_of(world, agent, DV_MAX_SPEED),
        .cap = dv_cap_of(world, agent),
        .max_force = dv_property_of(world, agent, DV_MAX_FORCE),
        .response = dv_property_of(world, agent, DV_RESPONSE),
        .dt = (float)world->dt,
    };
}

static const dv_entry *entry_of(const dv_node *node) {
    return node->behavior ? &node->behavior->entry : &node->blend->entry;
}

static bool has_all_numbers(const dv_node *node, const dv_steering_context *context) {
    if (!node->reads_slots)
        return true;
    const dv_entry *entry = entry_of(node);
    for (uint32_t i = 0; i < entry->parameter_count; i++) {
        uint8_t source = node->parameters[i].source;
        if ((source == DV_SOURCE_SLOT || source == DV_SOURCE_GROUP_SLOT) &&
            entry->parameters[i].type == DV_PARAMETER_NUMBER &&
            isnan(dv_number_of(context, node->parameters, i)))
            return false;
    }
    return true;
}

static dv_vec3 conclude(const dv_node *node, const dv_steering_context *context) {
    if (!context->evaluation || node->conclusion == DV_ALONE)
        return dv_conclude_alone(context, node);
    return dv_in_lane(dv_conclusion(context->evaluation, node), context->lane);
}

static dv_vec3 evaluate_behavior(const dv_node *node, const dv_steering_context *context,
                                 unsigned char *states) {
    if (node->behavior->tally_count)
        return conclude(node, context);
    dv_steering_context own = *context;
    own.stream = node->stream;
    return node->behavior->evaluate(&own, node->parameters, states + node->state_offset);
}

static dv_vec3 evaluate_part(const dv_combination *combination, uint32_t part) {
    const dv_node *node = combination->parts;
    return dv_evaluate(&node->parts[part], combination->context, combination->state);
}

static float weight_of_part(const dv_combination *combination, uint32_t part) {
    const dv_node *node = combination->parts;
    const dv_parameter *descriptor = node->blend->weight;
    if (!descriptor)
        return 1;
    float weight = dv_number_of(combination->context, node->weights, part);
    if (isnan(weight))
        return 0;
    return dv_clamp(weight, (float)descriptor->minimum, (float)descriptor->maximum);
}

static dv_vec3 evaluate_blend(const dv_node *node, const dv_steering_context *context,
                              unsigned char *states) {
    dv_steering_context own = *context;
    own.stream = node->stream;
    dv_combination combination = {
        .context = &own,
        .count = node->part_count,
        .evaluate = evaluate_part,
        .weight = weight_of_part,
        .parameters = node->parameters,
        .parts = node,
        .state = states,
    };
    return node->blend->combine(&combination, states + node->state_offset);
}

dv_vec3 dv_evaluate(const dv_node *node, const dv_steering_context *context,
                    unsigned char *states) {
    if (!has_all_numbers(node, context))
        return dv_vec(0, 0, 0);
    dv_vec3 vector = node->behavior ? evaluate_behavior(node, context, states)
                                    : evaluate_blend(node, context, states);
    return dv_is_finite(vector) ? vector : dv_vec(0, 0, 0);
}
