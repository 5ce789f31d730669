// The point mass: a body that can be pushed any way, the simple vehicle of Reynolds.
#include "base/lanes.h"
#include "locomotion/body.h"
#include "locomotion/models.h"
#include "locomotion/point_masses.h"

static void move_agent(dv_world *world, uint32_t agent, float dt) {
    dv_body body = dv_body_of(world, agent, dt);
    dv_vec3 velocity = dv_velocity_of(world, agent);
    if (world->space == DV_PLANE)
        velocity.z = 0;
    dv_going going = dv_body_goes(world, agent, &body, velocity, dv_steering_of(world, agent));
    dv_body_moves(world, agent, going.velocity, dt);
    dv_face(world, agent, going.forward);
}

/// Agents [first, last) of the list, all of one kind.
typedef struct herd {
    dv_world *world;
    const uint32_t *agents;
    uint32_t first, last;
    uint32_t kind;
} herd;

static bool is_for_all(const herd *h, dv_property property, float value) {
    const dv_bound *bound = &h->world->program->kinds[h->kind].properties[property];
    return !h->world->own_properties[property] && bound->source == DV_SOURCE_LITERAL &&
           (float)bound->number == value;
}

/// Whether nothing but force and speed bounds these bodies.
static bool are_plain(const herd *h) {
    return is_for_all(h, DV_MIN_SPEED, 0) && is_for_all(h, DV_MIN_FORCE, 0) &&
           is_for_all(h, DV_DAMPING, 0) && is_for_all(h, DV_SMOOTHING, 0) &&
           is_for_all(h, DV_TURN_RATE, INFINITY);
}

/// What the lanes have in common is looked up once.
typedef struct common {
    dv_body body;
    uint32_t state; ///< the cap is that of this state
    bool bodies_are_shared, caps_are_shared;
} common;

static common common_of(const herd *h, float dt) {
    uint32_t agent = h->agents[h->first];
    common c = {.body = dv_body_of(h->world, agent, dt), .state = h->world->agents.state[agent]};
    c.bodies_are_shared = dv_is_shared(h->world, h->kind, DV_MASS) &&
                          dv_is_shared(h->world, h->kind, DV_MAX_FORCE) &&
                          dv_is_shared(h->world, h->kind, DV_RESPONSE);
    c.caps_are_shared = dv_caps_are_shared(h->world, h->kind, c.state);
    return c;
}

static void load_lane(const herd *h, const common *c, uint32_t agent, dv_point_masses *m,
                      uint32_t lane) {
    dv_world *world = h->world;
    dv_vec3 velocity = dv_velocity_of(world, agent);
    if (world->space == DV_PLANE)
        velocity.z = 0;
    dv_set_lane(&m->position, lane, dv_position_of(world, agent));
    dv_set_lane(&m->velocity, lane, velocity);
    dv_set_lane(&m->forward, lane, dv_forward_of(world, agent));
    dv_set_lane(&m->steering, lane, dv_steering_of(world, agent));
    dv_body body = c->bodies_are_shared ? c->body : dv_body_of(world, agent, m->dt);
    bool has_cap = c->caps_are_shared && world->agents.state[agent] == c->state;
    m->thrust[lane] = body.thrust;
    m->response[lane] = body.response;
    m->cap[lane] = has_cap ? c->body.cap : dv_cap_of(world, agent);
}

static void store_lane(dv_world *world, uint32_t agent, const dv_point_masses *m, uint32_t lane) {
    dv_columns *columns = &world->agents;
    dv_vec3 position = dv_in_lane(&m->position, lane), velocity = dv_in_lane(&m->velocity, lane);
    columns->x[agent] = position.x, columns->vx[agent] = velocity.x;
    columns->y[agent] = position.y, columns->vy[agent] = velocity.y;
    columns->z[agent] = position.z, columns->vz[agent] = velocity.z;
    dv_vec3 forward = dv_in_lane(&m->forward, lane);
    if (columns->of_volume)
        dv_face(world, agent, forward);
    else
        columns->fx[agent] = forward.x, columns->fy[agent] = forward.y;
}

static void move_herd(const herd *h, float dt) {
    const dv_kernels *kernels = h->world->kernels;
    common c = common_of(h, dt);
    dv_point_masses masses = {.dt = dt};
    for (uint32_t i = h->first; i < h->last; i += DV_LANES) {
        uint32_t count = h->last - i < DV_LANES ? h->last - i : DV_LANES;
        for (uint32_t lane = 0; lane < DV_LANES; lane++)
            load_lane(h, &c, h->agents[i + (lane < count ? lane : 0)], &masses, lane);
        kernels->point_masses_move(&masses);
        for (uint32_t lane = 0; lane < count; lane++)
            store_lane(h->world, h->agents[i + lane], &masses, lane);
    }
}

static void move(dv_world *world, const uint32_t *agents, uint32_t first, uint32_t last) {
    float dt = (float)world->dt;
    while (first < last) {
        herd h = {world, agents, first, first + 1, world->agents.kind[agents[first]]};
        while (h.last < last && world->agents.kind[agents[h.last]] == h.kind)
            h.last++;
        if (are_plain(&h))
            move_herd(&h, dt);
        else
            for (uint32_t i = h.first; i < h.last; i++)
                move_agent(world, agents[i], dt);
        first = h.last;
    }
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
