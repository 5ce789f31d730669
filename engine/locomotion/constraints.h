// What holds for every locomotion model once it has moved an agent.
#ifndef DV_LOCOMOTION_CONSTRAINTS_H
#define DV_LOCOMOTION_CONSTRAINTS_H

#include "world/world_data.h"

/// Keep agents [first, last) of the list within the world's bounds: at an edge that contains, the
/// body stays inside and the velocity out of it ends; at one that wraps, the agent comes back on
/// the other side. With `hug` they are then put on their surface, wherever that is. The move phase
/// calls it after the models; blocks may run in parallel.
void dv_constrain(dv_world *world, const uint32_t *agents, uint32_t first, uint32_t last, bool hug);

#endif
