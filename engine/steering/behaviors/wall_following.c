// Wall following: move along a wall at a distance from it. The wall is the nearest obstacle, or a
// named path's spine or surface.
#include "steering/annotations.h"
#include "steering/behaviors.h"
#include "steering/behaviors/rays.h"
#include "steering/behaviors/threats.h"
#include "steering/desired.h"
#include "steering/evaluate.h"
#include "world/obstacles.h"
#include "world/paths.h"

enum { DISTANCE, SIDE, HORIZON, RADIUS, RAYS, LENGTH, PATH, SURFACE };

static const dv_parameter parameters_of_following[] = {
    {"distance", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 2,
     "from the wall to the agent's center"},
    {"side", DV_PARAMETER_NUMBER, false, "", -1, 1, 0,
     "1: keep the wall on the left, -1: on the right, 0: on whichever side it is; along a path in "
     "a "
     "volume 1: along it, -1: back along it; not used over a surface"},
    {"horizon", DV_PARAMETER_NUMBER, false, "s", 0, DV_FURTHEST, 0.5,
     "how far ahead the place is predicted"},
    {"radius", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 10,
     "ignore walls farther from the predicted place than this"},
    {"rays", DV_PARAMETER_NUMBER, false, "", 0, DV_MAX_RAYS, 0,
     "feel for the wall with this many rays over the half circle ahead instead; 0: no rays"},
    {"length", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 5, "of a ray"},
    {"path", DV_PARAMETER_PATH, false, "path", 0, 0, 0,
     "follow the spine of this path, on the side the agent is on; obstacles are then ignored"},
    {"surface", DV_PARAMETER_PATH, false, "surface", 0, 0, 0,
     "follow this surface instead, in the direction of the heading; obstacles are then ignored"},
};

/// What an agent remembers of the wall it follows. All zero: nothing.
typedef struct memory {
    float side;    ///< 1: the wall is on the left, −1: on the right, 0: no wall; for a path in a
                   ///< volume, 1: along it, −1: back
    float strayed; ///< m covered since the rays last felt the wall
    float flank;   ///< 1: the agent is left of the path, −1: right, 0: neither yet
} memory;

typedef struct wall {
    dv_vec3 offset;  ///< to the surface point
    dv_vec3 normal;  ///< unit, out of the wall
    dv_vec3 along;   ///< unit, the way along it
    float closeness; ///< of a wall across the way: 1 within the distance, falling to 0 a look-ahead
                     ///< further out; 1 for a wall at the side
} wall;

static float side_asked(const dv_steering_context *context, const dv_bound *parameters) {
    float side = dv_number_within(context, parameters, parameters_of_following, SIDE);
    return side > 0 ? 1 : side < 0 ? -1 : 0;
}

/// The requested side, or else the side on which the agent met the wall. One met squarely is passed
/// to the left, and so is on the right.
static float side_of(const dv_steering_context *context, const dv_bound *parameters, dv_vec3 normal,
                     memory *kept) {
    float side = side_asked(context, parameters);
    if (side != 0)
        return side;
    if (kept->side == 0)
        kept->side = dv_dot(dv_left_of(normal), dv_direction_of(context)) > 1e-3f ? 1 : -1;
    return kept->side;
}

/// The level direction along a wall that keeps it on that side: left of the normal for side 1.
static dv_vec3 way_along(dv_vec3 normal, float side) { return dv_scale(dv_left_of(normal), side); }

// Offset goals: obstacles

// A surface across the way takes precedence over the nearest one: that is how inner corners and
// thin walls are noticed in time.
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
    w->offset = dv_subtract(surface.point, context->position);
    w->normal = surface.normal;
    w->closeness = 1;
    return true;
}

// Offset goals: paths

#define ON_PATH 1e-3f ///< m from the spine; nearer, the agent is on neither side

/// The position of the agent and of its predicted place relative to a path. A flank is 1 to the
/// left, −1 to the right, and 0 beyond an open end, which the agent goes around, and in a volume,
/// where a path has no sides.
typedef struct course {
    dv_path_place here, there;
    float flank_here, flank_there;
} course;

