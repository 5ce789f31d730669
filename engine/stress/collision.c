// Collision prevention: passive and always on. It forbids steps but does not prefer any other.
#include "neighbors/neighborhood.h"
#include "stress/choose.h"
#include "stress/motion.h"
#include "world/obstacles.h"

#include <math.h>

// Scales the sum of the radii, so that rounding does not make touching bodies overlap.
#define TOUCHING 0.9999f

/// Another body, relative to the agent's.
typedef struct other_body {
    dv_vec3 offset;      ///< m
    dv_vec3 velocity;    ///< m/s; level for agents on legs
    float reach_squared; ///< m², the sum of both radii, squared
} other_body;

/// Whether moving at a velocity for some seconds brings the bodies together. An agent that stands
/// still, or that walks away from the other, is not blamed when the other runs into it.
static inline bool meets_body(const other_body *other, dv_vec3 velocity, float seconds) {
    dv_vec3 o = other->offset, v = dv_subtract(velocity, other->velocity);
    float square = v.x * v.x + v.y * v.y + v.z * v.z, along = o.x * v.x + o.y * v.y + o.z * v.z;
    float time = along < square * seconds ? along / square : seconds;
    time = along > 0 ? time : 0;
    float off_x = o.x - v.x * time, off_y = o.y - v.y * time, off_z = o.z - v.z * time;
    float nearest = off_x * off_x + off_y * off_y + off_z * off_z;
    bool approaches = o.x * velocity.x + o.y * velocity.y + o.z * velocity.z > 0;
    return approaches && time > 0 && nearest < other->reach_squared;
}

static other_body body_of(const dv_neighborhood *near, const dv_steering_context *context) {
    const dv_record *record = &context->world->sensed.records[near->rank];
    float reach =
        (context->radius + dv_property_of(context->world, near->agent, DV_RADIUS)) * TOUCHING;
    float vz = dv_kind_of(context->world, context->agent)->is_legged ? 0 : record->vz;
    return (other_body){near->offset, dv_vec(record->vx, record->vy, vz), reach * reach};
}

static float longest_of(const dv_footsteps *steps) {
    float longest = 0;
    for (uint32_t i = 0; i < steps->count; i++)
        longest = steps->stride[i] > longest ? steps->stride[i] : longest;
    return longest;
}

void dv_forbid_agents(const dv_steering_context *context, const dv_footsteps *steps,
                      float *stress) {
    const dv_world *world = context->world;
    float longest = longest_of(steps);
    if (longest == 0)
        return;
    const dv_kind_set all = dv_all_kinds();
    float radius =
        2 * longest + context->radius + dv_largest_of(world, world->largest_radius, &all);
    dv_neighborhood near =
        dv_neighborhood_of(world, context->position, radius, &all, NULL, context->agent);
    while (dv_neighborhood_next(&near)) {
        other_body other = body_of(&near, context);
        for (uint32_t i = 0; i < steps->count; i++)
            if (meets_body(&other, dv_velocity_of_step(steps, i), steps->seconds))
                stress[i] = INFINITY;
    }
}

static void forbid_obstacles(const dv_steering_context *context, const dv_footsteps *steps,
                             float longest, float *stress) {
    const dv_world *world = context->world;
    const dv_obstacles *obstacles = &world->obstacles;
    dv_surface_point nearest;
    if (obstacles->alive_count == 0 ||
        !dv_obstacles_nearest(obstacles, world->space, context->position, longest + context->radius,
                              &nearest))
        return;
    dv_vec3 swept = {0, 0, 0};
    float free = 0;
    for (uint32_t i = 0; i < steps->count; i++) {
        float stride = steps->stride[i];
        if (stride == 0)
            continue;
        float speed = stride / steps->seconds;
        dv_vec3 way = dv_vec(steps->velocity_x[i] / speed, steps->velocity_y[i] / speed,
                             steps->velocity_z[i] / speed);
        // The steps of a spoke share their direction, longest first, so one sweep serves them all.
        if (i == 0 || dv_dot(way, swept) < TOUCHING || stride > free) {
            dv_sweep_hit hit;
            bool is_met = dv_obstacles_sweep(obstacles, world->space, context->position, way,
                                             stride, context->radius, &hit);
            swept = way;
            free = is_met ? hit.distance : stride;
        }
        if (stride > free)
            stress[i] = INFINITY;
    }
}

static bool leaves_interval(float place, float to, float low, float high) {
    return (to < low && to < place) || (to > high && to > place);
}

static void forbid_edges(const dv_steering_context *context, const dv_footsteps *steps,
                         float *stress) {
    const dv_bounds *b = &context->world->bounds;
    float r = context->radius * TOUCHING;
    if (b->edge != DV_EDGE_CONTAIN)
        return;
    for (uint32_t i = 0; i < steps->count; i++)
        if (leaves_interval(context->position.x, steps->x[i], b->min.x + r, b->max.x - r) ||
            leaves_interval(context->position.y, steps->y[i], b->min.y + r, b->max.y - r) ||
            leaves_interval(context->position.z, steps->z[i], b->min.z + r, b->max.z - r))
            stress[i] = INFINITY;
}

void dv_forbid_walls(const dv_steering_context *context, const dv_footsteps *steps, float *stress) {
    float longest = longest_of(steps);
    if (longest == 0)
        return;
    forbid_obstacles(context, steps, longest, stress);
    forbid_edges(context, steps, stress);
}

void dv_forbid_collisions(const dv_steering_context *context, const dv_footsteps *steps,
                          float *stress) {
    dv_forbid_agents(context, steps, stress);
    dv_forbid_walls(context, steps, stress);
}

bool dv_would_collide(const dv_steering_context *context, dv_vec3 velocity) {
    const dv_world *world = context->world;
    float way = dv_length(velocity) * context->dt;
    if (way == 0)
        return false;
    const dv_kind_set all = dv_all_kinds();
    float radius = 2 * way + context->radius + dv_largest_of(world, world->largest_radius, &all);
    dv_neighborhood near =
        dv_neighborhood_of(world, context->position, radius, &all, NULL, context->agent);
    while (dv_neighborhood_next(&near)) {
        other_body other = body_of(&near, context);
        if (meets_body(&other, velocity, context->dt))
            return true;
    }
    return false;
}
