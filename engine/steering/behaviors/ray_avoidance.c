// Obstacle avoidance by rays: walls that feelers hit push the agent away.
#include "steering/annotations.h"
#include "steering/behaviors.h"
#include "steering/behaviors/drive_to.h"
#include "steering/behaviors/held_up.h"
#include "steering/behaviors/rays.h"
#include "steering/behaviors/threats.h"
#include "steering/desired.h"
#include "steering/evaluate.h"

enum { RAYS, LENGTH, ANGLE, SIDE_WEIGHT, STRENGTH, ORDER };

#define SQUARE_ROOT_OF_HALF 0.70710678f
#define SLOW 0.4f      ///< part of the cap; below it, the agent is sent on
#define STANDING 0.05f ///< part of the cap
#define KEPT 3         ///< s without a wall, after which the way past it is forgotten

static const dv_parameter parameters_of_avoidance[] = {
    {"rays", DV_PARAMETER_NUMBER, false, "", 1, DV_MAX_RAYS, 5,
     "how many feelers; in a volume, as many again in the vertical plane"},
    {"length", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 5, "of a feeler, from the center"},
    {"angle", DV_PARAMETER_NUMBER, false, "rad", 0, 2 * DV_PI, DV_PI / 2,
     "from the first feeler to the last"},
    {"side_weight", DV_PARAMETER_NUMBER, false, "", 0, 1, 0.5,
     "weight of the outermost feelers; that of the front one is 1"},
    {"strength", DV_PARAMETER_NUMBER, false, "", 0, DV_HEAVIEST, 1,
     "push of a wall halfway along the front feeler, as a share of the cap"},
    {"order", DV_PARAMETER_NUMBER, false, "", 0, 10, 1,
     "how the push grows with the part of the feeler behind the wall; 0: not at all"},
};

static float power_of(float base, float exponent) {
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
    return dv_scale(hit.normal, weight * power_of(2 * beyond, order));
}

/// The way around a wall, remembered so that it stays the same while the agent turns, and around
/// corners.
typedef struct way_memory {
    dv_vec3 axis;    ///< unit vector across the wall's normal and the way along it; zero: none
    float unfelt;    ///< s since a wall was felt
    float has_swung; ///< 1 once the way has been changed for the other side
    dv_vec3 forward; ///< unit vector in which the agent faced before; zero: not known
} way_memory;

// The direction past a wall: the way the agent already moves. If it is slow, meets the wall
// squarely, or is a car, the remembered way, or else the left.
static dv_vec3 way_past(dv_vec3 away, dv_vec3 direction, bool keeps_way, dv_vec3 remembered_axis) {
    dv_vec3 along = dv_across(direction, away);
    dv_vec3 kept = dv_cross(remembered_axis, away);
    float turned = dv_length(along);
    if ((keeps_way || turned < SQUARE_ROOT_OF_HALF) && dv_length(kept) > 0.1f)
        return dv_normalize(kept);
    return dv_normalize(turned > 1e-3f ? along : dv_across(dv_left_of(direction), away));
}

/// Whether the agent's body turns only while it rolls. One that changes its mind has no room left.
static bool is_car(const dv_steering_context *context) {
    return dv_kind_of(context->world, context->agent)->locomotion->turning_radius;
}

/// Whether the agent's body takes time to turn, and can do so where it stands.
static bool turns_standing(const dv_steering_context *context) {
    const dv_locomotion_type *model = dv_kind_of(context->world, context->agent)->locomotion;
    float rate = dv_property_of(context->world, context->agent, DV_TURN_RATE);
    return model->steps || (!model->turning_radius && rate < INFINITY);
}

// The side to which a body that turns slowly has to turn first, since it faces past the other end
// of what it feels: the push would turn it to that end, and the way along the wall leads to this
// one.
static dv_vec3 side_to_turn_to(const dv_steering_context *context, dv_vec3 away,
                               const way_memory *memory) {
    dv_vec3 side = dv_cross(context->forward, memory->axis);
    bool agrees = dv_dot(away, side) >= 0 || !turns_standing(context);
    return agrees ? DV_NO_STEERING : dv_normalize(side);
}

