// Seek and flee: go straight toward a target, or straight away from it.
#include "steering/annotations.h"
#include "steering/behaviors.h"
#include "steering/behaviors/drive_to.h"
#include "steering/desired.h"
#include "steering/desires.h"
#include "steering/evaluate.h"

static float desired_speed(const dv_steering_context *context, const dv_bound *parameters,
                           uint32_t keep_speed) {
    bool keeps = dv_number_of(context, parameters, keep_speed) != 0;
    return keeps ? dv_length(context->velocity) : context->cap;
}

static void desired_speeds(const dv_squad *squad, const dv_bound *parameters, uint32_t keep_speed,
                           float speeds[DV_LANES]) {
    float keeps[DV_LANES];
    dv_numbers_of(squad, parameters, keep_speed, keeps);
    for (uint32_t lane = 0; lane < DV_LANES; lane++)
        speeds[lane] =
            keeps[lane] != 0 ? dv_length(dv_in_lane(&squad->velocity, lane)) : squad->cap[lane];
}

enum { SEEK_TARGET, SEEK_KEEP_SPEED };

static const dv_parameter seek_parameters[] = {
    {"target", DV_PARAMETER_TARGET, true, "", 0, 0, 0, "what to head for"},
    {"keep_speed", DV_PARAMETER_BOOLEAN, false, "", 0, 1, 0,
     "keep the current speed instead of going at the cap"},
};

static dv_vec3 evaluate_seek(const dv_steering_context *context, const dv_bound *parameters,
                             void *state) {
    (void)state;
    dv_vec3 offset;
    if (!dv_offset_to_target(context, parameters, SEEK_TARGET, &offset))
        return DV_NO_STEERING;
    dv_vec3 steering;
    if (dv_number_of(context, parameters, SEEK_KEEP_SPEED) == 0 &&
        dv_drive_through(context, offset, &steering))
        return steering;
    return dv_steer_along(context, offset, desired_speed(context, parameters, SEEK_KEEP_SPEED));
}

static void seek_together(const dv_squad *squad, const dv_bound *parameters,
                          void *const states[DV_LANES], dv_vectors *vectors) {
    (void)states;
    dv_desire desire;
    desire.flees = false;
    dv_desire_targets(squad, parameters, SEEK_TARGET, &desire);
    desired_speeds(squad, parameters, SEEK_KEEP_SPEED, desire.speed);
    squad->world->kernels->desire_run(squad, &desire, vectors);
}

static void annotate_seek(const dv_steering_context *context, const dv_bound *parameters,
                          const void *state, dv_sketch *sketch) {
    (void)state;
    dv_vec3 offset;
    if (dv_offset_to_target(context, parameters, SEEK_TARGET, &offset))
        dv_show_place(context, sketch, offset, DV_INK_TARGET);
}

const dv_behavior_type dv_behavior_seek = {
    .entry = {.name = "seek",
              .doc = "Head for a target at full speed, through it, and back; zero on top of it. A "
                     "response of the body slows each pass, down to max_speed − response · "
                     "max_force / mass at the target: with 0 it flies past forever, with the "
                     "default body it comes to rest.",
              .source = "Reynolds 1999, Seek: s = cap · unit(target − position) − velocity",
              .parameters = seek_parameters,
              .parameter_count = DV_COUNT_OF(seek_parameters)},
    .evaluate = evaluate_seek,
    .annotate = annotate_seek,
};

const dv_squad_behavior dv_squad_seek = {
    .type = &dv_behavior_seek,
    .plans_on_wheels = true,
    .evaluate_squad = seek_together,
};

enum { FLEE_TARGET, FLEE_RADIUS, FLEE_KEEP_SPEED };

static const dv_parameter flee_parameters[] = {
    {"target", DV_PARAMETER_TARGET, true, "", 0, 0, 0, "what to get away from"},
    {"radius", DV_PARAMETER_NUMBER, false, "m", 0, INFINITY, INFINITY,
     "flee only from targets nearer than this"},
    {"keep_speed", DV_PARAMETER_BOOLEAN, false, "", 0, 1, 0,
     "keep the current speed instead of going at the cap"},
};

/// Whether there is a target to flee from; `radius` (m) is how near it must be.
static bool must_flee(const dv_steering_context *context, const dv_bound *parameters, float *radius,
                      dv_vec3 *offset) {
    *radius = dv_number_within(context, parameters, flee_parameters, FLEE_RADIUS);
    return dv_offset_to_target(context, parameters, FLEE_TARGET, offset) &&
           dv_length(*offset) <= *radius;
}

static dv_vec3 evaluate_flee(const dv_steering_context *context, const dv_bound *parameters,
                             void *state) {
    (void)state;
    float radius;
    dv_vec3 offset;
    if (!must_flee(context, parameters, &radius, &offset))
        return DV_NO_STEERING;
    dv_vec3 away = dv_is_zero(offset) ? context->forward : dv_scale(offset, -1);
    return dv_steer_along(context, away, desired_speed(context, parameters, FLEE_KEEP_SPEED));
}

static void flee_together(const dv_squad *squad, const dv_bound *parameters,
                          void *const states[DV_LANES], dv_vectors *vectors) {
    (void)states;
    dv_desire desire;
    desire.flees = true;
    dv_desire_targets(squad, parameters, FLEE_TARGET, &desire);
    desired_speeds(squad, parameters, FLEE_KEEP_SPEED, desire.speed);
    dv_numbers_within(squad, parameters, flee_parameters, FLEE_RADIUS, desire.radius);
    squad->world->kernels->desire_run(squad, &desire, vectors);
}

static void annotate_flee(const dv_steering_context *context, const dv_bound *parameters,
                          const void *state, dv_sketch *sketch) {
    (void)state;
    float radius;
    dv_vec3 offset;
    bool flees = must_flee(context, parameters, &radius, &offset);
    dv_show_circle(context, sketch, DV_NO_STEERING, radius, DV_INK_NEIGHBOR);
    if (flees)
        dv_show_place(context, sketch, offset, DV_INK_THREAT);
}

const dv_behavior_type dv_behavior_flee = {
    .entry =
        {.name = "flee",
         .doc = "Head away from a target nearer than the radius; straight ahead when on top of it.",
         .source = "Reynolds 1999, Flee: s = cap · unit(position − target) − velocity",
         .parameters = flee_parameters,
         .parameter_count = DV_COUNT_OF(flee_parameters)},
    .evaluate = evaluate_flee,
    .annotate = annotate_flee,
};

const dv_squad_behavior dv_squad_flee = {
    .type = &dv_behavior_flee,
    .evaluate_squad = flee_together,
};
