// Sense, control, act: the candidates of an agent's next step, what each costs, and which is taken.
// After B. D. Reich, An Architecture for Behavioral Locomotion (1997), The Locomotion Engine.
#ifndef DV_STRESS_CHOOSE_H
#define DV_STRESS_CHOOSE_H

#include "world/legs.h"

/// What the agent minds about a step in the state it is in.
static inline const dv_stress_list *dv_stresses_of(const dv_world *world, uint32_t agent) {
    return &dv_kind_of(world, agent)->states[world->agents.state[agent]].stress;
}

/// Whether the agent is to choose a step in this tick; of a legged body.
static inline bool dv_chooses(const dv_world *world, uint32_t agent) {
    return dv_legs_of(world, agent)->left == 0;
}

/// The steps the agent could take: standing first, then its fan from the right to the left with the
/// longest strides first, then what its body allows beside, and goals within a step's reach. None
/// when its desired speed is 0.
void dv_footsteps_of(const dv_steering_context *context, const dv_stress_list *list,
                     dv_footsteps *steps);

/// Add the very step that the agent is steered to take, where it can turn so far.
void dv_add_steered_step(const dv_steering_context *context, dv_footsteps *steps);

/// How far the hips are off the middle, of a body of that radius.
static inline float dv_hip(float radius) { return 0.4f * radius; }

/// Collision prevention: make the stress of every step infinite that would bring the body into
/// another's or an obstacle on its way, or deeper into one than it is, or out of bounds that
/// contain. Others are taken to keep going as they do.
void dv_forbid_collisions(const dv_steering_context *context, const dv_footsteps *steps,
                          float *stress);
/// The same of the next tick of a step under way.
bool dv_would_collide(const dv_steering_context *context, dv_vec3 velocity);

/// Σ weight · stress ^ power for each step, added to `total`. A behavior with an empty number slot
/// has no part in it; what is no number, or below 0, is no stress.
void dv_add_stresses(const dv_steering_context *context, const dv_stress_list *list,
                     unsigned char *states, const dv_footsteps *steps, float *total);
/// The step of the least stress, ties to the smaller turn, then the first; `count` when none is
/// free.
uint32_t dv_least_stress(const dv_footsteps *steps, const float *total);

/// What phase steer does for an agent on legs after it was steered: choose a step when the last one
/// is done, or stop one that would end in a collision.
void dv_choose_step(dv_world *world, uint32_t agent);
/// Draw the steps an agent on legs could take from where it is: the less stress the greener, rings
/// where it would run into something, and a line to the one it would take.
dv_result dv_annotate_steps(const dv_steering_context *context, dv_sketch *sketch,
                            dv_error *error);
/// Ask the host for the stress of the steps it has functions for. False when its script failed.
bool dv_ask_host_for_stress(dv_world *world, uint32_t agent);

#endif
