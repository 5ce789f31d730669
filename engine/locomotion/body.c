// Applies steering vectors to bodies; see body.h.
#include "locomotion/body.h"

#include "world/surfaces.h"

#define STILL 1e-6f ///< m/s²; a smaller smoothed acceleration counts as zero

dv_vec3 dv_steering_of(const dv_world *world, uint32_t agent) {
    dv_vec3 steering = world->agents.steering[agent];
    if (world->space == DV_PLANE)
        steering.z = 0;
    return dv_is_finite(steering) ? steering : dv_vec(0, 0, 0);
}

dv_body dv_body_of(const dv_world *world, uint32_t agent, float dt) {
    dv_body b = {.dt = dt, .mass = dv_property_of(world, agent, DV_MASS)};
    b.thrust = dv_property_of(world, agent, DV_MAX_FORCE) / b.mass;
    b.response = dv_larger(dv_property_of(world, agent, DV_RESPONSE), dt);
    b.cap = dv_cap_of(world, agent);
    b.floor = dv_smaller(dv_property_of(world, agent, DV_MIN_SPEED), b.cap);
    b.slowdown = 1 / (1 + dv_property_of(world, agent, DV_DAMPING) * dt);
    b.turn = dv_property_of(world, agent, DV_TURN_RATE) * dt;
    return b;
}

static dv_vec3 smooth_push(dv_world *world, uint32_t agent, const dv_body *body, dv_vec3 push) {
    dv_columns *c = &world->agents;
    float seconds = dv_property_of(world, agent, DV_SMOOTHING);
    if (seconds == 0)
        return push;
    dv_vec3 old = dv_vec(c->ax[agent], c->ay[agent], c->az[agent]);
    dv_vec3 wanted = dv_scale(push, 1 / body->dt);
    dv_vec3 now = dv_lerp(old, wanted, dv_share_of_tick(seconds, body->dt));
    bool has_faded = dv_length(now) < STILL && dv_length(wanted) == 0;
    if (has_faded || !dv_is_finite(now))
        now = dv_vec(0, 0, 0);
    c->ax[agent] = now.x, c->ay[agent] = now.y, c->az[agent] = now.z;
    return dv_scale(now, body->dt);
}

/// The change of velocity in one tick.
static dv_vec3 push_of(dv_world *world, uint32_t agent, const dv_body *body, dv_vec3 steering) {
    // truncate(mass · s / response, max_force) / mass, in an order that cannot overflow.
    dv_vec3 change = dv_truncate(steering, body->thrust * body->response);
    float weakest = dv_property_of(world, agent, DV_MIN_FORCE);
    if (weakest > 0 && dv_length(change) * body->mass < weakest * body->response)
        change = dv_vec(0, 0, 0);
    return smooth_push(world, agent, body, dv_scale(change, body->dt / body->response));
}

dv_vec3 dv_turned(dv_vec3 forward, dv_vec3 up, dv_vec3 wanted, float angle) {
    dv_vec3 aim = dv_normalize(wanted);
    float along = dv_dot(aim, forward);
    dv_vec3 across = dv_part_across(aim, forward);
    double apart = dv_atan2(dv_length_double(across), (double)along);
    if (!(apart > (double)angle))
        return dv_length(aim) > 0 ? aim : forward;
    if (dv_length(across) < 1e-6f)
        across = dv_cross(up, forward);
    dv_vec3 side = dv_normalize(dv_part_across(dv_normalize(across), forward));
    double c = dv_cos((double)angle), s = dv_sin((double)angle);
    return dv_normalize(dv_add(dv_scale(forward, (float)c), dv_scale(side, (float)s)));
}

/// A body at its lowest speed cannot brake further. It turns toward its desired direction as fast
/// as its force can curve its path, even if that direction is straight behind it.
static dv_going held_up(const dv_body *b, dv_vec3 forward, dv_vec3 up, dv_vec3 desired,
                        float speed) {
    float bend = b->thrust * b->dt / dv_larger(speed, DV_SLOWEST_TURN);
    dv_vec3 facing = dv_length(desired) > DV_SLOWEST_TURN
                         ? dv_turned(forward, up, desired, dv_smaller(bend, b->turn))
                         : forward;
    return (dv_going){dv_scale(facing, speed), facing};
}

/// Limit the turn. A body loses the component of its velocity that it cannot turn. At rest, it
/// first turns on the spot.
static dv_going turn_and_go(const dv_body *b, dv_vec3 forward, dv_vec3 up, dv_vec3 wanted) {
    dv_vec3 facing = dv_turned(forward, up, wanted, b->turn);
    float speed = dv_larger(dv_along(wanted, facing), 0);
    return (dv_going){dv_scale(facing, speed), facing};
}

