// The state of the model `legged`: the step that is being taken and where the feet stand.
//
// Invariant: it stands in the kind's part of the agent's block, so that snapshots, the state hash
// and reloads keep it; all zero is an agent that has not stood up yet.
#ifndef DV_WORLD_LEGS_H
#define DV_WORLD_LEGS_H

#include "world/world_data.h"

/// What else may join the fan: standing, turning on the spot to two sides, a step to each of two
/// sides, one back, two goals.
#define DV_MOST_FAN (DV_MOST_FOOTSTEPS - 8)

typedef struct dv_legs {
    float left_x, left_y, right_x, right_y; ///< m, where the feet stand, or stood before the step
    float foot_x, foot_y;                   ///< m, where the foot that steps is set down
    float velocity_x, velocity_y;           ///< m/s, of the body, level
    float forward_x, forward_y;             ///< unit, which way it faces after the step
    float turn_cosine, turn_sine;           ///< of the turn in a tick
    uint32_t ticks;                         ///< of the step
    uint32_t left;                          ///< of those still to come; 0: it is to choose
    uint32_t steps_left_foot;               ///< the left one steps now, else the right one
    uint32_t has_stood;                     ///< the feet are somewhere
    uint32_t is_halted;                     ///< no step was free
    uint32_t is_still;                      ///< it chose to stand
} dv_legs;

static inline dv_legs *dv_legs_of(const dv_world *world, uint32_t agent) {
    return (dv_legs *)(void *)(dv_states_of(world, agent) + dv_kind_of(world, agent)->model_offset);
}

#endif
