// Stops bodies at obstacles; see contact.h.
#include "locomotion/contact.h"

#include "locomotion/body.h"
#include "locomotion/constraints.h"
#include "world/obstacles.h"

#define SLIDES 4       ///< surfaces that a body can slide along in one tick
#define WAYS_OUT 4     ///< times it is moved out of the nearest obstacle in one tick
#define SMALLEST 1e-3f ///< m; smaller bodies could be on either side of a surface
#define SLACK 1e-4f    ///< share of the radius that a body may be in a surface by rounding
#define STEEPEST 0.2f  ///< a surface whose normal is less level than that is ground, no wall
#define SHORTEST 1e-7f ///< share of its coordinates: a shorter way is only rounding
#define HELD_UP 0.1f   ///< share of its way that a body must lose for its model to hear of it
#define INTO 1e-4f     ///< share of a vector that leads into a surface by more than rounding
#define MOST_MET 8     ///< surfaces at one place that are heeded together

/// A body on its way through one tick.
typedef struct mover {
    dv_world *world;
    uint32_t agent;
    float radius;      ///< m
    float real_radius; ///< m; smaller than the other where that is the smallest there is
    bool hugs;
    dv_vec3 up; ///< of a body that hugs
    dv_vec3 place, velocity;
    dv_vec3 met[MOST_MET]; ///< normals of the surfaces that stop it where it is, the newest last
    int met_count;
    dv_vec3 met_at; ///< the place where it met them
} mover;

/// The part of a surface's normal that stops the body. On ground, a body is only stopped
/// horizontally: on a slope against which it comes, too. Zero for what it stands on.
static dv_vec3 stopping_normal(const mover *m, dv_vec3 normal) {
    if (!m->hugs)
        return normal;
    dv_vec3 level = dv_part_across(normal, m->up);
    return dv_length(level) < STEEPEST ? dv_vec(0, 0, 0) : dv_normalize(level);
}

static dv_vec3 without_part_into(dv_vec3 v, dv_vec3 normal) {
    float into = dv_dot(v, normal);
    return into < 0 ? dv_subtract(v, dv_scale(normal, into)) : v;
}

static float least_way(dv_vec3 place) {
    return SHORTEST * (1 + fabsf(place.x) + fabsf(place.y) + fabsf(place.z));
}

/// Note a surface that stops the body where it is. It heeds those before only while it stands: on
/// the way to the next, it may have passed their ends.
static void note_met(mover *m, dv_vec3 normal) {
    float way = dv_length(dv_subtract(m->place, m->met_at));
    if (way > SLACK * m->radius + least_way(m->place) || m->met_count == MOST_MET)
        m->met_count = 0;
    m->met[m->met_count++] = normal;
    m->met_at = m->place;
}

/// A vector without its parts into the surfaces where the body is, along the newest. What is left
/// may lead into an earlier one, since the corner between them is acute: then only the part along
/// the edge of both is left. In a plane, that is none.
static dv_vec3 without_parts_into_met(const mover *m, dv_vec3 v) {
    if (m->met_count == 0)
        return v;
    dv_vec3 newest = m->met[m->met_count - 1], left = without_part_into(v, newest);
    bool is_along_edge = false;
    for (int i = m->met_count - 2; i >= 0; i--) {
        if (dv_dot(left, m->met[i]) >= -INTO * dv_length(left))
            continue;
        if (is_along_edge)
            return dv_vec(0, 0, 0);
        dv_vec3 edge = dv_normalize(dv_cross(newest, m->met[i]));
        left = dv_scale(edge, dv_dot(left, edge));
        is_along_edge = true;
        i = m->met_count - 1; // The edge may lead into any of them.
    }
    return left;
}

/// The nearest place to `end` within the bounds. A body on ground keeps its height.
static dv_vec3 in_bounds(const mover *m, dv_vec3 end) {
    dv_vec3 inside = dv_contained(m->world, end, m->real_radius);
    return m->hugs ? dv_vec(inside.x, inside.y, end.z) : inside;
}

