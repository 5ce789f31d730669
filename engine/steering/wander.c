// Wander: a random walk of the steering direction, not of the place.
#include "base/random.h"
#include "steering/behaviors.h"
#include "steering/desired.h"
#include "steering/evaluate.h"

enum { STRENGTH, RATE };

static const dv_parameter parameters_of_wander[] = {
    {"strength", DV_PARAMETER_NUMBER, false, "", 0, 100, 0.5,
     "radius of the sphere around the point one unit ahead: how sharply it may turn"},
    {"rate", DV_PARAMETER_NUMBER, false, "1/√s", 0, 100, 2,
     "random displacement on the unit sphere: how soon it turns elsewhere; 2 forgets within a "
     "second"},
};

/// The point on the unit sphere, as (ahead, left, up) of the agent; zero before it is drawn.
typedef struct wander_state {
    float ahead, left, up;
} wander_state;

// Steps of a random walk add up with the square root of time, so that the tick rate does not
// matter.
static dv_vec3 displaced(const dv_steering_context *context, dv_vec3 point, float rate) {
    bool volume = context->world->space == DV_VOLUME;
    dv_random_key key = {context->world->seed, context->world->tick, context->agent,
                         context->stream};
    dv_vec3 step = dv_random_direction(key, 0, volume);
    if (dv_is_zero(point))
        return step;
    dv_vec3 next = dv_normalize(dv_add(point, dv_scale(step, rate * sqrtf(context->dt))));
    return dv_is_zero(next) ? point : next;
}

static dv_vec3 to_world(dv_vec3 forward, dv_vec3 local) {
    dv_vec3 left = dv_left_of(forward);
    dv_vec3 up = dv_cross(forward, left);
    return dv_add(dv_scale(forward, local.x),
                  dv_add(dv_scale(left, local.y), dv_scale(up, local.z)));
}

static dv_vec3 wander(const dv_steering_context *context, const dv_bound *parameters, void *state) {
    wander_state *kept = state;
    dv_vec3 point = displaced(context, dv_vec(kept->ahead, kept->left, kept->up),
                              dv_number_within(context, parameters, parameters_of_wander, RATE));
    *kept = (wander_state){point.x, point.y, point.z};
    float strength = dv_number_within(context, parameters, parameters_of_wander, STRENGTH);
    dv_vec3 direction =
        dv_add(context->forward, dv_scale(to_world(context->forward, point), strength));
    if (dv_is_zero(direction))
        direction = context->forward;
    return dv_steer_along(context, direction, context->cap);
}

const dv_behavior_type dv_behavior_wander = {
    .entry = {.name = "wander",
              .doc = "Roam at full speed with sustained random turns.",
              .source = "Reynolds 1999, Wander: s = cap · unit(forward + strength · point) − "
                        "velocity; the point walks randomly on the unit sphere (circle in the "
                        "plane) that turns with the agent",
              .parameters = parameters_of_wander,
              .parameter_count = DV_COUNT_OF(parameters_of_wander)},
    .state_size = sizeof(wander_state),
    .evaluate = wander,
};
