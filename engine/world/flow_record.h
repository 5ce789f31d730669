// The flows of a world; see flows.h.
#ifndef DV_WORLD_FLOW_RECORD_H
#define DV_WORLD_FLOW_RECORD_H

#include "world/id_pool.h"

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
} dv_flow_record;

typedef struct dv_flows {
    dv_id_pool ids;
    dv_flow_record *records;
    uint32_t capacity;
} dv_flows;

#endif
