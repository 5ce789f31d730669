// Wander: a random walk of the steering direction, not of the position.
#include "base/random.h"
#include "steering/annotations.h"
#include "steering/behaviors.h"
#include "steering/desired.h"
#include "steering/desires.h"
#include "steering/evaluate.h"
#include "world/world_data.h"

#include <string.h>

enum { STRENGTH, RATE };

static const dv_parameter parameters_of_wander[] = {
    {"strength", DV_PARAMETER_NUMBER, false, "", 0, 100, 0.5,
     "radius of the sphere around the point one unit ahead: how sharply it may turn"},
    {"rate", DV_PARAMETER_NUMBER, false, "1/√s", 0, 100, 2,
     "random displacement on the unit sphere: how soon it changes direction; with 2, within a "
     "second"},
};

// The steps of a random walk add up with the square root of time, so that the tick rate does not
// matter.
static dv_vec3 displace_point(const dv_steering_context *context, dv_vec3 point, float rate) {
    bool volume = context->world->space == DV_VOLUME;
    dv_random_key key = {context->world->seed, context->world->tick, context->agent,
                         context->stream};
    dv_vec3 step = dv_random_direction(key, 0, volume);
    if (dv_is_zero(point))
        return step;
    dv_vec3 next = dv_normalize(dv_add(point, dv_scale(step, rate * sqrtf(context->dt))));
    return dv_is_zero(next) ? point : next;
}

/// The direction to the point on the sphere, which is moved first, as a vector in the world.
static dv_vec3 direction_of(const dv_steering_context *context, float strength, float rate,
                            dv_wander_state *state) {
    dv_vec3 point = displace_point(context, dv_vec(state->ahead, state->left, state->up), rate);
    *state = (dv_wander_state){point.x, point.y, point.z};
    // In the body's own axes: level axes would flip when the body passes the vertical, and hold it
    // there.
    dv_axes own = dv_axes_of(context->world, context->agent, context->forward);
    return dv_add(context->forward, dv_scale(dv_out_of_axes(&own, point), strength));
}

dv_vec3 dv_wander(const dv_steering_context *context, float strength, float rate,
                  dv_wander_state *state) {
    dv_vec3 direction = direction_of(context, strength, rate, state);
    if (dv_is_zero(direction))
        direction = context->forward;
    return dv_steer_along(context, direction, context->cap);
}

void dv_annotate_wander(const dv_steering_context *context, float strength, float rate,
                        const dv_wander_state *state, dv_sketch *sketch) {
    dv_wander_state moved = *state;
    float unit = dv_figure_unit(context);
    dv_vec3 point = direction_of(context, strength, rate, &moved);
    dv_show_circle(context, sketch, dv_scale(context->forward, unit), strength * unit,
                   DV_INK_CLEAR);
    dv_show_place(context, sketch, dv_scale(point, unit), DV_INK_TARGET);
}

static dv_vec3 evaluate_wander(const dv_steering_context *context, const dv_bound *parameters,
                               void *state) {
    return dv_wander(context, dv_number_within(context, parameters, parameters_of_wander, STRENGTH),
                     dv_number_within(context, parameters, parameters_of_wander, RATE), state);
}

static void draw_displacements(const dv_squad *squad, dv_wanderers *w) {
    const dv_world *world = squad->world;
    dv_random_key key = {.seed = world->seed, .tick = world->tick, .stream = squad->stream};
    uint64_t bits[DV_LANES];
    dv_random_bits_of(key, 0, squad->agent, DV_LANES, bits);
    for (uint32_t lane = 0; lane < DV_LANES; lane++) {
        w->angle[lane] = dv_angle_of_bits(bits[lane]);
        w->radius[lane] = 1;
        w->height[lane] = 0;
        if (world->space == DV_VOLUME)
            w->height[lane] = dv_height_of_bits(bits[lane], &w->radius[lane]);
    }
}

static void take_roofs(const dv_squad *squad, dv_vectors *up) {
    memset(up, 0, sizeof *up);
    for (uint32_t lane = 0; lane < DV_LANES; lane++)
        up->z[lane] = 1;
    if (squad->world->space == DV_VOLUME)
        for (uint32_t lane = 0; lane < DV_LANES; lane++)
            dv_set_lane(up, lane, dv_up_of(squad->world, squad->agent[lane]));
}

static void wander_together(const dv_squad *squad, const dv_bound *parameters,
                            void *const states[DV_LANES], dv_vectors *vectors) {
    dv_wanderers w;
    // Written word by word, so do it as long as possible before the vectors are loaded whole.
    for (uint32_t lane = 0; lane < DV_LANES; lane++) {
        const dv_wander_state *state = states[lane];
        dv_set_lane(&w.points, lane, dv_vec(state->ahead, state->left, state->up));
    }
    take_roofs(squad, &w.up);
    dv_numbers_within(squad, parameters, parameters_of_wander, STRENGTH, w.strength);
    dv_numbers_within(squad, parameters, parameters_of_wander, RATE, w.rate);
    draw_displacements(squad, &w);
    squad->world->kernels->wander_run(squad, &w, vectors);
    for (uint32_t lane = 0; lane < squad->count; lane++)
        *(dv_wander_state *)states[lane] =
            (dv_wander_state){w.points.x[lane], w.points.y[lane], w.points.z[lane]};
}

static void annotate_wander(const dv_steering_context *context, const dv_bound *parameters,
                            const void *state, dv_sketch *sketch) {
    dv_annotate_wander(
        context, dv_number_within(context, parameters, parameters_of_wander, STRENGTH),
        dv_number_within(context, parameters, parameters_of_wander, RATE), state, sketch);
}

const dv_behavior_type dv_behavior_wander = {
    .entry = {.name = "wander",
              .doc = "Roam at full speed with sustained random turns.",
              .source = "Reynolds 1999, Wander: s = cap · unit(forward + strength · point) − "
                        "velocity; the point walks randomly on the unit sphere (circle in the "
                        "plane) that turns with the agent",
              .parameters = parameters_of_wander,
              .parameter_count = DV_COUNT_OF(parameters_of_wander)},
    .state_size = sizeof(dv_wander_state),
    .evaluate = evaluate_wander,
    .annotate = annotate_wander,
};

const dv_squad_behavior dv_squad_wander = {
    .type = &dv_behavior_wander,
    .evaluate_squad = wander_together,
};
