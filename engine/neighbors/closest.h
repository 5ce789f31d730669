// Finds the nearest neighbors of all agents of a squad at once. The agents are the lanes. Each
// nearby record is read once and compared with all of them. Records are visited from the squad
// outward, so that after the first few, hardly any is near enough.
//
// Invariant: an agent's list holds its nearest neighbors by distance, ties by ID, and is identical
// to the last bit to the result of a search through its whole neighborhood.
#ifndef DV_NEIGHBORS_CLOSEST_H
#define DV_NEIGHBORS_CLOSEST_H

#include "neighbors/visits.h"

#include <string.h>

/// Which neighbors to search.
typedef struct dv_closest_rule {
    const dv_kind_set *kinds;
    const int16_t *states; ///< by kind: the required state; NULL: any
    float radius;          ///< m, of the neighborhood
} dv_closest_rule;

#define DV_MAX_CLOSEST 10 ///< of one agent

/// A neighbor as a number that sorts by distance, then by ID. The high half has the bits of the
/// squared distance, which sort like the distance because it is never negative; the low half has
/// the agent's index.
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

/// The nearest neighbors of each agent of a squad.
typedef struct dv_closest {
    dv_closest_rule rule;
    dv_sought_kinds sought;         ///< those of the rule
    float within_squared[DV_LANES]; ///< m², neighbors farther away no longer qualify
    uint32_t count[DV_LANES];
    dv_near nearest[DV_LANES][DV_MAX_CLOSEST]; ///< in ascending order
    uint32_t ranks[DV_LANES][DV_MAX_CLOSEST];  ///< of the same neighbors
} dv_closest;

#endif