// An agent that crosses the path keeps its direction, so the path is now on its other side. On the
// path itself, it counts as still on the side it came from.
static float note_flank(const dv_path_record *path, const dv_path_place *here, memory *kept) {
    float before = kept->flank;
    if (dv_path_ends_at(path, here))
        kept->flank = 0;
    else if (here->distance > ON_PATH)
        kept->flank = dv_path_side_of(path, here);
    if (kept->flank * before < 0)
        kept->side = -kept->side;
    return kept->flank;
}

static float flank_of(const dv_path_record *path, const dv_path_place *place) {
    return dv_path_ends_at(path, place) ? 0 : dv_path_side_of(path, place);
}

static course course_of(const dv_steering_context *context, const dv_path_record *path,
                        dv_vec3 ahead, memory *kept) {
    const dv_world *world = context->world;
    course c = {.here = dv_path_nearest(world, path, context->position),
                .there = dv_path_nearest(world, path, dv_add(context->position, ahead))};
    if (world->space == DV_PLANE) {
        c.flank_here = note_flank(path, &c.here, kept);
        c.flank_there = flank_of(path, &c.there);
    }
    return c;
}

// The normal points from the spine to the predicted place, or the other way if the predicted place
// is across the path: the agent has crossed only when it is across itself.
static dv_vec3 normal_of_path(const dv_steering_context *context, const course *c, float side) {
    const dv_path_place *from = c->there.distance > ON_PATH ? &c->there : &c->here;
    bool is_across = from == &c->there && c->flank_here * c->flank_there < 0;
    if (from->distance > ON_PATH)
        return dv_scale(dv_normalize(from->offset), is_across ? 1 : -1);
    // On the path itself, step off to the side that needs no turning around.
    return dv_scale(dv_left_of(dv_direction_of(context)), side > 0 ? -1 : 1);
}

/// The unit vector ahead, across a normal. Straight along the normal, it is where the agent's up
/// vector points: the agent pulls out of a dive.
static dv_vec3 way_on(const dv_steering_context *context, dv_vec3 normal) {
    dv_vec3 way = dv_across(dv_direction_of(context), normal);
    if (dv_length(way) < 1e-3f)
        way = dv_across(dv_up_of(context->world, context->agent), normal);
    return dv_length(way) < 1e-3f ? dv_left_of(normal) : dv_normalize(way);
}

/// In a volume: along the path or back, and over its open ends.
static dv_vec3 way_by_tangent(const dv_steering_context *context, const dv_path_record *path,
                              const course *c, dv_vec3 normal, float side, memory *kept) {
    if (dv_path_ends_at(path, &c->here)) {
        kept->side = 0;
        return way_on(context, normal);
    }
    if (kept->side == 0)
        kept->side = dv_dot(c->here.tangent, dv_direction_of(context)) < 0 ? -1 : 1;
    return dv_scale(c->there.tangent, side != 0 ? side : kept->side);
}

static bool find_path(const dv_steering_context *context, const dv_bound *parameters, dv_vec3 ahead,
                      float radius, memory *kept, wall *w) {
    const dv_world *world = context->world;
    uint64_t handle = dv_bound_handle(world, context->agent, &parameters[PATH]);
    const dv_path_record *path = dv_path_record_of(world, handle);
    if (!path)
        return false;
    course c = course_of(context, path, ahead, kept);
    if (!(c.there.distance <= radius))
        return false;
    float side = side_asked(context, parameters);
    w->offset = dv_add(ahead, c.there.offset);
    w->normal = normal_of_path(context, &c, side != 0 ? side : kept->side);
    w->along = world->space == DV_PLANE
                   ? way_along(w->normal, side_of(context, parameters, w->normal, kept))
                   : way_by_tangent(context, path, &c, w->normal, side, kept);
    w->closeness = 1;
    return true;
}

// Offset goals: surfaces

