// The edges of the world; see constraints.h.
#include "locomotion/constraints.h"

#include "locomotion/body.h"

// Where the center of a body may be along one axis. If the bounds are narrower than the body, it
// stays in their middle.
typedef struct range {
    float low, high;
} range;

static range range_of_center(float low, float high, float radius) {
    float middle = low + (high - low) / 2;
    return low + radius > high - radius ? (range){middle, middle}
                                        : (range){low + radius, high - radius};
}

// Contain one axis of an agent's position and velocity.
static void contain_axis(float *place, float *velocity, float low, float high, float radius) {
    range r = range_of_center(low, high, radius);
    if (*place < r.low || (*place == r.low && *velocity < 0)) {
        *place = r.low;
        *velocity = *velocity < 0 ? 0 : *velocity;
    } else if (*place > r.high || (*place == r.high && *velocity > 0)) {
        *place = r.high;
        *velocity = *velocity > 0 ? 0 : *velocity;
    }
}

static float contained_along(float place, float low, float high, float radius) {
    range r = range_of_center(low, high, radius);
    return dv_clamp(place, r.low, r.high);
}

dv_vec3 dv_contained(const dv_world *world, dv_vec3 place, float radius) {
    const dv_bounds *b = &world->bounds;
    if (b->edge != DV_EDGE_CONTAIN)
        return place;
    float z =
        world->space == DV_VOLUME ? contained_along(place.z, b->min.z, b->max.z, radius) : place.z;
    return dv_vec(contained_along(place.x, b->min.x, b->max.x, radius),
                  contained_along(place.y, b->min.y, b->max.y, radius), z);
}

static inline bool is_between(float place, float low, float high, float radius) {
    return place > low + radius && place < high - radius;
}

static void contain_agent(dv_world *world, uint32_t agent) {
    dv_columns *c = &world->agents;
    const dv_bounds *bounds = &world->bounds;
    float radius = dv_property_of(world, agent, DV_RADIUS);
    // The common case: away from all edges.
    if (world->space == DV_PLANE && is_between(c->x[agent], bounds->min.x, bounds->max.x, radius) &&
        is_between(c->y[agent], bounds->min.y, bounds->max.y, radius))
        return;
    contain_axis(&c->x[agent], &c->vx[agent], bounds->min.x, bounds->max.x, radius);
    contain_axis(&c->y[agent], &c->vy[agent], bounds->min.y, bounds->max.y, radius);
    if (world->space == DV_VOLUME)
        contain_axis(&c->z[agent], &c->vz[agent], bounds->min.z, bounds->max.z, radius);
}

static void contain_all(dv_world *world, const uint32_t *agents, uint32_t first, uint32_t last) {
    for (uint32_t i = first; i < last; i++)
        contain_agent(world, agents[i]);
}

static void wrap_all(float *places, float low, float high, const uint32_t *agents, uint32_t first,
                     uint32_t last) {
    for (uint32_t i = first; i < last; i++) {
        float *place = &places[agents[i]];
        if (!(*place >= low && *place < high))
            *place = dv_wrap(*place, low, high);
    }
}

void dv_constrain(dv_world *world, const uint32_t *agents, uint32_t first, uint32_t last,
                  bool hugs) {
    const dv_columns *c = &world->agents;
    const dv_bounds *b = &world->bounds;
    if (b->edge == DV_EDGE_CONTAIN)
        contain_all(world, agents, first, last);
    if (b->edge == DV_EDGE_WRAP) {
        wrap_all(c->x, b->min.x, b->max.x, agents, first, last);
        wrap_all(c->y, b->min.y, b->max.y, agents, first, last);
        if (world->space == DV_VOLUME)
            wrap_all(c->z, b->min.z, b->max.z, agents, first, last);
    }
    for (uint32_t i = first; hugs && i < last; i++)
        dv_hug_bent(world, agents[i]);
}
