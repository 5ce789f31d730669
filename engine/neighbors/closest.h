// The nearest neighbors of the agents of a squad, found for all of them at once: the agents are the
// lanes, each record near them is read once and held against all of them, from the squad outward,
// so that soon hardly any is near enough.
//
// Invariant: an agent's list holds its nearest neighbors by distance, ties by id, as going through
// all in the neighborhood would find them, to the last bit.
#ifndef DV_NEIGHBORS_CLOSEST_H
#define DV_NEIGHBORS_CLOSEST_H

#include "neighbors/visits.h"

#include <string.h>

/// Among whom.
typedef struct dv_closest_rule {
    dv_kind_set kinds;
    const int16_t *states; ///< by kind: the state asked for; NULL: any
    float radius;          ///< m, of the neighborhood
} dv_closest_rule;

#define DV_MOST_CLOSEST 10 ///< of one agent

/// A neighbor as one number that grows with distance, then with the id: the bits of its squared
/// distance, which are in the order of the numbers since none is negative, before its index.
typedef uint64_t dv_near;

static inline dv_near dv_near_of(float distance_squared, uint32_t agent) {
    uint32_t bits;
    memcpy(&bits, &distance_squared, sizeof bits);
    return (dv_near)bits << 32 | agent;
}

static inline float dv_near_squared(dv_near near) {
    uint32_t bits = (uint32_t)(near >> 32);
    float distance_squared;
    memcpy(&distance_squared, &bits, sizeof bits);
    return distance_squared;
}

/// Who is nearest to each agent of a squad.
typedef struct dv_closest {
    dv_closest_rule rule;
    float within_squared[DV_LANES]; ///< m², further away is not near enough any more
    uint32_t count[DV_LANES];
    dv_near nearest[DV_LANES][DV_MOST_CLOSEST]; ///< rising
    uint32_t ranks[DV_LANES][DV_MOST_CLOSEST];  ///< theirs
} dv_closest;

#endif
