// Steering toward desired velocities; shared by seek, pursuit, arrival and others.
#ifndef DV_STEERING_DESIRED_H
#define DV_STEERING_DESIRED_H

#include "world/world_data.h"

#define DV_NO_STEERING ((dv_vec3){0, 0, 0})

/// Steer to move along `direction` (any length) at `speed` (m/s); zero for a zero direction.
static inline dv_vec3 dv_steer_along(const dv_steering_context *context, dv_vec3 direction,
                                     float speed) {
    if (dv_is_zero(direction))
        return DV_NO_STEERING;
    return dv_subtract(dv_scale(dv_normalize(direction), speed), context->velocity);
}

/// Steer toward the place at `offset`, at the agent's cap; zero once it is reached. With a reverse
/// gear, drive there the sooner way. Not for places that move on before they are reached, such as
/// one farther along a path: a car would back along all of it.
dv_vec3 dv_seek_offset(const dv_steering_context *context, dv_vec3 offset);

/// The velocity (m/s) that the composition of a `prefer` parameter asks for, up to the cap.
static inline dv_vec3 dv_preferred_velocity(const dv_steering_context *context) {
    return dv_truncate(dv_add(context->velocity, context->preferred), context->cap);
}

/// The offset from the agent, as sensed, to a point; the short way where the world wraps.
static inline dv_vec3 dv_offset_to(const dv_steering_context *context, dv_vec3 point) {
    return dv_offset_between(context->world, context->position, point);
}

/// The same for the point in one of the agent's own slots; false when the slot is empty.
static inline bool dv_offset_to_slot(const dv_steering_context *context, uint32_t index,
                                     dv_vec3 *offset) {
    const dv_slot *slot = dv_slots_of(context->world, context->agent) + index;
    bool is_plane = context->world->space == DV_PLANE;
    if (!slot->is_set)
        return false;
    const float *point = slot->as.point;
    *offset = dv_offset_to(context, dv_vec(point[0], point[1], is_plane ? 0 : point[2]));
    return true;
}

/// The same for what a target parameter names; false when it names nothing now.
static inline bool dv_offset_to_target(const dv_steering_context *context,
                                       const dv_bound *parameters, uint32_t i, dv_vec3 *offset) {
    const dv_bound *bound = &parameters[i];
    if (bound->source == DV_SOURCE_SLOT && bound->slot_type == DV_SLOT_POINT)
        return dv_offset_to_slot(context, bound->index, offset);
    dv_target target;
    if (bound->source == DV_SOURCE_ABSENT || !dv_target_of(context, parameters, i, &target))
        return false;
    *offset = dv_offset_to(context, target.position);
    return true;
}

/// The level unit vector to the left of a unit vector; along y for one that points up or down.
static inline dv_vec3 dv_left_of(dv_vec3 forward) {
    dv_vec3 left = dv_cross(dv_vec(0, 0, 1), forward);
    return dv_length_squared(left) < 1e-6f ? dv_vec(0, 1, 0) : dv_normalize(left);
}

/// The directions ahead of a body, to its left and above it: unit vectors at right angles.
typedef struct dv_axes {
    dv_vec3 forward, left, up;
} dv_axes;

/// Axes with a level left.
static inline dv_axes dv_level_axes(dv_vec3 forward) {
    dv_vec3 left = dv_left_of(forward);
    return (dv_axes){forward, left, dv_cross(forward, left)};
}

/// The axes of an agent that faces `forward`, by its own up vector. They turn smoothly as it does,
/// even through the vertical, where level axes would flip.
static inline dv_axes dv_axes_of(const dv_world *world, uint32_t agent, dv_vec3 forward) {
    dv_vec3 left = dv_normalize(dv_cross(dv_up_of(world, agent), forward));
    if (dv_is_zero(left))
        return dv_level_axes(forward);
    return (dv_axes){forward, left, dv_cross(forward, left)};
}

/// A local vector (ahead, left, up) as a vector in the world.
static inline dv_vec3 dv_out_of_axes(const dv_axes *axes, dv_vec3 local) {
    return dv_add(dv_scale(axes->forward, local.x),
                  dv_add(dv_scale(axes->left, local.y), dv_scale(axes->up, local.z)));
}

/// The part of `v` across the unit vector `axis`.
static inline dv_vec3 dv_across(dv_vec3 v, dv_vec3 axis) {
    return dv_subtract(v, dv_scale(axis, dv_dot(v, axis)));
}

/// Steer to stop at `offset` without passing it (see arrival).
dv_vec3 dv_arrive_at(const dv_steering_context *context, dv_vec3 offset, float slowing_distance);

/// The fastest speed (m/s) at which the agent can still stop within `distance` (m).
float dv_stoppable_speed(const dv_steering_context *context, float distance);

/// The desired speed (m/s) of arrival with `distance` (m) to go.
float dv_arrival_speed(const dv_steering_context *context, float distance, float slowing_distance);

/// How to join something that moves.
typedef struct dv_meeting {
    float standoff;         ///< m, how near is near enough
    float slowing_distance; ///< m
    float horizon;          ///< s, the longest prediction
    dv_vec3 turn;           ///< rad/s, about this axis: how fast its velocity turns
} dv_meeting;

/// Where it will be, as an offset from here, predicted for the time the agent needs to get there at
/// its cap; on a circle if its velocity turns. Where it is now, when that is near enough.
dv_vec3 dv_meeting_place(const dv_steering_context *context, dv_vec3 offset, dv_vec3 velocity,
                         const dv_meeting *meeting);

/// Steer to meet what is at `offset` and moves at `velocity`, and move along with it from there.
dv_vec3 dv_arrive_with(const dv_steering_context *context, dv_vec3 offset, dv_vec3 velocity,
                       const dv_meeting *meeting);

/// The point on the unit sphere that wander steers toward, as (ahead, left, up) of the agent; zero
/// before the first one is drawn.
typedef struct dv_wander_state {
    float ahead, left, up;
} dv_wander_state;

/// Steer as wander does: ahead plus `strength` times a random point, which moves at `rate`.
dv_vec3 dv_wander(const dv_steering_context *context, float strength, float rate,
                  dv_wander_state *state);

/// Draw the next direction of dv_wander without changing its state.
void dv_annotate_wander(const dv_steering_context *context, float strength, float rate,
                        const dv_wander_state *state, dv_sketch *sketch);

/// Where a target at `offset` will be, as an offset from the agent, predicted as in pursuit.
dv_vec3 dv_predict_place(const dv_steering_context *context, const dv_target *target,
                         dv_vec3 offset, float horizon);

/// Steer away from that predicted place.
dv_vec3 dv_evade(const dv_steering_context *context, const dv_target *target, dv_vec3 offset,
                 float horizon);

#endif
