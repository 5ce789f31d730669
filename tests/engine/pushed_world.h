// Behaviors for tests of locomotion: a given vector in the world's axes, a given vector in the
// body's axes, and stopping.
#ifndef DV_TESTS_PUSHED_WORLD_H
#define DV_TESTS_PUSHED_WORLD_H

#include "behavior_world.h"

#include "world/world_data.h"

static const dv_parameter push_parameters[] = {
    {"x", DV_PARAMETER_NUMBER, false, "m/s", -INFINITY, INFINITY, 0, ""},
    {"y", DV_PARAMETER_NUMBER, false, "m/s", -INFINITY, INFINITY, 0, ""},
    {"z", DV_PARAMETER_NUMBER, false, "m/s", -INFINITY, INFINITY, 0, ""},
};

static inline dv_vec3 push(const dv_steering_context *context, const dv_bound *parameters,
                           void *state) {
    (void)state;
    return dv_vec(dv_number_of(context, parameters, 0), dv_number_of(context, parameters, 1),
                  dv_number_of(context, parameters, 2));
}

/// x forward, and y to the left in the horizontal plane.
static inline dv_vec3 swerve(const dv_steering_context *context, const dv_bound *parameters,
                             void *state) {
    (void)state;
    dv_vec3 left = dv_normalize(dv_vec(-context->forward.y, context->forward.x, 0));
    return dv_add(dv_scale(context->forward, dv_number_of(context, parameters, 0)),
                  dv_scale(left, dv_number_of(context, parameters, 1)));
}

static inline dv_vec3 stop(const dv_steering_context *context, const dv_bound *parameters,
                           void *state) {
    (void)parameters;
    (void)state;
    return dv_scale(context->velocity, -1);
}

static const dv_behavior_type push_type = {
    .entry = {.name = "push", .parameters = push_parameters, .parameter_count = 3},
    .evaluate = push,
};
static const dv_behavior_type swerve_type = {
    .entry = {.name = "swerve", .parameters = push_parameters, .parameter_count = 2},
    .evaluate = swerve,
};
static const dv_behavior_type stop_type = {.entry = {.name = "stop"}, .evaluate = stop};

static inline bool register_pushes(void) {
    return dv_register_behavior(&push_type, NULL) == DV_OK &&
           dv_register_behavior(&swerve_type, NULL) == DV_OK &&
           dv_register_behavior(&stop_type, NULL) == DV_OK;
}

#define PUSH(x, y, z) MAKE("push", NUMBER("x", x), NUMBER("y", y), NUMBER("z", z))
#define SWERVE(x, y) MAKE("swerve", NUMBER("x", x), NUMBER("y", y))
#define STOP() lab_make("stop", NULL, 0)

/// A world whose agents all steer by `steer`. Takes over the reference.
static inline lab open_pushed(dv_world_def def, dv_steering *steer, lab_kinds kinds) {
    kinds.steer = steer;
    lab l = lab_open_with(def, kinds);
    dv_steering_release(steer);
    return l;
}

static inline dv_world_def volume_def(void) {
    dv_world_def def = lab_def();
    def.space = DV_VOLUME;
    return def;
}

static inline void steps(lab *l, int ticks) {
    for (int tick = 0; tick < ticks; tick++)
        lab_step(l);
}

static inline dv_vec3 place_of(const lab *l, dv_agent agent) {
    return dv_agent_position(l->world, agent);
}

static inline float speed_of(const lab *l, dv_agent agent) {
    return dv_length(dv_agent_velocity(l->world, agent));
}

#endif
