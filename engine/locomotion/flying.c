// Flying: a point mass that banks in turns, like an aircraft, a bird, or a fish.
#include "drover/catalogue.h"
#include "locomotion/body.h"

#define GRAVITY 9.81f           ///< m/s², weight of the upright direction against the turn
#define ROLL_TIME (1.0f / 3.0f) ///< s, time constant of roll

/// The new up direction. It follows, with a delay, the sum of the turn's acceleration and the
/// acceleration against gravity.
static dv_vec3 banked_up(const dv_world *world, uint32_t agent, dv_vec3 forward, dv_vec3 change,
                         float dt) {
    dv_vec3 old = dv_up_of(world, agent);
    dv_vec3 lift = dv_add(dv_scale(change, 1 / dt), dv_vec(0, 0, GRAVITY));
    dv_vec3 across = dv_part_across(lift, forward);
    // If the body flies along the lift, as in a vertical dive, the lift does not define an up.
    if (!dv_is_finite(across) || dv_length(across) < 1e-3f * GRAVITY)
        return old;
    dv_vec3 up = dv_lerp(old, dv_normalize(across), dv_share_of_tick(ROLL_TIME, dt));
    return dv_length(up) > 1e-3f ? up : dv_cross(old, forward);
}

static void move_agent(dv_world *world, uint32_t agent, float dt) {
    dv_body body = dv_body_of(world, agent, dt);
    dv_vec3 velocity = dv_velocity_of(world, agent);
    if (world->space == DV_PLANE)
        velocity.z = 0;
    dv_going going = dv_body_goes(world, agent, &body, velocity, dv_steering_of(world, agent));
    dv_vec3 change = dv_subtract(going.velocity, velocity);
    dv_body_moves(world, agent, going.velocity, dt);
    dv_orient(world, agent, going.forward, banked_up(world, agent, going.forward, change, dt));
}

static void move_flying(dv_world *world, const uint32_t *agents, uint32_t first, uint32_t last) {
    float dt = (float)world->dt;
    for (uint32_t i = first; i < last; i++)
        move_agent(world, agents[i], dt);
}

const dv_locomotion_type dv_locomotion_flying = {
    .entry = {.name = "flying",
              .doc = "A point mass that banks: in a volume, it leans into its turns.",
              .source =
                  "Reynolds 1999, Simple Vehicle Model: approximate up = weighted sum of "
                  "steering acceleration, gravity and the old up. Here up follows a + 9.81 z "
                  "within a third of a second (OpenSteer, regenerateLocalSpaceForBanking), so "
                  "that a level turn settles at tan(roll) = speed² / (radius · 9.81)"},
    .move = move_flying,
};
