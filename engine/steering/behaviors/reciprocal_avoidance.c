// Optimal reciprocal collision avoidance: the velocity nearest to the preferred one that is free of
// collisions up to the horizon, if each of two agents does half of what it takes to miss the other.
#include "steering/annotations.h"
#include "steering/behaviors.h"
#include "steering/behaviors/threats.h"
#include "steering/behaviors/velocity_program.h"
#include "steering/desired.h"
#include "steering/evaluate.h"
#include "steering/intents.h"
#include "steering/neighbors.h"
#include "steering/shared_neighbors.h"
#include "world/obstacles.h"

enum {
    TARGET,
    SLOWING_DISTANCE,
    KIND,
    STATE,
    RADIUS,
    HORIZON,
    OBSTACLE_HORIZON,
    CLEARANCE,
    RESPONSIBILITY,
    PREFER
};

static const dv_parameter parameters_of_avoidance[] = {
    {"target", DV_PARAMETER_TARGET, false, "", 0, 0, 0,
     "where to come to rest; without one, the preferred velocity is the current one"},
    {"slowing_distance", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 2,
     "where slowing down for the target begins"},
    {"kind", DV_PARAMETER_KIND, false, "", 0, 0, 0, "the kinds to avoid; all by default"},
    {"state", DV_PARAMETER_STATE, false, "", 0, 0, 0, "only agents in this state"},
    {"radius", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 10,
     "the neighborhood; the nearest 10 in it count"},
    {"horizon", DV_PARAMETER_NUMBER, false, "s", 0.01, DV_FURTHEST, 5,
     "how long to stay clear of neighbors"},
    {"obstacle_horizon", DV_PARAMETER_NUMBER, false, "s", 0.01, DV_FURTHEST, 1,
     "how long to stay clear of obstacles"},
    {"clearance", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 0.2,
     "free space kept between bodies, since they respond with a lag; less in gaps that leave less"},
    {"responsibility", DV_PARAMETER_NUMBER, false, "", 0, 1, 0.5,
     "its share of each avoidance; 1 among agents that do not avoid"},
    {"prefer", DV_PARAMETER_STEERING, false, "", 0, 0, 0,
     "what asks for the preferred velocity, such as path_following; instead of a target"},
};

#define MAX_NEIGHBORS DV_MAX_CLOSEST
#define MAX_SURFACES 3
// With thinner feelers, a way that crosses a gap askew misses its far side.
#define FEELER 0.5f    ///< part of the radius
#define SLACK 0.25f    ///< part of the free space of a gap: ways may cross it askew
#define MAX_HASTE 4.0f ///< a body evades up to this many times faster than it steers
_Static_assert(MAX_NEIGHBORS + MAX_SURFACES <= DV_MAX_HALF_SPACES, "all half-spaces fit");

typedef struct half_spaces {
    dv_half_space all[DV_MAX_HALF_SPACES];
    uint32_t count;
} half_spaces;

static void forbid_half_space(half_spaces *spaces, dv_vec3 normal, double bound) {
    dv_half_space *space = &spaces->all[spaces->count++];
    space->normal[0] = normal.x, space->normal[1] = normal.y, space->normal[2] = normal.z;
    space->bound = bound;
}

// Neighbors

typedef struct neighbor {
    dv_vec3 offset;
    float distance_squared;
    uint32_t rank, agent;
} neighbor;

typedef struct nearest {
    neighbor all[MAX_NEIGHBORS];
    uint32_t count;
} nearest;

static bool is_nearer(const neighbor *a, const neighbor *b) {
    return a->distance_squared < b->distance_squared ||
           (a->distance_squared == b->distance_squared && a->agent < b->agent);
}

static void keep_nearest(nearest *list, neighbor new) {
    uint32_t place = list->count;
    if (place < MAX_NEIGHBORS)
        list->count++;
    else if (is_nearer(&new, &list->all[place - 1]))
        place--;
    else
        return;
    for (; place > 0 && is_nearer(&new, &list->all[place - 1]); place--)
        list->all[place] = list->all[place - 1];
    list->all[place] = new;
}

static void find_nearest(const dv_steering_context *context, const dv_bound *parameters,
                         nearest *list) {
    float radius = dv_number_within(context, parameters, parameters_of_avoidance, RADIUS);
    dv_closest_rule rule = {&parameters[KIND].kinds, parameters[STATE].states, radius};
    dv_neighborhood near = dv_closest_neighbors(context, &rule);
    list->count = 0;
    while (dv_neighborhood_next(&near))
        keep_nearest(list, (neighbor){near.offset, near.distance_squared, near.rank, near.agent});
}

