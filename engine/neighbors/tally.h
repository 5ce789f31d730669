// A tally is a sum over an agent's neighbors that a behavior needs. All tallies of a composition
// are computed in one pass over the records, for all agents of a squad at once.
//
// Invariant: an agent's sums equal those of adding its neighbors one by one in the order of the
// records (or of the lists, for kinds with few agents), regardless of which agents share the pass
// and of the vector width.
#ifndef DV_NEIGHBORS_TALLY_H
#define DV_NEIGHBORS_TALLY_H

#include "neighbors/visits.h"

/// A rule, with its values for each agent of a squad.
typedef struct dv_tally_lanes {
    dv_tally_term term;
    const dv_kind_set *kinds;
    const int16_t *states; ///< by kind: the required state; NULL: any
    dv_crowd crowd;        ///< dv_crowd_of the kinds
    bool counts;
    bool chooses; ///< for some agent, the rule has `nearest` or `min_distance`
    float radius[DV_LANES];
    float radius_squared[DV_LANES];  ///< below 0: no neighbors
    float nearest_squared[DV_LANES]; ///< distance, squared, below which pushes stop growing
    float cone[DV_LANES]; ///< signed square of the cosine of half the view; see dv_in_cone
} dv_tally_lanes;

/// As a share of the radius: neighbors nearer than this push as if they were at this distance.
#define DV_NEAREST_PUSH 1e-4f
/// The push of a neighbor that is at most that far away.
dv_vec3 dv_push_apart(const dv_world *world, uint32_t agent, uint32_t other, dv_vec3 offset,
                      float radius);

#define DV_MAX_RULES_A_PASS 3

/// Rules that share a pass because they visit the same records.
typedef struct dv_tally_group {
    uint32_t first, count; ///< range of rules
    dv_crowd crowd;
    bool is_flock; ///< pushes, motions, and offsets of the same neighbors, without counts
    bool asks_for_states;
    const dv_kind_set *kinds;               ///< all kinds of the rules, if they have few agents
    float reach;                            ///< m, the largest radius; below 0: no neighbors
    uint8_t rules_for_kind[DV_NO_KIND + 1]; ///< bit i: rule i includes the kind; DV_NO_KIND: none
} dv_tally_group;

/// One pass of a group for one squad, or for two that share it.
struct dv_tally_pass {
    const dv_world *world;
    const dv_squad *squad, *beside; ///< NULL: no second one
    const dv_tally_group *group;
    const dv_tally_lanes *rules;        ///< the group's, for both squads
    dv_tally *tallies, *tallies_beside; ///< the group's, for each squad
};
typedef struct dv_tally_pass dv_tally_pass;

/// Arrange rules in groups. `kind_count` is the program's. Returns the number of groups, which is
/// at most `count`.
uint32_t dv_tally_arrange(const dv_tally_lanes *rules, uint32_t count, uint32_t kind_count,
                          dv_tally_group *groups);

/// Set the values of a rule for one lane.
void dv_tally_set_rule(dv_tally_lanes *lanes, uint32_t lane, const dv_tally_rule *rule);

/// Whether a pass over two squads at once may be faster than one pass for each.
bool dv_may_go_abreast(const dv_world *world);
/// Whether it is for this group.
bool dv_goes_abreast(const dv_world *world, const dv_tally_group *group);

/// Add up the tallies of the group's rules.
void dv_take_tallies(const dv_tally_pass *pass);

#endif
