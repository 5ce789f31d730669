// Walk a composition's nodes; see evaluate.h.
#include "steering/evaluate.h"

#include "steering/behaviors.h"
#include "steering/blends.h"
#include "steering/desired.h"
#include "steering/evaluation.h"

#include "base/compiler.h"
#include "base/lanes.h"

#include <string.h>

/// One evaluation of a composition: the states it uses, and its observer.
typedef struct asking {
    unsigned char *states;
    dv_steering_context *context; ///< for the parts of a blend
    dv_observer *observer;        ///< or NULL; with an observer, states are not written
} asking;

static dv_vec3 evaluate_node(const dv_node *node, dv_steering_context *context, const asking *e);

const dv_node *dv_composition_of(const dv_world *world, uint32_t agent) {
    const dv_kind *kind = dv_kind_of(world, agent);
    uint16_t blend = world->agents.blend[agent];
    return blend ? kind->blends[blend - 1].node : kind->states[world->agents.state[agent]].steer;
}

dv_steering_context dv_steering_context_of(const dv_world *world, uint32_t agent) {
    return dv_steering_context_with(world, agent, dv_cap_of(world, agent));
}

dv_steering_context dv_steering_context_with(const dv_world *world, uint32_t agent, float cap) {
    uint32_t rank;
    bool is_sensed = dv_rank_of(world, agent, &rank);
    const dv_record *record = is_sensed ? &world->sensed.records[rank] : NULL;
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
        .cap = cap,
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

static DV_NOINLINE dv_vec3 conclude_alone(const dv_node *node, const dv_steering_context *context) {
    dv_evaluation *e = context->engine;
    if (!e || node->conclusion == DV_ALONE)
        return dv_conclude_alone(context, node);
    return dv_in_lane(dv_conclusion(e, node), e->lane);
}

static DV_NOINLINE dv_vec3 ask_squad(const dv_node *node, const dv_steering_context *context,
                                     void *state) {
    dv_vec3 vector;
    return dv_squad_vector(context, node, state, &vector)
               ? vector
               : node->behavior->evaluate(context, node->parameters, state);
}

// Return each result directly, so that vectors are not copied.
static dv_vec3 ask_behavior(const dv_node *node, const dv_steering_context *context, void *state) {
    if (node->squad->tally_count)
        return conclude_alone(node, context);
    if (context->engine && dv_goes_side_by_side(node))
        return ask_squad(node, context, state);
    return node->behavior->evaluate(context, node->parameters, state);
}

static dv_vec3 finite_or_none(dv_vec3 vector) {
    return dv_is_finite(vector) ? vector : dv_vec(0, 0, 0);
}

// A copy of a state, which observing must not write.
typedef union borrowed_state {
    unsigned char bytes[DV_MAX_BEHAVIOR_STATE];
    uint32_t aligned;
} borrowed_state;

static borrowed_state borrow_state(const asking *e, const dv_node *node, uint32_t size) {
    borrowed_state state = {{0}};
    if (size > 0)
        memcpy(state.bytes, e->states + node->state_offset, size);
    return state;
}

/// Evaluate what a behavior's DV_PARAMETER_STEERING was given, before the behavior itself.
static DV_NOINLINE void evaluate_preferred(const dv_node *node, dv_steering_context *context,
                                           const asking *e, dv_intent *intent) {
    const dv_node *asked = &node->parts[0];
    // It may have a `prefer` of its own, which leaves its goal and intent in the context.
    context->preferred = evaluate_node(asked, context, e);
    context->has_goal = asked->squad && asked->squad->arrives &&
                        dv_offset_to_target(context, asked->parameters, 0, &context->goal);
    context->intent = intent;
}

static dv_vec3 observe_behavior(const dv_node *node, dv_steering_context *context,
                                const asking *e) {
    dv_intent intent;
    if (node->part_count) {
        intent = *(const dv_intent *)(e->states + node->intent_offset);
        evaluate_preferred(node, context, e, &intent);
    }
    context->stream = node->stream;
    borrowed_state state = borrow_state(e, node, node->behavior->state_size), before = state;
    dv_vec3 vector = finite_or_none(ask_behavior(node, context, state.bytes));
    if (node->part_count)
        intent = *(const dv_intent *)(e->states + node->intent_offset);
    e->observer->asked(e->observer, node, context, before.bytes, vector);
    context->intent = NULL; // of the behaviors beside it
    return vector;
}

static DV_NOINLINE dv_vec3 evaluate_with_preferred(const dv_node *node,
                                                   dv_steering_context *context,
                                                   unsigned char *states) {
    evaluate_preferred(node, context, &(asking){.states = states, .context = context},
                       (dv_intent *)(states + node->intent_offset));
    context->stream = node->stream;
    dv_vec3 vector = finite_or_none(ask_behavior(node, context, states + node->state_offset));
    context->intent = NULL; // of the behaviors beside it
    return vector;
}

static DV_ALWAYS_INLINE dv_vec3 evaluate_behavior(const dv_node *node, dv_steering_context *context,
                                                  unsigned char *states) {
    if (node->part_count)
        return evaluate_with_preferred(node, context, states);
    context->stream = node->stream;
    return finite_or_none(ask_behavior(node, context, states + node->state_offset));
}

/// The parts of a blend, and the evaluation they belong to.
typedef struct asked_parts {
    const dv_node *node;
    const asking *e;
} asked_parts;

// The common case first: a behavior whose numbers are literals, and no observer.
static dv_vec3 vector_of(const void *parts, uint32_t i) {
    const asked_parts *asked = parts;
    const dv_node *node = &asked->node->parts[i];
    const asking *e = asked->e;
    if (node->behavior && !node->reads_slots && !e->observer)
        return evaluate_behavior(node, e->context, e->states);
    return evaluate_node(node, e->context, e);
}

float dv_part_weight(const dv_node *blend, const dv_steering_context *context, uint32_t i) {
    const dv_parameter *descriptor = blend->blend->weight;
    if (!descriptor)
        return 1;
    const dv_bound *bound = &blend->weights[i];
    float weight = bound->source == DV_SOURCE_LITERAL ? (float)bound->number
                                                      : dv_number_of(context, blend->weights, i);
    if (isnan(weight))
        return 0;
    return dv_clamp(weight, (float)descriptor->minimum, (float)descriptor->maximum);
}

static float weight_of(const void *parts, uint32_t i) {
    const asked_parts *asked = parts;
    return dv_part_weight(asked->node, asked->e->context, i);
}

static dv_vec3 evaluate_part(const dv_combination *combination, uint32_t part) {
    return vector_of(&(asked_parts){combination->parts, combination->state}, part);
}

static float weight_of_part(const dv_combination *combination, uint32_t part) {
    return weight_of(&(asked_parts){combination->parts, combination->state}, part);
}

static dv_vec3 evaluate_blend(const dv_node *node, dv_steering_context *context, const asking *e) {
    asking parts = {e->states, context, e->observer};
    // Most blends are weighted sums, which need nothing more.
    if (node->blend == &dv_blend_weighted && !e->observer)
        return finite_or_none(dv_sum_of_weighted(node->part_count, &(asked_parts){node, &parts},
                                                 weight_of, vector_of));
    dv_steering_context own = *context;
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
    borrowed_state state = borrow_state(e, node, node->blend->state_size);
    return finite_or_none(node->blend->combine(&combination, state.bytes));
}

static dv_vec3 evaluate_node(const dv_node *node, dv_steering_context *context, const asking *e) {
    if (!has_all_numbers(node, context))
        return dv_vec(0, 0, 0);
    if (!node->behavior)
        return evaluate_blend(node, context, e);
    return e->observer ? observe_behavior(node, context, e)
                       : evaluate_behavior(node, context, e->states);
}

dv_vec3 dv_evaluate(const dv_node *node, dv_steering_context *context, unsigned char *states) {
    // Scripts mostly apply single behaviors whose numbers are literals.
    if (node->behavior && !node->reads_slots)
        return evaluate_behavior(node, context, states);
    return evaluate_node(node, context, &(asking){.states = states});
}

dv_vec3 dv_observe(const dv_node *node, const dv_steering_context *context,
                   const unsigned char *states, dv_observer *observer) {
    dv_steering_context own = *context;
    return evaluate_node(node, &own,
                         &(asking){.states = (unsigned char *)states, .observer = observer});
}
