// Wheels: a body that moves in the direction it faces and turns only while it rolls. The steering
// vector becomes a wheel angle, a throttle, and a brake.
#include "drover/catalogue.h"
#include "locomotion/body.h"
#include "steering/behaviors/drive_to.h"

#define STRAIGHT 1e6f ///< m, the radius from which a circle counts as a straight line

typedef struct car {
    dv_vec3 forward, left, up;
    float speed;           ///< m/s, forward; below 0: backward
    bool has_reverse;      ///< it may roll backward
    float reverse;         ///< m/s, the top speed backward
    float along, left_aim; ///< m/s, components of the desired velocity: forward and left
    float brake;           ///< m/s²
    float wheelbase;       ///< m
    float lock;            ///< rad, max_steering_angle
} car;

static car car_of(dv_world *world, uint32_t agent, const dv_body *body) {
    // A wheeled body needs ground in a volume too: without an up direction there is no left.
    if (world->space == DV_VOLUME)
        dv_hug(world, agent);
    car k = {.forward = dv_forward_of(world, agent), .up = dv_up_of(world, agent)};
    k.left = dv_cross(k.up, k.forward);
    k.reverse = dv_property_of(world, agent, DV_REVERSE);
    k.has_reverse = k.reverse > 0;
    k.reverse = dv_smaller(k.reverse, body->cap);
    k.speed = dv_along(dv_velocity_of(world, agent), k.forward);
    k.speed = dv_clamp(k.speed, k.has_reverse ? -DV_TOP_SPEED : 0, DV_TOP_SPEED);
    dv_vec3 steering = dv_steering_of(world, agent);
    k.along = k.speed + dv_dot(steering, k.forward);
    k.left_aim = dv_dot(steering, k.left);
    float brake = dv_property_of(world, agent, DV_MAX_BRAKE) / body->mass;
    k.brake = brake > 0 ? brake : 2 * body->thrust;
    k.wheelbase = dv_property_of(world, agent, DV_WHEELBASE);
    k.lock = dv_property_of(world, agent, DV_MAX_STEERING_ANGLE);
    return k;
}

/// The desired speed (m/s).
static double desired_speed(const car *k) {
    return dv_length_double(dv_vec(k->along, k->left_aim, 0));
}

/// Whether the desired velocity is more than a small correction of where the body comes to rest.
static bool asks_for_a_way(const car *k, const dv_body *body) {
    double desired = desired_speed(k);
    return desired >= (double)(DV_CRAWL * body->cap) && desired > 0;
}

/// Whether it drives backward: its desired velocity points backward, at a speed that the reverse
/// gear gives at least half of. To go faster it turns around, which costs time only once. The part
/// backward alone was tried: it changes as the body turns, forward to one side and backward to the
/// other, and so the body stood still. How far to go is not known here; behaviors that know it ask
/// for no more than the reverse gear gives, or else steer around (steering/behaviors/drive_to.h).
static bool drives_backward(const car *k, const dv_body *body) {
    return k->has_reverse && k->along < 0 && body->floor <= 0 &&
           dv_lesser(desired_speed(k), (double)body->cap) <= 2 * (double)k->reverse;
}

/// Whether the body has to turn around, because its desired velocity points sideways or backward
/// and is not just a small correction, which takes a reverse gear.
static bool turns_about(const car *k, const dv_body *body) {
    return k->along < DV_CRAWL * body->cap && !drives_backward(k, body) && asks_for_a_way(k, body);
}

/// The speed (m/s) that it accelerates or brakes to.
static float speed_to_reach(const car *k, const dv_body *body) {
    float crawl = DV_CRAWL * body->cap;
    if (turns_about(k, body))
        return crawl;
    if (!drives_backward(k, body))
        return dv_larger(k->along, 0);
    float least = asks_for_a_way(k, body) ? -crawl : 0;
    return dv_larger(dv_smaller(k->along, least), -k->reverse);
}

/// The change of speed (m/s²): throttle in the direction in which it rolls, or brake.
static float pull_toward(float aim, const car *k, const dv_body *body) {
    float pull = (aim - k->speed) / body->response;
    return k->speed < 0                      ? dv_clamp(pull, -body->thrust, k->brake)
           : k->has_reverse && k->speed == 0 ? dv_clamp(pull, -body->thrust, body->thrust)
                                             : dv_clamp(pull, -k->brake, body->thrust);
}

/// The speed after this tick, under throttle or brake. It stands before it changes its direction.
static float next_speed(const dv_world *world, uint32_t agent, const car *k, const dv_body *body) {
    float pull = pull_toward(speed_to_reach(k, body), k, body);
    if (fabsf(pull) * body->mass < dv_property_of(world, agent, DV_MIN_FORCE))
        pull = 0;
    float speed = k->speed + pull * body->dt;
    if (k->speed > 0 || !k->has_reverse)
        speed = dv_larger(speed, 0);
    else if (k->speed < 0)
        speed = dv_smaller(speed, 0);
    speed *= body->slowdown;
    float most = dv_larger(body->cap, k->speed - k->brake * body->dt);
    float most_back = dv_larger(k->reverse, -k->speed - k->brake * body->dt);
    float least = dv_smaller(body->floor, k->speed + body->thrust * body->dt);
    least = k->has_reverse && least <= 0 ? -most_back : least;
    return dv_larger(dv_smaller(speed, most), least);
}

