// Ways to a goal that agents have planned.
//
// `wayfinding` follows its way in the steer phase, where agents run in parallel and none may plan.
// There it only wishes for a plan. The plans are made in the next decide phase, on the stepping
// thread, oldest wish first, until the work of one tick is used up.
#ifndef DV_STEERING_WAYS_H
#define DV_STEERING_WAYS_H

#include "world/world_data.h"

/// Note the wishes of an agent's `wayfinding` behaviors for dv_plan_ways.
void dv_note_wishes(dv_world *world, uint32_t agent, const dv_node *node, unsigned char *states);
/// Make the plans that were noted in this tick.
void dv_plan_ways(dv_world *world);

#endif
