// Follow steering: let agents on legs use any steering behavior or blend.
#include "stress/control.h"
#include "stress/stress.h"
#include "world/world_data.h"

// The weight of the heading relative to the velocity: enough to turn on the spot toward a target
// behind, where every step ahead leads away from it.
#define FACING 0.25f

static void score_steering(const dv_steering_context *context, const dv_bound *parameters,
                           void *state, const dv_footsteps *steps, float *stress) {
    (void)parameters;
    (void)state;
    dv_vec3 steering = context->world->agents.steering[context->agent];
    dv_vec3 wanted = dv_add(context->velocity, steering);
    wanted.z = 0;
    if (!dv_is_finite(wanted))
        return;
    wanted = dv_truncate(wanted, context->cap);
    float speed = dv_length(wanted);
    for (uint32_t i = 0; i < steps->count; i++) {
        float x = steps->velocity_x[i] - wanted.x, y = steps->velocity_y[i] - wanted.y;
        float facing = steps->forward_x[i] * wanted.x + steps->forward_y[i] * wanted.y;
        stress[i] = sqrtf(x * x + y * y) + FACING * dv_excess(speed - facing);
    }
}

const dv_stress_type dv_stress_follow_steering = {
    .entry =
        {
            .name = "follow_steering",
            .doc = "Step the way the steering behaviors ask. Legged agents with steering have it "
                   "even if their list does not name it.",
            .source = "|step's velocity − desired velocity| + ¼ · (|desired| − facing · desired)",
        },
    .score = score_steering,
    .leads = true,
};
