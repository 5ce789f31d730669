// Gaze avoidance: stay where no hostile agent looks. As in Reich's, the agent knows where hostile
// agents are without seeing them; use a guard to act on what it perceives.
#include "neighbors/neighborhood.h"
#include "senses/perception.h"
#include "steering/annotations.h"
#include "steering/behaviors.h"
#include "steering/evaluate.h"
#include "stress/stress.h"
#include "world/obstacles.h"

enum { KIND, RAYS };

#define MAX_RAYS 9

static const dv_parameter parameters_of_gaze[] = {
    {"kind", DV_PARAMETER_KIND, true, "", 0, 0, 0, "whose gaze is avoided"},
    {"rays", DV_PARAMETER_NUMBER, false, "", 1, MAX_RAYS, 1,
     "from each eye, spread over the width of the body; one that gets through is enough"},
};

/// Whether one of the rays from an eye, spread across a body's width, reaches the body.
static bool ray_arrives(const dv_sight *sight, dv_vec3 offset, float distance, float radius,
                        uint32_t rays) {
    const dv_world *world = sight->world;
    dv_vec3 across = dv_scale(dv_vec(-offset.y, offset.x, 0), radius / distance);
    for (uint32_t r = 0; r < rays; r++) {
        float side = rays > 1 ? 2 * (float)r / (float)(rays - 1) - 1 : 0;
        dv_vec3 end = dv_add(dv_add(sight->position, offset), dv_scale(across, side));
        if (!dv_obstacles_hide(&world->obstacles, world->space, sight->position, end))
            return true;
    }
    return false;
}

/// 1 / distance where the place is seen, 0 where it is not. Distances are at least a radius.
static float gaze_at(const dv_steering_context *context, const dv_sight *sight, dv_vec3 place,
                     uint32_t rays) {
    dv_vec3 offset = dv_offset_between(context->world, sight->position, place);
    float squared = dv_length_squared(offset), distance = sqrtf(squared);
    float least = context->radius > 1e-3f ? context->radius : 1e-3f;
    if (!(distance <= sight->range) ||
        !dv_in_cone(sight->forward, offset, squared, sight->half_cosine))
        return 0;
    if (distance <= least)
        return 1 / least;
    return ray_arrives(sight, offset, distance, context->radius, rays) ? 1 / distance : 0;
}

static dv_vec3 place_of(const dv_footsteps *steps, uint32_t i) {
    return dv_vec(steps->x[i], steps->y[i], steps->z[i]);
}

/// The hostile agents that may see a place within `reach` (m) of the agent.
static dv_neighborhood hostile_to(const dv_steering_context *context, const dv_bound *parameters,
                                  float reach) {
    const dv_world *world = context->world;
    const dv_kind_set *kinds = &parameters[KIND].kinds;
    float sight = (float)dv_lesser(dv_largest_of(world, world->largest_sight, kinds),
                                   (float)world->visibility);
    return dv_neighborhood_of(world, context->position, sight + reach, kinds, NULL, context->agent);
}

static void score_gaze(const dv_steering_context *context, const dv_bound *parameters, void *state,
                       const dv_footsteps *steps, float *stress) {
    (void)state;
    uint32_t rays = dv_count_within(context, parameters, parameters_of_gaze, RAYS);
    float reach = 0;
    for (uint32_t i = 0; i < steps->count; i++) {
        float way = dv_length(dv_subtract(place_of(steps, i), context->position));
        reach = way > reach ? way : reach;
    }
    dv_neighborhood near = hostile_to(context, parameters, reach);
    while (dv_neighborhood_next(&near)) {
        dv_sight sight = dv_sight_of(context->world, near.agent);
        if (sqrtf(near.distance_squared) > sight.range + reach)
            continue;
        for (uint32_t i = 0; i < steps->count; i++)
            stress[i] += gaze_at(context, &sight, place_of(steps, i), rays);
    }
}

/// Draw lines to the agents that see it where it is now.
static void annotate_gaze(const dv_steering_context *context, const dv_bound *parameters,
                          const void *state, dv_sketch *sketch) {
    (void)state;
    uint32_t rays = dv_count_within(context, parameters, parameters_of_gaze, RAYS);
    dv_neighborhood near = hostile_to(context, parameters, 0);
    while (dv_neighborhood_next(&near)) {
        dv_sight sight = dv_sight_of(context->world, near.agent);
        if (gaze_at(context, &sight, context->position, rays) > 0)
            dv_show_line(context, sketch, dv_vec(0, 0, 0), near.offset, DV_INK_THREAT);
    }
}

const dv_stress_type dv_stress_gaze_avoid = {
    .entry = {.name = "gaze_avoid",
              .doc = "Step where agents of a kind do not look: each that sees the candidate, "
                     "within its range and view and past obstacles, adds 1 over its distance.",
              .source = "Reich 1997, Field-of-View Avoidance: Σ over who sees the agent of "
                        "1 / distance; rays are cast from their eyes",
              .parameters = parameters_of_gaze,
              .parameter_count = DV_COUNT_OF(parameters_of_gaze)},
    .score = score_gaze,
    .annotate = annotate_gaze,
};
