// Evaluating a composition for a squad: agents that share it, side by side. What they sum up over
// neighbors is taken for all of them at once, when the first of them asks for it.
#ifndef DV_STEERING_EVALUATION_H
#define DV_STEERING_EVALUATION_H

#include "base/lanes.h"
#include "steering/closest.h"
#include "steering/sieve.h"

#define DV_MOST_SHARED 4

/// A behavior that was evaluated for all of a squad when the first of them asked for it. What it
/// remembers of an agent becomes what it would be when that one asks for it.
typedef struct dv_shared {
    const dv_node *node;
    uint32_t asked; ///< bit i: the i-th agent did
    dv_vectors vectors;
    uint64_t states[DV_LANES][DV_MAX_BEHAVIOR_STATE / sizeof(uint64_t)];
} dv_shared;

typedef struct dv_evaluation {
    dv_squad squads[DV_MOST_ABREAST]; ///< whose tallies are taken together, one after the other
    uint32_t squad_count;
    dv_squad *squad; ///< the present one
    const dv_node *root;
    dv_tally_lanes rules[DV_MOST_TALLIES];
    dv_tally_group groups[DV_MOST_TALLIES];
    uint32_t group_count;
    bool has_rules;     ///< rules and groups are those of the root, for any of its agents
    bool has_tallies;   ///< they are those of the squads
    uint32_t concluded; ///< bit i: the i-th conclusion is the present squad's
    dv_tally tallies[DV_MOST_ABREAST][DV_MOST_TALLIES];
    dv_vectors conclusions[DV_MOST_CONCLUSIONS];
    uint32_t sieve_count;
    dv_sieve sieves[DV_MOST_SIEVES];
    bool has_closest;
    dv_closest closest;
    uint32_t shared_count;
    dv_shared shared[DV_MOST_SHARED];
    bool has_sensed; ///< of the present squad
    dv_squad sensed; ///< where the world wraps: it, with positions as they were sensed
} dv_evaluation;

/// Make ready for squads of agents of one kind with this composition.
void dv_evaluation_begin(dv_evaluation *evaluation, const dv_world *world, uint32_t kind,
                         const dv_node *root);
/// Whether a composition concludes for all agents of a squad at once and does not need to know each
/// of them.
bool dv_concludes_for_all(const dv_node *root);
/// Fewer are evaluated one by one as soon.
#define DV_FEWEST_SIDE_BY_SIDE 3
/// How many agents may be gathered at once.
uint32_t dv_evaluation_holds(const dv_evaluation *evaluation);
/// Put sensed agents into the lanes of squads, the first of which is the present one, caps apart.
void dv_evaluation_gather(dv_evaluation *evaluation, const uint32_t *ranks, uint32_t count);
/// Put one agent into all lanes, as the context has it.
void dv_evaluation_put(dv_evaluation *evaluation, const dv_steering_context *context);
/// Go on to the next squad; false, and ready to gather others for the same composition, when there
/// is none.
bool dv_evaluation_next(dv_evaluation *evaluation);

/// The vectors of a part of the composition that concludes from tallies.
const dv_vectors *dv_conclusion(dv_evaluation *evaluation, const dv_node *node);
/// Whether a behavior can be evaluated for a squad, with its states.
static inline bool dv_goes_side_by_side(const dv_node *node) {
    return node->behavior && node->behavior->evaluate_squad && !node->reads_slots;
}
/// The vector of such a behavior for an agent of a squad, with its state; false when it has to be
/// evaluated alone.
bool dv_share(const dv_steering_context *context, const dv_node *node, void *state,
              dv_vec3 *vector);
/// The vector of a part that concludes for one agent that is evaluated alone.
dv_vec3 dv_conclude_alone(const dv_steering_context *context, const dv_node *node);

#endif
