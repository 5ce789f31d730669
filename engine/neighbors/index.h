// The world as sensed at the start of the tick: a copy of every agent's hot data, sorted by grid
// cell, ties by ID. Neighbor searches, sight, and steering read only this copy, so all agents see
// the same world, in whatever order they decide and move.
//
// A row of cells is one `reach` deep and has four cells per `reach` along x, so everything within
// reach in a row is a single run of records. Kinds that are rare compared with the rest have lists
// and a grid of their own, so that searches for them can skip all other agents.
#ifndef DV_NEIGHBORS_INDEX_H
#define DV_NEIGHBORS_INDEX_H

#include "world/world_data.h"

#define DV_CELLS_PER_REACH 4

/// The widest squad, in cells. Wider ones visit more records in total than they save by sharing.
#define DV_WIDEST_SQUAD 2

static inline bool dv_is_along(float a, float b, float distance) {
    return a - b <= distance && b - a <= distance;
}

/// Whether two records are near enough to be in the same pass, which has mostly the same neighbors
/// for all. `squads` is the number of squads in that pass.
static inline bool dv_are_side_by_side(const dv_sensed *sensed, uint32_t rank, uint32_t other,
                                       uint32_t squads) {
    const dv_record *a = &sensed->records[rank], *b = &sensed->records[other];
    float widest = (float)(squads * DV_WIDEST_SQUAD) * sensed->grid.cell.y;
    return dv_is_along(a->x, b->x, widest) && dv_is_along(a->y, b->y, widest) &&
           dv_is_along(a->z, b->z, widest);
}

/// Sort the agents of the list, which is in order of IDs, into records. False when out of memory.
bool dv_sense_agents(dv_world *world, const uint32_t *agents, uint32_t count);
/// The index (grid of all, grid of rare kinds, or lists) in which to search for these kinds.
dv_crowd dv_crowd_of(const dv_world *world, const dv_kind_set *kinds);
/// Its grid, or NULL if all of its records are visited.
static inline const dv_grid *dv_grid_of(const dv_sensed *sensed, dv_crowd crowd) {
    return crowd == DV_CROWD_FEW    ? NULL
           : crowd == DV_CROWD_RARE ? &sensed->rare_grid
                                    : &sensed->grid;
}
/// The ranks of its records, or NULL if its places are ranks already.
static inline const uint32_t *dv_ranks_of(const dv_sensed *sensed, dv_crowd crowd) {
    return crowd == DV_CROWD_FEW ? sensed->few : crowd == DV_CROWD_RARE ? sensed->rare : NULL;
}
/// The radius (m) within which a search in such an index can expect its nearest agent.
float dv_crowd_spacing(const dv_world *world, dv_crowd crowd);

#endif
