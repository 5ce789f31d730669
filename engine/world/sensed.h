// The world as sensed at the start of the tick: a copy of every agent's hot data, sorted by grid
// cell, ties by id. Neighbor searches, sight and steering read it and nothing else, so that agents
// deciding and moving in any order see the same world.
//
// A cell row is one `reach` deep and has four cells a `reach` along x, so that what lies within
// reach in one row is a single run of records. Agents of kinds that are few beside all others are
// found by lists and a grid of their own, so that those who look for them pass over the rest.
#ifndef DV_WORLD_SENSED_H
#define DV_WORLD_SENSED_H

#include "world/grid.h"

#define DV_CELLS_PER_REACH 4

/// So many distances are computed in the time of looking through the cells of a few rows.
#define DV_FEW 64
/// A kind is rare when it is at most one in so many.
#define DV_RARE_IN 8

/// One agent as neighbors see it: half a cache line.
typedef struct dv_record {
    float x, y, z;    ///< m
    float vx, vy, vz; ///< m/s
    uint32_t agent;   ///< index
    uint16_t state;
    uint8_t kind; ///< DV_NO_KIND once the agent is removed
} dv_record;

/// Which records hold all agents of some kinds: the fewer the better.
typedef enum dv_crowd {
    DV_CROWD_ALL,  ///< everyone, by the cells of the fine grid
    DV_CROWD_RARE, ///< those of rare kinds, by the cells of a coarse one
    DV_CROWD_FEW   ///< so few that all are visited
} dv_crowd;

typedef struct dv_sensed {
    uint32_t count, capacity;
    dv_record *records; ///< by rank, in the order of the grid
    dv_vec3 *forward;   ///< by rank, unit length
    uint32_t *places;   ///< by place in the list of agents: cells, then ranks, while sorting
    dv_grid grid;
    float spacing; ///< m, between neighbors, were all spread evenly
    bool wraps;
    dv_vec3 span; ///< of the bounds, where the world wraps

    uint32_t count_of[DV_MAX_KINDS]; ///< agents of each kind
    dv_kind_set rare_kinds;
    uint32_t *rare; ///< ranks of agents of rare kinds, in the order of their grid
    uint32_t rare_count, rare_capacity;
    dv_grid rare_grid;
    uint32_t few[DV_MAX_KINDS * DV_FEW]; ///< ranks of agents of kinds of few, kind after kind
    uint32_t few_first[DV_MAX_KINDS];    ///< where each such kind's begin
} dv_sensed;

static inline dv_vec3 dv_record_position(const dv_record *record) {
    return (dv_vec3){record->x, record->y, record->z};
}

static inline dv_vec3 dv_record_velocity(const dv_record *record) {
    return (dv_vec3){record->vx, record->vy, record->vz};
}

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
void dv_sensed_free(dv_sensed *sensed);
/// Where to look for agents of these kinds.
dv_crowd dv_crowd_of(const dv_world *world, dv_kind_set kinds);
/// m, the radius in which the nearest of such a crowd may be expected.
float dv_crowd_spacing(const dv_world *world, dv_crowd crowd);

#endif
