// Agents of one kind in one state whose guards are tested together: guard by guard, each for all of
// them, so that what a guard reads of its parameters is read once, and those who look out for the
// same few look side by side.
//
// Invariant: members stand side by side in the order of cells. A guard writes only to the member it
// is tested for; each member's guards come in their order.
#ifndef DV_GUARDS_GUARDED_H
#define DV_GUARDS_GUARDED_H

#include "guards/guards.h"
#include "guards/perception.h"

#define DV_MOST_GUARDED 64
#define DV_GUARDED_LANES (DV_MOST_GUARDED + DV_LANES)

/// Whom the members of a squad see nearest of some kinds.
///
/// Invariant: `kinds` is 0, or `seen` is for each member the nearest that it sees within `reach`,
/// as an index, or DV_NONE_SEEN, or DV_UNSURE where it has to search by itself.
typedef struct dv_sweep {
    dv_kind_set kinds;
    float reach; ///< m
    int32_t seen[DV_GUARDED_LANES];
    float squared[DV_GUARDED_LANES]; ///< m², the distance
} dv_sweep;

#define DV_NONE_SEEN (-1)
#define DV_UNSURE (-2)

typedef struct dv_guarded {
    dv_world *world;
    uint32_t kind, state, count;
    const uint32_t *since; ///< by agent: the tick from which its clock counts
    uint64_t known;        ///< bit i: the i-th member has a context
    dv_guard_context contexts[DV_MOST_GUARDED];
    dv_sighting sightings[DV_MOST_GUARDED]; ///< the contexts'
    unsigned char *states[DV_MOST_GUARDED]; ///< likewise
    // As lanes are loaded, a few past the last member too.
    int32_t agent[DV_GUARDED_LANES];
    float x[DV_GUARDED_LANES], y[DV_GUARDED_LANES], z[DV_GUARDED_LANES];    ///< m
    float fx[DV_GUARDED_LANES], fy[DV_GUARDED_LANES], fz[DV_GUARDED_LANES]; ///< forward
    dv_lookout *lookouts;
    dv_sweep sweep;
} dv_guarded;

void dv_guarded_open(dv_guarded *g, dv_world *world, uint32_t kind, uint32_t state,
                     dv_lookout *lookouts);
/// Add the agent of a sensed record: of the squad's kind and state, while there is room.
static inline void dv_guarded_join(dv_guarded *g, const dv_record *record, dv_vec3 forward) {
    uint32_t i = g->count++;
    g->agent[i] = (int32_t)record->agent;
    g->x[i] = record->x, g->y[i] = record->y, g->z[i] = record->z;
    g->fx[i] = forward.x, g->fy[i] = forward.y, g->fz[i] = forward.z;
}

static inline dv_vec3 dv_guarded_position(const dv_guarded *g, uint32_t member) {
    return dv_vec(g->x[member], g->y[member], g->z[member]);
}

/// The clock of a member's guards, s.
static inline double dv_guarded_clock(const dv_guarded *g, uint32_t member) {
    return (double)((uint32_t)g->world->tick - g->since[g->agent[member]]) * g->world->dt;
}

/// A member's slot of its own.
static inline dv_slot *dv_guarded_slot(const dv_guarded *g, uint32_t member, uint32_t slot) {
    const dv_world *world = g->world;
    return dv_store_slots(&world->stores[g->kind], world->agents.row[g->agent[member]]) + slot;
}

/// What guards that are tested one by one are told of a member.
dv_guard_context *dv_guarded_context(dv_guarded *g, uint32_t member);
/// Whether a guard holds for some members, as dv_guard_evaluate tells for each of them: into
/// `truths`, by member.
void dv_guarded_evaluate(dv_guarded *g, const dv_guard_node *node, const uint8_t *members,
                         uint32_t count, dv_truth *truths);

/// Have the squad's sweep tell whom each member sees of the kinds within `range` (m) or further;
/// `reach` is how far that is with their sight. False when members have to search one by one.
bool dv_sweep_for(dv_guarded *g, dv_kind_set kinds, double range, float *reach);

#endif