/// The wheel angle for the sideways acceleration that the steering vector requests:
/// acceleration = speed² · tan(angle) / wheelbase.
static float wanted_angle(const car *k, const dv_body *body) {
    if (k->along < 0 && turns_about(k, body))
        return k->left_aim < 0 ? -k->lock : k->lock;
    double pull = (double)k->left_aim / body->response * k->wheelbase;
    // At rest, no circle gives any acceleration. atan2 then returns a right angle for any pull, and
    // the clamp the tightest circle.
    double angle = dv_atan2(pull, (double)k->speed * k->speed);
    return dv_clamp((float)angle, -k->lock, k->lock);
}

static float turned_wheel(dv_world *world, uint32_t agent, const car *k, const dv_body *body) {
    float share = dv_share_of_tick(dv_property_of(world, agent, DV_SMOOTHING), body->dt);
    float old = dv_clamp(world->agents.kept[agent], -k->lock, k->lock);
    float wheel = old * (1 - share) + wanted_angle(k, body) * share;
    world->agents.kept[agent] = fabsf(wheel) < 1e-9f ? 0 : wheel;
    return world->agents.kept[agent];
}

/// Roll along the circle for the wheel's angle. The direction of the chord is halfway between the
/// old and the new heading.
static void roll_along_circle(dv_world *world, uint32_t agent, const car *k, float speed,
                              double turn, float dt) {
    double c = dv_cos(turn), s = dv_sin(turn), half = turn / 2;
    double chord = fabs(half) > 1e-4 ? dv_sin(half) / half : 1;
    dv_vec3 forward = dv_add(dv_scale(k->forward, (float)c), dv_scale(k->left, (float)s));
    dv_vec3 halfway =
        dv_add(dv_scale(k->forward, (float)dv_cos(half)), dv_scale(k->left, (float)dv_sin(half)));
    dv_body_moves(world, agent, dv_scale(halfway, speed * (float)chord), dt);
    forward = dv_normalize(forward);
    dv_columns *columns = &world->agents;
    columns->vx[agent] = forward.x * speed;
    columns->vy[agent] = forward.y * speed;
    columns->vz[agent] = forward.z * speed;
    dv_orient(world, agent, forward, k->up);
}

static void move_agent(dv_world *world, uint32_t agent, float dt) {
    dv_body body = dv_body_of(world, agent, dt);
    car k = car_of(world, agent, &body);
    float speed = next_speed(world, agent, &k, &body);
    double wheel = (double)turned_wheel(world, agent, &k, &body);
    double turn = (double)speed * (double)dt * dv_tan(wheel) / (double)k.wheelbase;
    double most = (double)body.turn;
    turn = turn > most ? most : turn < -most ? -most : turn;
    roll_along_circle(world, agent, &k, speed, turn, dt);
}

static void move_wheeled(dv_world *world, const uint32_t *agents, uint32_t first, uint32_t last) {
    float dt = (float)world->dt;
    for (uint32_t i = first; i < last; i++)
        move_agent(world, agents[i], dt);
}

static float turning_radius(const dv_world *world, uint32_t agent) {
    double lock = (double)dv_property_of(world, agent, DV_MAX_STEERING_ANGLE);
    double radius = (double)dv_property_of(world, agent, DV_WHEELBASE) / dv_tan(lock);
    return radius < (double)STRAIGHT ? (float)radius : STRAIGHT;
}

static const dv_property properties_of_wheels[] = {DV_WHEELBASE, DV_MAX_STEERING_ANGLE,
                                                   DV_MAX_BRAKE, DV_REVERSE};

static const dv_parameter kept_of_wheels = {"wheel", DV_PARAMETER_NUMBER, false, "rad", -1.6, 1.6,
                                            0,       "steering angle"};

const dv_locomotion_type dv_locomotion_wheeled = {
    .entry = {.name = "wheeled",
              .doc =
                  "A body on wheels: it turns only while it rolls and brakes harder than it "
                  "accelerates. With `reverse` it also drives backward. In a volume, it stays on a "
                  "surface, as `surface` does.",
              .source = "Reynolds 1999, Simple Vehicle Model: the side of the steering vector is "
                        "the wheel's angle, its forward part throttle (max_force) or brake "
                        "(max_brake). Bicycle model about the rear axle: turn radius = wheelbase / "
                        "tan(angle). To what lies behind, it drives around at a fifth of the cap, "
                        "or backward if it has at least half of the speed in reverse; smoothing is "
                        "the wheel's moment of inertia"},
    .move = move_wheeled,
    .hugs = true,
    .turning_radius = turning_radius,
    .properties = properties_of_wheels,
    .property_count = sizeof properties_of_wheels / sizeof *properties_of_wheels,
    .kept = &kept_of_wheels,
};