/// The least change of a relative velocity that ends a collision course.
typedef struct escape {
    dv_vec3 normal;
    double change; ///< m/s along the normal; negative if the velocity is outside with room to spare
} escape;

static double dot_product(dv_vec3 a, dv_vec3 b) {
    return (double)a.x * b.x + (double)a.y * b.y + (double)a.z * b.z;
}

// Leave the disc or ball of velocities that lead to a touch at exactly that time; `beyond` is from
// its center. Two agents that go straight at each other would only slow down and stop, so the way
// out has a sideways part of at least a tenth, each agent's own left if it has none.
static escape leave_ball(dv_vec3 beyond, dv_vec3 axis, double speed) {
    const float least = 0.1f;
    dv_vec3 normal = dv_normalize(beyond);
    dv_vec3 across = dv_across(normal, axis);
    if (dv_length(across) < least) {
        dv_vec3 side = dv_scale(dv_side_along(across, axis, 1e-6f), least);
        normal = dv_normalize(dv_add(dv_subtract(normal, across), side));
    }
    return (escape){normal, speed - dot_product(normal, beyond)};
}

// Leave the cone of velocities that lead to a touch at any time. On its axis, each leaves to its
// left.
static escape leave_cone(dv_vec3 relative, dv_vec3 axis, double sine) {
    double along = dot_product(relative, axis), cosine = sqrt(1 - sine * sine);
    dv_vec3 across = dv_across(relative, axis);
    double aside = dv_length_double(across);
    dv_vec3 side = dv_side_along(across, axis, 1e-6f * dv_length(relative));
    dv_vec3 normal = dv_subtract(dv_scale(side, (float)cosine), dv_scale(axis, (float)sine));
    return (escape){normal, along * sine - aside * cosine};
}

// Agents at the same place that move alike take opposite directions; see dv_push_from.
static escape part_from(const dv_steering_context *context, const neighbor *other, double speed) {
    dv_neighborhood near = {.agent = other->agent,
                            .offset = other->offset,
                            .distance_squared = other->distance_squared,
                            .world = context->world};
    return (escape){dv_normalize(dv_push_from(context, &near, 1)), speed};
}

static float lag_of(const dv_steering_context *context) {
    return context->response > context->dt ? context->response : context->dt;
}

static escape escape_from(const dv_steering_context *context, const neighbor *other,
                          dv_vec3 relative, double reach, float horizon) {
    double distance = dv_length_double(other->offset);
    bool touches = distance <= reach;
    float time = touches ? lag_of(context) : horizon;
    dv_vec3 axis = dv_normalize(other->offset);
    dv_vec3 beyond = dv_subtract(relative, dv_scale(other->offset, 1 / time));
    double along = dot_product(beyond, axis), length = dv_length_double(beyond);
    if (touches && length == 0)
        return part_from(context, other, reach / time);
    if (touches || (along < 0 && -along * distance > reach * length))
        return leave_ball(beyond, axis, reach / time);
    return leave_cone(relative, axis, reach / distance);
}

static void avoid_neighbor(const dv_steering_context *context, const neighbor *other, float horizon,
                           float clearance, float responsibility, half_spaces *spaces) {
    dv_vec3 velocity = dv_record_velocity(&context->world->sensed.records[other->rank]);
    double reach = (double)context->radius + clearance +
                   dv_property_of(context->world, other->agent, DV_RADIUS);
    if (!(reach > 0))
        return;
    escape way =
        escape_from(context, other, dv_subtract(context->velocity, velocity), reach, horizon);
    forbid_half_space(spaces, way.normal,
                      dot_product(way.normal, context->velocity) + responsibility * way.change);
}

// Obstacles

// Approach a surface no faster than to reach it at the horizon. If the body overlaps it, leave it
// at no more than half the cap.
static void avoid_surface(const dv_steering_context *context, dv_vec3 normal, float gap,
                          float horizon, half_spaces *spaces) {
    float most = context->cap / 2;
    forbid_half_space(spaces, normal, dv_clamp(-gap / horizon, -INFINITY, most));
}

