// The state of the locomotion model `legged`: the current step and the positions of the feet.
//
// Invariant: the state is in the kind's part of the agent's block, so snapshots, the state hash,
// and reloads include it. All zero means that the agent has not taken its stance yet.
#ifndef DV_WORLD_LEGS_H
#define DV_WORLD_LEGS_H

#include "world/detour.h"
#include "world/world_data.h"

typedef struct dv_legs {
    float left_x, left_y, right_x, right_y; ///< m, the feet, as they were before the current step
    float foot_x, foot_y;                   ///< m, where the stepping foot will land
    float velocity_x, velocity_y;           ///< m/s, horizontal velocity of the body
    float forward_x, forward_y;             ///< unit, the direction it faces after the step
    float turn_cosine, turn_sine;           ///< of the angle it turns by in one tick
    uint32_t ticks;                         ///< length of the step
    uint32_t left;                          ///< ticks left in the step; 0: choose the next step
    uint32_t steps_left_foot;               ///< 1: the left foot is stepping, 0: the right one
    uint32_t has_stood;                     ///< the positions of the feet are valid
    uint32_t is_halted;                     ///< no step was free
    uint32_t is_still;                      ///< it chose to stand
    dv_detour detour;
} dv_legs;

/// The legs of an agent whose kind is legged.
static inline dv_legs *dv_legs_of(const dv_world *world, uint32_t agent) {
    return (dv_legs *)(void *)(dv_states_of(world, agent) + dv_kind_of(world, agent)->model_offset);
}

#endif
