// The world as sensed at the start of the tick: a copy of every agent's hot data, sorted by grid
// cell, ties by id. Neighbor searches, sight and steering read it and nothing else, so that agents
// deciding and moving in any order see the same world.
//
// A cell row is one `reach` deep and has four cells a `reach` along x, so that what lies within
// reach in one row is a single run of records.
#ifndef DV_WORLD_SENSED_H
#define DV_WORLD_SENSED_H

#include "drover/world.h"

#define DV_CELLS_PER_REACH 4

/// So many distances are computed in the time of looking through the cells of a few rows.
#define DV_FEW 64

/// One agent as neighbors see it: half a cache line.
typedef struct dv_record {
    float x, y, z;    ///< m
    float vx, vy, vz; ///< m/s
    uint32_t agent;   ///< index
    uint16_t state;
    uint8_t kind; ///< DV_NO_KIND once the agent is removed
} dv_record;

typedef struct dv_sensed {
    uint32_t count, capacity;
    dv_record *records;                  ///< by rank
    dv_vec3 *forward;                    ///< by rank, unit length
    uint32_t count_of[DV_MAX_KINDS];     ///< agents of each kind
    uint32_t few[DV_MAX_KINDS * DV_FEW]; ///< ranks of those of rare kinds, kind after kind
    uint32_t few_first[DV_MAX_KINDS];    ///< where each rare kind's begin
    uint32_t *cell_of;                   ///< by place in the list of agents, while sorting
    uint32_t *cell_start;                ///< one more than there are cells
    uint32_t cell_capacity;
    uint32_t columns, rows, layers;
    dv_vec3 origin;
    float cell_width, cell_depth, cell_height; ///< along x, y and z
    bool wraps;
    dv_vec3 span; ///< of the bounds, where the world wraps
} dv_sensed;

static inline dv_vec3 dv_record_position(const dv_record *record) {
    return (dv_vec3){record->x, record->y, record->z};
}

static inline dv_vec3 dv_record_velocity(const dv_record *record) {
    return (dv_vec3){record->vx, record->vy, record->vz};
}

/// Sort the agents of the list (in order of ids) into records. False when memory is short.
bool dv_sense_agents(dv_world *world, const uint32_t *agents, uint32_t count);
void dv_sensed_free(dv_sensed *sensed);

#endif
