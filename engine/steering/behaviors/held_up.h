// Bodies that an obstacle holds up: they touch it and face it.
//
// Contact takes the part of the velocity that leads into a surface, so the velocity of such a body
// no longer says where it wants to go. The direction it faces still does.
#ifndef DV_STEERING_BEHAVIORS_HELD_UP_H
#define DV_STEERING_BEHAVIORS_HELD_UP_H

#include "drover/catalogue.h"
#include "world/obstacle_record.h"

/// Whether an obstacle holds the agent's body up. Fills in `hit`.
bool dv_is_held_up(const dv_steering_context *context, dv_sweep_hit *hit);
/// The steering vector that leads on along a surface with a unit normal, and away from it: on the
/// side to which the agent moves, faces, or else on the left.
dv_vec3 dv_steer_along_surface(const dv_steering_context *context, dv_vec3 normal);

#endif
