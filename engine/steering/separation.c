// Separation: keeping a distance from neighbors.
#include "steering/annotations.h"
#include "steering/behaviors.h"
#include "steering/desired.h"
#include "steering/evaluate.h"
#include "steering/neighbors.h"

enum { KIND, STATE, RADIUS, ANGLE };

static const dv_parameter parameters_of_separation[] = {
    {"kind", DV_PARAMETER_KIND, false, "", 0, 0, 0, "whom to keep away from; any when not given"},
    {"state", DV_PARAMETER_STATE, false, "", 0, 0, 0, "only those in this state"},
    {"radius", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 2, "the neighborhood"},
    {"angle", DV_PARAMETER_NUMBER, false, "rad", 0, 2 * DV_PI, 2 * DV_PI,
     "the neighborhood's full view cone"},
};

/// Those kept away from, and how far about the agent and how widely.
static dv_neighborhood look_around(const dv_steering_context *context, const dv_bound *parameters,
                                   float *radius, float *half_cosine) {
    *radius = dv_number_within(context, parameters, parameters_of_separation, RADIUS);
    *half_cosine = dv_bound_half_cosine(context->world, context->agent, &parameters[ANGLE]);
    return dv_neighbors_of(context, &parameters[KIND], &parameters[STATE], *radius);
}

static dv_vec3 separation(const dv_steering_context *context, const dv_bound *parameters,
                          void *state) {
    (void)state;
    float radius, half_cosine;
    dv_neighborhood near = look_around(context, parameters, &radius, &half_cosine);
    dv_vec3 pushes = {0, 0, 0};
    while (dv_neighborhood_next_in_view(&near, context, half_cosine))
        pushes = dv_add(pushes, dv_push_from(context, &near, radius));
    return dv_separate(context, pushes, radius);
}

static void annotate_separation(const dv_steering_context *context, const dv_bound *parameters,
                                const void *state, dv_sketch *sketch) {
    (void)state;
    float radius, half_cosine;
    dv_neighborhood near = look_around(context, parameters, &radius, &half_cosine);
    dv_show_neighbors(context, near, radius, half_cosine, sketch);
}

const dv_behavior_type dv_behavior_separation = {
    .entry = {.name = "separation",
              .doc = "Push away from neighbors, harder from nearer ones.",
              .source = "Reynolds 1999, Separation: s = truncate(Σ (position − neighbor) / "
                        "distance² · radius · cap, cap)",
              .parameters = parameters_of_separation,
              .parameter_count = DV_COUNT_OF(parameters_of_separation)},
    .evaluate = separation,
    .annotate = annotate_separation,
};
