// Forward: keep going in the direction the agent faces.
#include "program/program_data.h"
#include "steering/behaviors.h"
#include "stress/control.h"
#include "stress/motion.h"
#include "stress/stress.h"

#include "base/math.h"

static void score_forward(const dv_steering_context *context, const dv_bound *parameters,
                          void *state, const dv_footsteps *steps, float *stress) {
    (void)parameters;
    (void)state;
    float most = context->cap * steps->seconds;
    for (uint32_t i = 0; most > 0 && i < steps->count; i++) {
        float along = dv_dot(dv_velocity_of_step(steps, i), context->forward) * steps->seconds;
        stress[i] = dv_excess(1 - along / most);
    }
}

const dv_stress_type dv_stress_forward = {
    .entry = {.name = "forward",
              .doc = "Keep going the way it faces: 0 for the longest step straight ahead, 1 for "
                     "standing still, 2 for the longest step back.",
              .source = "Reich 1997, Inertia (attraction in the forward direction): 1 − (step · "
                        "forward) / longest step"},
    .score = score_forward,
    .leads = true,
};
