// Attract: come near a thing or a place, and face it.
#include "steering/evaluate.h"
#include "stress/control.h"
#include "stress/stress.h"
#include "stress/targets.h"

enum { TARGET, DISTANCE, ANGLE, CONTROL };

static const dv_parameter parameters_of_attract[] = {
    {"target", DV_PARAMETER_TARGET, true, "", 0, 0, 0, "what to go to"},
    {"distance", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 0,
     "near enough: no stress below this"},
    {"angle", DV_PARAMETER_NUMBER, false, "rad", 0, DV_PI, 0,
     "facing it closely enough: no stress below this"},
    DV_CONTROL_PARAMETERS,
};

static void score_attraction(const dv_steering_context *context, const dv_bound *parameters,
                             void *state, const dv_footsteps *steps, float *stress) {
    (void)state;
    dv_aim aim;
    if (!dv_aim_begin(&aim, context, &parameters[TARGET]))
        return;
    dv_control control = dv_control_of(context, parameters, parameters_of_attract, CONTROL);
    float distance = dv_number_within(context, parameters, parameters_of_attract, DISTANCE);
    float angle = dv_number_within(context, parameters, parameters_of_attract, ANGLE);
    float distances[DV_MAX_FOOTSTEPS], angles[DV_MAX_FOOTSTEPS];
    dv_aim_from_all(&aim, steps, control.angle_scale > 0, distances, angles);
    for (uint32_t i = 0; i < steps->count; i++)
        stress[i] = dv_attract_stress(&control, distances[i], angles[i], distance, angle);
}

static bool place_of_attraction(const dv_steering_context *context, const dv_bound *parameters,
                                const void *state, dv_vec3 *place) {
    (void)state;
    dv_aim aim;
    if (!dv_aim_begin(&aim, context, &parameters[TARGET]) || !aim.is_place)
        return false;
    *place = aim.target.position;
    return true;
}

const dv_stress_type dv_stress_attract = {
    .entry = {.name = "attract",
              .doc = "Go to a thing or place and face it. The distance to a place is from the "
                     "stepping foot, which steps on it once it can reach it; the distance to a "
                     "thing is from body to body.",
              .source = "Reich 1997, Basic Sensors and Attract: (s · max(0, d − distance) ^ p)² + "
                        "(s' · max(0, |θ| − angle) ^ p')²",
              .parameters = parameters_of_attract,
              .parameter_count = DV_COUNT_OF(parameters_of_attract)},
    .score = score_attraction,
    .leads = true,
    .goal = place_of_attraction,
};
