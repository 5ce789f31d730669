// The velocity blend: mix what the parts want with what the blend wanted before.
#include "base/math.h"
#include "steering/behaviors.h"
#include "steering/blends.h"
#include "steering/desired.h"
#include "steering/evaluate.h"

enum { INERTIA };

static const dv_parameter parameters_of_velocity[] = {
    {"inertia", DV_PARAMETER_NUMBER, false, "", 0, DV_HEAVIEST, 1,
     "weight of the velocity wanted so far, mixed in ten times a second"},
};

#define MIXES_PER_SECOND 10

typedef struct velocity_state {
    float x, y, z;   ///< m/s, v₋₁
    uint32_t is_set; ///< 0: v₋₁ is the agent's current velocity
} velocity_state;

/// The share of v₋₁ that is left after a tick. The slides mix once per frame; mixing once per tick
/// would make agents more agile at higher tick rates.
static float kept_share(const dv_steering_context *context, double inertia, double active) {
    double mixed = inertia / (inertia + active);
    return (float)dv_pow(mixed, MIXES_PER_SECOND * context->world->dt);
}

static dv_vec3 combine_velocity(const dv_combination *combination, void *state) {
    velocity_state *kept = state;
    const dv_steering_context *context = combination->context;
    float active;
    dv_vec3 mean = dv_mean_of_active(combination, &active);
    if (active == 0) {
        *kept = (velocity_state){0};
        return DV_NO_STEERING;
    }
    dv_vec3 before = kept->is_set ? dv_vec(kept->x, kept->y, kept->z) : context->velocity;
    dv_vec3 wanted = dv_add(context->velocity, mean);
    float inertia =
        dv_number_within(context, combination->parameters, parameters_of_velocity, INERTIA);
    dv_vec3 mixed = dv_lerp(wanted, before, kept_share(context, (double)inertia, (double)active));
    if (!dv_is_finite(mixed)) {
        *kept = (velocity_state){0};
        return DV_NO_STEERING;
    }
    *kept = (velocity_state){mixed.x, mixed.y, mixed.z, 1};
    return dv_subtract(mixed, context->velocity);
}

const dv_blend_type dv_blend_velocity = {
    .entry = {.name = "velocity",
              .doc = "Mix the velocities that the active parts want with the one wanted so far, "
                     "which smooths sudden changes of mind. While no part is active, the agent "
                     "wants its own velocity.",
              .source =
                  "Popelová and Gemrot, Combining Steering Behaviors: v = (w₀ v₋₁ + Σ wᵢ vᵢ) / "
                  "(w₀ + Σ wᵢ) over sᵢ ≠ 0, vᵢ = velocity + sᵢ, w₀ = inertia, ten times a "
                  "second; s = v − velocity",
              .parameters = parameters_of_velocity,
              .parameter_count = DV_COUNT_OF(parameters_of_velocity)},
    .weight = &dv_weight_as_share,
    .state_size = sizeof(velocity_state),
    .combine = combine_velocity,
};
