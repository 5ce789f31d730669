// Containment: stay inside the bounds of the world.
#include "steering/annotations.h"
#include "steering/behaviors.h"
#include "steering/desired.h"
#include "steering/evaluate.h"

enum { HORIZON };

static const dv_parameter parameters_of_containment[] = {
    {"horizon", DV_PARAMETER_NUMBER, false, "s", 0, DV_FURTHEST, 1,
     "how far ahead the place is predicted"},
};

// The direction along one axis, −1 or 1, that leads back inside [low, high]; 0 inside. Bounds
// narrower than the body pull to their middle.
static float way_inside(float predicted, float low, float high, float radius) {
    if (low + radius > high - radius)
        low = high = low + (high - low) / 2;
    else {
        low += radius;
        high -= radius;
    }
    return predicted < low ? 1.0f : predicted > high ? -1.0f : 0.0f;
}

/// Find where the agent will be, as an offset from where it is, and return the direction inside
/// from there along each axis; zero if it will be inside.
static dv_vec3 way_from_predicted(const dv_steering_context *context, const dv_bound *parameters,
                                  dv_vec3 *ahead) {
    const dv_world *world = context->world;
    const dv_bounds *bounds = &world->bounds;
    float horizon = dv_number_within(context, parameters, parameters_of_containment, HORIZON);
    *ahead = dv_scale(context->velocity, horizon);
    if (bounds->edge == DV_EDGE_WRAP)
        return DV_NO_STEERING;
    dv_vec3 predicted = dv_add(context->position, *ahead);
    return (dv_vec3){
        way_inside(predicted.x, bounds->min.x, bounds->max.x, context->radius),
        way_inside(predicted.y, bounds->min.y, bounds->max.y, context->radius),
        world->space == DV_VOLUME
            ? way_inside(predicted.z, bounds->min.z, bounds->max.z, context->radius)
            : 0,
    };
}

static dv_vec3 evaluate_containment(const dv_steering_context *context, const dv_bound *parameters,
                                    void *state) {
    (void)state;
    dv_vec3 ahead, inward = way_from_predicted(context, parameters, &ahead);
    // Leave motion along the boundary alone.
    dv_vec3 desired = dv_scale(dv_normalize(inward), context->cap);
    return dv_vec(inward.x != 0 ? desired.x - context->velocity.x : 0,
                  inward.y != 0 ? desired.y - context->velocity.y : 0,
                  inward.z != 0 ? desired.z - context->velocity.z : 0);
}

static void annotate_containment(const dv_steering_context *context, const dv_bound *parameters,
                                 const void *state, dv_sketch *sketch) {
    (void)state;
    dv_vec3 ahead, inward = way_from_predicted(context, parameters, &ahead);
    if (context->world->bounds.edge == DV_EDGE_WRAP)
        return;
    dv_show_place(context, sketch, ahead, dv_is_zero(inward) ? DV_INK_CLEAR : DV_INK_THREAT);
    dv_show_arrow(context, sketch, ahead, dv_scale(dv_normalize(inward), dv_figure_unit(context)),
                  DV_INK_THREAT);
}

const dv_behavior_type dv_behavior_containment = {
    .entry = {.name = "containment",
              .doc = "Turn inward when the predicted place is outside the world's bounds; zero "
                     "where the world wraps.",
              .source = "Reynolds 1999, Containment: where position + velocity · horizon is "
                        "outside, s = cap · inward normal − the velocity along it",
              .parameters = parameters_of_containment,
              .parameter_count = DV_COUNT_OF(parameters_of_containment)},
    .evaluate = evaluate_containment,
    .annotate = annotate_containment,
};
