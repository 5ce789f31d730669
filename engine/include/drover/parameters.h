// Parameters as a behavior, a blend, a stress behavior or a guard reads them: by their place in the
// descriptor's list, as the agent has them now.
//
// Behaviors and stress behaviors pass on the context they get, blends that of their combination.
// Guards have functions of their own. What is the same for all agents of a kind needs no context.
#ifndef DROVER_PARAMETERS_H
#define DROVER_PARAMETERS_H

#include <drover/catalogue.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/// What an agent steers at: a point, a pose with its heading, an agent with its motion, or the
/// point of an obstacle's, region's, path's or surface's that is nearest to the asking agent.
/// Inside a region that is where the agent is.
typedef struct dv_target {
    dv_vec3 position;
    dv_vec3 velocity;
    dv_vec3 forward;
    float radius;
    bool has_heading; ///< an agent or a pose: `forward` means something
    bool is_agent;
    uint32_t agent; ///< index, when is_agent
} dv_target;

// Of any context

/// Whether the parameter was given; one with a default always is.
bool dv_is_given(const dv_bound *parameters, uint32_t i);
/// DV_PARAMETER_KIND and DV_PARAMETER_WHO: the kinds; none when `who` is a slot.
dv_kind_set dv_kinds_of(const dv_bound *parameters, uint32_t i);
/// DV_PARAMETER_STATE: the index of that state in a kind; −1 when the kind has none of that name,
/// or when none was given.
int32_t dv_state_index_of(const dv_bound *parameters, uint32_t i, uint32_t kind);
/// DV_PARAMETER_EVENT: the dv_event_name; 0 when none was given.
uint64_t dv_event_of(const dv_bound *parameters, uint32_t i);
/// DV_PARAMETER_LITERAL, or a number that is written down, as for `refuse`: the number, 0 or 1 for
/// a boolean, the index of an option. NaN when none was given, or a slot or setting.
double dv_literal_of(const dv_bound *parameters, uint32_t i);
/// DV_PARAMETER_CALLBACK: the number the host gave to its function; −1 when none was given.
int32_t dv_callback_of(const dv_bound *parameters, uint32_t i);

// Of a steering context

/// DV_PARAMETER_NUMBER and DV_PARAMETER_BOOLEAN (0 or 1). NaN for an empty slot of a parameter
/// that is not checked before; a behavior with one is not asked and steers zero.
float dv_number_of(const dv_steering_context *context, const dv_bound *parameters, uint32_t i);
bool dv_boolean_of(const dv_steering_context *context, const dv_bound *parameters, uint32_t i);
/// DV_PARAMETER_TARGET. False when the slot is empty, the agent is gone or the mouse is away.
bool dv_target_of(const dv_steering_context *context, const dv_bound *parameters, uint32_t i,
                  dv_target *target);
/// DV_PARAMETER_VECTOR. False when the parameter is not given or its slot is empty.
bool dv_vector_at(const dv_steering_context *context, const dv_bound *parameters, uint32_t i,
                  dv_vec3 *vector);
/// DV_PARAMETER_AGENT, and DV_PARAMETER_WHO when it is a slot. Null when the slot is empty, the
/// agent is gone, or kinds are given.
dv_agent dv_agent_of(const dv_steering_context *context, const dv_bound *parameters, uint32_t i);
/// DV_PARAMETER_PATH and DV_PARAMETER_SLOT, and any other that a slot was given for: what the slot
/// holds, and its type (may be NULL). Not set when it is empty or what it names is gone.
dv_slot_value dv_slot_of(const dv_steering_context *context, const dv_bound *parameters, uint32_t i,
                         dv_slot_type *type);
/// DV_PARAMETER_SETTING: its value, as dv_world_setting.
double dv_setting_of(const dv_steering_context *context, const dv_bound *parameters, uint32_t i);
/// A random number in [0, 1): the n-th that the behavior draws for its agent in this tick. The same
/// n gives the same number.
double dv_random_of(const dv_steering_context *context, uint64_t n);

// The same of a guard's

double dv_guard_number_of(const dv_guard_context *context, const dv_bound *parameters, uint32_t i);
bool dv_guard_boolean_of(const dv_guard_context *context, const dv_bound *parameters, uint32_t i);
bool dv_guard_target_of(const dv_guard_context *context, const dv_bound *parameters, uint32_t i,
                        dv_target *target);
bool dv_guard_vector_at(const dv_guard_context *context, const dv_bound *parameters, uint32_t i,
                        dv_vec3 *vector);
dv_agent dv_guard_agent_of(const dv_guard_context *context, const dv_bound *parameters, uint32_t i);
dv_slot_value dv_guard_slot_of(const dv_guard_context *context, const dv_bound *parameters,
                               uint32_t i, dv_slot_type *type);
double dv_guard_setting_of(const dv_guard_context *context, const dv_bound *parameters, uint32_t i);
double dv_guard_random_of(const dv_guard_context *context, uint64_t n);
/// Write the agent's own slot that a DV_PARAMETER_SLOT names; nothing when none was given. False,
/// with nothing written, when the value cannot be held: it is not finite.
bool dv_guard_write_slot(const dv_guard_context *context, const dv_bound *parameters, uint32_t i,
                         dv_slot_value value);
/// Ask the host's `test` about the function of a DV_PARAMETER_CALLBACK. DV_ASK_HOST while the guard
/// may not ask: return that, and the guard is evaluated again when it may.
dv_truth dv_guard_ask_host(const dv_guard_context *context, const dv_bound *parameters, uint32_t i);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
