// Steering toward desired velocities: what seek, pursuit, arrival and others have in common.
#ifndef DV_STEERING_DESIRED_H
#define DV_STEERING_DESIRED_H

#include "world/world_data.h"

#define DV_NO_STEERING ((dv_vec3){0, 0, 0})

/// Steer to move along `direction` (any length) at `speed`; nothing for a zero direction.
static inline dv_vec3 dv_steer_along(const dv_steering_context *context, dv_vec3 direction,
                                     float speed) {
    if (dv_is_zero(direction))
        return DV_NO_STEERING;
    return dv_subtract(dv_scale(dv_normalize(direction), speed), context->velocity);
}

/// Steer toward what lies at `offset`, at the agent's cap; nothing when it is reached.
static inline dv_vec3 dv_seek_offset(const dv_steering_context *context, dv_vec3 offset) {
    return dv_steer_along(context, offset, context->cap);
}

/// From the agent, as sensed, to a point; across the edge where the world wraps.
static inline dv_vec3 dv_offset_to(const dv_steering_context *context, dv_vec3 point) {
    return dv_offset_between(context->world, context->position, point);
}

/// The same to the point in a slot of its own; false when that is empty.
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

/// The same to what a target parameter names; false where it names nothing now.
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

/// The unit vector to the left of a unit vector, level; along y for one that points up or down.
static inline dv_vec3 dv_left_of(dv_vec3 forward) {
    dv_vec3 left = dv_cross(dv_vec(0, 0, 1), forward);
    return dv_length_squared(left) < 1e-6f ? dv_vec(0, 1, 0) : dv_normalize(left);
}

/// What is ahead of a body, to its left and above it: unit vectors, square to each other.
typedef struct dv_axes {
    dv_vec3 forward, left, up;
} dv_axes;

/// Of one without a roof: its left is level.
static inline dv_axes dv_level_axes(dv_vec3 forward) {
    dv_vec3 left = dv_left_of(forward);
    return (dv_axes){forward, left, dv_cross(forward, left)};
}

/// Of an agent that faces `forward`, by its own roof: they turn as it does, through the vertical
/// too, where level ones turn about at once.
static inline dv_axes dv_axes_of(const dv_world *world, uint32_t agent, dv_vec3 forward) {
    dv_vec3 left = dv_normalize(dv_cross(dv_up_of(world, agent), forward));
    if (dv_is_zero(left))
        return dv_level_axes(forward);
    return (dv_axes){forward, left, dv_cross(forward, left)};
}

/// So much ahead, left and up, as a vector in the world.
static inline dv_vec3 dv_out_of_axes(const dv_axes *axes, dv_vec3 local) {
    return dv_add(dv_scale(axes->forward, local.x),
                  dv_add(dv_scale(axes->left, local.y), dv_scale(axes->up, local.z)));
}

/// What is left of `v` without its part along the unit vector `axis`.
static inline dv_vec3 dv_across(dv_vec3 v, dv_vec3 axis) {
    return dv_subtract(v, dv_scale(axis, dv_dot(v, axis)));
}

/// Steer to come to rest at `offset` without passing it (see arrival).
dv_vec3 dv_arrive_at(const dv_steering_context *context, dv_vec3 offset, float slowing_distance);

/// The fastest speed (m/s) toward something at a distance from which the agent can still stop.
float dv_stoppable_speed(const dv_steering_context *context, float distance);

/// How to join what moves.
typedef struct dv_meeting {
    float standoff;         ///< m, how near is near enough
    float slowing_distance; ///< m
    float horizon;          ///< s, the furthest prediction
    dv_vec3 turn;           ///< rad/s, about this axis: how its velocity turns
} dv_meeting;

/// Where it will be, as an offset from here, predicted for the time of the way at the cap, on a
/// circle where its velocity turns; where it is when that is near enough.
dv_vec3 dv_meeting_place(const dv_steering_context *context, dv_vec3 offset, dv_vec3 velocity,
                         const dv_meeting *meeting);

/// Steer to what lies at `offset` and moves at `velocity`, at the place where they meet, and move
/// along with it when there.
dv_vec3 dv_arrive_with(const dv_steering_context *context, dv_vec3 offset, dv_vec3 velocity,
                       const dv_meeting *meeting);

/// The point on the unit sphere that wander steers for, as (ahead, left, up) of the agent; zero
/// before it is drawn.
typedef struct dv_wander_state {
    float ahead, left, up;
} dv_wander_state;

dv_vec3 dv_wander(const dv_steering_context *context, float strength, float rate,
                  dv_wander_state *state);

/// Draw what dv_wander would be thinking.
void dv_annotate_wander(const dv_steering_context *context, float strength, float rate,
                        const dv_wander_state *state, dv_sketch *sketch);

/// Where a target at `offset` will be, as an offset from here, predicted as by pursuit.
dv_vec3 dv_predict_place(const dv_steering_context *context, const dv_target *target,
                         dv_vec3 offset, float horizon);

/// Steer away from there.
dv_vec3 dv_evade(const dv_steering_context *context, const dv_target *target, dv_vec3 offset,
                 float horizon);

#endif
