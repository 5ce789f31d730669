// Evaluate a composition for a squad: agents that share it, side by side. Sums over neighbors are
// computed for all of them at once, when the first agent needs them.
#ifndef DV_STEERING_EVALUATION_H
#define DV_STEERING_EVALUATION_H

#include "base/lanes.h"
#include "neighbors/closest.h"
#include "neighbors/sieve.h"
#include "neighbors/tally.h"

#define DV_MAX_SHARED 4

/// A behavior that was evaluated for the whole squad when its first agent asked for it. Each
/// agent's new state is kept here until that agent asks.
typedef struct dv_shared {
    const dv_node *node;
    uint32_t asked; ///< bit i: the agent in lane i has asked
    dv_vectors vectors;
    uint64_t states[DV_LANES][DV_MAX_BEHAVIOR_STATE / sizeof(uint64_t)];
} dv_shared;

typedef struct dv_evaluation {
    dv_squad squads[DV_MAX_ABREAST]; ///< their tallies are computed together; each is then
                                     ///< evaluated in turn
    uint32_t squad_count;
    dv_squad *squad; ///< the current one
    uint32_t lane;   ///< of the agent that is being evaluated
    const dv_node *root;
    dv_tally_lanes rules[DV_MAX_COMPOSITION_TALLIES];
    dv_tally_group groups[DV_MAX_COMPOSITION_TALLIES];
    uint32_t group_count;
    bool has_rules;     ///< rules and groups are those of the root, valid for every agent
    bool has_choices;   ///< some rule chooses its neighbors
    bool has_tallies;   ///< the tallies are those of these squads
    uint32_t concluded; ///< bit i: conclusion i is that of the current squad
    dv_tally tallies[DV_MAX_ABREAST][DV_MAX_COMPOSITION_TALLIES];
    dv_vectors conclusions[DV_MAX_CONCLUSIONS];
    uint32_t sieve_count;
    dv_sieve sieves[DV_MAX_SIEVES];
    bool has_closest;
    dv_closest closest;
    uint32_t shared_count;
    dv_shared shared[DV_MAX_SHARED];
    bool has_sensed; ///< whether `sensed` is that of the current squad
    dv_squad sensed; ///< the current squad with positions as sensed, in a world that wraps
} dv_evaluation;

/// Prepare for squads of agents of one kind with this composition.
void dv_evaluation_begin(dv_evaluation *evaluation, const dv_world *world, uint32_t kind,
                         const dv_node *root);
/// With fewer agents, evaluating one by one is just as fast.
#define DV_FEWEST_SIDE_BY_SIDE 3
/// How many agents with a composition can be gathered at once.
uint32_t dv_evaluation_holds(const dv_world *world, const dv_node *root);
/// Put sensed agents into the lanes of squads, and make the first squad the current one. Caps are
/// left to the caller.
void dv_evaluation_gather(dv_evaluation *evaluation, const uint32_t *ranks, uint32_t count);
/// Put the context's agent into all lanes.
void dv_evaluation_put(dv_evaluation *evaluation, const dv_steering_context *context);
/// Go on to the next squad. Without one, return false; the evaluation is then ready to gather more
/// agents for the same composition.
bool dv_evaluation_next(dv_evaluation *evaluation);

/// The vectors of a part that is concluded from tallies, for the current squad.
const dv_vectors *dv_conclusion(dv_evaluation *evaluation, const dv_node *node);
/// Whether a behavior can be evaluated for a squad, states included.
static inline bool dv_goes_side_by_side(const dv_node *node) {
    return node->behavior && node->squad->evaluate_squad && !node->reads_slots;
}
/// The vectors of the root for the current squad, after writing new states. NULL if its agents must
/// be evaluated one by one.
const dv_vectors *dv_squad_vectors(dv_evaluation *evaluation);
/// Get an agent's vector and new state from the squad's evaluation of a behavior. False when the
/// behavior must be evaluated for this agent alone.
bool dv_squad_vector(const dv_steering_context *context, const dv_node *node, void *state,
                     dv_vec3 *vector);
/// The vector of a concluded part for an agent that is evaluated alone.
dv_vec3 dv_conclude_alone(const dv_steering_context *context, const dv_node *node);

#endif
