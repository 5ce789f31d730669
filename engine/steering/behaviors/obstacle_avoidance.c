// Obstacle avoidance: keep the way ahead free of obstacles.
#include "steering/annotations.h"
#include "steering/behaviors.h"
#include "steering/behaviors/held_up.h"
#include "steering/desired.h"
#include "steering/evaluate.h"
#include "world/obstacles.h"

enum { HORIZON, CLEARANCE, TARGET };

static const dv_parameter parameters_of_avoidance[] = {
    {"horizon", DV_PARAMETER_NUMBER, false, "s", 0, DV_FURTHEST, 1.5,
     "how far ahead the way must be free, at the present speed"},
    {"clearance", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 0,
     "free space kept on both sides of the body"},
    {"target", DV_PARAMETER_TARGET, false, "", 0, 0, 0, "the goal: ignore obstacles beyond it"},
};

#define SLOWEST 1e-3f  ///< m/s; slower velocities give no direction
#define SLOW 0.25f     ///< part of the cap; below it, a body that turns slowly is sent on
#define TOUCHING 0.01f ///< part of the radius
#define AHEAD 0.99f    ///< cosine of the angle within which a body moves where it faces

/// The way ahead as the agent sees it.
typedef struct outlook {
    bool is_inside; ///< inside an obstacle: nothing else matters
    dv_surface_point surface;
    dv_vec3 direction;
    float speed;
    float length, radius; ///< m, of the cylinder that must be free; length 0: none
    bool is_blocked;
    bool is_held_up; ///< by an obstacle that the body touches, and faces
    dv_sweep_hit hit;
} outlook;

static bool is_inside(const dv_steering_context *context, dv_surface_point *surface) {
    const dv_world *world = context->world;
    return dv_obstacles_nearest(&world->obstacles, world->space, context->position, context->radius,
                                surface) &&
           surface->distance < 0;
}

// Head-on, the surface gives no side, so pass on the left.
static dv_vec3 side_to_pass(dv_vec3 direction, dv_vec3 normal) {
    dv_vec3 across = dv_across(normal, direction);
    return dv_length_squared(across) < 1e-6f ? dv_left_of(direction) : dv_normalize(across);
}

// Steering aside only turns a body, and one with a limited turn rate may get stuck: at rest, turned
// away here and turned back by the behavior that leads to its goal. So send it on along the
// surface.
static dv_vec3 go_past(const dv_steering_context *context, const outlook *o) {
    bool turns_at_once = dv_property_of(context->world, context->agent, DV_TURN_RATE) >= INFINITY;
    float lacking = SLOW * context->cap - o->speed;
    if (turns_at_once || lacking <= 0)
        return DV_NO_STEERING;
    return dv_scale(dv_across(o->direction, o->hit.normal), lacking);
}

/// Whether the way aside from an obstacle is blocked, too: the body is in a corner, where each
/// surface would send it back to the other. `out` leads away from both. One that still moves gets
/// by unless it touches the other surface. Tried: the longer reach at any speed; the claims of
/// caribou failed.
static bool is_cornered(const dv_steering_context *context, const outlook *o, dv_vec3 side,
                        dv_vec3 *out) {
    const dv_world *world = context->world;
    dv_sweep_hit other;
    bool is_slow = o->speed <= SLOW * context->cap;
    float reach =
        is_slow && o->hit.distance <= o->radius ? context->radius : TOUCHING * context->radius;
    if (!dv_obstacles_sweep(&world->obstacles, world->space, context->position, side, reach,
                            context->radius, &other))
        return false;
    *out = dv_add(o->hit.normal, other.normal);
    return dv_length(*out) > SLOWEST;
}

// Steer aside, from half the cap where the obstacle enters the way to all of it at contact, and
// brake if stopping takes all of the remaining way.
static dv_vec3 steer_past(const dv_steering_context *context, const outlook *o) {
    float nearness = 1 - 0.5f * dv_clamp(o->hit.distance / o->length, 0, 1);
    dv_vec3 side = side_to_pass(o->direction, o->hit.normal), out;
    if (is_cornered(context, o, side, &out))
        return dv_steer_along(context, out, context->cap);
    side = dv_scale(side, context->cap * nearness);
    double stopping = 0.5 * o->speed * o->speed * context->mass;
    double available = (double)o->hit.distance * context->max_force;
    float brake = stopping > available ? (float)(1 - available / stopping) : 0;
    dv_vec3 way = dv_subtract(go_past(context, o), dv_scale(o->direction, o->speed * brake));
    return dv_add(side, way);
}

