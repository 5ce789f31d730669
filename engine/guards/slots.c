// Guards about what slots hold: `has`, `is`.
#include "guards/arguments.h"

static const dv_parameter has_parameters[] = {
    {"slot", DV_PARAMETER_PATH, true, "", 0, 0, 0, "the slot"},
};

static dv_truth test_has(const dv_guard_context *context, const dv_bound *parameters, void *state) {
    (void)state;
    dv_slot_type type;
    dv_slot leader;
    const dv_slot *slot =
        dv_bound_slot(context->world, context->agent, &parameters[0], &type, &leader);
    return dv_truth_of(slot && dv_living_value(context->world, type, slot).is_set);
}

const dv_guard_type dv_guard_has = {
    .entry = {.name = "has",
              .doc = "A slot is filled, and what it holds still exists.",
              .source = "Drover",
              .parameters = has_parameters,
              .parameter_count = DV_COUNT_OF(has_parameters),
              .positional = 1},
    .evaluate = test_has,
    .told = "had {slot}",
};

enum { IS_SLOT, IS_STATE };

static const dv_parameter is_parameters[] = {
    {"slot", DV_PARAMETER_AGENT, true, "", 0, 0, 0, "the slot that holds an agent"},
    {"state", DV_PARAMETER_STATE, true, "", 0, 0, 0, "the state it must be in"},
};

static int32_t sensed_state(const dv_world *world, uint32_t agent) {
    uint32_t rank;
    return dv_rank_of(world, agent, &rank) ? world->sensed.records[rank].state
                                           : world->agents.state[agent];
}

static dv_truth test_is(const dv_guard_context *context, const dv_bound *parameters, void *state) {
    (void)state;
    const dv_world *world = context->world;
    uint32_t other;
    if (!dv_bound_agent(world, context->agent, &parameters[IS_SLOT], &other))
        return DV_FALSE;
    int32_t wanted = parameters[IS_STATE].states[dv_sensed_kind(world, other)];
    return dv_truth_of(wanted == sensed_state(world, other));
}

const dv_guard_type dv_guard_is = {
    .entry = {.name = "is",
              .doc = "The agent in a slot is in a state of that name.",
              .source = "Drover",
              .parameters = is_parameters,
              .parameter_count = DV_COUNT_OF(is_parameters),
              .positional = 2},
    .evaluate = test_is,
    .told = "{slot} was {state}",
};
