// Evaluating a bound composition for one agent.
#ifndef DV_STEERING_EVALUATE_H
#define DV_STEERING_EVALUATE_H

#include "world/world_data.h"

/// What an agent steers by now: the blend it chose by name, else its state's; NULL: nothing.
const dv_node *dv_composition_of(const dv_world *world, uint32_t agent);

/// The agent as behaviors see it: its place and motion as sensed, its body as it is.
dv_steering_context dv_steering_context_of(const dv_world *world, uint32_t agent);
/// The same where the agent's cap (m/s) is known.
dv_steering_context dv_steering_context_with(const dv_world *world, uint32_t agent, float cap);

/// The steering vector (m/s) of a composition; `states` is the agent's block of behavior states. A
/// behavior or blend with an empty number slot steers zero, and so does one whose vector is not
/// finite; a part whose weight is an empty slot weighs 0. The context's stream becomes that of what
/// is asked.
dv_vec3 dv_evaluate(const dv_node *node, dv_steering_context *context, unsigned char *states);

/// Who is told of every behavior that a composition asks.
typedef struct dv_observer {
    /// A behavior was asked and yielded a vector; `state` is its own as it was before.
    void (*asked)(struct dv_observer *observer, const dv_node *behavior,
                  const dv_steering_context *context, const void *state, dv_vec3 vector);
} dv_observer;

/// As dv_evaluate, with an observer and without writing any state.
dv_vec3 dv_observe(const dv_node *node, const dv_steering_context *context,
                   const unsigned char *states, dv_observer *observer);

/// Ask the host for the vectors of the `custom` behaviors in a composition and keep them in the
/// agent's states, on the stepping thread. False when its script failed for this agent.
bool dv_ask_host(dv_world *world, uint32_t agent, const dv_node *node, unsigned char *states);

/// Bind what was applied under another program; what the host no longer has ends. When memory is
/// short the rest stays for the next time.
dv_result dv_bind_what_lasts(dv_world *world, dv_error *error);

/// dv_number_of, held to the range of the parameter's descriptor: what slots and settings hold is
/// not checked against it elsewhere.
static inline float dv_number_within(const dv_steering_context *context, const dv_bound *parameters,
                                     const dv_parameter *descriptors, uint32_t i) {
    const dv_bound *bound = &parameters[i];
    // Most are written down.
    float number = bound->source == DV_SOURCE_LITERAL ? (float)bound->number
                                                      : dv_number_of(context, parameters, i);
    return dv_clamp(number, (float)descriptors[i].minimum, (float)descriptors[i].maximum);
}
void dv_numbers_within(const dv_squad *squad, const dv_bound *parameters,
                       const dv_parameter *descriptors, uint32_t i, float numbers[DV_LANES]);

#endif
