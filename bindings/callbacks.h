// The scenario functions that the engine calls apart from the steps of agents. These are functions
// of a dv_host, where they are documented.
#ifndef DROVER_BINDINGS_CALLBACKS_H
#define DROVER_BINDINGS_CALLBACKS_H

#include "drover/drover.h"

void dv_call_update(void *context, dv_world *world, double dt);
dv_agent dv_call_elect(void *context, dv_world *world, dv_group group);
dv_result dv_call_flow(void *context, dv_world *world, uint32_t type, double time,
                       const dv_vec3 *points, dv_vec3 *values, uint32_t count, dv_error *error);
bool dv_call_guard(void *context, dv_world *world, dv_agent agent, int32_t callback);
bool dv_call_custom(void *context, dv_world *world, dv_agent agent, int32_t callback,
                    dv_vec3 *vector);
bool dv_call_stress(void *context, dv_world *world, dv_agent agent, int32_t callback,
                    const dv_footsteps *steps, float *stresses);

#endif
