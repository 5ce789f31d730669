// The agents as sensed in this tick. neighbors/index.h sorts them.
#ifndef DV_WORLD_SENSED_RECORD_H
#define DV_WORLD_SENSED_RECORD_H

#include "world/grid.h"

/// Up to this many agents are searched one by one: that takes no longer than looking through the
/// cells of a few grid rows.
#define DV_FEW 64
/// A kind is rare if at most one agent in DV_RARE_IN is of that kind.
#define DV_RARE_IN 8

/// One agent as sensed by its neighbors. Half a cache line.
typedef struct dv_record {
    float x, y, z;    ///< m
    float vx, vy, vz; ///< m/s
    uint32_t agent;   ///< index
    uint16_t state;
    uint16_t kind; ///< DV_NO_KIND once the agent is removed
} dv_record;

/// Which records to search for agents of some kinds: the smallest set that contains all of them.
typedef enum dv_crowd {
    DV_CROWD_ALL,  ///< all records, through the cells of the fine grid
    DV_CROWD_RARE, ///< the records of rare kinds, through the cells of a coarse grid
    DV_CROWD_FEW   ///< at most DV_FEW records, which are all visited
} dv_crowd;

typedef struct dv_sensed {
    uint32_t count, capacity;
    dv_record *records; ///< by rank, in the order of the grid
    dv_vec3 *forward;   ///< by rank, unit length
    uint32_t *places;   ///< while sorting, in the order of agents: their cells, later their ranks
    dv_grid grid;       ///< over most agents; its outer cells also hold those beyond them
    dv_vec3 low, high;  ///< of all agents, or the bounds if the world wraps
    float spacing;      ///< m, between neighbors if all agents were spread evenly
    bool wraps;
    dv_vec3 span; ///< m, size of the bounds if the world wraps

    uint32_t count_of[DV_MAX_KINDS]; ///< agents of each kind
    dv_kind_set rare_kinds;
    uint32_t *rare; ///< ranks of agents of rare kinds, in the order of their grid
    uint32_t rare_count, rare_capacity;
    dv_grid rare_grid;
    uint32_t *few; ///< ranks of the agents of small kinds, kind after kind
    uint32_t few_count, few_capacity;
    uint32_t few_first[DV_MAX_KINDS]; ///< by kind: where its agents begin in `few`, if it's small
} dv_sensed;

void dv_sensed_free(dv_sensed *sensed);

static inline dv_vec3 dv_record_position(const dv_record *record) {
    return (dv_vec3){record->x, record->y, record->z};
}

static inline dv_vec3 dv_record_velocity(const dv_record *record) {
    return (dv_vec3){record->vx, record->vy, record->vz};
}

#endif
