// Squads: agents of one kind and composition that are evaluated side by side. What the engine knows
// of its own behaviors and guards beside their descriptors, so that they cost less there.
#ifndef DV_WORLD_SQUAD_H
#define DV_WORLD_SQUAD_H

#include "base/vectors.h"
#include "drover/catalogue.h"

#define DV_MAX_TALLIES 4 ///< of one behavior

/// What a tally sums up over neighbors.
typedef enum dv_tally_term {
    DV_TALLY_PUSHES,     ///< offsets from the neighbor over the distance squared (1/m)
    DV_TALLY_OFFSETS,    ///< offsets to the neighbor (m)
    DV_TALLY_MOTIONS,    ///< its velocity (m/s)
    DV_TALLY_VELOCITIES, ///< its velocity less the own (m/s)
    DV_TALLY_FORWARDS    ///< its unit forward less the own
} dv_tally_term;

/// Over whom: those of the kinds, in the state, within the radius and the view.
typedef struct dv_tally_rule {
    dv_tally_term term;
    dv_kind_set kinds;
    const int16_t *states; ///< by kind: the index of the state asked for, or −1; NULL: any
    float radius;          ///< m; below 0: nobody
    float half_cosine;     ///< of half the view's angle; −1: all around
    bool counts;           ///< whether the count is wanted, not only the sum
} dv_tally_rule;

/// Sums of one rule for each agent of a squad.
typedef struct dv_tally {
    dv_vectors sum;
    int32_t count[DV_LANES];
} dv_tally;

/// Agents of one kind and composition, evaluated side by side as sensed at the start of the tick.
/// Lanes from `count` on repeat the first.
typedef struct dv_squad {
    const struct dv_world *world;
    uint32_t kind;
    uint32_t count;
    uint32_t agent[DV_LANES]; ///< indices
    dv_vectors position;
    dv_vectors velocity;
    dv_vectors forward;  ///< unit length
    float cap[DV_LANES]; ///< m/s, the desired speeds
    uint32_t stream;     ///< as of a steering context
} dv_squad;

/// How squads are steered by a behavior. All zero: each of their agents is evaluated alone.
typedef struct dv_squad_behavior {
    const dv_behavior_type *type;
    /// What `evaluate` gives each agent of a squad, to the last bit, with their states by lane;
    /// those of lanes from `count` on are the first's and are not to be written. Where scripts
    /// apply the behavior to many, and in the compositions of many, it costs less. Positions may
    /// lie outside the bounds, as sensed. Optional.
    void (*evaluate_squad)(const dv_squad *squad, const struct dv_bound *parameters,
                           void *const states[DV_LANES], dv_vectors *vectors);
    /// Instead of `evaluate`, for behaviors without a state that only sum up over neighbors: how
    /// many tallies, which ones (`context` tells world, agent and kind), and the steering vectors
    /// they come to. The tallies of a composition are taken in one pass for many agents.
    uint32_t tally_count;
    void (*tally)(const dv_steering_context *context, const struct dv_bound *parameters,
                  dv_tally_rule *rules);
    void (*conclude)(const dv_squad *squad, const struct dv_bound *parameters,
                     const dv_tally *tallies, dv_vectors *vectors);
    /// Of `evaluate`: whether it looks for collisions ahead, so that it costs less in a squad.
    bool predicts;
} dv_squad_behavior;

/// That of a behavior type; never NULL.
const dv_squad_behavior *dv_squad_behavior_of(const dv_behavior_type *type);

struct dv_guarded;
struct dv_verdict;

/// What a guard's `evaluate` says of each of some agents of one kind, bit i standing for the i-th
/// member; false, with nothing written, when it has to be asked for each.
typedef bool dv_evaluate_many(struct dv_guarded *guarded, const struct dv_bound *parameters,
                              uint64_t members, struct dv_verdict *verdict);
typedef struct dv_squad_guard {
    const dv_guard_type *type;
    dv_evaluate_many *evaluate_many;
} dv_squad_guard;

/// That of a guard type; NULL: it is asked for each agent.
dv_evaluate_many *dv_evaluate_many_of(const dv_guard_type *type);

#endif
