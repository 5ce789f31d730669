// Interpose: get between two others.
#include "steering/annotations.h"
#include "steering/behaviors.h"
#include "steering/desired.h"
#include "steering/evaluate.h"

enum { A, B, FRACTION, HORIZON, SLOWING_DISTANCE };

static const dv_parameter parameters_of_interpose[] = {
    {"a", DV_PARAMETER_TARGET, true, "", 0, 0, 0, "the one"},
    {"b", DV_PARAMETER_TARGET, true, "", 0, 0, 0, "the other"},
    {"fraction", DV_PARAMETER_NUMBER, false, "", 0, 1, 0.5,
     "where to be between them: 0 at a, 1 at b"},
    {"horizon", DV_PARAMETER_NUMBER, false, "s", 0, DV_FURTHEST, 10,
     "how far ahead it predicts, at most"},
    {"slowing_distance", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 2,
     "where slowing down for the place between them begins"},
};

typedef struct plan {
    dv_target a, b;
    dv_vec3 place; ///< between the two, as an offset from the agent
    dv_vec3 velocity;
    dv_meeting meeting;
} plan;

static bool plan_of(const dv_steering_context *context, const dv_bound *parameters, plan *p) {
    const dv_parameter *descriptors = parameters_of_interpose;
    if (!dv_target_of(context, parameters, A, &p->a) ||
        !dv_target_of(context, parameters, B, &p->b))
        return false;
    float fraction = dv_number_within(context, parameters, descriptors, FRACTION);
    // Take the shortest way from a to b, so that the place is between them in a world that wraps,
    // too.
    dv_vec3 from_a_to_b = dv_offset_between(context->world, p->a.position, p->b.position);
    dv_vec3 place = dv_add(dv_offset_to(context, p->a.position), dv_scale(from_a_to_b, fraction));
    p->meeting = (dv_meeting){
        .slowing_distance = dv_number_within(context, parameters, descriptors, SLOWING_DISTANCE),
        .horizon = dv_number_within(context, parameters, descriptors, HORIZON),
    };
    // Across the edge of a wrapping world, that way may lead around the other side of the agent.
    p->place = dv_offset_to(context, dv_add(context->position, place));
    p->velocity = dv_lerp(p->a.velocity, p->b.velocity, fraction);
    return true;
}

static dv_vec3 evaluate_interpose(const dv_steering_context *context, const dv_bound *parameters,
                                  void *state) {
    (void)state;
    plan p;
    return plan_of(context, parameters, &p)
               ? dv_arrive_with(context, p.place, p.velocity, &p.meeting)
               : DV_NO_STEERING;
}

static void annotate_interpose(const dv_steering_context *context, const dv_bound *parameters,
                               const void *state, dv_sketch *sketch) {
    (void)state;
    plan p;
    if (!plan_of(context, parameters, &p))
        return;
    dv_vec3 to_a =
        dv_offset_between(context->world, dv_add(context->position, p.place), p.a.position);
    dv_vec3 to_b =
        dv_offset_between(context->world, dv_add(context->position, p.place), p.b.position);
    dv_vec3 there = dv_meeting_place(context, p.place, p.velocity, &p.meeting);
    dv_show_line(context, sketch, dv_add(p.place, to_a), dv_add(p.place, to_b), DV_INK_NEIGHBOR);
    dv_show_prediction(context, sketch, p.place, there, DV_INK_TARGET);
    dv_show_line(context, sketch, DV_NO_STEERING, there, DV_INK_TARGET);
}

const dv_behavior_type dv_behavior_interpose = {
    .entry = {.name = "interpose",
              .doc = "Get between the places where two others will be, and stay there.",
              .source =
                  "Reynolds 1999, Interpose: arrival at the point between position + velocity "
                  "· T of both, T = distance / cap; there, at its velocity",
              .parameters = parameters_of_interpose,
              .parameter_count = DV_COUNT_OF(parameters_of_interpose)},
    .evaluate = evaluate_interpose,
    .annotate = annotate_interpose,
};
