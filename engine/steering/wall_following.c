// Wall following: moving along a wall at a distance from it.
#include "steering/annotations.h"
#include "steering/behaviors.h"
#include "steering/desired.h"
#include "steering/evaluate.h"
#include "steering/rays.h"
#include "steering/threats.h"

enum { DISTANCE, SIDE, HORIZON, RADIUS, RAYS, LENGTH };

static const dv_parameter parameters_of_following[] = {
    {"distance", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 2,
     "from the wall to the agent's center"},
    {"side", DV_PARAMETER_NUMBER, false, "", -1, 1, 0,
     "1 to keep the wall on the left, -1 on the right, 0 as the agent comes to it"},
    {"horizon", DV_PARAMETER_NUMBER, false, "s", 0, DV_FURTHEST, 0.5,
     "how far ahead the place is predicted"},
    {"radius", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 10,
     "walls further from the predicted place than this are not noticed"},
    {"rays", DV_PARAMETER_NUMBER, false, "", 0, DV_MOST_RAYS, 0,
     "feel the wall with this many rays over the half circle ahead instead; 0: do not"},
    {"length", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 5, "of a ray"},
};

/// What an agent remembers of the wall it follows. Zero is nothing.
typedef struct memory {
    float side;    ///< 1: the wall is on the left, −1: on the right, 0: no wall
    float strayed; ///< m gone since the rays last felt the wall
} memory;

typedef struct wall {
    dv_vec3 offset;  ///< to the surface point
    dv_vec3 normal;  ///< unit, out of the wall
    float closeness; ///< of a wall across the way, 1 within the distance to 0 a look-ahead further;
                     ///< 1 for one beside it
} wall;

/// The level way along a wall that has it on the side: the left of its normal when that is the
/// left.
static dv_vec3 way_along(const wall *w, float side) {
    return dv_scale(dv_left_of(w->normal), side);
}

// A wall met squarely is passed to the left: then it is on the right.
static float side_of(const dv_steering_context *context, const dv_bound *parameters, const wall *w,
                     memory *kept) {
    float side = dv_number_within(context, parameters, parameters_of_following, SIDE);
    if (side != 0)
        return side > 0 ? 1 : -1;
    if (kept->side == 0)
        kept->side = dv_dot(dv_left_of(w->normal), dv_direction_of(context)) > 1e-3f ? 1 : -1;
    return kept->side;
}

// Offset goals

// A surface across the way comes before the nearest one: it is how inner corners and thin walls are
// noticed in time.
static bool find_wall_across(const dv_steering_context *context, float distance, float ahead,
                             wall *w) {
    const dv_world *world = context->world;
    dv_vec3 direction = dv_direction_of(context);
    dv_sweep_hit hit;
    float length = distance + ahead;
    if (!dv_obstacles_sweep(&world->obstacles, world->space, context->position, direction, length,
                            0, &hit))
        return false;
    float gap = -dv_dot(direction, hit.normal) * hit.distance;
    float to_spare = gap - distance;
    w->offset = dv_scale(direction, hit.distance);
    w->normal = hit.normal;
    w->closeness = to_spare > 0 ? dv_clamp(1 - to_spare / ahead, 0, 1) : 1;
    return true;
}

static bool find_wall_beside(const dv_steering_context *context, dv_vec3 ahead, float radius,
                             wall *w) {
    const dv_world *world = context->world;
    dv_surface_point surface;
    if (!dv_obstacles_nearest(&world->obstacles, world->space, dv_add(context->position, ahead),
                              radius, &surface))
        return false;
    *w = (wall){dv_subtract(surface.point, context->position), surface.normal, 1};
    return true;
}

// The goal lies off the wall at the predicted place, and along it as far ahead as the agent would
// get at the cap: what the prediction lacks of that, at rest or across the wall, is added.
static dv_vec3 goal_off_wall(const wall *w, float side, float distance, float ahead) {
    dv_vec3 along = way_along(w, side);
    dv_vec3 goal = dv_add(w->offset, dv_scale(w->normal, distance));
    float lacking = dv_clamp(ahead - dv_dot(goal, along), 0, ahead) * w->closeness;
    return dv_add(goal, dv_scale(along, lacking));
}

/// False where no wall is noticed; else the wall and the goal off it, as an offset from the agent.
static bool find_goal(const dv_steering_context *context, const dv_bound *parameters,
                      float distance, memory *kept, wall *w, dv_vec3 *goal) {
    float horizon = dv_number_within(context, parameters, parameters_of_following, HORIZON);
    float radius = dv_number_within(context, parameters, parameters_of_following, RADIUS);
    float ahead = context->cap * horizon;
    if (!find_wall_across(context, distance, dv_length(context->velocity) * horizon, w) &&
        !find_wall_beside(context, dv_scale(context->velocity, horizon), radius, w)) {
        kept->side = 0;
        return false;
    }
    *goal = goal_off_wall(w, side_of(context, parameters, w, kept), distance, ahead);
    return true;
}

// Rays

static dv_fan feelers_of(const dv_steering_context *context, const dv_bound *parameters,
                         float *length) {
    *length = dv_number_within(context, parameters, parameters_of_following, LENGTH);
    return dv_fan_of(context, dv_direction_of(context),
                     dv_number_within(context, parameters, parameters_of_following, RAYS),
                     (float)DV_PI);
}

