// Shadow: follow a target at a distance, with its speed and heading.
#include "steering/annotations.h"
#include "steering/behaviors.h"
#include "steering/desired.h"
#include "steering/evaluate.h"

enum { TARGET, RADIUS, HORIZON, SLOWING_DISTANCE };

static const dv_parameter parameters_of_shadow[] = {
    {"target", DV_PARAMETER_TARGET, true, "", 0, 0, 0, "what to shadow"},
    {"radius", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 5,
     "within this distance, only match the target's motion"},
    {"horizon", DV_PARAMETER_NUMBER, false, "s", 0, DV_FURTHEST, 10,
     "how far ahead it predicts, at most"},
    {"slowing_distance", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 2,
     "how far outside of the radius slowing down begins"},
};

static dv_meeting meeting_of(const dv_steering_context *context, const dv_bound *parameters) {
    const dv_parameter *descriptors = parameters_of_shadow;
    return (dv_meeting){
        .standoff = dv_number_within(context, parameters, descriptors, RADIUS),
        .slowing_distance = dv_number_within(context, parameters, descriptors, SLOWING_DISTANCE),
        .horizon = dv_number_within(context, parameters, descriptors, HORIZON),
    };
}

static dv_vec3 evaluate_shadow(const dv_steering_context *context, const dv_bound *parameters,
                               void *state) {
    (void)state;
    dv_target target;
    if (!dv_target_of(context, parameters, TARGET, &target))
        return DV_NO_STEERING;
    dv_meeting meeting = meeting_of(context, parameters);
    return dv_arrive_with(context, dv_offset_to(context, target.position), target.velocity,
                          &meeting);
}

static void annotate_shadow(const dv_steering_context *context, const dv_bound *parameters,
                            const void *state, dv_sketch *sketch) {
    (void)state;
    dv_target target;
    if (!dv_target_of(context, parameters, TARGET, &target))
        return;
    dv_meeting meeting = meeting_of(context, parameters);
    dv_vec3 offset = dv_offset_to(context, target.position);
    dv_vec3 there = dv_meeting_place(context, offset, target.velocity, &meeting);
    dv_show_circle(context, sketch, offset, meeting.standoff, DV_INK_TARGET);
    dv_show_prediction(context, sketch, offset, there, DV_INK_TARGET);
    dv_show_line(context, sketch, DV_NO_STEERING, there, DV_INK_TARGET);
}

const dv_behavior_type dv_behavior_shadow = {
    .entry = {.name = "shadow",
              .doc = "Approach a target, then match its speed and direction.",
              .source = "Reynolds 1999, Shadow: outside of the radius, pursuit that slows down "
                        "to the target's velocity; inside, s = target's velocity − velocity",
              .parameters = parameters_of_shadow,
              .parameter_count = DV_COUNT_OF(parameters_of_shadow)},
    .evaluate = evaluate_shadow,
    .annotate = annotate_shadow,
};
