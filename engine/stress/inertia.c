// Inertia: the faster the agent goes, the more it costs to turn or to stop. A drunk agent sways to
// both sides.
#include "base/random.h"
#include "steering/behaviors.h"
#include "steering/evaluate.h"
#include "stress/motion.h"
#include "stress/stress.h"
#include "stress/targets.h"

#include "base/math.h"

enum { DRUNK, BRAKING };

static const dv_parameter parameters_of_inertia[] = {
    {"drunk", DV_PARAMETER_NUMBER, false, "", 0, 1, 0,
     "how far off straight ahead it prefers to go, as a share of the body's turn"},
    {"braking", DV_PARAMETER_NUMBER, false, "m/s²", 0, 1e6, 6,
     "how fast it slows down at no cost; what a step sheds beyond that costs"},
};

// Extra stress for steps to the side that was not drawn, as a share of the preferred turn. It
// breaks ties: without it, the tie rule would walk an agent that nothing else attracts around in
// circles.
#define SWAY 0.1f

/// The widest turn (rad) that a drunk agent may prefer: what the legs can turn in one step, or else
/// the widest turn of any candidate, a right angle at most.
static float widest_turn(const dv_steering_context *context, const dv_footsteps *steps) {
    if (dv_kind_of(context->world, context->agent)->is_legged)
        return dv_property_of(context->world, context->agent, DV_TURN);
    float widest = 0;
    for (uint32_t i = 0; i < steps->count; i++)
        widest = dv_larger(widest, fabsf(steps->turn[i]));
    return dv_smaller(widest, (float)DV_PI / 2);
}

static bool sways_left(const dv_steering_context *context) {
    dv_random_key key = {context->world->seed, context->world->tick, context->agent,
                         context->stream};
    return dv_random_bits(key, 0) & 1;
}

/// How far (rad, positive to the left) a step turns the motion off straight ahead. A step to the
/// side or back turns it, too, and so does a turn on the spot.
static float turn_of_motion(const dv_footsteps *steps, uint32_t i) {
    // Steps along the heading turn by exactly the same angle to either side.
    if (dv_goes_ahead(steps, i))
        return steps->turn[i];
    float left =
        steps->velocity_y[i] * steps->forward_x[i] - steps->velocity_x[i] * steps->forward_y[i];
    return steps->turn[i] + dv_angle_of(dv_speed_ahead(steps, i), left);
}

/// What it costs to shed more speed in a step than the body can at ease: little for a part of it,
/// so that a runner slows down in several steps, and all of it for a dead stop.
static float cost_of_braking(float now, float then, float at_ease) {
    float excess = now - then - at_ease;
    return excess > 0 ? excess * excess / now : 0;
}

// An agent that speeds up, or starts from rest, turns at the speed of the step.
static void score_inertia(const dv_steering_context *context, const dv_bound *parameters,
                          void *state, const dv_footsteps *steps, float *stress) {
    (void)state;
    const dv_parameter *descriptors = parameters_of_inertia;
    float drunk = dv_number_within(context, parameters, descriptors, DRUNK);
    float braking = dv_number_within(context, parameters, descriptors, BRAKING);
    float wanted = drunk > 0 ? drunk * widest_turn(context, steps) : 0;
    float left = wanted > 0 && sways_left(context) ? 1 : -1;
    dv_vec3 v = context->velocity;
    float now = sqrtf(v.x * v.x + v.y * v.y), at_ease = braking * steps->seconds;
    for (uint32_t i = 0; i < steps->count; i++) {
        float then = dv_speed_of_step(steps, i);
        float turn = turn_of_motion(steps, i);
        float off = fabsf(fabsf(turn) - wanted);
        float against = turn * left < 0 ? SWAY * wanted : 0;
        float speed = now > then ? (now + then) / 2 : then;
        stress[i] = (off + against) * speed + cost_of_braking(now, then, at_ease);
    }
}

const dv_stress_type dv_stress_inertia = {
    .entry = {.name = "inertia",
              .doc = "Go straight ahead: stress grows with the speed and with how far the step "
                     "turns the motion, be it by turning or by stepping aside. Braking hard costs, "
                     "too. A drunk agent prefers a turn to one side or the other.",
              .source =
                  "Reich 1997, Inertia, and the W of its drunk agent: |‖turn of the motion| − "
                  "drunk · most turn| · speed + excess² / speed now; speed is the mean of "
                  "now and the step's, or the step's if that is greater; excess = speed now "
                  "− step's speed − braking · duration, above 0; a tenth of the preferred "
                  "turn is added on the side that is not drawn for this step",
              .parameters = parameters_of_inertia,
              .parameter_count = DV_COUNT_OF(parameters_of_inertia)},
    .score = score_inertia,
};