/// Inside a round shell, the sweep of a body that slides ends a little in the surface.
static void back_to_surface(mover *m, uint32_t obstacle) {
    const dv_obstacles *obstacles = &m->world->obstacles;
    dv_surface_point surface = dv_obstacle_surface_near(obstacles, &obstacles->records[obstacle],
                                                        m->world->space, m->place);
    float depth = dv_larger(m->radius - surface.distance, 0);
    m->place = dv_add(m->place, dv_scale(surface.normal, depth));
}

/// Let a surface stop the body. Returns what is left of its way.
static dv_vec3 slide_on(mover *m, dv_vec3 way, dv_vec3 normal) {
    dv_vec3 stops = stopping_normal(m, normal);
    if (dv_is_zero(stops))
        return without_part_into(way, normal);
    note_met(m, stops);
    m->velocity = without_parts_into_met(m, m->velocity);
    return without_parts_into_met(m, way);
}

/// Move the body to `end`, sliding along what it meets. What is left of its way is not computed
/// anew from places: far from the origin, their rounding would lead it into the same surface again.
static void slide_along(mover *m, dv_vec3 end) {
    const dv_world *world = m->world;
    dv_vec3 way = dv_subtract(end, m->place);
    for (int i = 0; i < SLIDES; i++) {
        dv_vec3 inside = in_bounds(m, end);
        if (!dv_is_zero(dv_subtract(inside, end)))
            way = dv_subtract(inside, m->place);
        float length = dv_length(way);
        if (length <= least_way(m->place))
            return;
        dv_sweep_hit hit;
        if (!dv_obstacles_sweep(&world->obstacles, world->space, m->place,
                                dv_scale(way, 1 / length), length, m->radius, &hit)) {
            m->place = inside;
            return;
        }
        m->place = hit.center;
        way = slide_on(m, dv_scale(way, dv_larger(1 - hit.distance / length, 0)), hit.normal);
        if (world->obstacles.records[hit.obstacle].hollow)
            back_to_surface(m, hit.obstacle);
        end = dv_add(m->place, way);
    }
}

/// Note the lowest agent of a kind that was inside an obstacle. Threads may do so in any order.
static void note_inside(mover *m, uint32_t obstacle) {
    atomic_uint_fast64_t *note = &m->world->inside[m->world->agents.kind[m->agent]];
    uint64_t mine = ((uint64_t)m->agent + 1) << 32 | obstacle;
    uint64_t old = atomic_load_explicit(note, memory_order_relaxed);
    while ((old == 0 || mine < old) &&
           !atomic_compare_exchange_weak_explicit(note, &old, mine, memory_order_relaxed,
                                                  memory_order_relaxed))
        ;
}

/// The nearest surface of an obstacle that stops a body whose center is in it, though its nearest
/// one does not. Under a ceiling by less than its radius, a body on ground stands on the obstacle.
static bool find_wall(const mover *m, dv_surface_point *nearest) {
    const dv_obstacles *obstacles = &m->world->obstacles;
    bool is_above = dv_dot(nearest->normal, m->up) > 0;
    if (!(nearest->distance < 0) || (is_above && nearest->distance > -m->radius))
        return false;
    uint32_t index = nearest->obstacle;
    *nearest = dv_obstacle_surface_near(obstacles, &obstacles->records[index], DV_PLANE, m->place);
    nearest->obstacle = index;
    return true;
}

/// Move the body out of the nearest obstacle; false if it is in none. A body whose center is
/// outside is swept out, so that it never gets deeper into another obstacle.
static bool move_out(mover *m) {
    const dv_world *world = m->world;
    dv_surface_point nearest;
    float allowed = m->radius * (1 - SLACK) - least_way(m->place);
    if (!dv_obstacles_nearest(&world->obstacles, world->space, m->place, allowed, &nearest))
        return false;
    dv_vec3 out = stopping_normal(m, nearest.normal);
    if (dv_is_zero(out) && find_wall(m, &nearest))
        out = stopping_normal(m, nearest.normal);
    if (dv_is_zero(out))
        return false;
    float depth = m->radius - nearest.distance;
    dv_vec3 way = dv_scale(out, depth / dv_larger(dv_dot(out, nearest.normal), STEEPEST));
    note_met(m, out);
    m->velocity = without_parts_into_met(m, m->velocity);
    dv_vec3 end = dv_add(m->place, way);
    if (nearest.distance >= 0) {
        slide_along(m, end);
    } else {
        m->place = in_bounds(m, end);
        note_inside(m, nearest.obstacle);
    }
    return true;
}

