// Sieves: which neighbors are worth a closer look. A behavior that predicts collisions looks at its
// neighbors one by one; most of them part, or pass at a distance. In a squad these are sifted out
// for all agents at once: the agents are the lanes, each record near them is read once and held
// against all of them, and every agent is left with a short list.
//
// Invariant: an agent's list holds, in the order in which the agent alone would meet them, every
// neighbor that touches it, or comes nearest within the horizon and then no further away than the
// margin allows. It may hold others. So who goes through the list finds what going through all
// neighbors finds, to the last bit.
#ifndef DV_NEIGHBORS_SIEVE_H
#define DV_NEIGHBORS_SIEVE_H

#include "neighbors/visits.h"

/// Who may be worth a look.
typedef struct dv_sieve_rule {
    dv_kind_set kinds;
    const int16_t *states; ///< by kind: the state asked for; NULL: any
    float radius;          ///< m, of the neighborhood
    float horizon;         ///< s, within which they come nearest
    float clearance;       ///< m between the bodies
    float touch;           ///< likewise, within which they touch already
    float margin;          ///< so many times radii and clearance is near enough
} dv_sieve_rule;

#define DV_MOST_SIFTED 32 ///< of one agent
#define DV_MOST_SIEVES 2  ///< of one squad

/// What is left for each agent of a squad.
typedef struct dv_sieve {
    dv_sieve_rule rule;
    float radius[DV_LANES];   ///< m, of the agents' bodies
    uint32_t count[DV_LANES]; ///< above DV_MOST_SIFTED: too many to list
    uint32_t ranks[DV_LANES][DV_MOST_SIFTED];
} dv_sieve;

#endif