/// The surface that is nearest, square to it, of those the rays hit.
static bool feel_wall(const dv_steering_context *context, const dv_bound *parameters, wall *w,
                      float *gap) {
    float length;
    dv_fan fan = feelers_of(context, parameters, &length);
    *gap = INFINITY;
    for (uint32_t i = 0; i < dv_fan_size(&fan); i++) {
        float place;
        dv_vec3 ray = dv_fan_ray(&fan, i, &place);
        dv_sweep_hit hit;
        if (!dv_feel(context, ray, length, &hit))
            continue;
        float square = -dv_dot(ray, hit.normal) * hit.distance;
        if (!(square < *gap))
            continue;
        *gap = square;
        *w = (wall){dv_scale(ray, hit.distance), hit.normal, 1};
    }
    return *gap < INFINITY;
}

// Behind an outer corner the rays lose the wall: turn to where it was, not for longer than it takes
// to go round.
static dv_vec3 turn_round_edge(const dv_steering_context *context, float distance, memory *kept) {
    kept->strayed += dv_length(context->velocity) * context->dt;
    if (kept->side == 0 || kept->strayed > 2 * (float)DV_PI * distance) {
        *kept = (memory){0};
        return DV_NO_STEERING;
    }
    dv_vec3 direction = dv_direction_of(context);
    dv_vec3 inward = dv_scale(dv_left_of(direction), kept->side);
    // A circle of this radius at this speed takes this much of a turn within the response.
    float lag = context->response > context->dt ? context->response : context->dt;
    float turn = dv_clamp(context->cap * lag / (distance > 0 ? distance : 1), 0, 1);
    return dv_steer_along(context, dv_add(direction, dv_scale(inward, turn)), context->cap);
}

// Toward the wall the harder the further it is, away from it the harder the nearer, along it
// always.
static dv_vec3 follow_by_rays(const dv_steering_context *context, const dv_bound *parameters,
                              float distance, memory *kept) {
    wall w = {.closeness = 1};
    float gap;
    if (!feel_wall(context, parameters, &w, &gap))
        return turn_round_edge(context, distance, kept);
    float side = side_of(context, parameters, &w, kept);
    *kept = (memory){.side = side};
    float push = distance > 0 ? dv_clamp((distance - gap) / distance, -1, 1) : -1;
    return dv_steer_along(context, dv_add(way_along(&w, side), dv_scale(w.normal, push)),
                          context->cap);
}

static float distance_of(const dv_steering_context *context, const dv_bound *parameters) {
    return dv_number_within(context, parameters, parameters_of_following, DISTANCE);
}

static bool feels(const dv_steering_context *context, const dv_bound *parameters) {
    return dv_number_within(context, parameters, parameters_of_following, RAYS) >= 1;
}

static dv_vec3 wall_following(const dv_steering_context *context, const dv_bound *parameters,
                              void *state) {
    if (context->world->obstacles.alive_count == 0)
        return DV_NO_STEERING;
    float distance = distance_of(context, parameters);
    wall w;
    dv_vec3 goal;
    if (feels(context, parameters))
        return follow_by_rays(context, parameters, distance, state);
    return find_goal(context, parameters, distance, state, &w, &goal)
               ? dv_seek_offset(context, goal)
               : DV_NO_STEERING;
}

// The point of the wall that counts and its normal, out to the distance to keep.
static void show_wall(const dv_steering_context *context, const wall *w, float distance,
                      dv_sketch *sketch) {
    dv_show_point(context, sketch, w->offset, DV_INK_THREAT);
    dv_show_arrow(context, sketch, w->offset, dv_scale(w->normal, distance), DV_INK_CLEAR);
}

static void annotate_wall_following(const dv_steering_context *context, const dv_bound *parameters,
                                    const void *state, dv_sketch *sketch) {
    if (context->world->obstacles.alive_count == 0)
        return;
    memory kept = *(const memory *)state;
    float distance = distance_of(context, parameters), length, gap;
    wall w = {.closeness = 1};
    dv_vec3 goal;
    if (feels(context, parameters)) {
        dv_fan fan = feelers_of(context, parameters, &length);
        dv_show_fan(context, &fan, length, sketch);
        if (feel_wall(context, parameters, &w, &gap))
            show_wall(context, &w, distance, sketch);
    } else if (find_goal(context, parameters, distance, &kept, &w, &goal)) {
        show_wall(context, &w, distance, sketch);
        dv_show_place(context, sketch, goal, DV_INK_TARGET);
    }
}

const dv_behavior_type dv_behavior_wall_following = {
    .entry = {.name = "wall_following",
              .doc = "Go along the nearest wall at a distance from it, round inner and outer "
                     "corners.",
              .source = "Reynolds 1999, Wall Following: seek of wall point + normal · distance at "
                        "position + velocity · horizon, with what that lacks of cap · horizon "
                        "along the wall; by rays, Popelová & Gemrot 2015, Wall Following: cap · "
                        "unit(along + normal · (distance − gap) / distance) − velocity",
              .parameters = parameters_of_following,
              .parameter_count = DV_COUNT_OF(parameters_of_following)},
    .state_size = sizeof(memory),
    .evaluate = wall_following,
    .annotate = annotate_wall_following,
};
