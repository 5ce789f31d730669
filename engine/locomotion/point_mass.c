// The point mass: a body that can be pushed any way, the simple vehicle of Reynolds.
#include "locomotion/models.h"
#include "world/world_data.h"

#define SLOWEST 1e-3f ///< m/s, below which a velocity does not turn the body

static float larger(float a, float b) { return a > b ? a : b; }
static float smaller(float a, float b) { return a < b ? a : b; }

// What a script or a foreign behavior made infinite pushes nothing.
static dv_vec3 steering_of(const dv_world *world, uint32_t agent) {
    const dv_columns *c = &world->agents;
    dv_vec3 steering = dv_vec(c->sx[agent], c->sy[agent], c->sz[agent]);
    if (world->space == DV_PLANE)
        steering.z = 0;
    return dv_is_finite(steering) ? steering : dv_vec(0, 0, 0);
}

static dv_vec3 next_velocity(const dv_world *world, uint32_t agent, dv_vec3 velocity, float dt) {
    float mass = dv_property_of(world, agent, DV_MASS);
    float strongest = dv_property_of(world, agent, DV_MAX_FORCE) / mass;
    float lag = larger(dv_property_of(world, agent, DV_RESPONSE), dt);
    // truncate(mass · s / lag, max_force) / mass, in an order that cannot overflow.
    dv_vec3 change = dv_truncate(steering_of(world, agent), strongest * lag);
    dv_vec3 next = dv_add(velocity, dv_scale(change, dt / lag));
    float cap = smaller(dv_cap_of(world, agent), dv_property_of(world, agent, DV_MAX_SPEED));
    // Above the cap, speed falls no faster than the body can brake.
    float limit = larger(cap, dv_length(velocity) - strongest * dt);
    return dv_truncate(next, limit);
}

static void move_agent(dv_world *world, uint32_t agent, float dt) {
    dv_columns *c = &world->agents;
    dv_vec3 velocity = dv_velocity_of(world, agent);
    dv_vec3 position = dv_position_of(world, agent);
    if (world->space == DV_PLANE)
        position.z = velocity.z = 0;
    dv_vec3 next = next_velocity(world, agent, velocity, dt);
    if (dv_is_finite(next))
        velocity = next;
    next = dv_add(position, dv_scale(velocity, dt));
    if (dv_is_finite(next))
        position = next;
    c->vx[agent] = velocity.x, c->vy[agent] = velocity.y, c->vz[agent] = velocity.z;
    c->x[agent] = position.x, c->y[agent] = position.y, c->z[agent] = position.z;
    if (dv_length(velocity) > SLOWEST) {
        dv_vec3 forward = dv_normalize(velocity);
        c->fx[agent] = forward.x, c->fy[agent] = forward.y, c->fz[agent] = forward.z;
    }
}

static void move(dv_world *world, const uint32_t *agents, uint32_t first, uint32_t last) {
    float dt = (float)world->dt;
    for (uint32_t i = first; i < last; i++)
        move_agent(world, agents[i], dt);
}

const dv_locomotion_type dv_locomotion_point_mass = {
    .entry = {.name = "point_mass",
              .doc = "A body that can be pushed any way and faces where it goes.",
              .source = "Reynolds 1999, Simple Vehicle Model: force = truncate(mass · s / "
                        "max(response, dt), max_force), v += force / mass · dt, truncated to the "
                        "cap (a lowered one is approached as max_force allows), p += v · dt"},
    .move = move,
};
