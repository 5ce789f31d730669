// Sense, control, act: list the candidates for an agent's next step, score each by its stress, and
// take the one with the least. After B. D. Reich, An Architecture for Behavioral Locomotion (1997),
// The Locomotion Engine.
#ifndef DV_STRESS_CHOOSE_H
#define DV_STRESS_CHOOSE_H

#include "stress/total.h"
#include "world/legs.h"

/// The stress behaviors of the agent's kind in the agent's current state.
static inline const dv_stress_list *dv_stresses_of(const dv_world *world, uint32_t agent) {
    return &dv_kind_of(world, agent)->states[world->agents.state[agent]].stress;
}

/// Whether the agent chooses a step in this tick. The agent must be on legs.
static inline bool dv_chooses(const dv_world *world, uint32_t agent) {
    return dv_legs_of(world, agent)->left == 0;
}

/// List the steps the agent could take: standing first, then its fan from right to left with the
/// longest strides first, then turns on the spot, side steps and a step back if the body has them,
/// then steps onto goals within reach. The list is empty when the agent's desired speed is 0.
void dv_footsteps_of(const dv_steering_context *context, const dv_stress_list *list,
                     dv_footsteps *steps);

/// Add the step that follows the agent's steering exactly, if the body can turn that far.
void dv_add_steered_step(const dv_steering_context *context, dv_footsteps *steps);

/// Add turns on the spot to either side, as far as the body can turn in one step.
void dv_add_turns(const dv_steering_context *context, dv_footsteps *steps);

/// Half the distance between the feet (m) of a body with that radius.
static inline float dv_hip(float radius) { return 0.4f * radius; }

/// Collision prevention: set a step's stress to infinity if it would bring the body into another
/// body or an obstacle on its way, push it deeper into one it already overlaps, or leave bounds
/// that contain. Other agents are assumed to keep their velocity.
void dv_forbid_collisions(const dv_steering_context *context, const dv_footsteps *steps,
                          float *stress);
/// The part of collision prevention that minds other agents.
void dv_forbid_agents(const dv_steering_context *context, const dv_footsteps *steps, float *stress);
/// The part of collision prevention that minds obstacles and bounds.
void dv_forbid_walls(const dv_steering_context *context, const dv_footsteps *steps, float *stress);
/// Whether one tick at `velocity` (m/s) would run into another agent; checks a step under way.
/// Obstacles and bounds are not checked again.
bool dv_would_collide(const dv_steering_context *context, dv_vec3 velocity);

/// Add the behaviors of the list, or what a detour leaves of them, to `total` for each candidate.
void dv_weigh_steps(const dv_steering_context *context, const dv_stress_list *list,
                    unsigned char *states, const dv_detour *detour, const dv_footsteps *steps,
                    float *total);
/// Score the candidates of an agent on legs: collisions, then the behaviors of the list, or what a
/// detour leaves of them. Turns on the spot join the candidates if all are forbidden, and during a
/// detour. Returns false if all were forbidden.
bool dv_score_steps(const dv_steering_context *context, const dv_stress_list *list,
                    unsigned char *states, const dv_detour *detour, dv_footsteps *steps,
                    float *total);
/// The index of the step with the least stress; `steps->count` when every step is forbidden. Ties
/// go to the smaller turn, then to the earlier step; a step aside counts as a right angle.
uint32_t dv_least_stress(const dv_footsteps *steps, const float *total);

/// Run phase steer for an agent on legs, after its steering is known: choose a step when the last
/// one is done, or stop a step that would end in a collision.
void dv_choose_step(dv_world *world, uint32_t agent);
/// Draw candidates by their total: the greener, the less stress;
/// rings where it would collide; a line to the one it would take.
void dv_show_candidates(const dv_steering_context *context, const dv_footsteps *steps,
                        const float *total, dv_sketch *sketch);
/// Draw what the stress behaviors of a list sense.
void dv_show_sensed(const dv_steering_context *context, const dv_stress_list *list,
                    dv_sketch *sketch);
/// A copy of an agent's behavior states to score on, since scoring may write states and drawing
/// must not; NULL when out of memory. Free it with dv_free.
unsigned char *dv_copy_states(const dv_world *world, uint32_t agent);
/// Draw the steps an agent on legs could take from where it is.
dv_result dv_annotate_steps(const dv_steering_context *context, dv_sketch *sketch, dv_error *error);
/// Ask the host for the stress of each step that a script function scores. False when a script
/// failed.
bool dv_call_stress_callbacks(dv_world *world, uint32_t agent);

#endif
