// The edges of the world; see constraints.h.
#include "locomotion/constraints.h"

#include "locomotion/body.h"

// One axis of an agent's place and velocity. Bounds narrower than the body hold it in their middle.
static void contain(float *place, float *velocity, float low, float high, float radius) {
    if (low + radius > high - radius)
        low = high = low + (high - low) / 2;
    else {
        low += radius;
        high -= radius;
    }
    if (*place < low || (*place == low && *velocity < 0)) {
        *place = low;
        *velocity = *velocity < 0 ? 0 : *velocity;
    } else if (*place > high || (*place == high && *velocity > 0)) {
        *place = high;
        *velocity = *velocity > 0 ? 0 : *velocity;
    }
}

static void contain_agent(dv_world *world, uint32_t agent) {
    dv_columns *c = &world->agents;
    const dv_bounds *bounds = &world->bounds;
    float radius = dv_property_of(world, agent, DV_RADIUS);
    contain(&c->x[agent], &c->vx[agent], bounds->min.x, bounds->max.x, radius);
    contain(&c->y[agent], &c->vy[agent], bounds->min.y, bounds->max.y, radius);
    if (world->space == DV_VOLUME)
        contain(&c->z[agent], &c->vz[agent], bounds->min.z, bounds->max.z, radius);
}

static void wrap_agent(dv_world *world, uint32_t agent) {
    dv_columns *c = &world->agents;
    const dv_bounds *bounds = &world->bounds;
    c->x[agent] = dv_wrap(c->x[agent], bounds->min.x, bounds->max.x);
    c->y[agent] = dv_wrap(c->y[agent], bounds->min.y, bounds->max.y);
    if (world->space == DV_VOLUME)
        c->z[agent] = dv_wrap(c->z[agent], bounds->min.z, bounds->max.z);
}

static void hold(dv_world *world, uint32_t agent) {
    if (world->bounds.edge == DV_EDGE_WRAP)
        wrap_agent(world, agent);
    else if (world->bounds.edge == DV_EDGE_CONTAIN)
        contain_agent(world, agent);
}

void dv_constrain(dv_world *world, const uint32_t *agents, uint32_t first, uint32_t last) {
    for (uint32_t i = first; i < last; i++) {
        hold(world, agents[i]);
        if (dv_kind_of(world, agents[i])->locomotion->hugs)
            dv_hug_bent(world, agents[i]);
    }
}
