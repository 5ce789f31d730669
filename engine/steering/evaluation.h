// Evaluating a composition for a squad: agents that share it, side by side. What they sum up over
// neighbors is taken for all of them at once, when the first of them asks for it.
#ifndef DV_STEERING_EVALUATION_H
#define DV_STEERING_EVALUATION_H

#include "base/lanes.h"
#include "steering/tally.h"

typedef struct dv_evaluation {
    dv_squad squad;
    const dv_node *root;
    dv_tally_lanes rules[DV_MOST_TALLIES];
    dv_tally_group groups[DV_MOST_TALLIES];
    uint32_t group_count;
    bool has_rules;     ///< rules and groups are those of the root, for any of its agents
    bool has_tallies;   ///< they are the present squad's
    uint32_t concluded; ///< bit i: the i-th conclusion is
    dv_tally tallies[DV_MOST_TALLIES];
    dv_vectors conclusions[DV_MOST_CONCLUSIONS];
} dv_evaluation;

/// Make ready for squads of agents with this composition.
void dv_evaluation_begin(dv_evaluation *evaluation, const dv_world *world, const dv_node *root);
/// Put an agent into the next lane, of which there must be one; `cap` as by dv_cap_of.
static inline void dv_evaluation_add(dv_evaluation *evaluation, uint32_t agent, dv_vec3 position,
                                     dv_vec3 velocity, dv_vec3 forward, float cap) {
    dv_squad *squad = &evaluation->squad;
    uint32_t lane = squad->count++;
    if (squad->world->sensed.wraps)
        position = dv_into_bounds(&squad->world->sensed, position, squad->world->space);
    squad->agent[lane] = agent;
    squad->cap[lane] = cap;
    dv_set_lane(&squad->position, lane, position);
    dv_set_lane(&squad->velocity, lane, velocity);
    dv_set_lane(&squad->forward, lane, forward);
}
/// After the last was added: fill the other lanes.
void dv_evaluation_close(dv_evaluation *evaluation);
/// Make ready for the next squad with the same composition.
void dv_evaluation_next(dv_evaluation *evaluation);

/// The vectors of a part of the composition that concludes from tallies.
const dv_vectors *dv_conclusion(dv_evaluation *evaluation, const dv_node *node);
/// The vector of such a part for one agent that is evaluated alone.
dv_vec3 dv_conclude_alone(const dv_steering_context *context, const dv_node *node);

#endif