/// Tell the model that its body was held up.
static void tell_model(const mover *m, float way, float lost) {
    const dv_locomotion_type *model = dv_kind_of(m->world, m->agent)->locomotion;
    if (model->halt && lost > HELD_UP * way)
        model->halt(dv_states_of(m->world, m->agent) +
                    dv_kind_of(m->world, m->agent)->model_offset);
}

static void stop_body(dv_world *world, uint32_t agent, dv_vec3 start, bool hugs) {
    const dv_obstacles *obstacles = &world->obstacles;
    dv_vec3 end = dv_position_of(world, agent), way = dv_subtract(end, start);
    float length = dv_length(way);
    float real_radius = dv_property_of(world, agent, DV_RADIUS);
    float radius = dv_larger(real_radius, SMALLEST);
    dv_vec3 direction = length > 0 ? dv_scale(way, 1 / length) : dv_vec(0, 0, 0);
    if (!dv_obstacles_may_be_met(obstacles, world->space, start, direction, length, radius))
        return;
    mover m = {.world = world,
               .agent = agent,
               .radius = radius,
               .real_radius = real_radius,
               .hugs = hugs && world->space == DV_VOLUME,
               .place = start,
               .velocity = dv_velocity_of(world, agent)};
    if (m.hugs)
        m.up = dv_up_of(world, agent);
    slide_along(&m, end);
    for (int i = 0; i < WAYS_OUT && move_out(&m); i++)
        ;
    if (!dv_is_within_reach(m.place))
        return;
    tell_model(&m, length, dv_length(dv_subtract(end, m.place)));
    dv_columns *c = &world->agents;
    c->x[agent] = m.place.x, c->y[agent] = m.place.y, c->z[agent] = m.place.z;
    c->vx[agent] = m.velocity.x, c->vy[agent] = m.velocity.y, c->vz[agent] = m.velocity.z;
}

dv_vec3 dv_pushed_to(dv_world *world, uint32_t agent, dv_vec3 start, dv_vec3 end, bool hugs) {
    const dv_obstacles *obstacles = &world->obstacles;
    float real_radius = dv_property_of(world, agent, DV_RADIUS);
    mover m = {.world = world,
               .agent = agent,
               .radius = dv_larger(real_radius, SMALLEST),
               .real_radius = real_radius,
               .hugs = hugs && world->space == DV_VOLUME,
               .place = start};
    end = in_bounds(&m, end);
    dv_vec3 way = dv_subtract(end, start);
    float length = dv_length(way);
    dv_vec3 direction = length > 0 ? dv_scale(way, 1 / length) : dv_vec(0, 0, 0);
    if (obstacles->alive_count == 0 ||
        !dv_obstacles_may_be_met(obstacles, world->space, start, direction, length, m.radius))
        return end;
    if (m.hugs)
        m.up = dv_up_of(world, agent);
    slide_along(&m, end);
    return m.place;
}

void dv_halt_pushed(dv_world *world, uint32_t agent, float way, float pushed) {
    tell_model(&(mover){.world = world, .agent = agent}, way, pushed);
}

void dv_stop_at_obstacles(dv_world *world, const uint32_t *agents, uint32_t first, uint32_t last,
                          const dv_vec3 *starts, bool hugs) {
    for (uint32_t i = first; i < last; i++)
        if (dv_property_of(world, agents[i], DV_SOLID) != 0)
            stop_body(world, agents[i], starts[i - first], hugs);
}
