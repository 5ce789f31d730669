// Arrival: seek that stops at the target.
#include "steering/annotations.h"
#include "steering/behaviors.h"
#include "steering/behaviors/drive_to.h"
#include "steering/desired.h"
#include "steering/evaluate.h"

// The fastest approach from which the agent can still stop. Locomotion follows a desired velocity
// with the lag τ = max(response, dt). A speed of distance / 4τ is critically damped under that lag,
// at any dt. Further out, where that speed would need more than the brakes give, the speed is that
// of a stop with half of max_force: half, because the lag makes the real deceleration a third
// greater.
float dv_stoppable_speed(const dv_steering_context *context, float distance) {
    double lag = context->response > context->dt ? context->response : context->dt;
    double deceleration = context->max_force / (2.0 * context->mass);
    double rate = 1 / (4 * lag);
    double damped_distance = deceleration / (rate * rate);
    if (distance <= damped_distance)
        return (float)(rate * distance);
    return (float)dv_sqrt(2 * deceleration * (distance - damped_distance / 2));
}

float dv_arrival_speed(const dv_steering_context *context, float distance, float slowing_distance) {
    float speed = dv_smaller(context->cap, dv_stoppable_speed(context, distance));
    if (distance < slowing_distance)
        speed = dv_smaller(speed, context->cap * (distance / slowing_distance));
    return speed;
}

dv_vec3 dv_arrive_at(const dv_steering_context *context, dv_vec3 offset, float slowing_distance) {
    float distance = dv_length(offset);
    if (distance == 0)
        return dv_subtract(DV_NO_STEERING, context->velocity);
    return dv_steer_along(context, offset, dv_arrival_speed(context, distance, slowing_distance));
}

static float gap_to(dv_vec3 offset, const dv_meeting *meeting) {
    return dv_length(offset) - meeting->standoff;
}

/// The displacement at a turning velocity: straight along the axis, on a circle across it.
static dv_vec3 way_on_circle(dv_vec3 velocity, dv_vec3 turn, float time) {
    float rate = dv_length(turn);
    double angle = (double)rate * time;
    if (!(angle > 1e-3))
        return dv_scale(velocity, time);
    dv_vec3 axis = dv_scale(turn, 1 / rate), across = dv_across(velocity, axis);
    dv_vec3 along = dv_subtract(velocity, across);
    dv_vec3 arc = dv_add(dv_scale(across, (float)(dv_sin(angle) / rate)),
                         dv_scale(dv_cross(axis, across), (float)((1 - dv_cos(angle)) / rate)));
    return dv_add(dv_scale(along, time), arc);
}

dv_vec3 dv_meeting_place(const dv_steering_context *context, dv_vec3 offset, dv_vec3 velocity,
                         const dv_meeting *meeting) {
    float gap = gap_to(offset, meeting);
    if (!(gap > 0 && context->cap > 0))
        return offset;
    float time = dv_smaller(gap / context->cap, meeting->horizon);
    return dv_add(offset, way_on_circle(velocity, meeting->turn, time));
}

// Locomotion follows a velocity with the lag max(response, dt). To turn with its target, the agent
// aims ahead of the target's velocity by that lag.
static dv_vec3 velocity_to_match(const dv_steering_context *context, dv_vec3 velocity,
                                 const dv_meeting *meeting) {
    if (dv_is_zero(meeting->turn))
        return velocity;
    float lag = context->response > context->dt ? context->response : context->dt;
    return dv_add(velocity, dv_scale(dv_cross(meeting->turn, velocity), lag));
}

// Far away, the agent heads for the meeting place at full speed. The nearer it is, the more of its
// speed is the target's, so that it stops next to a moving target as it would next to a still one.
dv_vec3 dv_arrive_with(const dv_steering_context *context, dv_vec3 offset, dv_vec3 velocity,
                       const dv_meeting *meeting) {
    float gap = gap_to(offset, meeting);
    dv_vec3 match = velocity_to_match(context, velocity, meeting), desired = match;
    if (gap > 0 && context->cap > 0) {
        dv_vec3 way = dv_meeting_place(context, offset, velocity, meeting);
        way = dv_normalize(dv_is_zero(way) ? offset : way);
        float speed = dv_arrival_speed(context, gap, meeting->slowing_distance);
        desired = dv_add(dv_scale(way, speed), dv_scale(match, 1 - speed / context->cap));
    }
    return dv_subtract(dv_truncate(desired, context->cap), context->velocity);
}

enum { TARGET, SLOWING_DISTANCE };

static const dv_parameter parameters_of_arrival[] = {
    {"target", DV_PARAMETER_TARGET, true, "", 0, 0, 0, "where to come to rest"},
    {"slowing_distance", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 5,
     "where slowing down begins; earlier when the brakes need it"},
};

static float slowing_distance_of(const dv_steering_context *context, const dv_bound *parameters) {
    return dv_number_within(context, parameters, parameters_of_arrival, SLOWING_DISTANCE);
}

static dv_vec3 evaluate_arrival(const dv_steering_context *context, const dv_bound *parameters,
                                void *state) {
    (void)state;
    dv_vec3 offset;
    if (!dv_offset_to_target(context, parameters, TARGET, &offset))
        return DV_NO_STEERING;
    float slowing_distance = slowing_distance_of(context, parameters);
    dv_vec3 steering;
    if (dv_drive_to(context, offset, slowing_distance, &steering))
        return steering;
    return dv_arrive_at(context, offset, slowing_distance);
}

static void annotate_arrival(const dv_steering_context *context, const dv_bound *parameters,
                             const void *state, dv_sketch *sketch) {
    (void)state;
    dv_vec3 offset;
    if (dv_offset_to_target(context, parameters, TARGET, &offset))
        dv_show_arrival(context, sketch, offset, slowing_distance_of(context, parameters));
}

const dv_behavior_type dv_behavior_arrival = {
    .entry =
        {.name = "arrival",
         .doc = "Head for a target and come to rest there without passing it.",
         .source =
             "Reynolds 1999, Arrival: desired speed = cap · min(1, distance / "
             "slowing_distance), at most what max_force / mass and response can stop. On wheels, "
             "to a goal beside or behind around the tightest circle (Dubins 1957), "
             "after driving straight on while the goal is within it",
         .parameters = parameters_of_arrival,
         .parameter_count = DV_COUNT_OF(parameters_of_arrival)},
    .evaluate = evaluate_arrival,
    .annotate = annotate_arrival,
};

const dv_squad_behavior dv_squad_arrival = {.type = &dv_behavior_arrival, .arrives = true};
