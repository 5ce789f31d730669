// Walking a composition's nodes; see evaluate.h.
#include "steering/evaluate.h"

#include "steering/evaluation.h"

#include "base/compiler.h"
#include "base/lanes.h"

#include <string.h>

/// One evaluation of a composition: whose states, and who is told.
typedef struct asking {
    unsigned char *states;
    dv_steering_context *context; ///< of the parts of a blend
    dv_observer *observer;        ///< NULL: nobody; else the states stay as they are
} asking;

static dv_vec3 evaluate(const dv_node *node, dv_steering_context *context, const asking *e);

const dv_node *dv_composition_of(const dv_world *world, uint32_t agent) {
    const dv_kind *kind = dv_kind_of(world, agent);
    uint16_t blend = world->agents.blend[agent];
    return blend ? kind->blends[blend - 1].node : kind->states[world->agents.state[agent]].steer;
}

dv_steering_context dv_steering_context_of(const dv_world *world, uint32_t agent) {
    uint32_t rank;
    bool is_sensed = dv_rank_of(world, agent, &rank);
    const dv_record *record = &world->sensed.records[is_sensed ? rank : 0];
    return (dv_steering_context){
        .world = world,
        .agent = agent,
        .kind = world->agents.kind[agent],
        .position = is_sensed ? dv_record_position(record) : dv_position_of(world, agent),
        .velocity = is_sensed ? dv_record_velocity(record) : dv_velocity_of(world, agent),
        .forward = is_sensed ? world->sensed.forward[rank] : dv_forward_of(world, agent),
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

static DV_APART dv_vec3 conclude(const dv_node *node, const dv_steering_context *context) {
    if (!context->evaluation || node->conclusion == DV_ALONE)
        return dv_conclude_alone(context, node);
    return dv_in_lane(dv_conclusion(context->evaluation, node), context->lane);
}

static DV_APART dv_vec3 ask_squad(const dv_node *node, const dv_steering_context *context,
                                  void *state) {
    dv_vec3 vector;
    return dv_share(context, node, state, &vector)
               ? vector
               : node->behavior->evaluate(context, node->parameters, state);
}

// What behaviors return is handed on as it comes, not put together anew.
static dv_vec3 ask(const dv_node *node, const dv_steering_context *context, void *state) {
    if (node->behavior->tally_count)
        return conclude(node, context);
    if (context->evaluation && dv_goes_side_by_side(node))
        return ask_squad(node, context, state);
    return node->behavior->evaluate(context, node->parameters, state);
}

static dv_vec3 finite_or_none(dv_vec3 vector) {
    return dv_is_finite(vector) ? vector : dv_vec(0, 0, 0);
}

// A state that observing must not write.
typedef union borrowed_state {
    unsigned char bytes[DV_MAX_BEHAVIOR_STATE];
    uint32_t aligned;
} borrowed_state;

static borrowed_state borrow(const asking *e, const dv_node *node, uint32_t size) {
    borrowed_state state = {{0}};
    if (size > 0)
        memcpy(state.bytes, e->states + node->state_offset, size);
    return state;
}

static dv_vec3 evaluate_behavior(const dv_node *node, dv_steering_context *context,
                                 const asking *e) {
    context->stream = node->stream;
    if (!e->observer)
        return finite_or_none(ask(node, context, e->states + node->state_offset));
    borrowed_state state = borrow(e, node, node->behavior->state_size), before = state;
    dv_vec3 vector = finite_or_none(ask(node, context, state.bytes));
    e->observer->asked(e->observer, node, context, before.bytes, vector);
    return vector;
}

static dv_vec3 evaluate_part(const dv_combination *combination, uint32_t part) {
    const dv_node *node = combination->parts;
    const asking *e = combination->state;
    return evaluate(&node->parts[part], e->context, e);
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

static dv_vec3 evaluate_blend(const dv_node *node, dv_steering_context *context, const asking *e) {
    dv_steering_context own = *context;
    asking parts = {e->states, context, e->observer};
    own.stream = node->stream;
    dv_combination combination = {
        .context = &own,
        .count = node->part_count,
        .evaluate = evaluate_part,
        .weight = weight_of_part,
        .parameters = node->parameters,
        .parts = node,
        .state = &parts,
    };
    if (!e->observer)
        return finite_or_none(node->blend->combine(&combination, e->states + node->state_offset));
    borrowed_state state = borrow(e, node, node->blend->state_size);
    return finite_or_none(node->blend->combine(&combination, state.bytes));
}

static dv_vec3 evaluate(const dv_node *node, dv_steering_context *context, const asking *e) {
    if (!has_all_numbers(node, context))
        return dv_vec(0, 0, 0);
    return node->behavior ? evaluate_behavior(node, context, e) : evaluate_blend(node, context, e);
}

dv_vec3 dv_evaluate(const dv_node *node, dv_steering_context *context, unsigned char *states) {
    // What scripts apply is a behavior by itself, mostly with its numbers written down.
    if (node->behavior && !node->reads_slots) {
        context->stream = node->stream;
        return finite_or_none(ask(node, context, states + node->state_offset));
    }
    return evaluate(node, context, &(asking){.states = states});
}

dv_vec3 dv_observe(const dv_node *node, const dv_steering_context *context,
                   const unsigned char *states, dv_observer *observer) {
    dv_steering_context own = *context;
    return evaluate(node, &own, &(asking){.states = (unsigned char *)states, .observer = observer});
}
