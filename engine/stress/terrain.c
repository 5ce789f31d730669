// Terrain: weigh the ground under a step and the ground beyond it.
#include "world/terrain.h"
#include "steering/annotations.h"
#include "steering/behaviors.h"
#include "steering/evaluate.h"
#include "stress/stress.h"
#include "world/surfaces.h"

enum { STEPS, FADING, SLOPE };

#define MAX_STEPS 16

static const dv_parameter parameters_of_terrain[] = {
    {"steps", DV_PARAMETER_NUMBER, false, "", 1, MAX_STEPS, 3,
     "how many steps are looked at: the candidate and those straight ahead from it"},
    {"fading", DV_PARAMETER_NUMBER, false, "", 0, 1, 0.5,
     "weight of each further step, as a share of the one before"},
    {"slope", DV_PARAMETER_NUMBER, false, "", 0, DV_HEAVIEST, 0,
     "weight of the energy that a step uphill or downhill takes, compared with a level one"},
};

#define STEEPEST 0.45f ///< rise over run; the cost was measured on slopes up to this

/// How far to look, and the ground to look at.
typedef struct lookahead {
    const dv_steering_context *context;
    dv_ground ground;
    uint32_t count;
    float fading, slope;
} lookahead;

/// The energy of walking from one place on the ground to another, relative to the same way on the
/// level.
static float energy_between(dv_vec3 from, dv_vec3 to) {
    float x = to.x - from.x, y = to.y - from.y, run = sqrtf(x * x + y * y);
    float i = run > 0 ? dv_clamp((to.z - from.z) / run, -STEEPEST, STEEPEST) : 0;
    float cost = 280.5f * i - 58.7f;
    cost = cost * i - 76.8f;
    cost = cost * i + 51.9f;
    cost = cost * i + 19.6f;
    return (cost * i + 2.5f) / 2.5f;
}

/// The weight of a type of terrain for the agent's kind at a place.
static float weight_of(const dv_steering_context *context, uint32_t type, dv_vec3 place) {
    const dv_world *world = context->world;
    uint32_t kind = world->agents.kind[context->agent];
    dv_terrain_for whole = dv_program_terrain_for(world->program, type, kind);
    return (float)dv_terrain_by_field(world, type, whole, place).weight;
}

/// The ground point on which the agent would stand.
static dv_vec3 ground_under(const dv_steering_context *context, dv_vec3 place) {
    return dv_footing_of(context->world, context->agent, place).point;
}

/// Σ over k of fading^(k−1) · (the weight of the terrain k−1 strides straight on + slope · the
/// energy of getting there).
static float stress_of(const lookahead *ahead, const dv_footsteps *steps, uint32_t i) {
    const dv_steering_context *context = ahead->context;
    float sum = 0, counts = 1, stride = steps->stride[i];
    dv_vec3 from = context->position;
    if (ahead->slope > 0)
        from = ground_under(context, from);
    for (uint32_t k = 0; k < ahead->count && counts > 0; k++) {
        float way = (float)k * stride;
        dv_vec3 place = dv_vec(steps->x[i] + way * steps->forward_x[i],
                               steps->y[i] + way * steps->forward_y[i], steps->z[i]);
        int32_t type = dv_ground_at(&ahead->ground, place);
        float mind = type < 0 ? 0 : weight_of(context, (uint32_t)type, place);
        if (ahead->slope > 0) {
            dv_vec3 to = ground_under(context, place);
            mind += ahead->slope * energy_between(from, to);
            from = to;
        }
        sum += counts * mind;
        counts *= ahead->fading;
    }
    return sum;
}

/// The distance (m) of the furthest place that any step looks at.
static float reach_of(const dv_steering_context *context, const dv_footsteps *steps,
                      uint32_t count) {
    float reach = 0;
    for (uint32_t i = 0; i < steps->count; i++) {
        dv_vec3 way = {steps->x[i] - context->position.x, steps->y[i] - context->position.y, 0};
        float furthest = dv_length(way) + (float)(count - 1) * steps->stride[i];
        reach = furthest > reach ? furthest : reach;
    }
    return reach;
}

static void score_terrain(const dv_steering_context *context, const dv_bound *parameters,
                          void *state, const dv_footsteps *steps, float *stress) {
    (void)state;
    const dv_world *world = context->world;
    const dv_parameter *descriptors = parameters_of_terrain;
    lookahead ahead = {.context = context,
                       .count = dv_count_within(context, parameters, descriptors, STEPS),
                       .fading = dv_number_within(context, parameters, descriptors, FADING),
                       .slope = dv_number_within(context, parameters, descriptors, SLOPE)};
    ahead.ground = dv_ground_near(world, context->position, reach_of(context, steps, ahead.count));
    if (world->surfaces.count == 0)
        ahead.slope = 0; // it is level everywhere
    if (ahead.ground.count == 0 && ahead.slope == 0)
        return;
    for (uint32_t i = 0; i < steps->count; i++)
        stress[i] = stress_of(&ahead, steps, i);
}

/// Draw the places the agent looks at straight ahead of where it stands.
static void annotate_terrain(const dv_steering_context *context, const dv_bound *parameters,
                             const void *state, dv_sketch *sketch) {
    (void)state;
    const dv_world *world = context->world;
    float stride = dv_property_of(world, context->agent, DV_STRIDE);
    uint32_t count = dv_count_within(context, parameters, parameters_of_terrain, STEPS);
    dv_ground ground = dv_ground_near(world, context->position, stride * (float)count);
    for (uint32_t k = 1; k <= count; k++) {
        dv_vec3 way = dv_scale(context->forward, stride * (float)k);
        dv_vec3 place = dv_add(context->position, way);
        int32_t type = dv_ground_at(&ground, place);
        bool is_heavy = type >= 0 && weight_of(context, (uint32_t)type, place) > 0;
        dv_show_point(context, sketch, way, is_heavy ? DV_INK_THREAT : DV_INK_CLEAR);
    }
}

const dv_stress_type dv_stress_terrain = {
    .entry = {.name = "terrain",
              .doc = "Mind the weight of the terrain under a step and, less with each step, under "
                     "those that would follow straight ahead.",
              .source =
                  "Reich 1997, Terrain Awareness: Σ_k f(k) · weight of the terrain k steps on; "
                  "f(k) = fading ^ (k − 1)",
              .parameters = parameters_of_terrain,
              .parameter_count = DV_COUNT_OF(parameters_of_terrain)},
    .score = score_terrain,
    .annotate = annotate_terrain,
};
