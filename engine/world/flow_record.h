// The flows of a world; see flows.h.
#ifndef DV_WORLD_FLOW_RECORD_H
#define DV_WORLD_FLOW_RECORD_H

#include "drover/navigation.h"
#include "world/id_pool.h"

/// A direction, in a sixth of the memory that three floats would take.
typedef struct dv_flow_arrow {
    int8_t x, y;
} dv_flow_arrow;

/// Where a flow of dv_world_flow_to leads; see navigation/flow_to.h.
typedef struct dv_flow_aim {
    dv_flow_goal *goals; ///< as given; those that are gone stay in the list, and are skipped
    uint32_t goal_count;
    float clearance, resolution; ///< m
    bool counts_terrain;
    int32_t kind;  ///< whose terrain; −1: everyone's
    float density; ///< m of plain ground per meter, for each person per m²
    dv_flow_outcome outcome;
    uint64_t key; ///< a hash of all that the arrows depend on, as they are
    dv_flow_arrow *arrows;
} dv_flow_aim;

#define DV_NO_FLOW_TYPE UINT32_MAX ///< of a flow that leads to goals

typedef struct dv_flow_record {
    uint32_t type;
    uint32_t count[3];       ///< nodes along x, y and z
    dv_vec3 origin, spacing; ///< m
    bool wraps;
    bool painted;      ///< changed by set or paint since it was computed
    uint64_t born;     ///< the tick that intervals are counted from
    dv_vec3 *nodes;    ///< m/s, x fastest
    dv_vec3 *compiled; ///< the next nodes, while the host computes them
    dv_vec3 *places;   ///< of the nodes of one row
    dv_flow_aim *aim;  ///< NULL: declared; else it has arrows instead of `nodes`
} dv_flow_record;

static inline uint32_t dv_flow_node_count(const dv_flow_record *flow) {
    return flow->count[0] * flow->count[1] * flow->count[2];
}

typedef struct dv_flows {
    dv_id_pool ids;
    dv_flow_record *records;
    uint32_t capacity;
} dv_flows;

#endif
