// Flows: fields of velocities on a grid, filled by the host from a field of (x, y, z, t) and
// painted by scripts.
//
// Invariant: along an axis there are nodes at both ends of the bounds, or, where the flow wraps
// with the world, the node at the far end is that at the near one. `compiled` is as long as `nodes`
// or NULL; it takes what the host gives until all of it is there.
#ifndef DV_WORLD_FLOWS_H
#define DV_WORLD_FLOWS_H

#include "world/flow_record.h"

void dv_flows_free(dv_flows *flows);
/// NULL when the handle is stale or names no flow of the world.
const dv_flow_record *dv_flow_record_of(const dv_world *world, uint64_t bits);
dv_vec3 dv_flow_value(const dv_flow_record *flow, dv_vec3 point);
uint32_t dv_flow_node_count(const dv_flow_record *flow);
/// Lay the grid of a type over its bounds, all zero. `flow` is the caller's to free.
dv_result dv_flow_lay(const dv_world *world, uint32_t type, dv_flow_record *flow, dv_error *error);
void dv_flow_free(dv_flow_record *flow);
/// Compile the flows whose interval has passed. The host hears of what fails; then the flow stays
/// as it was.
void dv_flows_renew(dv_world *world);

#endif
