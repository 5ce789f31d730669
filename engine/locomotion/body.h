// Shared by the locomotion models: how a steering vector accelerates a mass, how far a body may
// turn, and how it is moved.
#ifndef DV_LOCOMOTION_BODY_H
#define DV_LOCOMOTION_BODY_H

#include "program/value_rows.h"
#include "world/world_data.h"

/// m/s; slower velocities do not turn a body.
#define DV_SLOWEST_TURN 1e-3f

/// The component of `v` perpendicular to the unit vector `axis`.
static inline dv_vec3 dv_part_across(dv_vec3 v, dv_vec3 axis) {
    return dv_subtract(v, dv_scale(axis, dv_dot(v, axis)));
}

/// The coefficient of a low-pass filter: the share of its remaining difference that a quantity
/// covers in one tick, given a time constant of `seconds`. 1 for 0 s.
static inline float dv_share_of_tick(float seconds, float dt) { return dt / (seconds + dt); }

/// The agent's steering vector; zero if a script or a registered behavior made it not finite.
dv_vec3 dv_steering_of(const dv_world *world, uint32_t agent);

/// The limits of a body in one tick.
typedef struct dv_body {
    float mass;     ///< kg
    float thrust;   ///< m/s², from its max_force
    float response; ///< s, at least a tick
    float cap;      ///< m/s, the highest desired speed
    float floor;    ///< m/s, the lowest speed; never above the cap
    float slowdown; ///< factor of drag on its speed
    float turn;     ///< rad, the largest turn; may be infinite
    float dt;       ///< s
} dv_body;

dv_body dv_body_of(const dv_world *world, uint32_t agent, float dt);

/// The new velocity of a body, and the direction it faces then.
typedef struct dv_going {
    dv_vec3 velocity;
    dv_vec3 forward; ///< unit
} dv_going;

/// Move Reynolds' simple vehicle by one tick: force = truncate(mass · s / response, max_force), or
/// 0 if that is below min_force; smoothing; v += force / mass · dt; drag; speed clamped to floor
/// and cap; and the turn limited. Stores the agent's smoothed acceleration.
dv_going dv_body_goes(dv_world *world, uint32_t agent, const dv_body *body, dv_vec3 velocity,
                      dv_vec3 steering);

/// Move the agent by one tick at a velocity, limited to DV_TOP_SPEED. It does not move if the
/// velocity is not finite, and never beyond DV_FARTHEST.
void dv_body_moves(dv_world *world, uint32_t agent, dv_vec3 velocity, float dt);

/// Turn the unit vector `forward` toward `wanted` by at most `angle` (rad). If `wanted` is
/// opposite, turn left, as seen with `up` pointing up.
dv_vec3 dv_turned(dv_vec3 forward, dv_vec3 up, dv_vec3 wanted, float angle);

/// Move the agent onto its surface, remove the velocity's component along the normal, and make the
/// normal its up direction. Does nothing in a plane.
void dv_hug(dv_world *world, uint32_t agent);
/// Like dv_hug, but bend the velocity along the surface instead, which keeps the speed on curved
/// ground.
void dv_hug_bent(dv_world *world, uint32_t agent);

#endif
