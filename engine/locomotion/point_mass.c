// The point mass: a body that a force can accelerate in any direction, Reynolds' simple vehicle.
#include "base/lanes.h"
#include "drover/catalogue.h"
#include "locomotion/body.h"
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

/// What the kernel computes with, and what moves no point mass. Any other property keeps a herd out
/// of the kernel unless it has its default.
static const bool is_for_kernel[DV_OWN_PROPERTY_COUNT] = {
    [DV_MASS] = true,
    [DV_RADIUS] = true,
    [DV_MAX_SPEED] = true,
    [DV_MAX_FORCE] = true,
    [DV_RESPONSE] = true,
    [DV_SOLID] = true,
    [DV_WHEELBASE] = true,
    [DV_MAX_STEERING_ANGLE] = true,
    [DV_MAX_BRAKE] = true,
    [DV_SIGHT_RANGE] = true,
    [DV_SIGHT_ANGLE] = true,
    [DV_HEARING_RANGE] = true,
    [DV_SIGHT_UNCERTAINTY] = true,
    [DV_SIGHT_DRIFT] = true,
};

/// Whether only force and speed limit these bodies.
static bool are_plain(const herd *h) {
    for (dv_property p = 0; p < DV_OWN_PROPERTY_COUNT; p++)
        if (!is_for_kernel[p] && !is_for_all(h, p, (float)dv_properties[p].fallback))
            return false;
    return true;
}

