// Cohesion: staying with neighbors.
#include "steering/annotations.h"
#include "steering/behaviors.h"
#include "steering/desired.h"
#include "steering/evaluate.h"
#include "steering/neighbors.h"

enum { KIND, STATE, RADIUS, ANGLE, PULL };

static const dv_parameter parameters_of_cohesion[] = {
    {"kind", DV_PARAMETER_KIND, false, "", 0, 0, 0, "whom to stay with; any when not given"},
    {"state", DV_PARAMETER_STATE, false, "", 0, 0, 0, "only those in this state"},
    {"radius", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 5, "the neighborhood"},
    {"angle", DV_PARAMETER_NUMBER, false, "rad", 0, 2 * DV_PI, 2 * DV_PI,
     "the neighborhood's full view cone"},
    {"pull", DV_PARAMETER_BOOLEAN, false, "", 0, 1, 0,
     "a pull that grows with the distance: cap · (centroid − position) / radius, not seek"},
};

/// Those stayed with, and how far about the agent and how widely.
static dv_neighborhood look_around(const dv_steering_context *context, const dv_bound *parameters,
                                   float *radius, float *half_cosine) {
    *radius = dv_number_within(context, parameters, parameters_of_cohesion, RADIUS);
    *half_cosine = dv_bound_half_cosine(context->world, context->agent, &parameters[ANGLE]);
    return dv_neighbors_of(context, &parameters[KIND], &parameters[STATE], *radius);
}

/// False where there is nobody.
static bool find_centroid(const dv_steering_context *context, dv_neighborhood near,
                          float half_cosine, dv_vec3 *to_centroid) {
    dv_vec3 offsets = {0, 0, 0};
    uint32_t count = 0;
    while (dv_neighborhood_next_in_view(&near, context, half_cosine)) {
        offsets = dv_add(offsets, near.offset);
        count++;
    }
    if (count == 0)
        return false;
    *to_centroid = dv_scale(offsets, 1 / (float)count);
    return true;
}

static dv_vec3 cohesion(const dv_steering_context *context, const dv_bound *parameters,
                        void *state) {
    (void)state;
    float radius, half_cosine;
    dv_vec3 to_centroid;
    dv_neighborhood near = look_around(context, parameters, &radius, &half_cosine);
    if (!find_centroid(context, near, half_cosine, &to_centroid) || radius == 0)
        return DV_NO_STEERING;
    if (dv_number_of(context, parameters, PULL) != 0)
        return dv_truncate(dv_scale(to_centroid, context->cap / radius), context->cap);
    return dv_seek_offset(context, to_centroid);
}

static void annotate_cohesion(const dv_steering_context *context, const dv_bound *parameters,
                              const void *state, dv_sketch *sketch) {
    (void)state;
    float radius, half_cosine;
    dv_vec3 to_centroid;
    dv_neighborhood near = look_around(context, parameters, &radius, &half_cosine);
    dv_show_neighbors(context, near, radius, half_cosine, sketch);
    if (find_centroid(context, near, half_cosine, &to_centroid))
        dv_show_point(context, sketch, to_centroid, DV_INK_TARGET);
}

const dv_behavior_type dv_behavior_cohesion = {
    .entry = {.name = "cohesion",
              .doc = "Seek the centroid of neighbors; zero in the middle of them.",
              .source = "Reynolds 1999, Cohesion: s = cap · unit(centroid − position) − velocity",
              .parameters = parameters_of_cohesion,
              .parameter_count = DV_COUNT_OF(parameters_of_cohesion)},
    .evaluate = cohesion,
    .annotate = annotate_cohesion,
};
