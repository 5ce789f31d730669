// Avoid: keep a thing or place at a distance. Facing it adds stress.
#include "steering/evaluate.h"
#include "stress/control.h"
#include "stress/stress.h"
#include "stress/targets.h"

enum { TARGET, DISTANCE, CONTROL };

static const dv_parameter parameters_of_avoid[] = {
    {"target", DV_PARAMETER_TARGET, true, "", 0, 0, 0, "what to keep away from"},
    {"distance", DV_PARAMETER_NUMBER, false, "m", 0, DV_LONGEST, 3,
     "far enough: no stress beyond this"},
    DV_CONTROL_PARAMETERS,
};

static void score_avoidance(const dv_steering_context *context, const dv_bound *parameters,
                            void *state, const dv_footsteps *steps, float *stress) {
    (void)state;
    dv_aim aim;
    if (!dv_aim_begin(&aim, context, &parameters[TARGET]))
        return;
    dv_control control = dv_control_of(context, parameters, parameters_of_avoid, CONTROL);
    float distance = dv_number_within(context, parameters, parameters_of_avoid, DISTANCE);
    float distances[DV_MAX_FOOTSTEPS], angles[DV_MAX_FOOTSTEPS];
    dv_aim_from_all(&aim, steps, control.angle_scale > 0, distances, angles);
    for (uint32_t i = 0; i < steps->count; i++)
        stress[i] = dv_avoid_stress(&control, distances[i], angles[i], distance);
}

const dv_stress_type dv_stress_avoid = {
    .entry = {.name = "avoid",
              .doc = "Keep away from one thing or place: the nearer it is, and the more the agent "
                     "faces it, the greater the stress.",
              .source =
                  "Reich 1997, Basic Sensors and Avoid: with g = distance − gap, (s · g ^ p)² "
                  "+ (s' · (π − |θ|) ^ p')² where g > 0",
              .parameters = parameters_of_avoid,
              .parameter_count = DV_COUNT_OF(parameters_of_avoid)},
    .score = score_avoidance,
};
