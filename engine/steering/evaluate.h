// Evaluate a bound composition for one agent.
#ifndef DV_STEERING_EVALUATE_H
#define DV_STEERING_EVALUATE_H

#include "world/world_data.h"

/// What steers an agent now: the blend it chose by name, or else its state's; NULL if nothing does.
const dv_node *dv_composition_of(const dv_world *world, uint32_t agent);

/// The agent as behaviors see it: its position and motion as sensed, its body as it is.
dv_steering_context dv_steering_context_of(const dv_world *world, uint32_t agent);
/// The same when the agent's cap (m/s) is already known.
dv_steering_context dv_steering_context_with(const dv_world *world, uint32_t agent, float cap);

/// The steering vector (m/s) of a composition; `states` is the agent's block of behavior states. A
/// behavior or blend with an empty number slot yields zero, and so does one whose vector is not
/// finite. A part whose weight is an empty slot has weight 0. Overwrites the context's stream with
/// that of each node evaluated.
dv_vec3 dv_evaluate(const dv_node *node, dv_steering_context *context, unsigned char *states);

/// The weight of a blend's part `i`: 1 if its parts have none, 0 if it is an empty slot.
float dv_part_weight(const dv_node *blend, const dv_steering_context *context, uint32_t i);

/// Receives each behavior of a composition as it is evaluated.
typedef struct dv_observer {
    /// A behavior was evaluated and yielded a vector; `state` is its state from before that.
    void (*asked)(struct dv_observer *observer, const dv_node *behavior,
                  const dv_steering_context *context, const void *state, dv_vec3 vector);
} dv_observer;

/// Like dv_evaluate, but report to an observer and write no state.
dv_vec3 dv_observe(const dv_node *node, const dv_steering_context *context,
                   const unsigned char *states, dv_observer *observer);

/// Ask the host for the vectors of the `custom` behaviors in a composition, and store them in the
/// agent's states. Runs on the stepping thread. False when the script failed for this agent.
bool dv_call_custom_behaviors(dv_world *world, uint32_t agent, const dv_node *node,
                              unsigned char *states);

/// Bind what was applied under another program; end what the host no longer has. When memory is
/// short, the rest waits for the next call.
dv_result dv_bind_applied(dv_world *world, dv_error *error);

/// dv_number_of, clamped to the range of the parameter's descriptor. Numbers in slots and settings
/// are not checked against that range anywhere else.
static inline float dv_number_within(const dv_steering_context *context, const dv_bound *parameters,
                                     const dv_parameter *descriptors, uint32_t i) {
    const dv_bound *bound = &parameters[i];
    // Most numbers are literals.
    float number = bound->source == DV_SOURCE_LITERAL ? (float)bound->number
                                                      : dv_number_of(context, parameters, i);
    return dv_clamp(number, (float)descriptors[i].minimum, (float)descriptors[i].maximum);
}
/// The same for a count. An empty slot, whose number is NaN, counts nothing.
static inline uint32_t dv_count_within(const dv_steering_context *context,
                                       const dv_bound *parameters, const dv_parameter *descriptors,
                                       uint32_t i) {
    float number = dv_number_within(context, parameters, descriptors, i);
    return number >= 1 ? (uint32_t)number : 0;
}
/// dv_number_of and dv_number_within for each agent of a squad.
void dv_numbers_of(const dv_squad *squad, const dv_bound *parameters, uint32_t i,
                   float numbers[DV_LANES]);
void dv_numbers_within(const dv_squad *squad, const dv_bound *parameters,
                       const dv_parameter *descriptors, uint32_t i, float numbers[DV_LANES]);

#endif
