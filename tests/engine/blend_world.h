// Shared by tests of blends: behaviors that return given values and count how often they are
// evaluated, and ways to build blends.
#ifndef DV_TESTS_BLEND_WORLD_H
#define DV_TESTS_BLEND_WORLD_H

#include "behavior_world.h"

static int calls; ///< how often step_x was evaluated, for any agent

/// A behavior that returns the vector (x, 0, 0) and counts its evaluations.
static const dv_parameter step_parameters[] = {
    {"x", DV_PARAMETER_NUMBER, false, "m/s", -INFINITY, INFINITY, 0, ""},
};

static inline dv_vec3 step(const dv_steering_context *context, const struct dv_bound *parameters,
                           void *state) {
    (void)state;
    calls++;
    return dv_vec(dv_number_of(context, parameters, 0), 0, 0);
}

static const dv_behavior_type step_type = {
    .entry = {.name = "step_x", .parameters = step_parameters, .parameter_count = 1},
    .evaluate = step,
};

/// Returns the vector (0, n, 0) at the n-th evaluation, counted in its state.
static inline dv_vec3 count(const dv_steering_context *context, const struct dv_bound *parameters,
                            void *state) {
    (void)context;
    (void)parameters;
    float *counted = state;
    *counted += 1;
    return dv_vec(0, *counted, 0);
}

static const dv_behavior_type count_type = {
    .entry = {.name = "count_y"},
    .state_size = sizeof(float),
    .evaluate = count,
};

static inline bool register_test_behaviors(void) {
    return dv_register_behavior(&step_type, NULL) == DV_OK &&
           dv_register_behavior(&count_type, NULL) == DV_OK;
}

static inline dv_part part(double x) { return (dv_part){MAKE("step_x", NUMBER("x", x)), {0}}; }

static inline dv_part part_of(dv_value x) {
    dv_argument argument = {"x", x};
    return (dv_part){lab_make("step_x", &argument, 1), {0}};
}

static inline dv_part weighing(double x, dv_value weight) {
    return (dv_part){MAKE("step_x", NUMBER("x", x)), weight};
}

static inline dv_part weighing_number(double x, double weight) {
    return weighing(x, dv_value_number(weight));
}

/// Create a blend of the parts, with an argument unless its name is NULL. Takes over the parts.
static inline dv_steering *blend_with(const char *type, const dv_part *parts, uint32_t part_count,
                                      dv_argument argument) {
    dv_error error = {""};
    dv_steering *steering =
        dv_blend_create(type, parts, part_count, &argument, argument.name ? 1 : 0, "test", &error);
    if (!steering)
        fail_msg("%s", error.message);
    for (uint32_t i = 0; i < part_count; i++)
        dv_steering_release(parts[i].steering);
    return steering;
}

static inline dv_steering *blend(const char *type, const dv_part *parts, uint32_t part_count) {
    return blend_with(type, parts, part_count, (dv_argument){0});
}

// A blend of parts given inline.
#define BLEND(type, ...)                                                                           \
    blend(type, (dv_part[]){__VA_ARGS__}, sizeof((dv_part[]){__VA_ARGS__}) / sizeof(dv_part))
#define BLEND_WITH(type, argument, ...)                                                            \
    blend_with(type, (dv_part[]){__VA_ARGS__}, sizeof((dv_part[]){__VA_ARGS__}) / sizeof(dv_part), \
               argument)

static inline dv_agent anyone(lab *l) { return lab_spawn(l, SHEEP, dv_vec(0, 0, 0), 0, 0); }

/// A world of bodies that do not move, with a steering composition, which it takes over.
static inline lab open_fixed(double tick_rate, dv_steering *steering) {
    dv_world_def def = lab_def();
    def.tick_rate = tick_rate;
    lab l = lab_open_with(def, (lab_kinds){.steer = steering, .locomotion = "fixed"});
    dv_steering_release(steering);
    return l;
}

/// Run one tick. Returns the agent's steering in it.
static inline dv_vec3 step_and_ask(lab *l, dv_agent agent) {
    lab_step(l);
    return dv_agent_steering(l->world, agent);
}

static inline void set_level(lab *l, double level) {
    assert_int_equal(dv_world_set_setting(l->world, 0, level, NULL), DV_OK);
}

#endif
