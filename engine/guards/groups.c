// The guard about groups: `leads`.
#include "guards/arguments.h"

static dv_truth test_leads(const dv_guard_context *context, const dv_bound *parameters,
                           void *state) {
    (void)parameters;
    (void)state;
    const dv_world *world = context->world;
    uint32_t group = world->agents.group[context->agent];
    return dv_truth_of(group &&
                       world->groups[group - 1].leader == dv_agent_bits(world, context->agent));
}

const dv_guard_type dv_guard_leads = {
    .entry = {.name = "leads",
              .doc = "The agent is the leader of its group.",
              .source = "Drover",
              .parameters = NULL,
              .parameter_count = 0,
              .positional = 0},
    .evaluate = test_leads,
    .told = "led its group",
};
