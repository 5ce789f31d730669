// How behaviors, blends, stress behaviors, and guards read the current values of their parameters.
// `i` is the index of a parameter in the descriptor's list.
//
// Behaviors and stress behaviors pass their context, blends that of their combination. Guards have
// functions of their own. Values that are the same for all agents of a kind need no context.
#ifndef DROVER_PARAMETERS_H
#define DROVER_PARAMETERS_H

#include <drover/catalogue.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/// The target of an agent: a point, a pose, another agent, or the point of an obstacle, region,
/// path, or surface that is nearest to the steering agent. If the agent is inside the region, the
/// point is its own position.
typedef struct dv_target {
    dv_vec3 position; ///< m
    dv_vec3 velocity; ///< m/s
    dv_vec3 forward;  ///< unit length
    float radius;     ///< m
    bool has_heading; ///< an agent or a pose, so `forward` is meaningful
    bool is_agent;
    uint32_t agent; ///< index, if is_agent
} dv_target;

// For any context

/// Whether the parameter was given. True for one with a default.
bool dv_is_given(const dv_bound *parameters, uint32_t i);
/// The kinds of a DV_PARAMETER_KIND or DV_PARAMETER_WHO; none if `who` is a slot.
dv_kind_set dv_kinds_of(const dv_bound *parameters, uint32_t i);
/// The index, in a kind, of the state that a DV_PARAMETER_STATE names; −1 if the kind has no such
/// state or the parameter was not given.
int32_t dv_state_index_of(const dv_bound *parameters, uint32_t i, uint32_t kind);
/// The dv_event_name of a DV_PARAMETER_EVENT; 0 if it was not given.
uint64_t dv_event_of(const dv_bound *parameters, uint32_t i);
/// The value of a DV_PARAMETER_LITERAL or of a number given as a constant, for use in `refuse`: the
/// number, 0 or 1 for a boolean, or the index of an option. NaN for a slot or a setting, or if the
/// parameter was not given.
double dv_literal_of(const dv_bound *parameters, uint32_t i);
/// The host's number of the function of a DV_PARAMETER_CALLBACK; −1 if it was not given.
int32_t dv_callback_of(const dv_bound *parameters, uint32_t i);

// For a steering context

/// The value of a DV_PARAMETER_NUMBER, or of a DV_PARAMETER_BOOLEAN as 0 or 1. NaN if its slot is
/// empty. The engine checks most parameters for that first: it then skips the behavior, which
/// steers zero.
float dv_number_of(const dv_steering_context *context, const dv_bound *parameters, uint32_t i);
/// The value of a DV_PARAMETER_BOOLEAN.
bool dv_boolean_of(const dv_steering_context *context, const dv_bound *parameters, uint32_t i);
/// Get a DV_PARAMETER_TARGET. False if its slot is empty, its agent is gone or is the steering
/// agent itself, or the mouse is away.
bool dv_target_of(const dv_steering_context *context, const dv_bound *parameters, uint32_t i,
                  dv_target *target);
/// Get a DV_PARAMETER_VECTOR. False if it was not given or its slot is empty.
bool dv_vector_at(const dv_steering_context *context, const dv_bound *parameters, uint32_t i,
                  dv_vec3 *vector);
/// The agent of a DV_PARAMETER_AGENT, or of a DV_PARAMETER_WHO that is a slot. Null if the slot is
/// empty, the agent is gone, or the parameter has kinds.
dv_agent dv_agent_of(const dv_steering_context *context, const dv_bound *parameters, uint32_t i);
/// The content of the slot given for a DV_PARAMETER_PATH, a DV_PARAMETER_SLOT, or any other
/// parameter. `type` (may be NULL) gets its type. The value is not set if the slot is empty or its
/// handle is stale.
dv_slot_value dv_slot_of(const dv_steering_context *context, const dv_bound *parameters, uint32_t i,
                         dv_slot_type *type);
/// The field of a DV_PARAMETER_FIELD; null if it was not given.
dv_field dv_field_of(const dv_steering_context *context, const dv_bound *parameters, uint32_t i);
/// The value of a DV_PARAMETER_SETTING, like dv_world_setting; NaN if it was not given.
double dv_setting_of(const dv_steering_context *context, const dv_bound *parameters, uint32_t i);
/// Random number `n` of this behavior for this agent in this tick, in [0, 1). The same `n` always
/// gives the same number.
double dv_random_of(const dv_steering_context *context, uint64_t n);

// For a guard context

/// The counterparts of the functions for steering contexts.
double dv_guard_number_of(const dv_guard_context *context, const dv_bound *parameters, uint32_t i);
bool dv_guard_boolean_of(const dv_guard_context *context, const dv_bound *parameters, uint32_t i);
bool dv_guard_target_of(const dv_guard_context *context, const dv_bound *parameters, uint32_t i,
                        dv_target *target);
bool dv_guard_vector_at(const dv_guard_context *context, const dv_bound *parameters, uint32_t i,
                        dv_vec3 *vector);
dv_agent dv_guard_agent_of(const dv_guard_context *context, const dv_bound *parameters, uint32_t i);
dv_slot_value dv_guard_slot_of(const dv_guard_context *context, const dv_bound *parameters,
                               uint32_t i, dv_slot_type *type);
dv_field dv_guard_field_of(const dv_guard_context *context, const dv_bound *parameters, uint32_t i);
double dv_guard_setting_of(const dv_guard_context *context, const dv_bound *parameters, uint32_t i);
double dv_guard_random_of(const dv_guard_context *context, uint64_t n);
/// Write to the agent's slot that a DV_PARAMETER_SLOT names; does nothing if none was given. False,
/// with nothing written, if the slot cannot hold the value, such as one that is not finite.
bool dv_guard_write_slot(const dv_guard_context *context, const dv_bound *parameters, uint32_t i,
                         dv_slot_value value);
/// Call the host's `test` for the function of a DV_PARAMETER_CALLBACK. Returns DV_ASK_HOST if the
/// guard may not call the host now. The guard should then return that too; the engine evaluates it
/// again when it may.
dv_truth dv_guard_ask_host(const dv_guard_context *context, const dv_bound *parameters, uint32_t i);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
