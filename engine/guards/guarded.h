// A squad of agents of one kind and state whose guards are tested together. Each guard is tested
// for all members before the next guard, so that its parameters are read only once, and members
// that look for the same few agents share a search.
//
// Invariant: members are in order of cells. A guard writes only to the member it is tested for, and
// each member's guards are tested in order.
#ifndef DV_GUARDS_GUARDED_H
#define DV_GUARDS_GUARDED_H

#include "base/lanes.h"
#include "guards/guards.h"
#include "neighbors/batch.h"
#include "neighbors/nearest_lanes.h"
#include "senses/perception.h"

#define DV_MAX_GUARDED DV_MAX_BATCH
#define DV_GUARDED_SQUADS (DV_MAX_GUARDED / DV_LANES)

/// A set of members of a squad: bit i is member i.
typedef uint64_t dv_members;

static inline dv_members dv_first_members(uint32_t count) {
    return count < DV_MAX_GUARDED ? ((dv_members)1 << count) - 1 : ~(dv_members)0;
}

static inline uint32_t dv_first_member(dv_members members) {
    return (uint32_t)__builtin_ctzll(members);
}

static inline dv_members dv_without_first(dv_members members) { return members & (members - 1); }

/// The members for which a guard holds, and those for which the host must decide. It does not hold
/// for the rest.
typedef struct dv_verdict {
    dv_members holds, asks;
} dv_verdict;

/// The nearest agent of some kinds that each member sees.
///
/// Invariant: `kinds` is NULL, or `found` has, by squad and lane, the nearest agent that each
/// member sees within `reach`. Members in `unsure` have to search one by one.
typedef struct dv_sweep {
    const dv_kind_set *kinds;
    float reach; ///< m
    dv_members unsure;
    dv_nearest_lanes found[DV_GUARDED_SQUADS];
} dv_sweep;

typedef struct dv_guarded {
    dv_world *world;
    uint32_t kind, state, count;
    bool may_ask_host; ///< as in dv_guard_context
    bool are_of_kind;  ///< guards of the kind, whose clock starts at birth; else of the state
    dv_members known;  ///< members whose context is filled in
    dv_guard_context contexts[DV_MAX_GUARDED];
    dv_sighting sightings[DV_MAX_GUARDED]; ///< of the contexts
    uint32_t agent[DV_MAX_GUARDED];
    uint32_t row[DV_MAX_GUARDED];       ///< in the store of their kind
    dv_squad squads[DV_GUARDED_SQUADS]; ///< the members, as sensed
    dv_lookout *lookouts;
    dv_sweep sweep;
} dv_guarded;

/// Begin an empty squad.
void dv_guarded_open(dv_guarded *g, dv_world *world, uint32_t kind, uint32_t state,
                     dv_lookout *lookouts);
/// Gather its members' data before any guard is tested: at most DV_MAX_GUARDED agents, all of its
/// kind and state.
void dv_guarded_gather(dv_guarded *g, const uint32_t *ranks, uint32_t count);

static inline dv_vec3 dv_guarded_position(const dv_guarded *g, uint32_t member) {
    return dv_in_lane(&g->squads[member / DV_LANES].position, member % DV_LANES);
}

static inline dv_vec3 dv_guarded_forward(const dv_guarded *g, uint32_t member) {
    return dv_in_lane(&g->squads[member / DV_LANES].forward, member % DV_LANES);
}

/// The column of ticks at which the guards' clock starts, by agent. Do not keep the pointer over a
/// call of the host: if the host spawns agents, columns are reallocated.
static inline const uint32_t *dv_guarded_since(const dv_guarded *g) {
    const dv_columns *c = &g->world->agents;
    return g->are_of_kind ? c->born : c->entered;
}

/// A slot of a member.
static inline dv_slot *dv_guarded_slot(const dv_guarded *g, uint32_t member, uint32_t slot) {
    return dv_store_slots(&g->world->stores[g->kind], g->row[member]) + slot;
}

/// The context of a member, for guards that are tested one by one.
dv_guard_context *dv_guarded_context(dv_guarded *g, uint32_t member);
/// Test a guard for some members. Parts joined with `both` and `either` are tested from left to
/// right, and only for members whose result is still open, except for parts that keep state.
dv_verdict dv_guarded_evaluate(dv_guarded *g, const dv_guard_node *node, dv_members members);

/// Make sure that the sweep has the nearest agent of the kinds that each member sees, within at
/// least `range` (m). `reach` gets that range limited by the members' sight. False if members have
/// to search one by one.
bool dv_sweep_for(dv_guarded *g, const dv_kind_set *kinds, double range, float *reach);

/// The index of the nearest agent that a member sees, or DV_FOUND_NOBODY.
static inline uint32_t dv_sweep_seen(const dv_guarded *g, uint32_t member) {
    return (uint32_t)g->sweep.found[member / DV_LANES].nearest[member % DV_LANES];
}
/// The members that see an agent within `reach` (m).
dv_members dv_sweep_within(const dv_guarded *g, float reach);

#endif
