// A lab whose sheep walk on legs: radius 0.25 m, 1 m/s, strides of 0.25 to 0.5 m, so a step takes
// 25 ticks at 50 ticks a second. The fan has 3 arcs of 5 spokes within 1 rad, and standing is
// allowed.
#ifndef DV_TESTS_STRESS_WORLD_H
#define DV_TESTS_STRESS_WORLD_H

#include "behavior_world.h"

#include "steering/evaluate.h"
#include "stress/choose.h"

static inline dv_stress *stress_make(const char *type, const dv_argument *arguments,
                                     uint32_t count) {
    dv_error error = {""};
    dv_stress *stress = dv_stress_create(type, arguments, count, "test", &error);
    if (!stress)
        fail_msg("%s", error.message);
    return stress;
}

#define STRESS(type, ...)                                                                          \
    stress_make(type, (dv_argument[]){__VA_ARGS__},                                                \
                sizeof((dv_argument[]){__VA_ARGS__}) / sizeof(dv_argument))
#define PLAIN_STRESS(type) stress_make(type, NULL, 0)

static inline lab_kinds walkers(void) {
    lab_kinds kinds = {.locomotion = "legged"};
    kinds.properties[DV_RADIUS] = dv_value_number(0.25);
    kinds.properties[DV_MAX_SPEED] = dv_value_number(1);
    kinds.properties[DV_STRIDE] = dv_value_number(0.5);
    kinds.properties[DV_MIN_STRIDE] = dv_value_number(0.25);
    kinds.properties[DV_TURN] = dv_value_number(1);
    kinds.properties[DV_SPOKES] = dv_value_number(5);
    return kinds;
}

/// Takes over the parts.
static inline lab lab_walk_in(dv_world_def def, lab_kinds kinds, dv_stress_part *parts,
                              uint32_t count) {
    kinds.stress = parts;
    kinds.stress_count = count;
    lab l = lab_open_with(def, kinds);
    for (uint32_t i = 0; i < count; i++)
        dv_stress_release(parts[i].stress);
    return l;
}

#define WALK(kinds, ...)                                                                           \
    lab_walk_in(lab_def(), kinds, (dv_stress_part[]){__VA_ARGS__},                                 \
                sizeof((dv_stress_part[]){__VA_ARGS__}) / sizeof(dv_stress_part))

/// Evaluate an agent's first stress behavior for the candidates in `steps`.
static inline void stress_of(lab *l, dv_agent agent, const dv_footsteps *steps, float *stress) {
    uint32_t i = dv_handle_index(agent.bits);
    const dv_stress_node *node = dv_stresses_of(l->world, i)->nodes[0];
    dv_steering_context context = dv_steering_context_of(l->world, i);
    memset(stress, 0, DV_MAX_FOOTSTEPS * sizeof *stress);
    context.stream = node->stream;
    node->type->score(&context, node->parameters, dv_states_of(l->world, i) + node->state_offset,
                      steps, stress);
}

/// Add a candidate that takes half a second. The body and its foot end up at (x, y), facing
/// `degrees`.
static inline void add_footstep(dv_footsteps *steps, float x, float y, float degrees, float turn,
                                float stride) {
    uint32_t i = steps->count++;
    double heading = (double)degrees * DV_PI / 180;
    steps->seconds = 0.5f;
    steps->x[i] = steps->foot_x[i] = x;
    steps->y[i] = steps->foot_y[i] = y;
    steps->forward_x[i] = (float)dv_cos(heading);
    steps->forward_y[i] = (float)dv_sin(heading);
    steps->velocity_x[i] = steps->forward_x[i] * stride / steps->seconds;
    steps->velocity_y[i] = steps->forward_y[i] * stride / steps->seconds;
    steps->turn[i] = turn;
    steps->stride[i] = stride;
}

#endif
