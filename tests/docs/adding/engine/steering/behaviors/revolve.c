// Revolve: circle around a target, on the left or on the right.
#include "steering/annotations.h"
#include "steering/behaviors.h"
#include "steering/desired.h"
#include "steering/evaluate.h"

enum { TARGET, RADIUS, SIDE };

static const dv_parameter parameters_of_revolve[] = {
    {"target", DV_PARAMETER_TARGET, true, "", 0, 0, 0, "what to circle"},
    {"radius", DV_PARAMETER_NUMBER, false, "m", 0.1, DV_LONGEST, 5, "of the circle"},
    {"side", DV_PARAMETER_NUMBER, false, "", -1, 1, 1,
     "1: with the target on the left, -1: on the right"},
};

typedef struct plan {
    dv_vec3 center, way; ///< the offset of the target, and the way to go
    float radius;
} plan;

static bool make_plan(const dv_steering_context *context, const dv_bound *parameters, plan *p) {
    const dv_parameter *descriptors = parameters_of_revolve;
    float side = dv_number_within(context, parameters, descriptors, SIDE);
    p->radius = dv_number_within(context, parameters, descriptors, RADIUS);
    if (!dv_offset_to_target(context, parameters, TARGET, &p->center) || dv_is_zero(p->center))
        return false;
    dv_vec3 inward = dv_normalize(p->center), along = dv_scale(dv_left_of(inward), -side);
    float beyond = (dv_length(p->center) - p->radius) / p->radius;
    p->way = dv_add(along, dv_scale(inward, beyond));
    return true;
}

static dv_vec3 revolve(const dv_steering_context *context, const dv_bound *parameters,
                       void *state) {
    (void)state;
    plan p;
    return make_plan(context, parameters, &p) ? dv_steer_along(context, p.way, context->cap)
                                              : DV_NO_STEERING;
}

static void annotate(const dv_steering_context *context, const dv_bound *parameters,
                     const void *state, dv_sketch *sketch) {
    (void)state;
    plan p;
    if (make_plan(context, parameters, &p))
        dv_show_circle(context, sketch, p.center, p.radius, DV_INK_TARGET);
}

const dv_behavior_type dv_behavior_revolve = {
    .entry = {.name = "revolve",
              .doc = "Circle around a target.",
              .source = "a test",
              .parameters = parameters_of_revolve,
              .parameter_count = DV_COUNT_OF(parameters_of_revolve)},
    .evaluate = revolve,
    .annotate = annotate,
    .hand = "side",
};
