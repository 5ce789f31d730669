// Functions of the scenario that the engine calls, other than agents' steps. They implement
// functions of dv_host, which documents them.
#ifndef DROVER_BINDINGS_CALLBACKS_H
#define DROVER_BINDINGS_CALLBACKS_H

#include "drover/drover.h"

/// Call the scenario's `update`.
void dv_call_update(void *context, dv_world *world, double dt);
/// Let a group's `elect` choose a leader. Returns a null agent if there is none.
dv_agent dv_call_elect(void *context, dv_world *world, dv_group group);
/// Compute a flow's field in m/s at `count` points, at a time in s.
dv_result dv_call_flow(void *context, const dv_world *world, uint32_t type, double time,
                       const dv_vec3 *points, dv_vec3 *values, uint32_t count, dv_error *error);
/// Whether the function of a guard holds for an agent.
bool dv_call_guard(void *context, const dv_world *world, dv_agent agent, int32_t callback);
/// Compute a custom behavior's vector in m/s. Returns false if its function is at fault.
bool dv_call_custom(void *context, const dv_world *world, dv_agent agent, int32_t callback,
                    dv_vec3 *vector);
/// Compute a custom stress for each candidate of a step. Returns false if its function is at fault.
bool dv_call_stress(void *context, const dv_world *world, dv_agent agent, int32_t callback,
                    const dv_footsteps *steps, float *stresses);

#endif
