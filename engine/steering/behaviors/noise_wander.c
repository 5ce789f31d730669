// Noise wander: roam by coherent noise, a smooth function of time.
#include "base/random.h"
#include "steering/annotations.h"
#include "steering/behaviors.h"
#include "steering/desired.h"
#include "steering/evaluate.h"

enum { STRENGTH, RATE };

static const dv_parameter parameters_of_noise_wander[] = {
    {"strength", DV_PARAMETER_NUMBER, false, "", 0, 100, 1,
     "share to the side, per unit ahead, where the noise is greatest: how sharply it may turn"},
    {"rate", DV_PARAMETER_NUMBER, false, "1/s", 0, 100, 0.5,
     "how often new noise is drawn: how soon it changes direction"},
};

enum { TO_LEFT, TO_UP, PHASE };

/// Draw number `n` of a lattice point, in [−1, 1).
static float draw_number(const dv_steering_context *context, uint64_t lattice, uint64_t n) {
    dv_random_key key = {context->world->seed, lattice, context->agent, context->stream};
    return (float)(2 * dv_random_unit(key, n) - 1);
}

// Gradient noise on a line. Each whole number has value 0 and a random slope; in between, the lines
// of the two slopes are blended without a jump in value, slope or curvature. Within [−1, 1].
static float gradient_noise(const dv_steering_context *context, double at, uint64_t axis) {
    double whole = floor(at);
    uint64_t lattice = (uint64_t)whole;
    float t = (float)(at - whole);
    float fade = t * t * t * (t * (t * 6 - 15) + 10);
    float before = draw_number(context, lattice, axis) * t;
    float after = draw_number(context, lattice + 1, axis) * (t - 1);
    return 2 * (before + (after - before) * fade);
}

/// The direction ahead, deflected to the side by the current noise.
static dv_vec3 direction_of(const dv_steering_context *context, const dv_bound *parameters) {
    const dv_world *world = context->world;
    float strength = dv_number_within(context, parameters, parameters_of_noise_wander, STRENGTH);
    double rate = (double)dv_number_within(context, parameters, parameters_of_noise_wander, RATE);
    // Without a phase of its own, every agent would go straight at the same moments.
    double phase = ((double)draw_number(context, 0, PHASE) + 1) / 2;
    double at = (double)world->tick * world->dt * rate + phase;
    dv_axes own = dv_axes_of(world, context->agent, context->forward);
    dv_vec3 direction = dv_add(context->forward,
                               dv_scale(own.left, strength * gradient_noise(context, at, TO_LEFT)));
    if (world->space == DV_VOLUME)
        direction =
            dv_add(direction, dv_scale(own.up, strength * gradient_noise(context, at, TO_UP)));
    return direction;
}

static dv_vec3 noise_wander(const dv_steering_context *context, const dv_bound *parameters,
                            void *state) {
    (void)state;
    return dv_steer_along(context, direction_of(context, parameters), context->cap);
}

// Draw the range of the noise one unit ahead, and its current value.
static void annotate_noise_wander(const dv_steering_context *context, const dv_bound *parameters,
                                  const void *state, dv_sketch *sketch) {
    (void)state;
    float unit = dv_figure_unit(context);
    float strength = dv_number_within(context, parameters, parameters_of_noise_wander, STRENGTH);
    dv_vec3 ahead = dv_scale(context->forward, unit);
    dv_axes own = dv_axes_of(context->world, context->agent, context->forward);
    dv_vec3 aside = dv_scale(own.left, strength * unit);
    dv_show_line(context, sketch, dv_subtract(ahead, aside), dv_add(ahead, aside), DV_INK_CLEAR);
    dv_show_place(context, sketch, dv_scale(direction_of(context, parameters), unit),
                  DV_INK_TARGET);
}

const dv_behavior_type dv_behavior_noise_wander = {
    .entry = {.name = "noise_wander",
              .doc = "Roam at full speed in smooth, sustained turns.",
              .source = "Reynolds 1999, Wander (coherent noise): s = cap · unit(forward + strength "
                        "· noise(time · rate) to the side) − velocity; gradient noise, one value "
                        "for left and right and in a volume one for up and down",
              .parameters = parameters_of_noise_wander,
              .parameter_count = DV_COUNT_OF(parameters_of_noise_wander)},
    .evaluate = noise_wander,
    .annotate = annotate_noise_wander,
};
