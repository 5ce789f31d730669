// Follow steering: let agents that weigh stress use any steering behavior or blend.
#include "stress/control.h"
#include "stress/motion.h"
#include "stress/stress.h"
#include "world/world_data.h"

// The weight of the heading relative to the velocity: enough to turn on the spot toward a target
// behind, where every step ahead leads away from it.
#define FACING 0.25f
#define ASIDE 2.0f ///< weight of a step aside, for bodies that can turn

/// What a step adds that does not go where it faces: more than it gains by coming nearer to the
/// wanted velocity, so that a body that can turn turns. 0 for steps ahead and on the spot.
static float cost_aside(const dv_footsteps *steps, uint32_t i, float weight) {
    if (dv_goes_ahead(steps, i))
        return 0;
    return weight * (dv_speed_of_step(steps, i) - dv_speed_ahead(steps, i));
}

static void score_steering(const dv_steering_context *context, const dv_bound *parameters,
                           void *state, const dv_footsteps *steps, float *stress) {
    (void)parameters;
    (void)state;
    dv_vec3 steering = context->world->agents.steering[context->agent];
    dv_vec3 wanted = dv_add(context->velocity, steering);
    bool is_legged = dv_kind_of(context->world, context->agent)->is_legged;
    wanted.z = is_legged ? 0 : wanted.z;
    if (!dv_is_finite(wanted))
        return;
    wanted = dv_truncate(wanted, context->cap);
    float speed = dv_length(wanted);
    bool turns = is_legged && dv_property_of(context->world, context->agent, DV_TURN) > 0;
    float weight = turns ? ASIDE : 0;
    for (uint32_t i = 0; i < steps->count; i++) {
        float x = steps->velocity_x[i] - wanted.x, y = steps->velocity_y[i] - wanted.y;
        float z = steps->velocity_z[i] - wanted.z;
        float facing = steps->forward_x[i] * wanted.x + steps->forward_y[i] * wanted.y;
        stress[i] = sqrtf(x * x + y * y + z * z) + FACING * dv_excess(speed - facing) +
                    cost_aside(steps, i, weight);
    }
}

const dv_stress_type dv_stress_follow_steering = {
    .entry =
        {
            .name = "follow_steering",
            .doc = "Go the way the steering behaviors ask, and face it. Agents with steering have "
                   "it even if their list does not name it.",
            .source = "|step's velocity − desired velocity| + ¼ · (|desired| − facing · desired) + "
                      "2 · (step's speed − facing · step's velocity) on legs that can turn",
        },
    .score = score_steering,
    .leads = true,
};