// Finds what the body would touch on its way within the horizon, if it kept this clearance.
static bool meets_surface(const dv_steering_context *context, dv_vec3 velocity, float clearance,
                          float horizon, dv_sweep_hit *hit) {
    const dv_world *world = context->world;
    float speed = dv_length(velocity);
    return speed > DV_SLOWEST &&
           dv_obstacles_sweep(&world->obstacles, world->space, context->position,
                              dv_scale(velocity, 1 / speed), speed * horizon,
                              context->radius + clearance, hit);
}

static void avoid_what_is_ahead(const dv_steering_context *context, dv_vec3 velocity,
                                float clearance, float horizon, half_spaces *spaces) {
    dv_sweep_hit hit;
    if (!meets_surface(context, velocity, clearance, horizon, &hit))
        return;
    float approach = -dv_dot(dv_normalize(velocity), hit.normal);
    avoid_surface(context, hit.normal, hit.distance * approach, horizon, spaces);
}

static void avoid_obstacles(const dv_steering_context *context, dv_vec3 preferred, float horizon,
                            float clearance, half_spaces *spaces) {
    const dv_world *world = context->world;
    if (world->obstacles.alive_count == 0)
        return;
    float body = context->radius + clearance;
    dv_surface_point surface;
    if (dv_obstacles_nearest(&world->obstacles, world->space, context->position,
                             body + context->cap * horizon, &surface))
        avoid_surface(context, surface.normal, surface.distance - body, horizon, spaces);
    avoid_what_is_ahead(context, context->velocity, clearance, horizon, spaces);
    avoid_what_is_ahead(context, preferred, clearance, horizon, spaces);
}

// Gaps

/// The clearance where `room` (m) is left on each side of a body.
static float yielding(float clearance, float room) {
    return room < clearance ? SLACK * dv_larger(room, 0) : clearance;
}

/// The free space (m) on one side of a place, up to `most`.
static float room_beside(const dv_steering_context *context, dv_vec3 place, dv_vec3 side,
                         float most) {
    const dv_world *world = context->world;
    float feeler = FEELER * context->radius;
    dv_sweep_hit hit;
    return dv_obstacles_sweep(&world->obstacles, world->space, place, side, most, feeler, &hit)
               ? hit.distance + feeler
               : most;
}

/// The clearance that a gap ahead leaves the body, if its way leads through the gap.
static float clearance_in_gap(const dv_steering_context *context, dv_vec3 preferred,
                              float clearance, float horizon) {
    dv_sweep_hit hit;
    if (!meets_surface(context, preferred, clearance, horizon, &hit))
        return clearance;
    // The sweep may have begun in the clearance.
    const dv_world *world = context->world;
    float reach = context->radius + clearance;
    dv_surface_point post;
    if (!dv_obstacles_nearest(&world->obstacles, world->space, hit.center, 2 * reach, &post))
        return clearance;
    dv_vec3 direction = dv_normalize(preferred), toward = dv_subtract(post.point, hit.center);
    dv_vec3 aside = dv_across(toward, direction);
    float beside = dv_length(aside);
    if (!(beside > 0))
        return clearance;
    dv_vec3 level = dv_add(hit.center, dv_scale(direction, dv_dot(toward, direction)));
    float gap = beside + room_beside(context, level, dv_scale(aside, -1 / beside), 2 * reach);
    return yielding(clearance, gap / 2 - context->radius);
}

static bool comes_toward(const dv_steering_context *context, const neighbor *other,
                         dv_vec3 preferred, float horizon) {
    dv_vec3 velocity = dv_record_velocity(&context->world->sensed.records[other->rank]);
    dv_vec3 closing = dv_subtract(preferred, velocity);
    return dv_dot(other->offset, preferred) > 0 && dv_dot(velocity, preferred) <= 0 &&
           other->distance_squared < horizon * horizon * dv_length_squared(closing);
}

/// The clearance that a passage leaves two bodies, if one comes toward the other in it. Where they
/// do not fit side by side, it is that of a body alone.
static float clearance_in_passage(const dv_steering_context *context, const nearest *list,
                                  dv_vec3 preferred, float horizon, float clearance) {
    const dv_world *world = context->world;
    float least = clearance;
    dv_surface_point wall;
    for (uint32_t i = 0; i < list->count; i++) {
        const neighbor *other = &list->all[i];
        float bodies = 2 * (context->radius + dv_property_of(world, other->agent, DV_RADIUS));
        float wanted = bodies + 3 * clearance;
        if (!comes_toward(context, other, preferred, horizon) ||
            !dv_obstacles_nearest(&world->obstacles, world->space, context->position, wanted,
                                  &wall))
            continue;
        float width = wall.distance + room_beside(context, context->position, wall.normal, wanted);
        if (width >= bodies)
            least = dv_smaller(least, yielding(clearance, (width - bodies) / 3));
    }
    return least;
}

