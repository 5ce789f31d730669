// Obstacle avoidance by rays: the walls that feelers hit push.
#include "steering/annotations.h"
#include "steering/behaviors.h"
#include "steering/desired.h"
#include "steering/evaluate.h"
#include "steering/rays.h"
#include "steering/threats.h"

enum { RAYS, LENGTH, ANGLE, SIDE_WEIGHT, STRENGTH, ORDER };

static const dv_parameter parameters_of_avoidance[] = {
    {"rays", DV_PARAMETER_NUMBER, false, "", 1, DV_MOST_RAYS, 5,
     "how many feelers; in a volume as many again stand upright"},
    {"length", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 5, "of a feeler, from the center"},
    {"angle", DV_PARAMETER_NUMBER, false, "rad", 0, 2 * DV_PI, DV_PI / 2,
     "from the first feeler to the last"},
    {"side_weight", DV_PARAMETER_NUMBER, false, "", 0, 1, 0.5,
     "weight of the outermost feelers; that of the front one is 1"},
    {"strength", DV_PARAMETER_NUMBER, false, "", 0, DV_HEAVIEST, 1,
     "push of a wall halfway along the front feeler, as a part of the cap"},
    {"order", DV_PARAMETER_NUMBER, false, "", 0, 10, 1,
     "how the push grows with the part of the feeler behind the wall; 0: not at all"},
};

static float power(float base, float exponent) {
    return exponent == 1 ? base : (float)dv_pow(base, exponent);
}

static dv_vec3 push_of_ray(const dv_steering_context *context, const dv_fan *fan, uint32_t i,
                           float length, float side_weight, float order) {
    float place;
    dv_sweep_hit hit;
    dv_vec3 ray = dv_fan_ray(fan, i, &place);
    if (i >= fan->rays && place == 0)
        return DV_NO_STEERING; // both fans have the same middle
    if (!dv_feel(context, ray, length, &hit))
        return DV_NO_STEERING;
    float out = place < 0 ? -place : place;
    float weight = 1 - (1 - side_weight) * out;
    float beyond = dv_clamp(1 - hit.distance / length, 0, 1);
    return dv_scale(hit.normal, weight * power(2 * beyond, order));
}

// A wall met squarely pushes back and nowhere else: then half of the push goes to the left.
static dv_vec3 with_a_side(dv_vec3 push, dv_vec3 direction) {
    dv_vec3 across = dv_across(push, direction);
    float strength = dv_length(push);
    if (dv_length(across) > 1e-3f * strength || dv_dot(push, direction) >= 0)
        return push;
    return dv_add(dv_scale(push, 0.5f), dv_scale(dv_left_of(direction), strength / 2));
}

/// The feelers, and how long they are; false when there is nothing to feel.
static bool feelers_of(const dv_steering_context *context, const dv_bound *parameters, dv_fan *fan,
                       float *length) {
    const dv_parameter *descriptors = parameters_of_avoidance;
    *length = dv_number_within(context, parameters, descriptors, LENGTH);
    if (context->world->obstacles.alive_count == 0 || !(*length > 0))
        return false;
    *fan = dv_fan_of(context, dv_direction_of(context),
                     dv_number_within(context, parameters, descriptors, RAYS),
                     dv_number_within(context, parameters, descriptors, ANGLE));
    return true;
}

static dv_vec3 ray_avoidance(const dv_steering_context *context, const dv_bound *parameters,
                             void *state) {
    (void)state;
    const dv_parameter *descriptors = parameters_of_avoidance;
    float length;
    dv_fan fan;
    if (!feelers_of(context, parameters, &fan, &length))
        return DV_NO_STEERING;
    float side_weight = dv_number_within(context, parameters, descriptors, SIDE_WEIGHT);
    float order = dv_number_within(context, parameters, descriptors, ORDER);
    dv_vec3 pushes = {0, 0, 0};
    for (uint32_t i = 0; i < dv_fan_size(&fan); i++)
        pushes = dv_add(pushes, push_of_ray(context, &fan, i, length, side_weight, order));
    float strength = dv_number_within(context, parameters, descriptors, STRENGTH);
    pushes = dv_scale(with_a_side(pushes, fan.direction), strength * context->cap);
    return dv_truncate(pushes, context->cap);
}

static void annotate_ray_avoidance(const dv_steering_context *context, const dv_bound *parameters,
                                   const void *state, dv_sketch *sketch) {
    (void)state;
    float length;
    dv_fan fan;
    if (feelers_of(context, parameters, &fan, &length))
        dv_show_fan(context, &fan, length, sketch);
}

const dv_behavior_type dv_behavior_ray_avoidance = {
    .entry = {.name = "ray_avoidance",
              .doc = "Push away from the obstacles that a fan of feelers ahead hits.",
              .source =
                  "Popelová & Gemrot 2015, Steering Behaviors, Obstacle Avoidance: Σ p · W · F "
                  "· (2D / R)^O over the rays that hit, p the normal there, W the weight of "
                  "the ray, F = strength · cap, D its part behind the wall, R its length, O "
                  "the order; truncated to the cap",
              .parameters = parameters_of_avoidance,
              .parameter_count = DV_COUNT_OF(parameters_of_avoidance)},
    .evaluate = ray_avoidance,
    .annotate = annotate_ray_avoidance,
};
