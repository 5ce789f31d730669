// What the locomotion models have in common: what a steering vector does to a mass, how far a body
// may turn, and how it is put where it goes.
#ifndef DV_LOCOMOTION_BODY_H
#define DV_LOCOMOTION_BODY_H

#include "world/value_rows.h"
#include "world/world_data.h"

/// m/s, below which a velocity does not turn a body.
#define DV_SLOWEST_TURN 1e-3f

static inline float dv_larger(float a, float b) { return a > b ? a : b; }
static inline float dv_smaller(float a, float b) { return a < b ? a : b; }

/// The part of `v` across the unit vector `axis`.
static inline dv_vec3 dv_part_across(dv_vec3 v, dv_vec3 axis) {
    return dv_subtract(v, dv_scale(axis, dv_dot(v, axis)));
}

/// Of the way that a quantity has to go to its aim, the share it goes in a tick when it takes
/// `seconds` to follow (a low-pass filter); all of it for 0 s.
static inline float dv_share_of_tick(float seconds, float dt) { return dt / (seconds + dt); }

/// The agent's steering vector; zero when a script or a foreign behavior made it infinite.
dv_vec3 dv_steering_of(const dv_world *world, uint32_t agent);

/// What bounds a body in one tick of `dt` seconds.
typedef struct dv_body {
    float mass;     ///< kg
    float thrust;   ///< m/s², of its max_force
    float response; ///< s, a tick at least
    float cap;      ///< m/s, the fastest it means to go
    float floor;    ///< m/s, the slowest; never above the cap
    float slowdown; ///< what drag leaves of its speed
    float turn;     ///< rad, the furthest it turns; may be infinite
    float dt;       ///< s
} dv_body;

dv_body dv_body_of(const dv_world *world, uint32_t agent, float dt);

/// Where the body goes under a steering vector, and which way it faces then.
typedef struct dv_going {
    dv_vec3 velocity;
    dv_vec3 forward; ///< unit
} dv_going;

/// Reynolds' simple vehicle: force = truncate(mass · s / response, max_force), nothing below
/// min_force, smoothed, v += force / mass · dt, drag, speed between floor and cap, and the turn
/// limited. Keeps the smoothed acceleration of the agent.
dv_going dv_body_goes(dv_world *world, uint32_t agent, const dv_body *body, dv_vec3 velocity,
                      dv_vec3 steering);

/// Put the agent where the velocity takes it in a tick, at DV_TOP_SPEED at most. What is not finite
/// moves nothing, and nothing moves beyond DV_FARTHEST.
void dv_body_moves(dv_world *world, uint32_t agent, dv_vec3 velocity, float dt);

/// The unit vector `forward` turned toward `wanted` by at most `angle`; to the left of a body with
/// its roof along `up` when it has to face about.
dv_vec3 dv_turned(dv_vec3 forward, dv_vec3 up, dv_vec3 wanted, float angle);

/// Put the agent on its surface: the velocity loses what leads out of it, the roof is its normal.
/// Nothing in the plane, which is a surface itself.
void dv_hug(dv_world *world, uint32_t agent);
/// The same, with the velocity bent along the surface: after a step over curved ground the speed
/// stays what it was.
void dv_hug_bent(dv_world *world, uint32_t agent);

#endif
