// Finds out what holds a body up; see held_up.h.
#include "steering/behaviors/held_up.h"

#include "steering/desired.h"
#include "world/obstacles.h"
#include "world/world_data.h"

#define TOUCHING 0.01f ///< part of the radius; an obstacle that near holds a body up
#define SLOWEST 1e-3f  ///< m/s; slower velocities give no direction

bool dv_is_held_up(const dv_steering_context *context, dv_sweep_hit *hit) {
    const dv_world *world = context->world;
    float reach = TOUCHING * (context->radius + context->cap * context->dt);
    return dv_property_of(world, context->agent, DV_SOLID) != 0 &&
           dv_obstacles_sweep(&world->obstacles, world->space, context->position, context->forward,
                              reach, context->radius, hit);
}

dv_vec3 dv_steer_along_surface(const dv_steering_context *context, dv_vec3 normal) {
    dv_vec3 along = dv_across(context->velocity, normal);
    if (dv_length(along) < SLOWEST)
        along = dv_across(context->forward, normal);
    if (dv_length(along) < SLOWEST)
        along = dv_across(dv_left_of(context->forward), normal);
    return dv_scale(dv_add(dv_normalize(along), normal), context->cap);
}
