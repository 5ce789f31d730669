// Offset pursuit: passing by a moving target at a distance, or keeping a place beside it.
#include "steering/annotations.h"
#include "steering/behaviors.h"
#include "steering/desired.h"
#include "steering/evaluate.h"

enum { TARGET, RADIUS, OFFSET, HORIZON, SLOWING_DISTANCE };

static const dv_parameter parameters_of_offset_pursuit[] = {
    {"target", DV_PARAMETER_TARGET, true, "", 0, 0, 0, "what to pass by, or to stay beside"},
    {"radius", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 5,
     "how near to pass by; not used with an offset"},
    {"offset", DV_PARAMETER_VECTOR, false, "m", 0, 0, 0,
     "the place to keep beside the target: ahead, left and up of it"},
    {"horizon", DV_PARAMETER_NUMBER, false, "s", 0, DV_FURTHEST, 10, "the furthest prediction"},
    {"slowing_distance", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 2,
     "where slowing down for the place beside the target begins"},
};

// Where the target is by the agent when the two are nearest, should the agent go straight on at its
// cap. That offset is across their relative motion, which for a target at rest is Reynolds' plane
// across the agent's forward axis; then the way by is the radius wide for moving targets too.
static dv_vec3 nearest_pass(const dv_steering_context *context, const dv_target *target,
                            dv_vec3 offset, float horizon, float *time) {
    dv_vec3 closing = dv_subtract(target->velocity, dv_scale(context->forward, context->cap));
    double squared = dv_length_double(closing) * dv_length_double(closing);
    double nearest = squared > 0 ? -(double)dv_dot(offset, closing) / squared : 0;
    *time = dv_clamp((float)nearest, 0, horizon);
    return dv_across(offset, dv_normalize(closing));
}

// Behind the agent and not yet far, the target was passed: it flies on, to turn round with room for
// another pass rather than hang about the nearest point.
static bool has_just_passed(const dv_steering_context *context, dv_vec3 offset, float radius) {
    return dv_dot(offset, context->forward) <= 0 && dv_length(offset) < 2 * radius;
}

/// Where the target will be when it is passed, and from where it is sought then.
typedef struct pass {
    bool is_done; ///< straight on
    dv_vec3 predicted, goal;
} pass;

static pass pass_of(const dv_steering_context *context, const dv_target *target, dv_vec3 offset,
                    float radius, float horizon) {
    float time;
    if (has_just_passed(context, offset, radius))
        return (pass){.is_done = true};
    dv_vec3 aside = nearest_pass(context, target, offset, horizon, &time);
    if (dv_length(aside) <= 1e-4f * radius)
        aside = dv_axes_of(context->world, context->agent, context->forward).left;
    dv_vec3 predicted = dv_add(offset, dv_scale(target->velocity, time));
    return (pass){.predicted = predicted,
                  .goal = dv_subtract(predicted, dv_scale(dv_normalize(aside), radius))};
}

/// What the agent makes of the target: a place to keep beside it, or a way past it.
typedef struct plan {
    dv_target target;
    dv_vec3 offset; ///< to the target
    bool keeps_place;
    dv_vec3 place; ///< to keep
    dv_meeting meeting;
    pass pass;
} plan;

static dv_axes axes_of(const dv_steering_context *context, const dv_target *target) {
    return target->is_agent ? dv_axes_of(context->world, target->agent, target->forward)
                            : dv_level_axes(target->forward);
}

static bool plan_of(const dv_steering_context *context, const dv_bound *parameters, plan *p) {
    const dv_parameter *descriptors = parameters_of_offset_pursuit;
    dv_vec3 local;
    if (!dv_target_of(context, parameters, TARGET, &p->target))
        return false;
    p->offset = dv_offset_to(context, p->target.position);
    p->meeting = (dv_meeting){
        .slowing_distance = dv_number_within(context, parameters, descriptors, SLOWING_DISTANCE),
        .horizon = dv_number_within(context, parameters, descriptors, HORIZON),
    };
    p->keeps_place = parameters[OFFSET].source != DV_SOURCE_ABSENT;
    if (!p->keeps_place) {
        float radius = dv_number_within(context, parameters, descriptors, RADIUS);
        p->pass = pass_of(context, &p->target, p->offset, radius, p->meeting.horizon);
        return true;
    }
    if (!dv_vector_at(context, parameters, OFFSET, &local))
        return false;
    dv_axes axes = axes_of(context, &p->target);
    p->place = dv_add(p->offset, dv_out_of_axes(&axes, local));
    return true;
}

static dv_vec3 offset_pursuit(const dv_steering_context *context, const dv_bound *parameters,
                              void *state) {
    (void)state;
    plan p;
    if (!plan_of(context, parameters, &p))
        return DV_NO_STEERING;
    if (p.keeps_place)
        return dv_arrive_with(context, p.place, p.target.velocity, &p.meeting);
    return p.pass.is_done ? dv_steer_along(context, context->forward, context->cap)
                          : dv_seek_offset(context, p.pass.goal);
}

static void annotate_offset_pursuit(const dv_steering_context *context, const dv_bound *parameters,
                                    const void *state, dv_sketch *sketch) {
    (void)state;
    plan p;
    if (!plan_of(context, parameters, &p))
        return;
    if (p.keeps_place) {
        dv_vec3 meeting = dv_meeting_place(context, p.place, p.target.velocity, &p.meeting);
        dv_show_prediction(context, sketch, p.offset, p.place, DV_INK_TARGET);
        dv_show_place(context, sketch, meeting, DV_INK_TARGET);
    } else if (!p.pass.is_done) {
        float radius = dv_length(dv_subtract(p.pass.goal, p.pass.predicted));
        dv_show_prediction(context, sketch, p.offset, p.pass.predicted, DV_INK_TARGET);
        dv_show_circle(context, sketch, p.pass.predicted, radius, DV_INK_TARGET);
        dv_show_place(context, sketch, p.pass.goal, DV_INK_TARGET);
    }
}

const dv_behavior_type dv_behavior_offset_pursuit = {
    .entry = {.name = "offset_pursuit",
              .doc = "Pass by a moving target at a radius; or, with an offset, keep that place in "
                     "the target's own frame, as in a formation.",
              .source =
                  "Reynolds 1999, Offset Pursuit: s = seek(predicted target − radius · "
                  "unit(its offset across the way when nearest)), straight on just after passing; "
                  "with an offset, arrival at it with the target's velocity",
              .parameters = parameters_of_offset_pursuit,
              .parameter_count = DV_COUNT_OF(parameters_of_offset_pursuit)},
    .evaluate = offset_pursuit,
    .annotate = annotate_offset_pursuit,
};
