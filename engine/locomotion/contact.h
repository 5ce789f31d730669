// Contact: bodies that are solid stop at obstacles.
#ifndef DV_LOCOMOTION_CONTACT_H
#define DV_LOCOMOTION_CONTACT_H

#include "world/world_data.h"

/// Keep agents [first, last) of the list, which are all of one kind, out of obstacles that block
/// movement. `starts` says where each was before its model moved it, beginning with agent `first`.
/// A body goes no farther than to the first surface on its way, slides along it for the rest of the
/// way, and loses the component of its velocity into it. A body inside an obstacle is moved out on
/// the nearest side. With `hugs`, bodies are moved only along their surface. The move phase calls
/// this between the models and dv_constrain; blocks may run in parallel.
void dv_stop_at_obstacles(dv_world *world, const uint32_t *agents, uint32_t first, uint32_t last,
                          const dv_vec3 *starts, bool hugs);

/// Where a body is that something pushes from `start` to `end` (m): like a body on its way, it
/// stops at obstacles and slides along, and stays within the bounds. Changes nothing.
dv_vec3 dv_pushed_to(dv_world *world, uint32_t agent, dv_vec3 start, dv_vec3 end, bool hugs);

/// Tell the model of a body that moved `way` (m) in this tick and was then pushed `pushed` (m)
/// aside, if that is enough to count as held up.
void dv_halt_pushed(dv_world *world, uint32_t agent, float way, float pushed);

#endif
