// Two futures of a world as paths: where its agents will be without the last changes, and with
// them.
#ifndef DV_PLAYER_FUTURES_H
#define DV_PLAYER_FUTURES_H

#include "drover/drover.h"

/// Agents with a greater index have no path.
#define DV_FUTURE_AGENTS 20000u

/// Where agents are at one point of their path after the other. An agent that is gone has a NaN.
///
/// Invariant: point p of the agent at index i is `places`[p · agents + i], for the first `points`.
typedef struct dv_paths {
    dv_vec3 *places;
    uint32_t points;
    bool is_over; ///< there won't be more points
} dv_paths;

typedef struct dv_futures {
    uint32_t agents; ///< indices below this have paths
    double interval; ///< s from one point to the next
    dv_paths unchanged, changed;
} dv_futures;

/// A point of an agent's path.
static inline dv_vec3 dv_future_place(const dv_futures *futures, const dv_paths *paths,
                                      uint32_t point, uint32_t agent) {
    return paths->places[(size_t)point * futures->agents + agent];
}

#endif