// The whole behavior

static bool allows_velocity(const dv_half_space *space, dv_vec3 velocity) {
    const double *normal = space->normal;
    double past = normal[0] * velocity.x + normal[1] * velocity.y + normal[2] * velocity.z;
    return past >= space->bound;
}

static bool all_allow(const half_spaces *spaces, dv_vec3 velocity) {
    for (uint32_t i = 0; i < spaces->count; i++)
        if (!allows_velocity(&spaces->all[i], velocity))
            return false;
    return true;
}

static dv_vec3 preferred_steering(const dv_steering_context *context, const dv_bound *parameters) {
    dv_target target;
    if (dv_is_given(parameters, PREFER))
        return dv_subtract(dv_preferred_velocity(context), context->velocity);
    if (!dv_target_of(context, parameters, TARGET, &target))
        return DV_NO_STEERING;
    return dv_arrive_at(
        context, dv_offset_to(context, target.position),
        dv_number_within(context, parameters, parameters_of_avoidance, SLOWING_DISTANCE));
}

/// Fills `spaces`, which is too large to be returned. Returns how many of them obstacles forbid.
static uint32_t find_half_spaces(const dv_steering_context *context, const dv_bound *parameters,
                                 const nearest *list, dv_vec3 preferred, dv_patience patience,
                                 half_spaces *spaces) {
    const dv_parameter *descriptors = parameters_of_avoidance;
    float clearance =
        patience.clearance * dv_number_within(context, parameters, descriptors, CLEARANCE);
    float obstacle_horizon = dv_number_within(context, parameters, descriptors, OBSTACLE_HORIZON);
    float horizon = patience.horizon * dv_number_within(context, parameters, descriptors, HORIZON);
    if (context->world->obstacles.alive_count > 0 && clearance > 0) {
        clearance = clearance_in_gap(context, preferred, clearance, obstacle_horizon);
        clearance = clearance_in_passage(context, list, preferred, horizon, clearance);
    }
    spaces->count = 0;
    avoid_obstacles(context, preferred, obstacle_horizon, clearance, spaces);
    uint32_t firm = spaces->count;
    float responsibility = dv_number_within(context, parameters, descriptors, RESPONSIBILITY);
    for (uint32_t i = 0; i < list->count; i++)
        avoid_neighbor(context, &list->all[i], horizon, clearance, responsibility, spaces);
    return firm;
}

// The program assumes velocities change at once, but bodies follow with a lag, and crowds would
// collide in the meantime. So evasion asks for more than the change, up to what one tick can give.
static dv_vec3 evade_neighbors(const dv_steering_context *context, dv_vec3 change) {
    float ticks = lag_of(context) / context->dt;
    float more = ticks < MAX_HASTE ? ticks : MAX_HASTE;
    return dv_truncate(dv_scale(change, more), 2 * context->cap);
}

/// The allowed velocities, the preferred one and the chosen one.
typedef struct choice {
    half_spaces spaces;
    dv_vec3 wanted; ///< steering toward the preferred velocity
    dv_vec3 preferred;
    bool is_free; ///< whether the preferred velocity is allowed
    dv_vec3 chosen;
} choice;

static void choose_velocity(const dv_steering_context *context, const dv_bound *parameters,
                            choice *c) {
    nearest list;
    dv_patience patience = {1, 1};
    find_nearest(context, parameters, &list);
    c->wanted = preferred_steering(context, parameters);
    c->preferred = dv_add(context->velocity, c->wanted);
    if (dv_is_given(parameters, PREFER)) {
        dv_neighborhood near = dv_neighbors_of(context, &parameters[KIND], &parameters[STATE],
                                               dv_reach_of_intents(context));
        dv_make_way(context, near, false, &c->preferred);
        c->wanted = dv_subtract(c->preferred, context->velocity);
        patience = dv_patience_of(context->intent);
    }
    c->chosen = c->preferred;
    uint32_t firm =
        find_half_spaces(context, parameters, &list, c->preferred, patience, &c->spaces);
    c->is_free = all_allow(&c->spaces, c->preferred);
    if (c->is_free)
        return;
    double goal[3] = {c->preferred.x, c->preferred.y, c->preferred.z}, best[3];
    dv_nearest_velocity(c->spaces.all, c->spaces.count, firm, goal, context->cap,
                        context->world->space == DV_VOLUME ? 3 : 2, best);
    c->chosen = dv_vec((float)best[0], (float)best[1], (float)best[2]);
}

