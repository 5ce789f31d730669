// Hide: behind an obstacle, out of an opponent's sight.
#include "steering/annotations.h"
#include "steering/behaviors.h"
#include "steering/behaviors/drive_to.h"
#include "steering/desired.h"
#include "steering/evaluate.h"
#include "world/obstacle_shapes.h"
#include "world/obstacles.h"

enum { TARGET, RADIUS, CLEARANCE, SLOWING_DISTANCE, HORIZON };

static const dv_parameter parameters_of_hide[] = {
    {"target", DV_PARAMETER_TARGET, true, "", 0, 0, 0, "what to hide from"},
    {"radius", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 30,
     "how far away an obstacle to hide behind can be"},
    {"clearance", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 0.5,
     "free space kept between the body and the obstacle"},
    {"slowing_distance", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 2,
     "where slowing down for the hiding place begins"},
    {"horizon", DV_PARAMETER_NUMBER, false, "s", 0, DV_FURTHEST, 10,
     "how far ahead it predicts the opponent, at most, when there is nowhere to hide"},
};

typedef struct search {
    const dv_steering_context *context;
    dv_sketch *sketch; ///< draws every place considered; NULL: nothing is drawn
    dv_target target;
    dv_vec3 offset_to_opponent;
    dv_vec3 opponent; ///< its position, on the agent's side of a wrapping world
    float radius, clearance;
    bool found;
    uint32_t obstacle;
    float distance;
    dv_vec3 offset; ///< to the best place so far
} search;

/// How far an obstacle extends from its center along a unit vector (m).
static float extent_along(const dv_obstacle_record *obstacle, dv_vec3 direction) {
    if (!obstacle->outline)
        return obstacle->radius;
    float furthest = 0;
    for (uint32_t i = 0; i < obstacle->outline->count; i++) {
        dv_vec3 corner = dv_subtract(obstacle->outline->points[i], obstacle->position);
        float reach = corner.x * direction.x + corner.y * direction.y;
        furthest = reach > furthest ? reach : furthest;
    }
    return furthest;
}

/// The place straight behind the obstacle's center as the opponent sees it. Shapes other than
/// spheres are upright: there it is at the agent's own height, limited to that of the obstacle.
static dv_vec3 place_behind(const search *s, const dv_obstacle_record *obstacle, dv_vec3 opponent) {
    const dv_steering_context *context = s->context;
    dv_vec3 from_opponent = dv_subtract(obstacle->position, opponent);
    bool upright = obstacle->shape != DV_SPHERE;
    if (upright || context->world->space == DV_PLANE)
        from_opponent.z = 0;
    if (dv_is_zero(from_opponent))
        from_opponent = context->forward;
    dv_vec3 away = dv_normalize(from_opponent);
    float behind = extent_along(obstacle, away) + s->clearance + context->radius;
    dv_vec3 place = dv_add(obstacle->position, dv_scale(away, behind));
    if (upright && context->world->space == DV_VOLUME) {
        dv_box box = dv_obstacle_box(obstacle);
        place.z = dv_clamp(context->position.z, box.low.z, box.high.z);
    }
    return place;
}

static bool is_inside_bounds(const dv_world *world, dv_vec3 place) {
    const dv_bounds *bounds = &world->bounds;
    return bounds->edge != DV_EDGE_CONTAIN ||
           (place.x >= bounds->min.x && place.x <= bounds->max.x && place.y >= bounds->min.y &&
            place.y <= bounds->max.y &&
            (world->space == DV_PLANE || (place.z >= bounds->min.z && place.z <= bounds->max.z)));
}

/// Whether the body fits at a place, and the obstacle blocks the opponent's view of it.
static bool is_hidden(const search *s, const dv_obstacle_record *obstacle, dv_vec3 opponent,
                      dv_vec3 place) {
    const dv_world *world = s->context->world;
    dv_surface_point surface;
    return is_inside_bounds(world, place) &&
           dv_obstacle_hides(obstacle, world->space, opponent, place) &&
           !(dv_obstacles_nearest(&world->obstacles, world->space, place, s->context->radius,
                                  &surface) &&
             surface.distance < 0.99f * s->context->radius);
}

