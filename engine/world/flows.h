// Flows: velocity fields on a grid. The host fills them from a function of (x, y, z, t), and
// scripts can paint on them.
//
// Invariant: each axis has a node at both ends of the bounds; in a flow that wraps with the world,
// the node at the near end is also that of the far end. `compiled` is NULL or as long as `nodes`:
// it collects the host's values, and replaces `nodes` once all of them have arrived. A flow that
// leads to goals has an `aim` instead, and a node at the center of each cell of its map.
#ifndef DV_WORLD_FLOWS_H
#define DV_WORLD_FLOWS_H

#include "world/flow_record.h"

void dv_flows_free(dv_flows *flows);
/// NULL when the handle is stale or isn't a flow of this world.
const dv_flow_record *dv_flow_record_of(const dv_world *world, uint64_t bits);
/// The velocity at a point (m/s), interpolated between the nodes around it; zero outside the grid.
/// In a flow that leads to goals, its length is 1 or 0, and outside the grid it is that of the
/// nearest place inside.
dv_vec3 dv_flow_value(const dv_flow_record *flow, dv_vec3 point);
/// Make the grid of a flow type, with all velocities zero. The caller frees `flow`. Fails if the
/// grid would have too many nodes or if memory runs out.
dv_result dv_flow_lay(const dv_world *world, uint32_t type, dv_flow_record *flow, dv_error *error);
void dv_flow_free(dv_flow_record *flow);
/// Give a flow to the world, which frees it from then on. Frees it at once if this fails.
dv_result dv_flow_add(dv_world *world, dv_flow_record *record, dv_flow *flow, dv_error *error);
/// The ticks from one interval's end to the next do not always divide it. True in the first tick at
/// or after the end of each interval (s), counted from when the flow was born.
bool dv_flow_is_due(const dv_world *world, const dv_flow_record *flow, double interval);
/// Recompute the flows whose interval has passed. If the host fails to compute one, that flow stays
/// unchanged; the host itself has to report the failure.
void dv_flows_renew(dv_world *world);

#endif
