// Squads: agents of one kind and composition that are evaluated side by side. Also, what the engine
// knows about its own behaviors and guards in addition to their descriptors, which makes them
// faster in squads.
#ifndef DV_PROGRAM_SQUAD_H
#define DV_PROGRAM_SQUAD_H

#include "base/vectors.h"
#include "drover/catalogue.h"

#define DV_COUNT_OF(array) ((uint32_t)(sizeof(array) / sizeof(array)[0]))

#define DV_MAX_TALLIES 4 ///< of one behavior

/// What a tally sums up over neighbors.
typedef enum dv_tally_term {
    DV_TALLY_PUSHES,     ///< offsets from the neighbor over the distance squared (1/m)
    DV_TALLY_OFFSETS,    ///< offsets to the neighbor (m)
    DV_TALLY_MOTIONS,    ///< its velocity (m/s)
    DV_TALLY_VELOCITIES, ///< its velocity minus the agent's own (m/s)
    DV_TALLY_FORWARDS    ///< its unit forward vector minus the agent's own
} dv_tally_term;

/// Which neighbors a tally sums over: those of the kinds, in the state, within the radius and view.
typedef struct dv_tally_rule {
    dv_tally_term term;
    const dv_kind_set *kinds;
    const int16_t *states; ///< by kind: the index of the wanted state, or −1; NULL: any state
    float radius;          ///< m; below 0: no neighbors
    float half_cosine;     ///< cosine of half the view angle; −1: all around
    bool counts;           ///< whether to count the neighbors, too
    float min_distance;    ///< m; neighbors nearer than this count wherever the agent faces
    uint32_t nearest;      ///< only this many, the nearest ones; 0: all
} dv_tally_rule;

/// The sums of one rule, for each agent of a squad.
typedef struct dv_tally {
    dv_vectors sum;
    int32_t count[DV_LANES];
} dv_tally;

/// Agents of one kind and composition, as sensed. Lanes from `count` on repeat the first lane.
typedef struct dv_squad {
    const struct dv_world *world;
    uint32_t kind;
    uint32_t count;
    uint32_t agent[DV_LANES]; ///< indices
    dv_vectors position;
    dv_vectors velocity;
    dv_vectors forward;  ///< unit length
    float cap[DV_LANES]; ///< m/s, the desired speeds
    uint32_t stream;     ///< of random numbers, as in a steering context
} dv_squad;

/// How a behavior steers squads. All zero: agents are evaluated one by one.
typedef struct dv_squad_behavior {
    const dv_behavior_type *type;
    /// Compute for each agent of a squad what `evaluate` would, to the last bit. Used where many
    /// agents steer by the behavior or scripts apply it to many. `states` has the behavior's state
    /// by lane; from `count` on, it's the first lane's and must not be written. Positions may lie
    /// outside the bounds, as sensed. Optional.
    void (*evaluate_squad)(const dv_squad *squad, const struct dv_bound *parameters,
                           void *const states[DV_LANES], dv_vectors *vectors);
    /// Replaces `evaluate` for behaviors without state that only need sums over neighbors. `tally`
    /// fills in `tally_count` rules for an agent (of `context`, only the world, agent, and kind are
    /// set), and `conclude` turns the sums into steering vectors. All tallies of a composition are
    /// summed up in one pass for many agents.
    uint32_t tally_count;
    /// Whether `evaluate` does more for bodies with a reverse gear, which are then evaluated one by
    /// one.
    bool plans_on_wheels;
    void (*tally)(const dv_steering_context *context, const struct dv_bound *parameters,
                  dv_tally_rule *rules);
    void (*conclude)(const dv_squad *squad, const struct dv_bound *parameters,
                     const dv_tally *tallies, dv_vectors *vectors);
    /// Whether `evaluate` predicts collisions; sieves make that faster in a squad.
    bool predicts;
    /// Whether the decide phase plans its way.
    bool plans;
    /// Whether it comes to rest at its first parameter, a target.
    bool arrives;
} dv_squad_behavior;

typedef struct dv_catalogue dv_catalogue; ///< see program/catalogue.h

struct dv_guarded;
struct dv_verdict;

/// Evaluate a guard for many agents of one kind, as its `evaluate` would; bit i is the i-th member.
/// False, with nothing written, if the members have to be evaluated one by one.
typedef bool dv_evaluate_many(struct dv_guarded *guarded, const struct dv_bound *parameters,
                              uint64_t members, struct dv_verdict *verdict);
typedef struct dv_squad_guard {
    const dv_guard_type *type;
    dv_evaluate_many *evaluate_many;
} dv_squad_guard;
#endif
