// Containment: stay inside the bounds of the world, a region, or the tube around a path.
#include "steering/annotations.h"
#include "steering/behaviors.h"
#include "steering/desired.h"
#include "steering/evaluate.h"
#include "world/paths.h"
#include "world/regions.h"

enum { HORIZON, REGION, PATH };

static const dv_parameter parameters_of_containment[] = {
    {"horizon", DV_PARAMETER_NUMBER, false, "s", 0, DV_FURTHEST, 1,
     "how far ahead the place is predicted"},
    {"region", DV_PARAMETER_PATH, false, "region", 0, 0, 0,
     "the region to stay inside instead of the world's bounds"},
    {"path", DV_PARAMETER_PATH, false, "path", 0, 0, 0,
     "the path to stay inside, within its radius, instead of the world's bounds; with a region, in "
     "both"},
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

/// The direction inside along each axis from a place; zero if a body there is inside the bounds.
static dv_vec3 way_into_bounds(const dv_steering_context *context, dv_vec3 predicted) {
    const dv_world *world = context->world;
    const dv_bounds *bounds = &world->bounds;
    if (bounds->edge == DV_EDGE_WRAP)
        return DV_NO_STEERING;
    return (dv_vec3){
        way_inside(predicted.x, bounds->min.x, bounds->max.x, context->radius),
        way_inside(predicted.y, bounds->min.y, bounds->max.y, context->radius),
        world->space == DV_VOLUME
            ? way_inside(predicted.z, bounds->min.z, bounds->max.z, context->radius)
            : 0,
    };
}

/// The inward normal where a body at a place is not inside the region as a whole; else zero, as
/// for a region that is gone.
static dv_vec3 way_into_region(const dv_steering_context *context, const dv_bound *region,
                               dv_vec3 predicted) {
    const dv_world *world = context->world;
    const dv_region_record *record =
        dv_region_record_of(world, dv_bound_handle(world, context->agent, region));
    if (!record)
        return DV_NO_STEERING;
    dv_surface_point surface = dv_region_surface(world, record, predicted);
    return surface.distance > -context->radius ? dv_scale(surface.normal, -1) : DV_NO_STEERING;
}

/// The direction to the spine where a body at a place is not inside the path's tube as a whole.
static dv_vec3 way_into_path(const dv_steering_context *context, const dv_bound *path,
                             dv_vec3 predicted) {
    const dv_world *world = context->world;
    const dv_path_record *record =
        dv_path_record_of(world, dv_bound_handle(world, context->agent, path));
    if (!record)
        return DV_NO_STEERING;
    dv_path_place place = dv_path_nearest(world, record, predicted);
    float room = record->radius - context->radius;
    return place.distance > (room > 0 ? room : 0) ? dv_normalize(place.offset) : DV_NO_STEERING;
}

/// Find where the agent will be, as an offset from where it is, and return the direction inside
/// from there; zero if it will be inside. `along_axes`: the direction is that of the bounds, which
/// have an inward normal along each axis.
static dv_vec3 way_from_predicted(const dv_steering_context *context, const dv_bound *parameters,
                                  dv_vec3 *ahead, bool *along_axes) {
    const dv_bound *region = &parameters[REGION], *path = &parameters[PATH];
    float horizon = dv_number_within(context, parameters, parameters_of_containment, HORIZON);
    *ahead = dv_scale(context->velocity, horizon);
    dv_vec3 predicted = dv_add(context->position, *ahead), inward = DV_NO_STEERING;
    *along_axes = region->source == DV_SOURCE_ABSENT && path->source == DV_SOURCE_ABSENT;
    if (*along_axes)
        return way_into_bounds(context, predicted);
    if (region->source != DV_SOURCE_ABSENT)
        inward = way_into_region(context, region, predicted);
    if (path->source != DV_SOURCE_ABSENT && dv_is_zero(inward))
        inward = way_into_path(context, path, predicted);
    return inward;
}

static dv_vec3 evaluate_containment(const dv_steering_context *context, const dv_bound *parameters,
                                    void *state) {
    (void)state;
    bool along_axes;
    dv_vec3 ahead, inward = way_from_predicted(context, parameters, &ahead, &along_axes);
    // Leave motion along the boundary alone.
    if (!along_axes)
        return dv_scale(inward,
                        dv_is_zero(inward) ? 0 : context->cap - dv_dot(context->velocity, inward));
    dv_vec3 desired = dv_scale(dv_normalize(inward), context->cap);
    return dv_vec(inward.x != 0 ? desired.x - context->velocity.x : 0,
                  inward.y != 0 ? desired.y - context->velocity.y : 0,
                  inward.z != 0 ? desired.z - context->velocity.z : 0);
}

static void annotate_containment(const dv_steering_context *context, const dv_bound *parameters,
                                 const void *state, dv_sketch *sketch) {
    (void)state;
    bool along_axes;
    dv_vec3 ahead, inward = way_from_predicted(context, parameters, &ahead, &along_axes);
    if (along_axes && context->world->bounds.edge == DV_EDGE_WRAP)
        return;
    dv_show_place(context, sketch, ahead, dv_is_zero(inward) ? DV_INK_CLEAR : DV_INK_THREAT);
    dv_show_arrow(context, sketch, ahead, dv_scale(dv_normalize(inward), dv_figure_unit(context)),
                  DV_INK_THREAT);
}

const dv_behavior_type dv_behavior_containment = {
    .entry = {.name = "containment",
              .doc =
                  "Turn inward when the predicted place is outside the world's bounds, a region, "
                  "or a path; zero for bounds where the world wraps.",
              .source = "Reynolds 1999, Containment: where position + velocity · horizon is "
                        "outside, s = cap · inward normal − the velocity along it",
              .parameters = parameters_of_containment,
              .parameter_count = DV_COUNT_OF(parameters_of_containment)},
    .evaluate = evaluate_containment,
    .annotate = annotate_containment,
};
