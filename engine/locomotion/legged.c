// Legged: bodies that move in steps. The steer phase chooses the steps (stress/choose.h). This
// model moves the body from the start of a step to its end.
#include "drover/catalogue.h"
#include "locomotion/body.h"
#include "world/legs.h"

#include "base/result.h"

#include <math.h>

#define ROUNDING 1e-3f ///< tolerance for components of unit vectors

static void face_ahead(dv_world *world, uint32_t agent, const dv_legs *legs) {
    dv_vec3 now = dv_forward_of(world, agent);
    float x = now.x * legs->turn_cosine - now.y * legs->turn_sine;
    float y = now.x * legs->turn_sine + now.y * legs->turn_cosine;
    if (legs->left == 0 && !legs->is_still)
        x = legs->forward_x, y = legs->forward_y;
    dv_vec3 forward = dv_normalize(dv_vec(x, y, 0));
    if (dv_is_finite(forward) && !dv_is_zero(forward))
        dv_face(world, agent, forward);
}

static void set_down_foot(dv_legs *legs) {
    if (legs->steps_left_foot)
        legs->left_x = legs->foot_x, legs->left_y = legs->foot_y;
    else
        legs->right_x = legs->foot_x, legs->right_y = legs->foot_y;
    legs->steps_left_foot = !legs->steps_left_foot;
}

static void move_agent(dv_world *world, uint32_t agent, float dt) {
    dv_legs *legs = dv_legs_of(world, agent);
    dv_vec3 velocity = dv_vec(legs->velocity_x, legs->velocity_y, 0);
    if (legs->left == 0 || !dv_is_finite(velocity))
        velocity = dv_vec(0, 0, 0);
    dv_body_moves(world, agent, velocity, dt);
    if (legs->left == 0)
        return;
    legs->left--;
    if (!legs->is_still)
        face_ahead(world, agent, legs);
    if (legs->left == 0 && !legs->is_still)
        set_down_foot(legs);
}

static void move_legged(dv_world *world, const uint32_t *agents, uint32_t first, uint32_t last) {
    float dt = (float)world->dt;
    for (uint32_t i = first; i < last; i++)
        move_agent(world, agents[i], dt);
}

static bool is_within(float a, float b, float most) { return fabsf(a) <= most && fabsf(b) <= most; }

/// Whether a state from a snapshot is valid: all its values are in range.
static bool is_step(const void *state) {
    const dv_legs *legs = state;
    const float farthest = 2 * DV_FARTHEST, fastest = 2 * DV_TOP_SPEED, unit = 1 + ROUNDING;
    return is_within(legs->left_x, legs->left_y, farthest) &&
           is_within(legs->right_x, legs->right_y, farthest) &&
           is_within(legs->foot_x, legs->foot_y, farthest) &&
           is_within(legs->velocity_x, legs->velocity_y, fastest) &&
           is_within(legs->forward_x, legs->forward_y, unit) &&
           is_within(legs->turn_cosine, legs->turn_sine, unit) && legs->left <= legs->ticks &&
           legs->steps_left_foot <= 1 && legs->has_stood <= 1 && legs->is_halted <= 1 &&
           legs->is_still <= 1 && dv_is_detour(&legs->detour);
}

static void end_step(void *state) { ((dv_legs *)state)->left = 0; }

static dv_result refuse_large_fan(const dv_bound *properties, const char *where, dv_error *error) {
    const dv_bound *arcs = &properties[DV_ARCS], *spokes = &properties[DV_SPOKES];
    if (arcs->source != DV_SOURCE_LITERAL || spokes->source != DV_SOURCE_LITERAL ||
        floor(arcs->number) * floor(spokes->number) <= DV_MAX_FAN)
        return DV_OK;
    return dv_fail(error, DV_ERROR_LIMIT,
                   "%s%sbody.arcs: %g arcs of %g spokes are more than %d footsteps", where,
                   *where ? ": " : "", arcs->number, spokes->number, DV_MAX_FAN);
}

static const dv_property properties_of_legs[] = {
    DV_STRIDE, DV_MIN_STRIDE,  DV_TURN,      DV_ARCS,
    DV_SPOKES, DV_STAND_STILL, DV_SIDE_STEP, DV_BACK_STEP,
};

const dv_locomotion_type dv_locomotion_legged = {
    .entry = {.name = "legged",
              .doc = "A body that moves in steps. Each step is the one with the least stress in a "
                     "fan of candidates, and never leads into another body or an obstacle. In a "
                     "volume, it walks on planes and height fields, as `surface` does.",
              .source = "Reich 1997, The Locomotion Engine: sense, control, act. A step takes "
                        "stride / desired speed, a second at most, in whole ticks; feet alternate"},
    .move = move_legged,
    .hugs = true,
    .properties = properties_of_legs,
    .property_count = sizeof properties_of_legs / sizeof *properties_of_legs,
    .steps = true,
    .state_name = "legs",
    .state_size = sizeof(dv_legs),
    .is_state = is_step,
    .halt = end_step,
    .refuse = refuse_large_fan,
};
