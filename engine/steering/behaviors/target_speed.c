// Target speed: go faster or slower, straight on.
#include "steering/annotations.h"
#include "steering/behaviors.h"
#include "steering/desired.h"
#include "steering/evaluate.h"

enum { SPEED };

static const dv_parameter parameters_of_target_speed[] = {
    {"speed", DV_PARAMETER_NUMBER, true, "m/s", 0, DV_FASTEST, 0, "the speed to keep"},
};

static float speed_of(const dv_steering_context *context, const dv_bound *parameters) {
    return dv_number_within(context, parameters, parameters_of_target_speed, SPEED);
}

static dv_vec3 target_speed(const dv_steering_context *context, const dv_bound *parameters,
                            void *state) {
    (void)state;
    return dv_scale(context->forward, speed_of(context, parameters) - dv_length(context->velocity));
}

static void annotate_target_speed(const dv_steering_context *context, const dv_bound *parameters,
                                  const void *state, dv_sketch *sketch) {
    (void)state;
    dv_vec3 velocity = dv_scale(context->forward, speed_of(context, parameters));
    dv_show_place(context, sketch, dv_figure_velocity(context, velocity), DV_INK_TARGET);
}

const dv_behavior_type dv_behavior_target_speed = {
    .entry = {.name = "target_speed",
              .doc = "Speed up or slow down to a speed without turning.",
              .source = "Reynolds 1999, Locomotion (speed control): s = (speed − |velocity|) · "
                        "forward",
              .parameters = parameters_of_target_speed,
              .parameter_count = DV_COUNT_OF(parameters_of_target_speed)},
    .evaluate = target_speed,
    .annotate = annotate_target_speed,
};
