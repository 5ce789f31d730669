// What an agent in a crowd intends. Bound beside the state of each avoidance that has a `prefer`.
#ifndef DV_PROGRAM_INTENT_H
#define DV_PROGRAM_INTENT_H

#include <stdint.h>

/// Where an agent of a crowd would like to go.
typedef struct dv_intent {
    float want_x, want_y, want_z; ///< m/s
    float goal_x, goal_y, goal_z; ///< m, where it will stop, or has been
    float held;                   ///< s that it has been held up; falls slowly once it gets on
    float urgency;                ///< s: `held`, or the urgency of the agent it makes way for
    uint32_t rank;                ///< 1 + the index of itself or of that agent; 0: no intent
    uint32_t has_been;            ///< whether it has been at its goal
} dv_intent;

#endif
