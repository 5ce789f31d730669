// What an agent on legs wants, and whether the way there is free; see will.h.
#include "stress/will.h"

#include "base/math.h"
#include "neighbors/neighborhood.h"
#include "stress/targets.h"
#include "world/obstacles.h"

#include <string.h>

#define WAYS 24         ///< directions that are tried: steps first, then stands
#define STRONGEST 1e30f ///< stress

/// Add a step or stand that faces (x, y). Feet count as where the body is.
static void add_way(const dv_steering_context *context, float x, float y, float stride,
                    dv_footsteps *ways) {
    uint32_t i = ways->count++;
    dv_vec3 here = context->position;
    ways->x[i] = ways->foot_x[i] = here.x + x * stride;
    ways->y[i] = ways->foot_y[i] = here.y + y * stride;
    ways->z[i] = here.z;
    ways->forward_x[i] = x, ways->forward_y[i] = y;
    ways->velocity_x[i] = x * stride / ways->seconds;
    ways->velocity_y[i] = y * stride / ways->seconds;
    ways->turn[i] = dv_angle_of(context->forward.x * x + context->forward.y * y,
                                context->forward.x * y - context->forward.y * x);
    ways->stride[i] = stride;
}

// Begin with straight ahead, so that an agent prefers that among equals.
static void list_ways(const dv_steering_context *context, float stride, dv_footsteps *ways) {
    dv_vec3 f = context->forward;
    for (int i = 0; i < 2 * WAYS; i++) {
        double sine, cosine;
        dv_sin_cos(2 * DV_PI * (i % WAYS) / WAYS, &sine, &cosine);
        float x = f.x * (float)cosine - f.y * (float)sine;
        float y = f.x * (float)sine + f.y * (float)cosine;
        add_way(context, x, y, i < WAYS ? stride : 0, ways);
    }
}

static uint32_t least_of(const float *total, uint32_t first, uint32_t end) {
    uint32_t least = first;
    for (uint32_t i = first; i < end; i++)
        if (total[i] < total[least])
            least = i;
    return least;
}

/// A number in place of what is too large to count with.
static float bounded_stress(float stress) { return stress < STRONGEST ? stress : STRONGEST; }

dv_will dv_will_of(const dv_steering_context *context, const dv_stress_list *list,
                   const dv_footsteps *steps) {
    dv_footsteps ways = {.count = 0, .seconds = steps->seconds};
    float total[DV_MAX_FOOTSTEPS], stride = 0, most = 0;
    for (uint32_t i = 0; i < steps->count; i++)
        stride = dv_larger(steps->stride[i], stride);
    list_ways(context, stride, &ways);
    memset(total, 0, sizeof total);
    dv_add_leading(context, list, dv_states_of(context->world, context->agent), &ways, total);
    uint32_t best = least_of(total, 0, WAYS), stand = least_of(total, WAYS, 2 * WAYS);
    for (uint32_t i = 0; i < WAYS; i++)
        most = dv_larger(total[i], most);
    return (dv_will){.steps = total[best] < total[stand],
                     .x = ways.forward_x[best],
                     .y = ways.forward_y[best],
                     .strength = bounded_stress(most - total[best])};
}

static float free_of_bodies(const dv_steering_context *context, float x, float y, float most) {
    const dv_world *world = context->world;
    const dv_kind_set all = dv_all_kinds();
    float largest = dv_largest_of(world, world->largest_radius, &all);
    dv_neighborhood near = dv_neighborhood_of(
        world, context->position, most + context->radius + largest, &all, NULL, context->agent);
    float free = most;
    while (dv_neighborhood_next(&near)) {
        float reach = context->radius + dv_property_of(world, near.agent, DV_RADIUS);
        float along = near.offset.x * x + near.offset.y * y;
        float off = near.distance_squared - along * along, inside = reach * reach - off;
        if (along > 0 && inside > 0 && along - sqrtf(inside) < free)
            free = along - sqrtf(inside);
    }
    return free > 0 ? free : 0;
}

float dv_free_way(const dv_steering_context *context, float x, float y, float most) {
    const dv_world *world = context->world;
    dv_sweep_hit hit;
    float free = most;
    if (world->obstacles.alive_count > 0 &&
        dv_obstacles_sweep(&world->obstacles, world->space, context->position, dv_vec(x, y, 0),
                           most, context->radius, &hit))
        free = hit.distance;
    return free_of_bodies(context, x, y, free);
}
