// Reads the current values of an agent's parameters; see drover/parameters.h.
#include "drover/parameters.h"

#include "base/random.h"
#include "drover/fields.h"
#include "world/world_data.h"

#include <math.h>

// States and events have no source, because only values that can change have one.
bool dv_is_given(const dv_bound *parameters, uint32_t i) {
    const dv_bound *bound = &parameters[i];
    return bound->source != DV_SOURCE_ABSENT || bound->states || bound->event;
}

dv_kind_set dv_kinds_of(const dv_bound *parameters, uint32_t i) {
    const dv_bound *bound = &parameters[i];
    bool is_slot = bound->source != DV_SOURCE_KINDS && bound->source != DV_SOURCE_ABSENT;
    return is_slot ? dv_no_kinds() : bound->kinds;
}

int32_t dv_state_index_of(const dv_bound *parameters, uint32_t i, uint32_t kind) {
    const int16_t *states = parameters[i].states;
    return states && kind < DV_MAX_KINDS ? states[kind] : -1;
}

uint64_t dv_event_of(const dv_bound *parameters, uint32_t i) { return parameters[i].event; }

double dv_literal_of(const dv_bound *parameters, uint32_t i) {
    return parameters[i].source == DV_SOURCE_LITERAL ? parameters[i].number : (double)NAN;
}

int32_t dv_callback_of(const dv_bound *parameters, uint32_t i) { return parameters[i].callback; }

float dv_number_of(const dv_steering_context *context, const dv_bound *parameters, uint32_t i) {
    const dv_bound *bound = &parameters[i];
    if (bound->source == DV_SOURCE_LITERAL)
        return (float)bound->number;
    return (float)dv_bound_number(context->world, context->agent, bound);
}

bool dv_boolean_of(const dv_steering_context *context, const dv_bound *parameters, uint32_t i) {
    return dv_bound_number(context->world, context->agent, &parameters[i]) != 0;
}

static void target_point(const dv_world *world, dv_vec3 point, dv_target *target) {
    if (world->space == DV_PLANE)
        point.z = 0;
    *target = (dv_target){.position = point, .forward = dv_vec(1, 0, 0)};
}

// An agent is never its own target: if a group's slot names the leader, the leader has no target.
// If the agent does not perceive a target in one of its own slots, it steers at the believed
// position.
static bool target_agent(const dv_steering_context *context, const dv_bound *bound, uint64_t bits,
                         dv_target *target) {
    const dv_world *world = context->world;
    uint32_t agent;
    if (!dv_agent_index(world, bits, &agent) || agent == context->agent)
        return false;
    *target = (dv_target){
        .position = bound->source == DV_SOURCE_SLOT
                        ? dv_supposed_position(world, context->agent, bound->index, agent)
                        : dv_sensed_position(world, agent),
        .velocity = dv_sensed_velocity(world, agent),
        .forward = dv_sensed_forward(world, agent),
        .radius = dv_property_of(world, agent, DV_RADIUS),
        .has_heading = true,
        .is_agent = true,
        .agent = agent,
    };
    return true;
}

/// The target for something large, such as an obstacle or a path: its point nearest to the agent.
static bool target_thing(const dv_steering_context *context, dv_slot_type type, uint64_t bits,
                         dv_target *target) {
    dv_vec3 point;
    if (!dv_world_nearest_of(context->world, type, bits, context->position, &point))
        return false;
    target_point(context->world, point, target);
    return true;
}

static bool target_slot(const dv_steering_context *context, const dv_bound *bound,
                        dv_target *target) {
    dv_slot_type type;
    dv_slot leader;
    const dv_slot *slot = dv_bound_slot(context->world, context->agent, bound, &type, &leader);
    if (!slot || !slot->is_set)
        return false;
    if (type == DV_SLOT_AGENT)
        return target_agent(context, bound, dv_slot_word(slot), target);
    if (type != DV_SLOT_POINT && type != DV_SLOT_POSE)
        return target_thing(context, type, dv_slot_word(slot), target);
    dv_slot_value value = dv_slot_unpack(type, slot);
    target_point(context->world, value.as.point, target);
    if (type == DV_SLOT_POSE) {
        target->has_heading = true;
        target->forward = dv_vec((float)dv_cos((double)value.as.pose.heading),
                                 (float)dv_sin((double)value.as.pose.heading), 0);
    }
    return true;
}

bool dv_target_of(const dv_steering_context *context, const dv_bound *parameters, uint32_t i,
                  dv_target *target) {
    const dv_bound *bound = &parameters[i];
    switch (bound->source) {
    case DV_SOURCE_POINT:
        target_point(context->world, bound->point, target);
        return true;
    case DV_SOURCE_MOUSE:
        if (!context->world->mouse_is_here)
            return false;
        target_point(context->world, context->world->mouse, target);
        return true;
    case DV_SOURCE_SLOT:
    case DV_SOURCE_GROUP_LEADER:
    case DV_SOURCE_GROUP_SLOT:
        return target_slot(context, bound, target);
    default:
        return false;
    }
}

bool dv_vector_at(const dv_steering_context *context, const dv_bound *parameters, uint32_t i,
                  dv_vec3 *vector) {
    const dv_bound *bound = &parameters[i];
    dv_slot_type type;
    dv_slot leader;
    if (bound->source == DV_SOURCE_ABSENT)
        return false;
    *vector = bound->point;
    if (bound->source != DV_SOURCE_POINT) {
        const dv_slot *slot = dv_bound_slot(context->world, context->agent, bound, &type, &leader);
        if (!slot || !slot->is_set || type != DV_SLOT_VECTOR)
            return false;
        *vector = dv_slot_unpack(type, slot).as.point;
    }
    if (context->world->space == DV_PLANE)
        vector->z = 0;
    return true;
}

dv_agent dv_agent_of(const dv_steering_context *context, const dv_bound *parameters, uint32_t i) {
    uint32_t agent;
    bool is_there = dv_bound_agent(context->world, context->agent, &parameters[i], &agent);
    return (dv_agent){is_there ? dv_agent_bits(context->world, agent) : 0};
}

dv_slot_value dv_slot_of(const dv_steering_context *context, const dv_bound *parameters, uint32_t i,
                         dv_slot_type *type) {
    dv_slot_type found;
    dv_slot leader;
    const dv_slot *slot =
        dv_bound_slot(context->world, context->agent, &parameters[i], &found, &leader);
    if (type)
        *type = found;
    return slot ? dv_living_value(context->world, found, slot) : (dv_slot_value){0};
}

dv_field dv_field_of(const dv_steering_context *context, const dv_bound *parameters, uint32_t i) {
    const dv_bound *bound = &parameters[i];
    return bound->source == DV_SOURCE_FIELD ? dv_world_field(context->world, bound->index)
                                            : (dv_field){0};
}

double dv_setting_of(const dv_steering_context *context, const dv_bound *parameters, uint32_t i) {
    const dv_bound *bound = &parameters[i];
    return bound->source == DV_SOURCE_SETTING ? dv_world_setting(context->world, bound->index)
                                              : (double)NAN;
}

double dv_random_of(const dv_steering_context *context, uint64_t n) {
    dv_random_key key = {context->world->seed, context->world->tick, context->agent,
                         context->stream};
    return dv_random_unit(key, n);
}
