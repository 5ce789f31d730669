// The neighbors that a tally rule with `nearest` or `min_distance` chooses. Rules without them are
// tallied for whole squads; see tally.h.
#ifndef DV_NEIGHBORS_SELECTION_H
#define DV_NEIGHBORS_SELECTION_H

#include "neighbors/neighborhood.h"
#include "program/squad.h"

/// The most neighbors that `nearest` can ask for.
#define DV_MOST_NEAREST 64

typedef struct dv_chosen {
    float distance_squared; ///< m²
    uint32_t agent, rank;
    dv_vec3 offset; ///< m, to the neighbor
} dv_chosen;

/// An iteration over the chosen neighbors: the nearest ones by distance, ties by ID; without
/// `nearest`, all in the order of a neighborhood.
typedef struct dv_selection {
    dv_chosen now; ///< the current one
    // The rest of the iteration.
    dv_neighborhood near;
    dv_vec3 forward;
    const dv_tally_rule *rule;
    uint32_t count, next;
    dv_chosen nearest[DV_MOST_NEAREST];
} dv_selection;

static inline bool dv_rule_chooses(const dv_tally_rule *rule) {
    return rule->nearest > 0 || rule->min_distance > 0;
}

/// Begin to visit what a rule chooses around `position` for an agent that faces `forward`.
void dv_selection_begin(dv_selection *selection, const dv_world *world, uint32_t agent,
                        dv_vec3 position, dv_vec3 forward, const dv_tally_rule *rule);
/// Move on to the next one; false at the end.
bool dv_selection_next(dv_selection *selection);

#endif