// A push away from the wall is not enough: the behavior that leads the agent to its goal sends it
// back, forever, or the two cancel out. So a push that is more against the agent's motion than
// across it is turned to be half of each, and a slow agent is sent on along the wall.
static dv_vec3 pass_by(const dv_steering_context *context, dv_vec3 push, dv_vec3 direction,
                       way_memory *memory) {
    float strength = dv_length(push);
    if (!(strength > 0))
        return push;
    dv_vec3 away = dv_scale(push, 1 / strength);
    float lacking = SLOW * context->cap - dv_length(context->velocity);
    float slowness = lacking > 0 ? lacking / (SLOW * context->cap) : 0;
    bool keeps_way = slowness > 0 || is_car(context);
    dv_vec3 way = way_past(away, direction, keeps_way, memory->axis);
    memory->axis = dv_cross(away, way);
    dv_vec3 aside = side_to_turn_to(context, away, memory);
    if (slowness > 0 && !dv_is_zero(aside))
        return dv_scale(aside, strength);
    dv_vec3 on = dv_scale(way, slowness * strength);
    if (-dv_dot(away, direction) <= SQUARE_ROOT_OF_HALF)
        return dv_add(push, on);
    dv_vec3 side = dv_normalize(dv_across(way, direction));
    dv_vec3 both = dv_scale(dv_subtract(side, direction), strength * SQUARE_ROOT_OF_HALF);
    return dv_add(both, on);
}

// A body that turns slowly may stand and turn forever: away from a wall here, and back to it by the
// behavior that leads to its goal. So if it turns to the wall where it stands, the way past is on
// the other side. Only once for each wall: in front of a long one, the goal may be behind it
// whichever way the body faces.
static void swing_over(const dv_steering_context *context, way_memory *memory) {
    bool turns_toward_it = dv_dot(dv_cross(memory->forward, context->forward), memory->axis) > 0;
    bool stands = dv_length(context->velocity) < STANDING * context->cap;
    if (memory->has_swung != 0 || !stands || !turns_toward_it || !turns_standing(context))
        return;
    memory->axis = dv_scale(memory->axis, -1);
    memory->has_swung = 1;
}

static void remember_way(const dv_steering_context *context, dv_vec3 push, way_memory *memory) {
    if (!dv_is_zero(push))
        swing_over(context, memory);
    memory->forward = context->forward;
    memory->unfelt = dv_is_zero(push) ? memory->unfelt + context->dt : 0;
    if (memory->unfelt <= KEPT)
        return;
    memory->axis = DV_NO_STEERING;
    memory->has_swung = 0;
}

// A push never puts a car into its other gear. Feelers look where it rolls, so it would lose sight
// of the wall as soon as it rolled back, and be sent to the wall again.
static dv_vec3 stay_in_gear(const dv_steering_context *context, dv_vec3 push, dv_vec3 direction) {
    if (!(dv_reverse_of(context) > 0))
        return push;
    float lacking = DV_CRAWL * context->cap - dv_dot(dv_add(context->velocity, push), direction);
    return lacking > 0 ? dv_add(push, dv_scale(direction, lacking)) : push;
}

/// The feelers and their length (m); false when there is nothing to feel.
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
    dv_sweep_hit hit;
    way_memory *memory = state;
    // The end of a wall can be between the feelers.
    bool is_held_up = dv_is_zero(pushes) && dv_is_held_up(context, &hit);
    if (is_held_up && dv_is_zero(memory->axis)) {
        pushes = dv_scale(dv_steer_along_surface(context, hit.normal), strength);
    } else {
        pushes = is_held_up ? hit.normal : pushes;
        remember_way(context, pushes, memory);
        pushes = dv_scale(pass_by(context, pushes, fan.direction, memory), strength * context->cap);
    }
    pushes = dv_truncate(pushes, context->cap);
    return dv_is_zero(pushes) ? pushes : stay_in_gear(context, pushes, fan.direction);
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
                  "the order; truncated to the cap. Ours: p is turned to 45° off the way where "
                  "it is more against it, and below 0.4 cap as much is added along the wall as "
                  "the speed is short of that; in the sources such an agent stands forever. "
                  "One that takes time to turn passes on the side to which it turns, and one on "
                  "wheels stays on the side it took, and in its gear",
              .parameters = parameters_of_avoidance,
              .parameter_count = DV_COUNT_OF(parameters_of_avoidance)},
    .state_size = sizeof(way_memory),
    .evaluate = ray_avoidance,
    .annotate = annotate_ray_avoidance,
};
