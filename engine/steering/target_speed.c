// Target speed: faster or slower, straight on.
#include "steering/behaviors.h"
#include "steering/desired.h"
#include "steering/evaluate.h"

enum { SPEED };

static const dv_parameter parameters_of_target_speed[] = {
    {"speed", DV_PARAMETER_NUMBER, true, "m/s", 0, DV_FASTEST, 0, "the speed to keep"},
};

static dv_vec3 target_speed(const dv_steering_context *context, const dv_bound *parameters,
                            void *state) {
    (void)state;
    float speed = dv_number_within(context, parameters, parameters_of_target_speed, SPEED);
    return dv_scale(context->forward, speed - dv_length(context->velocity));
}

const dv_behavior_type dv_behavior_target_speed = {
    .entry = {.name = "target_speed",
              .doc = "Speed up or slow down to a speed without turning.",
              .source = "Reynolds 1999, Locomotion (speed control): s = (speed − |velocity|) · "
                        "forward",
              .parameters = parameters_of_target_speed,
              .parameter_count = DV_COUNT_OF(parameters_of_target_speed)},
    .evaluate = target_speed,
};
