// Alignment: moving as neighbors do.
#include "steering/annotations.h"
#include "steering/behaviors.h"
#include "steering/desired.h"
#include "steering/evaluate.h"
#include "steering/neighbors.h"

enum { KIND, STATE, RADIUS, ANGLE, HEADINGS };

static const dv_parameter parameters_of_alignment[] = {
    {"kind", DV_PARAMETER_KIND, false, "", 0, 0, 0, "whom to align with; any when not given"},
    {"state", DV_PARAMETER_STATE, false, "", 0, 0, 0, "only those in this state"},
    {"radius", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 5, "the neighborhood"},
    {"angle", DV_PARAMETER_NUMBER, false, "rad", 0, 2 * DV_PI, 2 * DV_PI,
     "the neighborhood's full view cone"},
    {"headings", DV_PARAMETER_BOOLEAN, false, "", 0, 1, 0,
     "align the heading only: mean forward − own forward, times the cap"},
};

/// Those aligned with, and how far about the agent and how widely.
static dv_neighborhood look_around(const dv_steering_context *context, const dv_bound *parameters,
                                   float *radius, float *half_cosine) {
    *radius = dv_number_within(context, parameters, parameters_of_alignment, RADIUS);
    *half_cosine = dv_bound_half_cosine(context->world, context->agent, &parameters[ANGLE]);
    return dv_neighbors_of(context, &parameters[KIND], &parameters[STATE], *radius);
}

static dv_vec3 alignment(const dv_steering_context *context, const dv_bound *parameters,
                         void *state) {
    (void)state;
    float radius, half_cosine;
    bool headings = dv_number_of(context, parameters, HEADINGS) != 0;
    dv_neighborhood near = look_around(context, parameters, &radius, &half_cosine);
    dv_vec3 own = headings ? context->forward : context->velocity;
    // Differences are summed, not velocities: then equal ones give exactly zero.
    dv_vec3 differences = {0, 0, 0};
    uint32_t count = 0;
    while (dv_neighborhood_next_in_view(&near, context, half_cosine)) {
        dv_vec3 other = headings ? dv_neighbor_forward(&near) : dv_neighbor_velocity(&near);
        differences = dv_add(differences, dv_subtract(other, own));
        count++;
    }
    if (count == 0)
        return DV_NO_STEERING;
    return dv_scale(differences, (headings ? context->cap : 1) / (float)count);
}

// The mean velocity of the neighbors is the agent's own and the vector; where headings count, so it
// is of their directions.
static void annotate_alignment(const dv_steering_context *context, const dv_bound *parameters,
                               const void *state, dv_sketch *sketch) {
    (void)state;
    float radius, half_cosine;
    bool headings = dv_number_of(context, parameters, HEADINGS) != 0;
    dv_neighborhood near = look_around(context, parameters, &radius, &half_cosine);
    dv_show_neighbors(context, near, radius, half_cosine, sketch);
    dv_vec3 own = headings ? dv_scale(context->forward, context->cap) : context->velocity;
    dv_vec3 change = alignment(context, parameters, NULL);
    if (!dv_is_zero(change))
        dv_show_velocity(context, sketch, DV_NO_STEERING, dv_add(own, change), DV_INK_TARGET);
}

const dv_behavior_type dv_behavior_alignment = {
    .entry = {.name = "alignment",
              .doc = "Take on the mean velocity of neighbors.",
              .source = "Reynolds 1999, Alignment: s = mean neighbor velocity − velocity",
              .parameters = parameters_of_alignment,
              .parameter_count = DV_COUNT_OF(parameters_of_alignment)},
    .evaluate = alignment,
    .annotate = annotate_alignment,
};
