// Duck: bend under low obstacles. It adds no stress to any step; dv_agent_posture computes the
// height when a caller asks for it.
#include "stress/duck.h"

#include "steering/annotations.h"
#include "steering/behaviors.h"
#include "steering/evaluate.h"
#include "stress/sensors.h"
#include "stress/stress.h"
#include "world/obstacles.h"

enum { HEIGHT, CLEARANCE, MIN, MAX };

static const dv_parameter parameters_of_duck[] = {
    {"height", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 1.8, "how tall it stands"},
    {"clearance", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 0.1,
     "kept between its head and what it ducks under"},
    {"min", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 0.5,
     "from the obstacle's surface: within this, it has ducked"},
    {"max", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 3,
     "from this distance on, it stands upright"},
};

typedef struct ducking {
    const dv_steering_context *context;
    float standing, clearance, min, max; ///< m
    float height;                        ///< m, the lowest so far
    dv_sketch *sketch;                   ///< NULL when nothing is drawn
} ducking;

/// The height (m) of an obstacle's underside above the agent's ground; 0 or less for an obstacle
/// that reaches the ground.
static float headroom_under(const dv_obstacle_record *obstacle, float ground) {
    float depth = obstacle->shape == DV_SPHERE ? obstacle->radius : obstacle->half_height;
    return obstacle->position.z - depth - ground;
}

static float height_under(const ducking *d, float headroom, float distance) {
    float low = dv_clamp(headroom - d->clearance, 0, d->standing);
    float part = d->max > d->min ? dv_clamp((distance - d->min) / (d->max - d->min), 0, 1)
                                 : (float)(distance > d->min);
    return low + (d->standing - low) * part;
}

static void mind_obstacle(void *context, uint32_t index, dv_vec3 by) {
    ducking *d = context;
    const dv_steering_context *self = d->context;
    const dv_obstacle_record *obstacle = &self->world->obstacles.records[index];
    float headroom = headroom_under(obstacle, self->position.z);
    if (!(headroom > 0))
        return;
    dv_viewer viewer = {.x = self->position.x + by.x,
                        .y = self->position.y + by.y,
                        .forward_x = 1,
                        .radius = self->radius};
    float height = height_under(d, headroom, dv_sense_shape(&viewer, obstacle).distance);
    if (height < d->standing && d->sketch)
        dv_show_obstacle(self, d->sketch, index, DV_INK_THREAT);
    d->height = height < d->height ? height : d->height;
}

/// Visit the obstacles nearby, in a volume only: a plane has no heights.
static ducking duck_from_threats(const dv_steering_context *context, const dv_bound *parameters,
                                 dv_sketch *sketch) {
    const dv_world *world = context->world;
    const dv_parameter *descriptors = parameters_of_duck;
    ducking d = {.context = context,
                 .standing = dv_number_within(context, parameters, descriptors, HEIGHT),
                 .clearance = dv_number_within(context, parameters, descriptors, CLEARANCE),
                 .min = dv_number_within(context, parameters, descriptors, MIN),
                 .max = dv_number_within(context, parameters, descriptors, MAX),
                 .sketch = sketch};
    d.height = d.standing;
    if (world->space == DV_VOLUME)
        dv_obstacles_each_near(&world->obstacles, world->space, context->position,
                               d.max + context->radius + d.standing + d.clearance, mind_obstacle,
                               &d);
    return d;
}

float dv_duck_height(const dv_steering_context *context, const dv_bound *parameters,
                     float *standing) {
    ducking d = duck_from_threats(context, parameters, NULL);
    *standing = d.standing;
    return d.height;
}

static void score_ducking(const dv_steering_context *context, const dv_bound *parameters,
                          void *state, const dv_footsteps *steps, float *stress) {
    (void)context;
    (void)parameters;
    (void)state;
    (void)steps;
    (void)stress;
}

static void annotate_ducking(const dv_steering_context *context, const dv_bound *parameters,
                             const void *state, dv_sketch *sketch) {
    (void)state;
    duck_from_threats(context, parameters, sketch);
}

static const char *refuse_parameters(const dv_bound *parameters) {
    bool are_written =
        parameters[MIN].source == DV_SOURCE_LITERAL && parameters[MAX].source == DV_SOURCE_LITERAL;
    return are_written && parameters[MIN].number >= parameters[MAX].number ? "min must be below max"
                                                                           : NULL;
}

const dv_stress_type dv_stress_duck = {
    .entry = {.name = "duck",
              .doc = "In a volume, duck under obstacles that hang low: the nearer they are, the "
                     "lower the agent's posture, until it fits under the lowest one. Does not "
                     "affect where the agent steps.",
              .source = "Reich 1997, Ducking: within min the height of the object less clearance, "
                        "from max on the standing height, between them in proportion; the lowest "
                        "counts",
              .parameters = parameters_of_duck,
              .parameter_count = DV_COUNT_OF(parameters_of_duck)},
    .refuse = refuse_parameters,
    .score = score_ducking,
    .annotate = annotate_ducking,
};
