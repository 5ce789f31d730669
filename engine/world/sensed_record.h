// The agents of a tick as they were sensed; neighbors/index.h sorts them.
#ifndef DV_WORLD_SENSED_RECORD_H
#define DV_WORLD_SENSED_RECORD_H

#include "world/grid.h"

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

void dv_sensed_free(dv_sensed *sensed);

static inline dv_vec3 dv_record_position(const dv_record *record) {
    return (dv_vec3){record->x, record->y, record->z};
}

static inline dv_vec3 dv_record_velocity(const dv_record *record) {
    return (dv_vec3){record->vx, record->vy, record->vz};
}

#endif