dv_going dv_body_goes(dv_world *world, uint32_t agent, const dv_body *b, dv_vec3 velocity,
                      dv_vec3 steering) {
    dv_vec3 forward = dv_forward_of(world, agent), up = dv_up_of(world, agent);
    float speed = dv_length(velocity);
    dv_vec3 wanted = dv_add(velocity, push_of(world, agent, b, steering));
    wanted = dv_scale(wanted, b->slowdown);
    // Limit the change of speed by thrust: above the cap the body can only brake so fast, and below
    // the floor only accelerate so fast.
    wanted = dv_truncate(wanted, dv_larger(b->cap, speed - b->thrust * b->dt));
    float least = dv_smaller(b->floor, speed + b->thrust * b->dt);
    if (!dv_is_finite(wanted))
        return (dv_going){velocity, forward};
    if (least > 0 && dv_dot(wanted, forward) < least)
        return held_up(b, forward, up, dv_add(velocity, steering), least);
    bool is_still = dv_length(wanted) <= DV_SLOWEST_TURN;
    if (b->turn >= INFINITY)
        return (dv_going){wanted, is_still ? forward : dv_normalize(wanted)};
    bool stays = is_still && dv_length(steering) <= DV_SLOWEST_TURN;
    return stays ? (dv_going){wanted, forward} : turn_and_go(b, forward, up, wanted);
}

/// Clamp a velocity to the valid range, which rounding can exceed.
static dv_vec3 hold_in_range(dv_vec3 velocity) {
    if (dv_row_holds(DV_ROW_VELOCITY, velocity))
        return velocity;
    return dv_is_finite(velocity) ? dv_truncate(velocity, DV_TOP_SPEED) : dv_vec(0, 0, 0);
}

void dv_body_moves(dv_world *world, uint32_t agent, dv_vec3 velocity, float dt) {
    dv_columns *c = &world->agents;
    dv_vec3 old = dv_position_of(world, agent);
    velocity = hold_in_range(velocity);
    if (world->space == DV_PLANE)
        old.z = velocity.z = 0;
    dv_vec3 position = dv_add(old, dv_scale(velocity, dt));
    if (!dv_is_within_reach(position))
        position = old;
    c->vx[agent] = velocity.x, c->vy[agent] = velocity.y, c->vz[agent] = velocity.z;
    c->x[agent] = position.x, c->y[agent] = position.y, c->z[agent] = position.z;
}

/// Find the ground under the agent; false if there is none.
static bool stand_on_ground(dv_world *world, uint32_t agent, dv_footing *footing) {
    dv_columns *c = &world->agents;
    if (world->space == DV_PLANE)
        return false;
    *footing = dv_footing_of(world, agent, dv_position_of(world, agent));
    if (!dv_is_within_reach(footing->point))
        return false;
    c->x[agent] = footing->point.x, c->y[agent] = footing->point.y, c->z[agent] = footing->point.z;
    dv_vec3 level = dv_part_across(dv_forward_of(world, agent), footing->normal);
    // If it faces straight out of the ground, it tips over: its old up direction becomes forward.
    if (dv_length(level) < 1e-3f)
        level = dv_part_across(dv_up_of(world, agent), footing->normal);
    dv_orient(world, agent, dv_normalize(level), footing->normal);
    return true;
}

static void set_velocity(dv_world *world, uint32_t agent, dv_vec3 velocity) {
    dv_columns *c = &world->agents;
    velocity = hold_in_range(velocity);
    c->vx[agent] = velocity.x, c->vy[agent] = velocity.y, c->vz[agent] = velocity.z;
}

void dv_hug(dv_world *world, uint32_t agent) {
    dv_footing footing;
    if (stand_on_ground(world, agent, &footing))
        set_velocity(world, agent, dv_part_across(dv_velocity_of(world, agent), footing.normal));
}

void dv_hug_bent(dv_world *world, uint32_t agent) {
    dv_footing footing;
    if (!stand_on_ground(world, agent, &footing))
        return;
    dv_vec3 velocity = dv_velocity_of(world, agent);
    dv_vec3 along = dv_part_across(dv_normalize(velocity), footing.normal);
    // If it moves straight into the surface, there is no direction to bend to.
    if (dv_length(along) > 1e-3f)
        along = dv_normalize(along);
    set_velocity(world, agent, dv_scale(along, dv_length(velocity)));
}
