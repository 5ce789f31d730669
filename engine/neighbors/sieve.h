// A sieve selects neighbors that need a closer look. Behaviors that predict collisions look at
// their neighbors one by one, but most of these move apart or pass at a distance. A squad sifts
// those out for all of its agents at once: the agents are the lanes, each nearby record is read
// once and compared with all of them, and each agent gets a short list.
//
// Invariant: an agent's list holds every neighbor that touches it, or whose nearest approach is
// within the horizon and the margin, in the order in which a search for this agent alone visits
// them. It may hold others. So going through the list gives the same result as going through all
// neighbors, to the last bit.
#ifndef DV_NEIGHBORS_SIEVE_H
#define DV_NEIGHBORS_SIEVE_H

#include "neighbors/visits.h"

/// Which neighbors to keep.
typedef struct dv_sieve_rule {
    const dv_kind_set *kinds;
    const int16_t *states; ///< by kind: the required state; NULL: any
    float radius;          ///< m, of the neighborhood
    float horizon;         ///< s, latest time of the nearest approach
    float clearance;       ///< m between the bodies
    float touch;           ///< m between the bodies, within which they already touch
    float margin;          ///< factor on the sum of radii and clearance for what is near enough
} dv_sieve_rule;

#define DV_MAX_SIFTED 32 ///< of one agent
#define DV_MAX_SIEVES 2  ///< of one squad

/// The selected neighbors of each agent of a squad.
typedef struct dv_sieve {
    dv_sieve_rule rule;
    dv_sought_kinds sought;   ///< those of the rule
    float radius[DV_LANES];   ///< m, of the agents' bodies
    uint32_t count[DV_LANES]; ///< above DV_MAX_SIFTED: too many to list
    uint32_t ranks[DV_LANES][DV_MAX_SIFTED];
} dv_sieve;

/// Sift the neighbors of a squad's agents. The radius of the rule is at least 0.
void dv_sift_neighbors(dv_sieve *sieve, const dv_squad *squad, const dv_sieve_rule *rule);

#endif
