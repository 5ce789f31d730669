// The regions of a world; see regions.h.
#ifndef DV_WORLD_REGION_RECORD_H
#define DV_WORLD_REGION_RECORD_H

#include "world/id_pool.h"
#include "world/obstacle_record.h"

typedef struct dv_region_record {
    dv_obstacle_record shape;
    float speed;      ///< factor for caps
    uint32_t terrain; ///< type; meaningless if `laid` is 0
    uint64_t laid;    ///< 0: no terrain; else the value of the world's counter when it was laid
} dv_region_record;

typedef struct dv_regions {
    dv_id_pool ids;
    dv_region_record *records;
    uint32_t capacity;
    uint64_t laid; ///< counts how often terrain was laid
} dv_regions;

#endif
