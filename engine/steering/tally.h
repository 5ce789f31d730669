// Tallies: what behaviors sum up over an agent's neighbors. All tallies of a composition are taken
// in one pass over the records, for the agents of a squad at once.
//
// Invariant: the sums of an agent are those of adding up its neighbors one by one in the order of
// the records (of its kind's list, where few are asked for), whoever shares the pass and however
// wide the processor is.
#ifndef DV_STEERING_TALLY_H
#define DV_STEERING_TALLY_H

#include "steering/neighbors.h"

/// One rule as every agent of a squad has it.
typedef struct dv_tally_lanes {
    dv_tally_term term;
    dv_kind_set kinds;
    const int16_t *states; ///< by kind: the state asked for; NULL: any
    bool is_few;           ///< so few of the kinds are there that all are visited
    float radius[DV_LANES];
    float radius_squared[DV_LANES];  ///< below 0: nobody
    float nearest_squared[DV_LANES]; ///< of pushes, where their length is held
    float cone[DV_LANES]; ///< the cosine of half the view times its magnitude; see dv_in_cone
} dv_tally_lanes;

/// A pass for one squad.
struct dv_tally_pass {
    const dv_world *world;
    const dv_squad *squad;
    const dv_tally_lanes *rules;
    dv_tally *tallies;
    uint32_t rule_count;
};
typedef struct dv_tally_pass dv_tally_pass;

/// The rule as lane `lane` has it.
void dv_tally_set_rule(dv_tally_lanes *lanes, uint32_t lane, const dv_tally_rule *rule);

/// Add what all rules find to their tallies.
void dv_take_tallies(const dv_tally_pass *pass);

#endif