// Height fields give the point above or below; on the tangent plane there, that is as good as the
// nearest point.
static bool find_surface(const dv_steering_context *context, const dv_bound *parameters,
                         dv_vec3 ahead, float radius, wall *w) {
    dv_surface surface = {dv_bound_handle(context->world, context->agent, &parameters[SURFACE])};
    dv_vec3 place = dv_add(context->position, ahead), point;
    if (!dv_surface_nearest(context->world, surface, place, &point, &w->normal))
        return false;
    float gap = dv_dot(dv_subtract(place, point), w->normal);
    if (!(fabsf(gap) <= radius))
        return false;
    w->offset = dv_subtract(ahead, dv_scale(w->normal, gap));
    w->along = way_on(context, w->normal);
    w->closeness = 1;
    return true;
}

// Offset goals

// The goal lies off the wall at the predicted place, and along the wall as far ahead as the agent
// would get at the cap. If the prediction falls short of that, because the agent is slow or moves
// across, the difference is added.
static dv_vec3 goal_off_wall(const wall *w, float distance, float ahead) {
    dv_vec3 goal = dv_add(w->offset, dv_scale(w->normal, distance));
    float lacking = dv_clamp(ahead - dv_dot(goal, w->along), 0, ahead) * w->closeness;
    return dv_add(goal, dv_scale(w->along, lacking));
}

static bool is_given(const dv_bound *parameters, uint32_t i) {
    return parameters[i].source != DV_SOURCE_ABSENT;
}

static bool find_wall(const dv_steering_context *context, const dv_bound *parameters,
                      float distance, float horizon, memory *kept, wall *w) {
    float radius = dv_number_within(context, parameters, parameters_of_following, RADIUS);
    dv_vec3 ahead = dv_scale(context->velocity, horizon);
    if (is_given(parameters, PATH))
        return find_path(context, parameters, ahead, radius, kept, w);
    if (is_given(parameters, SURFACE))
        return find_surface(context, parameters, ahead, radius, w);
    if (!find_wall_across(context, distance, dv_length(context->velocity) * horizon, w) &&
        !find_wall_beside(context, ahead, radius, w))
        return false;
    w->along = way_along(w->normal, side_of(context, parameters, w->normal, kept));
    return true;
}

/// False when no wall is noticed. Otherwise the wall, and the goal off it as an offset from the
/// agent.
static bool find_goal(const dv_steering_context *context, const dv_bound *parameters,
                      float distance, memory *kept, wall *w, dv_vec3 *goal) {
    float horizon = dv_number_within(context, parameters, parameters_of_following, HORIZON);
    if (!find_wall(context, parameters, distance, horizon, kept, w)) {
        *kept = (memory){0};
        return false;
    }
    *goal = goal_off_wall(w, distance, context->cap * horizon);
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

/// Of the surfaces that the rays hit, the one nearest at a right angle to it.
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
        *w = (wall){.offset = dv_scale(ray, hit.distance), .normal = hit.normal};
    }
    return *gap < INFINITY;
}

// Behind an outer corner the rays lose the wall. Turn to where it was, for no longer than it takes
// to go around.
static dv_vec3 turn_round_edge(const dv_steering_context *context, float distance, memory *kept) {
    kept->strayed += dv_length(context->velocity) * context->dt;
    if (kept->side == 0 || kept->strayed > 2 * (float)DV_PI * distance) {
        *kept = (memory){0};
        return DV_NO_STEERING;
    }
    dv_vec3 direction = dv_direction_of(context);
    dv_vec3 inward = dv_scale(dv_left_of(direction), kept->side);
    // A circle of this radius at this speed turns by this much within the response time.
    float lag = context->response > context->dt ? context->response : context->dt;
    float turn = dv_clamp(context->cap * lag / (distance > 0 ? distance : 1), 0, 1);
    return dv_steer_along(context, dv_add(direction, dv_scale(inward, turn)), context->cap);
}