static void choose_way(const dv_steering_context *context, const dv_bound *parameters, outlook *o) {
    o->speed = dv_length(context->velocity);
    o->direction = o->speed > SLOWEST ? dv_normalize(context->velocity) : context->forward;
    float horizon = dv_number_within(context, parameters, parameters_of_avoidance, HORIZON);
    o->length = context->radius + o->speed * horizon;
    dv_vec3 offset;
    if (dv_offset_to_target(context, parameters, TARGET, &offset)) {
        float distance = dv_length(offset);
        o->length = distance < o->length ? distance : o->length;
    }
    o->radius =
        context->radius + dv_number_within(context, parameters, parameters_of_avoidance, CLEARANCE);
}

static void look_ahead(const dv_steering_context *context, const dv_bound *parameters, outlook *o) {
    const dv_world *world = context->world;
    const dv_obstacles *obstacles = &world->obstacles;
    o->is_inside = o->is_blocked = o->is_held_up = false;
    o->length = 0;
    if (obstacles->alive_count == 0)
        return;
    choose_way(context, parameters, o);
    if (!dv_obstacles_may_be_met(obstacles, world->space, context->position, o->direction,
                                 o->length, o->radius))
        return;
    o->is_inside = is_inside(context, &o->surface);
    o->is_blocked = !o->is_inside && o->length > 0 &&
                    dv_obstacles_sweep(obstacles, world->space, context->position, o->direction,
                                       o->length, o->radius, &o->hit);
    o->is_held_up = !o->is_inside && !o->is_blocked &&
                    dv_dot(context->forward, o->direction) < AHEAD &&
                    dv_is_held_up(context, &o->hit);
}

static dv_vec3 obstacle_avoidance(const dv_steering_context *context, const dv_bound *parameters,
                                  void *state) {
    (void)state;
    outlook o;
    look_ahead(context, parameters, &o);
    if (o.is_inside)
        return dv_steer_along(context, o.surface.normal, context->cap);
    if (o.is_held_up)
        return dv_steer_along_surface(context, o.hit.normal);
    return o.is_blocked ? steer_past(context, &o) : DV_NO_STEERING;
}

// Draw the cylinder of free space, and where the body would touch an obstacle in it.
static void annotate_obstacle_avoidance(const dv_steering_context *context,
                                        const dv_bound *parameters, const void *state,
                                        dv_sketch *sketch) {
    (void)state;
    outlook o;
    look_ahead(context, parameters, &o);
    if (o.is_inside) {
        dv_vec3 way_out = dv_subtract(o.surface.point, context->position);
        dv_show_obstacle(context, sketch, o.surface.obstacle, DV_INK_THREAT);
        dv_show_place(context, sketch, way_out, DV_INK_THREAT);
        return;
    }
    if (o.length > 0)
        dv_show_strip(context, sketch, DV_NO_STEERING, o.direction, o.length, o.radius,
                      o.is_blocked ? DV_INK_THREAT : DV_INK_CLEAR);
    if (o.is_blocked || o.is_held_up) {
        dv_vec3 there = dv_subtract(o.hit.center, context->position);
        dv_show_obstacle(context, sketch, o.hit.obstacle, DV_INK_THREAT);
        dv_show_circle(context, sketch, there, o.radius, DV_INK_THREAT);
        dv_show_point(context, sketch, dv_subtract(there, dv_scale(o.hit.normal, o.radius)),
                      DV_INK_THREAT);
    }
}

const dv_behavior_type dv_behavior_obstacle_avoidance = {
    .entry = {.name = "obstacle_avoidance",
              .doc = "Turn away from the nearest obstacle in the way, braking when it is near. "
                     "Inside an obstacle, head out of it.",
              .source = "Reynolds 1999, Obstacle Avoidance: a cylinder of free space ahead, as "
                        "wide as the body and radius + speed · horizon long; s = cap · (1 − "
                        "distance / 2 length) · unit(surface normal across the way) − brake; "
                        "with a turn_rate + max(0, cap / 4 − speed) · way along the surface, after "
                        "OpenSteer, which adds a forward part: at rest the side alone only turns. "
                        "In a corner: away from both surfaces",
              .parameters = parameters_of_avoidance,
              .parameter_count = DV_COUNT_OF(parameters_of_avoidance)},
    .evaluate = obstacle_avoidance,
    .annotate = annotate_obstacle_avoidance,
};
