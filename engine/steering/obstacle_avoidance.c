// Obstacle avoidance: keeping the way ahead free of obstacles.
#include "steering/behaviors.h"
#include "steering/desired.h"
#include "steering/evaluate.h"

enum { HORIZON, CLEARANCE, TARGET };

static const dv_parameter parameters_of_avoidance[] = {
    {"horizon", DV_PARAMETER_NUMBER, false, "s", 0, DV_FURTHEST, 1.5,
     "how far ahead the way must be free: this long at the present speed"},
    {"clearance", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 0,
     "free space kept beside the body"},
    {"target", DV_PARAMETER_TARGET, false, "", 0, 0, 0,
     "the goal: obstacles beyond it do not matter"},
};

#define SLOWEST 1e-3f ///< m/s, below which the velocity gives no direction

static bool is_inside(const dv_steering_context *context, dv_surface_point *surface) {
    const dv_world *world = context->world;
    return dv_obstacles_nearest(&world->obstacles, world->space, context->position, context->radius,
                                surface) &&
           surface->distance < 0;
}

// Head-on the surface gives no side: then it is the left.
static dv_vec3 side_to_pass(dv_vec3 direction, dv_vec3 normal) {
    dv_vec3 across = dv_across(normal, direction);
    return dv_length_squared(across) < 1e-6f ? dv_left_of(direction) : dv_normalize(across);
}

// From half the cap where the obstacle comes into the way, to the whole of it where it is touched;
// and a brake where stopping takes all of the way that is left.
static dv_vec3 steer_past(const dv_steering_context *context, const dv_sweep_hit *hit,
                          dv_vec3 direction, float speed, float length) {
    float nearness = 1 - 0.5f * dv_clamp(hit->distance / length, 0, 1);
    dv_vec3 side = dv_scale(side_to_pass(direction, hit->normal), context->cap * nearness);
    double stopping = 0.5 * speed * speed * context->mass;
    double available = (double)hit->distance * context->max_force;
    float brake = stopping > available ? (float)(1 - available / stopping) : 0;
    return dv_subtract(side, dv_scale(direction, speed * brake));
}

static dv_vec3 obstacle_avoidance(const dv_steering_context *context, const dv_bound *parameters,
                                  void *state) {
    (void)state;
    const dv_world *world = context->world;
    if (world->obstacles.alive_count == 0)
        return DV_NO_STEERING;
    dv_surface_point surface;
    if (is_inside(context, &surface))
        return dv_steer_along(context, surface.normal, context->cap);

    float speed = dv_length(context->velocity);
    dv_vec3 direction = speed > SLOWEST ? dv_normalize(context->velocity) : context->forward;
    float horizon = dv_number_within(context, parameters, parameters_of_avoidance, HORIZON);
    float length = context->radius + speed * horizon;
    dv_target target;
    if (dv_target_of(context, parameters, TARGET, &target)) {
        float distance = dv_length(dv_offset_to(context, target.position));
        length = distance < length ? distance : length;
    }
    if (!(length > 0))
        return DV_NO_STEERING;
    float radius =
        context->radius + dv_number_within(context, parameters, parameters_of_avoidance, CLEARANCE);
    dv_sweep_hit hit;
    if (!dv_obstacles_sweep(&world->obstacles, world->space, context->position, direction, length,
                            radius, &hit))
        return DV_NO_STEERING;
    return steer_past(context, &hit, direction, speed, length);
}

const dv_behavior_type dv_behavior_obstacle_avoidance = {
    .entry = {.name = "obstacle_avoidance",
              .doc = "Turn away from the nearest obstacle in the way, braking when it is near; out "
                     "of one the agent is inside of.",
              .source = "Reynolds 1999, Obstacle Avoidance: a cylinder of free space ahead, as "
                        "wide as the body and radius + speed · horizon long; s = cap · (1 − "
                        "distance / 2 length) · unit(surface normal across the way) − brake",
              .parameters = parameters_of_avoidance,
              .parameter_count = DV_COUNT_OF(parameters_of_avoidance)},
    .evaluate = obstacle_avoidance,
};
