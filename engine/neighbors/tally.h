// Tallies: what behaviors sum up over an agent's neighbors. All tallies of a composition are taken
// in one pass over the records, for the agents of a squad at once.
//
// Invariant: the sums of an agent are those of adding up its neighbors one by one in the order of
// the records (of its kind's list, where few are asked for), whoever shares the pass and however
// wide the processor is.
#ifndef DV_NEIGHBORS_TALLY_H
#define DV_NEIGHBORS_TALLY_H

#include "neighbors/visits.h"

/// One rule as every agent of a squad has it.
typedef struct dv_tally_lanes {
    dv_tally_term term;
    dv_kind_set kinds;
    const int16_t *states; ///< by kind: the state asked for; NULL: any
    dv_crowd crowd;        ///< of the kinds
    bool counts;
    float radius[DV_LANES];
    float radius_squared[DV_LANES];  ///< below 0: nobody
    float nearest_squared[DV_LANES]; ///< of pushes, where their length is held
    float cone[DV_LANES]; ///< the cosine of half the view times its magnitude; see dv_in_cone
} dv_tally_lanes;

/// The part of the radius within which neighbors push as from its rim.
#define DV_NEAREST_PUSH 1e-4f
/// The push of a neighbor that is no further away than that.
dv_vec3 dv_push_apart(const dv_world *world, uint32_t agent, uint32_t other, dv_vec3 offset,
                      float radius);

#define DV_MOST_RULES_A_PASS 3

/// Rules that are taken in one pass, since they visit the same records.
typedef struct dv_tally_group {
    uint32_t first, count; ///< of the rules
    dv_crowd crowd;
    bool is_flock; ///< pushes, motions and offsets of the same neighbors, and nobody counts
    bool asks_for_states;
    dv_kind_set kinds;                     ///< of them, where they are few
    float reach;                           ///< m, the largest radius; below 0: nobody
    uint8_t rules_for_kind[UINT8_MAX + 1]; ///< bit i: the i-th rule looks at the kind
} dv_tally_group;

/// One pass of a group for one squad, or for two that share it.
struct dv_tally_pass {
    const dv_world *world;
    const dv_squad *squad, *beside; ///< NULL: no second one
    const dv_tally_group *group;
    const dv_tally_lanes *rules;        ///< the group's, for both squads
    dv_tally *tallies, *tallies_beside; ///< likewise, each squad's
};
typedef struct dv_tally_pass dv_tally_pass;

/// Arrange rules in groups, at most as many as rules; returns how many.
uint32_t dv_tally_arrange(const dv_tally_lanes *rules, uint32_t count, dv_tally_group *groups);

/// The rule as lane `lane` has it.
void dv_tally_set_rule(dv_tally_lanes *lanes, uint32_t lane, const dv_tally_rule *rule);

/// Whether two squads take the tallies of the group sooner side by side than one by one.
bool dv_goes_abreast(const dv_world *world, const dv_tally_group *group);

/// Add what the rules of the group find to their tallies.
void dv_take_tallies(const dv_tally_pass *pass);

#endif
