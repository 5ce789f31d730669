// The point mass: a body that can be pushed any way, the simple vehicle of Reynolds.
#include "locomotion/body.h"
#include "locomotion/models.h"

static void move_agent(dv_world *world, uint32_t agent, float dt) {
    dv_body body = dv_body_of(world, agent, dt);
    dv_vec3 velocity = dv_velocity_of(world, agent);
    if (world->space == DV_PLANE)
        velocity.z = 0;
    dv_going going = dv_body_goes(world, agent, &body, velocity, dv_steering_of(world, agent));
    dv_body_moves(world, agent, going.velocity, dt);
    dv_face(world, agent, going.forward);
}

static void move(dv_world *world, const uint32_t *agents, uint32_t first, uint32_t last) {
    float dt = (float)world->dt;
    for (uint32_t i = first; i < last; i++)
        move_agent(world, agents[i], dt);
}

const dv_locomotion_type dv_locomotion_point_mass = {
    .entry = {.name = "point_mass",
              .doc = "A body that can be pushed any way and faces where it goes.",
              .source =
                  "Reynolds 1999, Simple Vehicle Model: force = truncate(mass · s / "
                  "max(response, dt), max_force), v += force / mass · dt, truncated to the "
                  "cap (a lowered one is approached as max_force allows), p += v · dt. With a "
                  "turn_rate the lateral force at low speed is limited too (the same, and "
                  "OpenSteer's adjustRawSteeringForce): mass · speed · turn_rate, so that no "
                  "body at rest is pushed sideways; it turns on the spot"},
    .move = move,
};
