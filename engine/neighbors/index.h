// The world as sensed at the start of the tick: a copy of every agent's hot data, sorted by grid
// cell, ties by id. Neighbor searches, sight and steering read it and nothing else, so that agents
// deciding and moving in any order see the same world.
//
// A cell row is one `reach` deep and has four cells a `reach` along x, so that what lies within
// reach in one row is a single run of records. Agents of kinds that are few beside all others are
// found by lists and a grid of their own, so that those who look for them pass over the rest.
#ifndef DV_NEIGHBORS_INDEX_H
#define DV_NEIGHBORS_INDEX_H

#include "world/world_data.h"

#define DV_CELLS_PER_REACH 4

/// Squads wider than so many cells visit more than they share.
#define DV_WIDEST_SQUAD 2

static inline bool dv_is_along(float a, float b, float distance) {
    return a - b <= distance && b - a <= distance;
}

/// Whether two look at much the same neighbors, for so many squads side by side.
static inline bool dv_are_side_by_side(const dv_sensed *sensed, uint32_t rank, uint32_t other,
                                       uint32_t squads) {
    const dv_record *a = &sensed->records[rank], *b = &sensed->records[other];
    float widest = (float)(squads * DV_WIDEST_SQUAD) * sensed->grid.cell.y;
    return dv_is_along(a->x, b->x, widest) && dv_is_along(a->y, b->y, widest) &&
           dv_is_along(a->z, b->z, widest);
}

/// Sort the agents of the list (in order of ids) into records. False when memory is short.
bool dv_sense_agents(dv_world *world, const uint32_t *agents, uint32_t count);
/// Where to look for agents of these kinds.
dv_crowd dv_crowd_of(const dv_world *world, dv_kind_set kinds);
/// m, the radius in which the nearest of such a crowd may be expected.
float dv_crowd_spacing(const dv_world *world, dv_crowd crowd);

#endif
