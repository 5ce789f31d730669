// Constraints that apply to every agent after its locomotion model has moved it.
#ifndef DV_LOCOMOTION_CONSTRAINTS_H
#define DV_LOCOMOTION_CONSTRAINTS_H

#include "world/world_data.h"

/// The place nearest to `place` where a body of `radius` (m) is within the bounds, if they contain
/// bodies; in the middle where the bounds are narrower than the body.
dv_vec3 dv_contained(const dv_world *world, dv_vec3 place, float radius);

/// Keep agents [first, last) of the list within the world's bounds. At a containing edge, the body
/// stays inside and loses its outward velocity. At a wrapping edge, the agent reappears on the
/// other side. With `hug`, the agents are then moved onto their surface, even if it is out of
/// bounds. The move phase calls this after the models; blocks may run in parallel.
void dv_constrain(dv_world *world, const uint32_t *agents, uint32_t first, uint32_t last, bool hug);

#endif