/// Consider one obstacle. In a world that wraps, `by` moves the agent and its opponent to it.
static void consider_obstacle(void *context, uint32_t index, dv_vec3 by) {
    search *s = context;
    dv_vec3 position = dv_add(s->context->position, by);
    dv_vec3 opponent = dv_add(s->opponent, by);
    const dv_world *world = s->context->world;
    const dv_obstacle_record *obstacle = &world->obstacles.records[index];
    if (dv_obstacle_surface(obstacle, world->space, position).distance > s->radius)
        return;
    dv_vec3 place = place_behind(s, obstacle, opponent);
    dv_vec3 offset = dv_subtract(place, position);
    float distance = dv_length(offset);
    if (s->sketch)
        dv_show_point(s->context, s->sketch, offset, DV_INK_CLEAR);
    bool is_nearer =
        !s->found || distance < s->distance || (distance == s->distance && index < s->obstacle);
    if (!is_nearer || !is_hidden(s, obstacle, opponent, place))
        return;
    s->found = true;
    s->obstacle = index;
    s->distance = distance;
    s->offset = offset;
}

/// False when there is no opponent to hide from.
static bool look_around(const dv_steering_context *context, const dv_bound *parameters,
                        dv_sketch *sketch, search *s) {
    const dv_parameter *descriptors = parameters_of_hide;
    *s = (search){.context = context, .sketch = sketch};
    if (!dv_target_of(context, parameters, TARGET, &s->target))
        return false;
    s->offset_to_opponent = dv_offset_to(context, s->target.position);
    s->opponent = dv_add(context->position, s->offset_to_opponent);
    s->radius = dv_number_within(context, parameters, descriptors, RADIUS);
    s->clearance = dv_number_within(context, parameters, descriptors, CLEARANCE);
    if (context->world->obstacles.alive_count > 0)
        dv_obstacles_each_blocking(&context->world->obstacles, context->world->space,
                                   DV_BLOCKS_SIGHT, context->position, s->radius, consider_obstacle,
                                   s);
    return true;
}

static float horizon_of(const dv_steering_context *context, const dv_bound *parameters) {
    return dv_number_within(context, parameters, parameters_of_hide, HORIZON);
}

static float slowing_distance_of(const dv_steering_context *context, const dv_bound *parameters) {
    return dv_number_within(context, parameters, parameters_of_hide, SLOWING_DISTANCE);
}

static dv_vec3 evaluate_hide(const dv_steering_context *context, const dv_bound *parameters,
                             void *state) {
    (void)state;
    search s;
    if (!look_around(context, parameters, NULL, &s))
        return DV_NO_STEERING;
    if (!s.found)
        return dv_evade(context, &s.target, s.offset_to_opponent, horizon_of(context, parameters));
    dv_vec3 steering;
    float slowing_distance = slowing_distance_of(context, parameters);
    return dv_drive_to(context, s.offset, slowing_distance, &steering)
               ? steering
               : dv_arrive_at(context, s.offset, slowing_distance);
}

// Draw the places considered, the chosen one with the opponent's line of sight to it, or the
// evasion if there is none.
static void annotate_hide(const dv_steering_context *context, const dv_bound *parameters,
                          const void *state, dv_sketch *sketch) {
    (void)state;
    search s;
    if (!look_around(context, parameters, sketch, &s))
        return;
    if (!s.found) {
        dv_vec3 predicted = dv_predict_place(context, &s.target, s.offset_to_opponent,
                                             horizon_of(context, parameters));
        dv_show_prediction(context, sketch, s.offset_to_opponent, predicted, DV_INK_THREAT);
        dv_show_line(context, sketch, DV_NO_STEERING, predicted, DV_INK_THREAT);
        return;
    }
    dv_show_line(context, sketch, s.offset_to_opponent, s.offset, DV_INK_THREAT);
    dv_show_arrival(context, sketch, s.offset, slowing_distance_of(context, parameters));
}

const dv_behavior_type dv_behavior_hide = {
    .entry = {.name = "hide",
              .doc = "Come to rest at the nearest place behind an obstacle, out of an opponent's "
                     "sight; evade it when there is none.",
              .source = "Reynolds 1999, Hide: arrival at obstacle + unit(obstacle − opponent) · "
                        "(its extent that way + clearance + radius), the nearest of these",
              .parameters = parameters_of_hide,
              .parameter_count = DV_COUNT_OF(parameters_of_hide)},
    .evaluate = evaluate_hide,
    .annotate = annotate_hide,
};
