// Wayfinding: follow a planned way to a target, around obstacles. See ways.h for when plans are
// made.
#include "steering/behaviors/wayfinding.h"

#include "steering/annotations.h"
#include "steering/behaviors.h"
#include "steering/behaviors/drive_to.h"
#include "steering/desired.h"
#include "steering/evaluate.h"
#include "steering/known_way.h"
#include "world/obstacles.h"

static const dv_parameter parameters_of_wayfinding[] = {
    {"target", DV_PARAMETER_TARGET, true, "", 0, 0, 0, "where to come to rest"},
    {"slowing_distance", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 2,
     "where slowing down for the target begins"},
    {"clearance", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 0.04,
     "free space kept between the body and obstacles; none where no way leaves as much"},
    {"resolution", DV_PARAMETER_NUMBER, false, "m", 0.01, DV_LONGEST, 0.25,
     "the size of the plan's cells"},
};

// A body that slides along a wall must not lose sight of its way.
#define SIGHT 0.95f       ///< part of the radius that has to fit along the way
#define FOLLOWING 0.1f    ///< the goal may move by this part of its distance before a new plan
#define LOST_AFTER 0.5f   ///< s since the last plan, before the way counts as lost
#define FAILED_AFTER 5.0f ///< s since a plan that found no way, before another
#define CORNER 1.0f       ///< parts of the radius; a waypoint is that near where its corner is cut
#define WIDEST_CORNER 0.02f ///< m; a waypoint that near is reached

dv_way_request dv_way_request_of(const dv_steering_context *context, const dv_bound *parameters) {
    dv_target target;
    dv_way_request request = {.is_valid =
                                  dv_target_of(context, parameters, WAYFINDING_TARGET, &target)};
    if (!request.is_valid)
        return request;
    const dv_parameter *descriptors = parameters_of_wayfinding;
    request.goal = target.position;
    request.clearance = dv_number_within(context, parameters, descriptors, WAYFINDING_CLEARANCE);
    request.resolution = dv_number_within(context, parameters, descriptors, WAYFINDING_RESOLUTION);
    return request;
}

static dv_vec3 as_vector(const float numbers[3]) {
    return dv_vec(numbers[0], numbers[1], numbers[2]);
}

static bool is_open(const dv_steering_context *context, dv_vec3 offset) {
    const dv_world *world = context->world;
    float length = dv_length(offset);
    dv_sweep_hit hit;
    return !(length > 0 && isfinite(length)) ||
           !dv_obstacles_sweep_among(&world->obstacles, world->space, DV_BLOCKS_PLANNING,
                                     context->position, dv_scale(offset, 1 / length), length,
                                     SIGHT * context->radius, NULL, NULL, &hit);
}

/// The offset to a waypoint. The last one of a whole way moves with the goal.
static dv_vec3 offset_to_waypoint(const dv_steering_context *context, const dv_known_way *way,
                                  uint32_t i, dv_vec3 goal) {
    bool is_goal = way->is_whole && i + 1 == way->count;
    return is_goal ? goal : dv_offset_to(context, as_vector(way->waypoints[i]));
}

static bool goal_has_moved(const dv_steering_context *context, const dv_known_way *way,
                           dv_vec3 goal) {
    float moved = dv_length(dv_subtract(goal, dv_offset_to(context, as_vector(way->goal))));
    return moved > FOLLOWING * dv_length(goal);
}

/// Go on to the farthest waypoint that can be reached in a straight line. Where the ground varies,
/// not before the one at hand is reached: the straight line may lead over dearer ground.
static void advance(const dv_steering_context *context, dv_known_way *way, dv_vec3 goal) {
    while (way->next + 1 < way->count) {
        dv_vec3 here = offset_to_waypoint(context, way, way->next, goal);
        dv_vec3 after = offset_to_waypoint(context, way, way->next + 1, goal);
        float distance = dv_length(here);
        if ((way->ground_varies && distance > CORNER * context->radius) ||
            (distance > WIDEST_CORNER && !is_open(context, after)))
            return;
        way->next++;
    }
}

static bool needs_plan(const dv_steering_context *context, const dv_known_way *way, dv_vec3 goal) {
    float age = dv_age_of_way(context->world, way);
    if (age == INFINITY || (goal_has_moved(context, way, goal) && age >= LOST_AFTER))
        return true;
    if (way->count == 0)
        return age >= FAILED_AFTER;
    if (!way->is_whole && way->next + 1 == way->count)
        return true;
    return age >= LOST_AFTER &&
           !is_open(context, offset_to_waypoint(context, way, way->next, goal));
}

