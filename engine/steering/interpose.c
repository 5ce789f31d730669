// Interpose: getting between two others.
#include "steering/behaviors.h"
#include "steering/desired.h"
#include "steering/evaluate.h"

enum { A, B, FRACTION, HORIZON, SLOWING_DISTANCE };

static const dv_parameter parameters_of_interpose[] = {
    {"a", DV_PARAMETER_TARGET, true, "", 0, 0, 0, "the one"},
    {"b", DV_PARAMETER_TARGET, true, "", 0, 0, 0, "the other"},
    {"fraction", DV_PARAMETER_NUMBER, false, "", 0, 1, 0.5, "how far from a to b to stand"},
    {"horizon", DV_PARAMETER_NUMBER, false, "s", 0, DV_FURTHEST, 10, "the furthest prediction"},
    {"slowing_distance", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 2,
     "where slowing down for the place between them begins"},
};

static dv_vec3 interpose(const dv_steering_context *context, const dv_bound *parameters,
                         void *state) {
    (void)state;
    const dv_parameter *descriptors = parameters_of_interpose;
    dv_target a, b;
    if (!dv_target_of(context, parameters, A, &a) || !dv_target_of(context, parameters, B, &b))
        return DV_NO_STEERING;
    float fraction = dv_number_within(context, parameters, descriptors, FRACTION);
    // From a the shortest way to b, so that the place is between them where the world wraps too.
    dv_vec3 from_a_to_b = dv_offset_between(context->world, a.position, b.position);
    dv_vec3 place = dv_add(dv_offset_to(context, a.position), dv_scale(from_a_to_b, fraction));
    dv_meeting meeting = {
        .slowing_distance = dv_number_within(context, parameters, descriptors, SLOWING_DISTANCE),
        .horizon = dv_number_within(context, parameters, descriptors, HORIZON),
    };
    // The way across the edge of a wrapping world may lead around the other side of the agent.
    place = dv_offset_to(context, dv_add(context->position, place));
    return dv_arrive_with(context, place, dv_lerp(a.velocity, b.velocity, fraction), &meeting);
}

const dv_behavior_type dv_behavior_interpose = {
    .entry = {.name = "interpose",
              .doc = "Get between two others, where they will be, and stay there.",
              .source =
                  "Reynolds 1999, Interpose: arrival at the point between position + velocity "
                  "· T of both, T = distance / cap; there, at its velocity",
              .parameters = parameters_of_interpose,
              .parameter_count = DV_COUNT_OF(parameters_of_interpose)},
    .evaluate = interpose,
};
