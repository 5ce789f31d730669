// Surface hugging: a point mass that stays on the ground, whatever its shape. It is moved onto the
// surface after the bounds are applied (see constraints.c).
#include "drover/catalogue.h"
#include "locomotion/body.h"

#define STEEPEST_AIM 10.0f ///< limit on the stretching of the desired velocity along the ground

/// Project steering onto the ground. The desired velocity keeps its length, so that agents walk
/// around a planet as fast as straight ahead. A target straight above or below gives no direction.
static dv_vec3 along_ground(dv_vec3 steering, dv_vec3 velocity, dv_vec3 normal) {
    if (dv_length(steering) == 0)
        return steering;
    dv_vec3 desired = dv_add(steering, velocity);
    dv_vec3 along = dv_part_across(desired, normal);
    float whole = dv_length(desired), part = dv_length(along);
    float stretch = part * STEEPEST_AIM < whole ? STEEPEST_AIM : part > 0 ? whole / part : 1;
    return dv_subtract(dv_scale(along, stretch), velocity);
}

static void move_agent(dv_world *world, uint32_t agent, float dt) {
    dv_body body = dv_body_of(world, agent, dt);
    dv_vec3 velocity = dv_velocity_of(world, agent), steering = dv_steering_of(world, agent);
    if (world->space == DV_PLANE) {
        velocity.z = 0;
    } else {
        dv_hug(world, agent);
        dv_vec3 normal = dv_up_of(world, agent);
        velocity = dv_velocity_of(world, agent);
        steering = along_ground(steering, velocity, normal);
        if (!dv_is_finite(steering))
            steering = dv_vec(0, 0, 0);
    }
    dv_going going = dv_body_goes(world, agent, &body, velocity, steering);
    dv_body_moves(world, agent, going.velocity, dt);
    dv_face(world, agent, going.forward);
}

static void move_on_surfaces(dv_world *world, const uint32_t *agents, uint32_t first,
                             uint32_t last) {
    float dt = (float)world->dt;
    for (uint32_t i = first; i < last; i++)
        move_agent(world, agents[i], dt);
}

const dv_locomotion_type dv_locomotion_surface = {
    .entry = {.name = "surface",
              .doc = "A point mass on the ground: in a volume, it stays on the surface in its slot "
                     "`surface`. If the slot is empty, it stays on the nearest surface, and if "
                     "there is none, at its present height.",
              .source = "Reynolds 1999, Simple Vehicle Model, surface hugging: position = nearest "
                        "surface point, velocity tangential, up = the normal there"},
    .move = move_on_surfaces,
    .hugs = true,
};