/// Meters left to the goal; infinite if the way goes on.
static float rest_of(const dv_steering_context *context, const dv_known_way *way, dv_vec3 goal) {
    dv_vec3 from = DV_NO_STEERING;
    float rest = way->is_whole ? 0 : INFINITY;
    for (uint32_t i = way->next; i < way->count; i++) {
        dv_vec3 to = offset_to_waypoint(context, way, i, goal);
        rest += dv_length(dv_subtract(to, from));
        from = to;
    }
    return rest;
}

static dv_vec3 stop_at(const dv_steering_context *context, dv_vec3 goal, float slowing_distance) {
    dv_vec3 steering;
    return dv_drive_to(context, goal, slowing_distance, &steering)
               ? steering
               : dv_arrive_at(context, goal, slowing_distance);
}

static dv_vec3 follow(const dv_steering_context *context, const dv_known_way *way, dv_vec3 goal,
                      float slowing_distance) {
    if (way->count == 0 || (way->is_whole && way->next + 1 == way->count))
        return stop_at(context, goal, slowing_distance);
    dv_vec3 offset = offset_to_waypoint(context, way, way->next, goal);
    float speed = dv_arrival_speed(context, rest_of(context, way, goal), slowing_distance);
    return dv_steer_along(context, offset, speed);
}

/// A state from a damaged snapshot may hold any numbers.
static bool is_valid(const dv_known_way *way) {
    return way->count <= DV_MAX_WAYPOINTS && way->next <= way->count &&
           (way->count == 0 || way->next < way->count);
}

/// Before the first plan, it is not known.
static bool may_vary(const dv_steering_context *context, const dv_known_way *way) {
    return way->planned_at != 0 ? way->ground_varies != 0 : context->world->regions.ids.count > 0;
}

static dv_vec3 wayfinding(const dv_steering_context *context, const dv_bound *parameters,
                          void *state) {
    dv_known_way *way = state;
    dv_vec3 goal;
    if (!is_valid(way))
        *way = (dv_known_way){0};
    if (!dv_offset_to_target(context, parameters, WAYFINDING_TARGET, &goal)) {
        *way = (dv_known_way){0};
        return DV_NO_STEERING;
    }
    float slowing_distance = dv_number_within(context, parameters, parameters_of_wayfinding,
                                              WAYFINDING_SLOWING_DISTANCE);
    // On plain ground, what is in sight needs no plan.
    if (!may_vary(context, way) && is_open(context, goal)) {
        way->count = way->wishes = 0;
        return stop_at(context, goal, slowing_distance);
    }
    advance(context, way, goal);
    way->wishes = needs_plan(context, way, goal);
    return follow(context, way, goal, slowing_distance);
}

static void annotate_wayfinding(const dv_steering_context *context, const dv_bound *parameters,
                                const void *state, dv_sketch *sketch) {
    const dv_known_way *way = state;
    dv_vec3 goal, from = DV_NO_STEERING;
    if (!is_valid(way) || !dv_offset_to_target(context, parameters, WAYFINDING_TARGET, &goal))
        return;
    for (uint32_t i = way->next; i < way->count; i++) {
        dv_vec3 to = offset_to_waypoint(context, way, i, goal);
        dv_show_line(context, sketch, from, to, DV_INK_CLEAR);
        dv_show_point(context, sketch, to, DV_INK_CLEAR);
        from = to;
    }
    if (way->count == 0)
        dv_show_line(context, sketch, from, goal,
                     is_open(context, goal) ? DV_INK_CLEAR : DV_INK_THREAT);
    dv_show_point(context, sketch, goal, DV_INK_TARGET);
}

const dv_behavior_type dv_behavior_wayfinding = {
    .entry = {.name = "wayfinding",
              .doc = "Plan a way around obstacles to the target, follow it, and stop there; plan "
                     "again when the target has moved, when obstacles have changed, when the way "
                     "is lost, and once a second while a field that scales terrain changes. It "
                     "keeps clear of obstacles, not of agents: use it as `prefer` "
                     "of an avoidance. Goes straight ahead until its plan is made, which may take "
                     "some ticks when many agents plan, and where no way leads to the target.",
              .source =
                  "Reich 1997, path planning by wave propagation; s = arrival at the farthest "
                  "waypoint in a straight line, slowing down only for the last",
              .parameters = parameters_of_wayfinding,
              .parameter_count = DV_COUNT_OF(parameters_of_wayfinding)},
    .state_size = sizeof(dv_known_way),
    .evaluate = wayfinding,
    .annotate = annotate_wayfinding,
};

const dv_squad_behavior dv_squad_wayfinding = {
    .type = &dv_behavior_wayfinding, .plans = true, .arrives = true};
