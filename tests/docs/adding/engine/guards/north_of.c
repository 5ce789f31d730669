// The guard `north_of`.
#include "guards/arguments.h"

static const dv_parameter parameters_of_north[] = {
    {"y", DV_PARAMETER_NUMBER, true, "m", -DV_LONGEST, DV_LONGEST, 0, "how far north"},
};

static dv_truth is_north(const dv_guard_context *context, const dv_bound *parameters, void *state) {
    (void)state;
    return dv_truth_of((double)context->position.y > dv_guard_number(context, &parameters[0]));
}

const dv_guard_type dv_guard_north_of = {
    .entry = {.name = "north_of",
              .doc = "Its y is above a number.",
              .source = "a test",
              .parameters = parameters_of_north,
              .parameter_count = DV_COUNT_OF(parameters_of_north),
              .positional = 1},
    .evaluate = is_north,
    .told = "was north of {y}",
};