/// Values that the lanes share, so they are looked up once.
typedef struct common {
    dv_body body;
    uint32_t state; ///< the state that the cap belongs to
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

static void share_body(const common *c, dv_point_masses *m) {
    for (uint32_t lane = 0; lane < DV_LANES; lane++) {
        m->thrust[lane] = c->body.thrust;
        m->response[lane] = c->body.response;
        m->cap[lane] = c->body.cap;
    }
}

static bool share_bodies(const herd *h, const common *c, const uint32_t *agents) {
    const uint16_t *states = h->world->agents.state;
    bool share = c->bodies_are_shared && c->caps_are_shared;
    for (uint32_t lane = 0; lane < DV_LANES; lane++)
        share = share && states[agents[lane]] == c->state;
    return share;
}

static void load_bodies(const herd *h, const uint32_t *agents, dv_point_masses *m) {
    for (uint32_t lane = 0; lane < DV_LANES; lane++) {
        dv_body body = dv_body_of(h->world, agents[lane], m->dt);
        m->thrust[lane] = body.thrust;
        m->response[lane] = body.response;
        m->cap[lane] = body.cap;
    }
}

/// Copies of the column entries of agents that are not consecutive, or are fewer than DV_LANES.
typedef struct copies {
    dv_vectors position, velocity, forward, up;
    dv_vec3 steering[DV_LANES];
} copies;

static void move_copies(const herd *h, const uint32_t *agents, uint32_t count, dv_point_masses *m) {
    dv_world *world = h->world;
    copies c;
    for (uint32_t lane = 0; lane < DV_LANES; lane++) {
        dv_set_lane(&c.position, lane, dv_position_of(world, agents[lane]));
        dv_set_lane(&c.velocity, lane, dv_velocity_of(world, agents[lane]));
        dv_set_lane(&c.forward, lane, dv_forward_of(world, agents[lane]));
        dv_set_lane(&c.up, lane, dv_up_of(world, agents[lane]));
        c.steering[lane] = world->agents.steering[agents[lane]];
    }
    m->x = c.position.x, m->y = c.position.y, m->z = c.position.z;
    m->vx = c.velocity.x, m->vy = c.velocity.y, m->vz = c.velocity.z;
    m->fx = c.forward.x, m->fy = c.forward.y, m->fz = c.forward.z;
    m->ux = c.up.x, m->uy = c.up.y, m->uz = c.up.z;
    m->steering = c.steering;
    world->kernels->point_masses_move(m);
    for (uint32_t lane = 0; lane < count; lane++) {
        uint32_t agent = agents[lane];
        dv_columns *columns = &world->agents;
        dv_vec3 position = dv_in_lane(&c.position, lane), velocity = dv_in_lane(&c.velocity, lane);
        columns->x[agent] = position.x, columns->vx[agent] = velocity.x;
        columns->y[agent] = position.y, columns->vy[agent] = velocity.y;
        columns->z[agent] = position.z, columns->vz[agent] = velocity.z;
        dv_vec3 forward = dv_in_lane(&c.forward, lane), up = dv_in_lane(&c.up, lane);
        columns->fx[agent] = forward.x, columns->fy[agent] = forward.y;
        columns->fz[agent] = forward.z;
        if (columns->of_volume)
            columns->ux[agent] = up.x, columns->uy[agent] = up.y, columns->uz[agent] = up.z;
    }
}

static void move_in_place(const herd *h, uint32_t first, dv_point_masses *m) {
    dv_world *world = h->world;
    dv_columns *c = &world->agents;
    m->x = c->x + first, m->y = c->y + first, m->z = c->z + first;
    m->vx = c->vx + first, m->vy = c->vy + first, m->vz = c->vz + first;
    m->fx = c->fx + first, m->fy = c->fy + first, m->fz = c->fz + first;
    m->steering = c->steering + first;
    if (c->of_volume)
        m->ux = c->ux + first, m->uy = c->uy + first, m->uz = c->uz + first;
    world->kernels->point_masses_move(m);
}

/// Unused lanes repeat the first agent.
static void move_few(const herd *h, const common *c, const uint32_t *agents, uint32_t count,
                     dv_point_masses *shared) {
    uint32_t lanes[DV_LANES];
    for (uint32_t lane = 0; lane < DV_LANES; lane++)
        lanes[lane] = agents[lane < count ? lane : 0];
    dv_point_masses own, *m = shared;
    if (!share_bodies(h, c, lanes)) {
        m = &own;
        m->dt = shared->dt, m->is_plane = shared->is_plane;
        load_bodies(h, lanes, m);
    }
    if (lanes[DV_LANES - 1] - lanes[0] == DV_LANES - 1)
        move_in_place(h, lanes[0], m);
    else
        move_copies(h, lanes, count, m);
}

static void move_herd(const herd *h, float dt) {
    common c = common_of(h, dt);
    dv_point_masses shared = {.dt = dt, .is_plane = h->world->space == DV_PLANE};
    share_body(&c, &shared);
    for (uint32_t i = h->first; i < h->last; i += DV_LANES) {
        uint32_t count = h->last - i < DV_LANES ? h->last - i : DV_LANES;
        move_few(h, &c, h->agents + i, count, &shared);
    }
}

static void move_point_masses(dv_world *world, const uint32_t *agents, uint32_t first,
                              uint32_t last) {
    float dt = (float)world->dt;
    herd h = {world, agents, first, last, world->agents.kind[agents[first]]};
    if (are_plain(&h)) {
        move_herd(&h, dt);
        return;
    }
    for (uint32_t i = first; i < last; i++)
        move_agent(world, agents[i], dt);
}

const dv_locomotion_type dv_locomotion_point_mass = {
    .entry = {.name = "point_mass",
              .doc = "A body that can be pushed in any direction and faces the way it moves.",
              .source =
                  "Reynolds 1999, Simple Vehicle Model: force = truncate(mass · s / "
                  "max(response, dt), max_force), v += force / mass · dt, truncated to the "
                  "cap (a lowered one is approached as max_force allows), p += v · dt. With a "
                  "turn_rate the lateral force at low speed is limited too (the same, and "
                  "OpenSteer's adjustRawSteeringForce): mass · speed · turn_rate, so that no "
                  "body at rest is pushed sideways; it turns on the spot"},
    .move = move_point_masses,
    .is_plain = true,
};
