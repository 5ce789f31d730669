// Inertia: turning costs more the faster the agent walks. A drunk agent sways to both sides.
#include "base/random.h"
#include "steering/behaviors.h"
#include "steering/evaluate.h"
#include "stress/stress.h"

#include "base/math.h"

enum { DRUNK };

static const dv_parameter parameters_of_inertia[] = {
    {"drunk", DV_PARAMETER_NUMBER, false, "", 0, 1, 0,
     "how far off straight ahead it prefers to step, as a share of the body's turn"},
};

// Extra stress for steps to the side that was not drawn, as a share of the preferred turn. It
// breaks ties: without it, the tie rule would walk an agent that nothing else attracts around in
// circles.
#define SWAY 0.1f

static bool sways_left(const dv_steering_context *context) {
    dv_random_key key = {context->world->seed, context->world->tick, context->agent,
                         context->stream};
    return dv_random_bits(key, 0) & 1;
}

static void score_inertia(const dv_steering_context *context, const dv_bound *parameters,
                          void *state, const dv_footsteps *steps, float *stress) {
    (void)state;
    float drunk = dv_number_within(context, parameters, parameters_of_inertia, DRUNK);
    float turn = dv_property_of(context->world, context->agent, DV_TURN);
    float wanted = drunk * turn;
    float left = wanted > 0 && sways_left(context) ? 1 : -1;
    for (uint32_t i = 0; i < steps->count; i++) {
        float speed = sqrtf(steps->velocity_x[i] * steps->velocity_x[i] +
                            steps->velocity_y[i] * steps->velocity_y[i]);
        float off = fabsf(fabsf(steps->turn[i]) - wanted);
        float against = steps->turn[i] * left < 0 ? SWAY * wanted : 0;
        stress[i] = (off + against) * speed;
    }
}

const dv_stress_type dv_stress_inertia = {
    .entry = {.name = "inertia",
              .doc = "Go straight ahead: stress grows with the turn and the speed of the step. A "
                     "drunk agent prefers a turn to one side or the other.",
              .source = "Reich 1997, Inertia, and the W of its drunk agent: |‖turn| − drunk · most "
                        "turn| · speed; a tenth of the preferred turn is added on the side that is "
                        "not drawn for this step",
              .parameters = parameters_of_inertia,
              .parameter_count = DV_COUNT_OF(parameters_of_inertia)},
    .score = score_inertia,
};