static dv_vec3 reciprocal_avoidance(const dv_steering_context *context, const dv_bound *parameters,
                                    void *state) {
    (void)state;
    choice c;
    choose_velocity(context, parameters, &c);
    return c.is_free ? c.wanted
                     : evade_neighbors(context, dv_subtract(c.chosen, context->velocity));
}

// Draw velocities where their arrows would end. A half-space is drawn as the chord it cuts off the
// disc of velocities up to the cap, as a threat if it forbids the preferred one. A half-space that
// cuts off nothing is not drawn.
static void show_half_space(const dv_steering_context *context, const dv_half_space *space,
                            dv_vec3 preferred, dv_sketch *sketch) {
    uint32_t ink = allows_velocity(space, preferred) ? DV_INK_NEIGHBOR : DV_INK_THREAT;
    double half = (double)context->cap * context->cap - space->bound * space->bound;
    if (!(half > 0))
        return;
    dv_vec3 normal = {(float)space->normal[0], (float)space->normal[1], (float)space->normal[2]};
    dv_vec3 middle = dv_scale(normal, (float)space->bound);
    dv_vec3 along = dv_scale(dv_left_of(normal), (float)dv_sqrt(half));
    dv_show_line(context, sketch, dv_figure_velocity(context, dv_subtract(middle, along)),
                 dv_figure_velocity(context, dv_add(middle, along)), ink);
}

static void annotate_reciprocal_avoidance(const dv_steering_context *context,
                                          const dv_bound *parameters, const void *state,
                                          dv_sketch *sketch) {
    (void)state;
    choice c;
    choose_velocity(context, parameters, &c);
    dv_vec3 fastest = dv_figure_velocity(context, dv_vec(context->cap, 0, 0));
    dv_show_circle(context, sketch, DV_NO_STEERING, fastest.x, DV_INK_NEIGHBOR);
    for (uint32_t i = 0; i < c.spaces.count; i++)
        show_half_space(context, &c.spaces.all[i], c.preferred, sketch);
    dv_show_point(context, sketch, dv_figure_velocity(context, c.preferred),
                  c.is_free ? DV_INK_CLEAR : DV_INK_THREAT);
    dv_show_point(context, sketch, dv_figure_velocity(context, c.chosen), DV_INK_TARGET);
}

static const char *refuse_two_preferences(const dv_bound *parameters) {
    return dv_is_given(parameters, TARGET) && dv_is_given(parameters, PREFER)
               ? "target and prefer both say where to go: one of them expected"
               : NULL;
}

const dv_behavior_type dv_behavior_reciprocal_avoidance = {
    .entry = {.name = "reciprocal_avoidance",
              .doc = "Take the velocity nearest to the preferred one that touches no neighbor and "
                     "no obstacle for a while, if others do their part.",
              .source =
                  "van den Berg, Guy, Lin, Manocha 2011, Reciprocal n-Body Collision "
                  "Avoidance (ORCA): half-planes v · n ≥ (v_own + u / 2) · n of the nearest "
                  "10 neighbors and a linear program, in a volume with half-spaces; "
                  "obstacles: no faster toward the nearest surface and the first ones ahead "
                  "than their gap / horizon. Ours: a gap on the way ahead, or a passage in "
                  "which another comes toward it, that leaves less than the clearance lowers "
                  "it to a quarter of what it leaves. With `prefer`, an agent that is held up "
                  "for more than 0.5 s keeps less clearance and looks less far ahead, and "
                  "after 1 s those ahead make way: arrived ones for everyone, others for "
                  "lower IDs. Agents with one goal let each other get there once",
              .parameters = parameters_of_avoidance,
              .parameter_count = DV_COUNT_OF(parameters_of_avoidance)},
    .refuse = refuse_two_preferences,
    .evaluate = reciprocal_avoidance,
    .annotate = annotate_reciprocal_avoidance,
};

const dv_squad_behavior dv_squad_reciprocal_avoidance = {
    .type = &dv_behavior_reciprocal_avoidance,
    .predicts = true,
};