// Along the wall always; toward it more strongly the further it is, and away from it more strongly
// the nearer it is.
static dv_vec3 follow_by_rays(const dv_steering_context *context, const dv_bound *parameters,
                              float distance, memory *kept) {
    wall w = {0};
    float gap;
    if (!feel_wall(context, parameters, &w, &gap))
        return turn_round_edge(context, distance, kept);
    float side = side_of(context, parameters, w.normal, kept);
    *kept = (memory){.side = side};
    float push = distance > 0 ? dv_clamp((distance - gap) / distance, -1, 1) : -1;
    return dv_steer_along(context, dv_add(way_along(w.normal, side), dv_scale(w.normal, push)),
                          context->cap);
}

static float distance_of(const dv_steering_context *context, const dv_bound *parameters) {
    return dv_number_within(context, parameters, parameters_of_following, DISTANCE);
}

static bool feels_wall(const dv_steering_context *context, const dv_bound *parameters) {
    return dv_number_within(context, parameters, parameters_of_following, RAYS) >= 1;
}

static bool has_walls(const dv_steering_context *context, const dv_bound *parameters) {
    return context->world->obstacles.alive_count > 0 || is_given(parameters, PATH) ||
           is_given(parameters, SURFACE);
}

static dv_vec3 wall_following(const dv_steering_context *context, const dv_bound *parameters,
                              void *state) {
    if (!has_walls(context, parameters))
        return DV_NO_STEERING;
    float distance = distance_of(context, parameters);
    wall w;
    dv_vec3 goal;
    if (feels_wall(context, parameters))
        return follow_by_rays(context, parameters, distance, state);
    return find_goal(context, parameters, distance, state, &w, &goal)
               ? dv_steer_along(context, goal, context->cap)
               : DV_NO_STEERING;
}

// Draw the point of the wall that counts, and its normal out to the distance to keep.
static void show_wall(const dv_steering_context *context, const wall *w, float distance,
                      dv_sketch *sketch) {
    dv_show_point(context, sketch, w->offset, DV_INK_THREAT);
    dv_show_arrow(context, sketch, w->offset, dv_scale(w->normal, distance), DV_INK_CLEAR);
}

static void annotate_wall_following(const dv_steering_context *context, const dv_bound *parameters,
                                    const void *state, dv_sketch *sketch) {
    if (!has_walls(context, parameters))
        return;
    memory kept = *(const memory *)state;
    float distance = distance_of(context, parameters), length, gap;
    wall w = {0};
    dv_vec3 goal;
    if (feels_wall(context, parameters)) {
        dv_fan fan = feelers_of(context, parameters, &length);
        dv_show_fan(context, &fan, length, sketch);
        if (feel_wall(context, parameters, &w, &gap))
            show_wall(context, &w, distance, sketch);
    } else if (find_goal(context, parameters, distance, &kept, &w, &goal)) {
        show_wall(context, &w, distance, sketch);
        dv_show_place(context, sketch, goal, DV_INK_TARGET);
    }
}

static const char *refuse_parameters(const dv_bound *parameters) {
    const dv_bound *rays = &parameters[RAYS];
    bool may_feel = rays->source != DV_SOURCE_LITERAL || rays->number >= 1;
    if (is_given(parameters, PATH) && is_given(parameters, SURFACE))
        return "path, surface: one of the two expected, not both";
    if (may_feel && (is_given(parameters, PATH) || is_given(parameters, SURFACE)))
        return "rays: they feel obstacles, not a path or surface";
    return NULL;
}

const dv_behavior_type dv_behavior_wall_following = {
    .entry = {.name = "wall_following",
              .doc = "Go along the nearest wall, a path, or a surface, at a distance from it, "
                     "around inner and outer corners.",
              .source = "Reynolds 1999, Wall Following: seek of wall point + normal · distance at "
                        "position + velocity · horizon, with what that lacks of cap · horizon "
                        "along the wall; the normal of a path leads to that position, or to the "
                        "agent's side from one across the path; by rays, Popelová & Gemrot 2015, "
                        "Wall Following: cap · "
                        "unit(along + normal · (distance − gap) / distance) − velocity",
              .parameters = parameters_of_following,
              .parameter_count = DV_COUNT_OF(parameters_of_following)},
    .state_size = sizeof(memory),
    .refuse = refuse_parameters,
    .evaluate = wall_following,
    .annotate = annotate_wall_following,
    .hand = "side",
};
