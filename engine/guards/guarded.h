// Agents of one kind in one state whose guards are tested together: guard by guard, each for all of
// them, so that what a guard reads of its parameters is read once, and those who look out for the
// same few look side by side.
//
// Invariant: members stand side by side in the order of cells. A guard writes only to the member it
// is tested for; each member's guards come in their order.
#ifndef DV_GUARDS_GUARDED_H
#define DV_GUARDS_GUARDED_H

#include "base/lanes.h"
#include "guards/guards.h"
#include "guards/perception.h"
#include "neighbors/nearest_lanes.h"

#define DV_MOST_GUARDED 64
#define DV_GUARDED_SQUADS (DV_MOST_GUARDED / DV_LANES)

/// Some members of a squad: bit i stands for the i-th.
typedef uint64_t dv_members;

static inline dv_members dv_first_members(uint32_t count) {
    return count < DV_MOST_GUARDED ? ((dv_members)1 << count) - 1 : ~(dv_members)0;
}

static inline uint32_t dv_first_member(dv_members members) {
    return (uint32_t)__builtin_ctzll(members);
}

static inline dv_members dv_without_first(dv_members members) { return members & (members - 1); }

/// For whom a guard holds, and for whom the host decides whether it does; for nobody else it does.
typedef struct dv_verdict {
    dv_members holds, asks;
} dv_verdict;

/// Whom the members of a squad see nearest of some kinds.
///
/// Invariant: `kinds` is 0, or `found` is by squad and lane the nearest that each member sees
/// within `reach`. Those who are unsure have to search by themselves.
typedef struct dv_sweep {
    dv_kind_set kinds;
    float reach; ///< m
    dv_members unsure;
    dv_nearest_lanes found[DV_GUARDED_SQUADS];
} dv_sweep;

typedef struct dv_guarded {
    dv_world *world;
    uint32_t kind, state, count;
    bool may_ask_host; ///< as of a context
    bool are_of_kind;  ///< the guards, and count from its birth; else from entering the state
    dv_members known;  ///< those who have a context
    dv_guard_context contexts[DV_MOST_GUARDED];
    dv_sighting sightings[DV_MOST_GUARDED]; ///< the contexts'
    uint32_t ranks[DV_MOST_GUARDED];
    uint32_t agent[DV_MOST_GUARDED];
    uint32_t row[DV_MOST_GUARDED];      ///< in the store of their kind
    dv_squad squads[DV_GUARDED_SQUADS]; ///< the members, as sensed
    dv_lookout *lookouts;
    dv_sweep sweep;
} dv_guarded;

/// Begin a squad that nobody has joined; those who do are of its kind and state, while there is
/// room.
void dv_guarded_open(dv_guarded *g, dv_world *world, uint32_t kind, uint32_t state,
                     dv_lookout *lookouts);
static inline void dv_guarded_join(dv_guarded *g, uint32_t rank) { g->ranks[g->count++] = rank; }
/// Once all have joined, and before anything is tested.
void dv_guarded_gather_all(dv_guarded *g);

static inline dv_vec3 dv_guarded_position(const dv_guarded *g, uint32_t member) {
    return dv_in_lane(&g->squads[member / DV_LANES].position, member % DV_LANES);
}

static inline dv_vec3 dv_guarded_forward(const dv_guarded *g, uint32_t member) {
    return dv_in_lane(&g->squads[member / DV_LANES].forward, member % DV_LANES);
}

/// By agent: the tick from which the clock of the guards counts. Columns move when agents are
/// spawned, as the host may do while it answers: not to be kept.
static inline const uint32_t *dv_guarded_since(const dv_guarded *g) {
    const dv_columns *c = &g->world->agents;
    return g->are_of_kind ? c->born : c->entered;
}

/// A member's slot of its own.
static inline dv_slot *dv_guarded_slot(const dv_guarded *g, uint32_t member, uint32_t slot) {
    return dv_store_slots(&g->world->stores[g->kind], g->row[member]) + slot;
}

/// What guards that are tested one by one are told of a member.
dv_guard_context *dv_guarded_context(dv_guarded *g, uint32_t member);
/// For whom of some members a guard holds. Parts joined with `both` and `either` are tested from
/// left to right, and only for those whose answer is open yet, except those that keep state.
dv_verdict dv_guarded_evaluate(dv_guarded *g, const dv_guard_node *node, dv_members members);

/// Have the squad's sweep tell whom each member sees of the kinds within `range` (m) or further;
/// `reach` is how far that is with their sight. False when members have to search one by one.
bool dv_sweep_for(dv_guarded *g, dv_kind_set kinds, double range, float *reach);

/// Whom a member sees nearest, as an index, or DV_FOUND_NOBODY.
static inline uint32_t dv_sweep_seen(const dv_guarded *g, uint32_t member) {
    return (uint32_t)g->sweep.found[member / DV_LANES].nearest[member % DV_LANES];
}
/// Those who see somebody within `reach` (m).
dv_members dv_sweep_within(const dv_guarded *g, float reach);

#endif
