// The neighbors that a tally rule with `nearest` or `min_distance` chooses. Rules without them are
// tallied for whole squads; see tally.h.
#ifndef DV_NEIGHBORS_SELECTION_H
#define DV_NEIGHBORS_SELECTION_H

#include "neighbors/neighborhood.h"
#include "neighbors/tally.h"
#include "program/squad.h"

/// The largest value of `nearest`.
#define DV_MAX_NEAREST 64

typedef struct dv_chosen {
    float distance_squared; ///< m²
    uint32_t agent, rank;
    dv_vec3 offset; ///< m, to the neighbor
} dv_chosen;

/// The agent that chooses.
typedef struct dv_chooser {
    const dv_world *world;
    uint32_t agent;
    dv_vec3 position, velocity, forward;
} dv_chooser;

/// An iteration over the chosen neighbors: the nearest ones by distance, ties by ID; without
/// `nearest`, all in the order of a neighborhood.
typedef struct dv_selection {
    dv_chosen now; ///< the current one
    // The rest of the iteration.
    dv_neighborhood near;
    dv_chooser chooser;
    const dv_tally_rule *rule;
    uint32_t count, next;
    dv_chosen nearest[DV_MAX_NEAREST];
} dv_selection;

static inline bool dv_rule_chooses(const dv_tally_rule *rule) {
    return rule->nearest > 0 || rule->min_distance > 0;
}

/// Begin to visit what a rule chooses. The rule has to outlive the iteration.
void dv_selection_begin(dv_selection *selection, const dv_chooser *chooser,
                        const dv_tally_rule *rule);
/// Move on to the next one; false at the end.
bool dv_selection_next(dv_selection *selection);
/// What the current one adds to the rule's sum.
dv_vec3 dv_selection_term(const dv_selection *selection);
/// Whether the rule chooses a neighbor that another rule of the same behavior has chosen.
bool dv_selection_includes(const dv_selection *selection, const dv_chosen *neighbor);
/// Add to the tally of one lane what a rule that chooses sums up.
void dv_tally_by_choice(const dv_squad *squad, uint32_t lane, const dv_tally_rule *rule,
                        dv_tally *tally);

#endif
