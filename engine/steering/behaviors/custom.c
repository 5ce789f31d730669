// Custom: a steering vector from a function of the host. The host runs on one thread in the decide
// phase; its answer is kept in the behavior's state until the steer phase of the same tick.
#include "steering/behaviors.h"
#include "steering/desired.h"
#include "steering/evaluate.h"

static const dv_parameter parameters_of_custom[] = {
    {"call", DV_PARAMETER_CALLBACK, true, "", 0, 0, 0,
     "function(self) → x, y, z in m/s, or a vector; it may read the world but not write it"},
};

typedef struct custom_state {
    float x, y, z;
} custom_state;

static dv_vec3 evaluate_custom(const dv_steering_context *context, const dv_bound *parameters,
                               void *state) {
    (void)context;
    (void)parameters;
    const custom_state *kept = state;
    return dv_vec(kept->x, kept->y, kept->z);
}

const dv_behavior_type dv_behavior_custom = {
    .entry = {.name = "custom",
              .doc =
                  "Steer by a Lua function that is called every tick, after all steps, even where "
                  "a blend does not evaluate it.",
              .source = "s = function(self)",
              .parameters = parameters_of_custom,
              .parameter_count = DV_COUNT_OF(parameters_of_custom),
              .positional = 1},
    .state_size = sizeof(custom_state),
    .evaluate = evaluate_custom,
};

static bool ask_host(dv_world *world, uint32_t agent, const dv_node *node, custom_state *state) {
    const dv_host *host = &world->host;
    dv_vec3 vector = {0, 0, 0};
    dv_agent handle = {dv_agent_bits(world, agent)};
    bool answers = !host->custom || host->custom(host->context, world, handle,
                                                 node->parameters[0].callback, &vector);
    *state = answers ? (custom_state){vector.x, vector.y, vector.z} : (custom_state){0, 0, 0};
    return answers;
}

bool dv_call_custom_behaviors(dv_world *world, uint32_t agent, const dv_node *node,
                              unsigned char *states) {
    if (!node->asks_host)
        return true;
    if (node->behavior && node->part_count == 0)
        return ask_host(world, agent, node, (custom_state *)(void *)(states + node->state_offset));
    for (uint32_t i = 0; i < node->part_count; i++)
        if (!dv_call_custom_behaviors(world, agent, &node->parts[i], states))
            return false;
    return true;
}
