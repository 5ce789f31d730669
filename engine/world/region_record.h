// The regions of a world, in the shapes of obstacles; see regions.h.
#ifndef DV_WORLD_REGION_RECORD_H
#define DV_WORLD_REGION_RECORD_H

#include "world/id_pool.h"
#include "world/obstacle_record.h"

#define DV_FASTEST_REGION 100.0f

typedef struct dv_region_record {
    dv_obstacle_record shape;
    float speed;      ///< factor
    uint32_t terrain; ///< type, where `laid` is not 0
    uint64_t laid;    ///< when the terrain was laid, counted in the world
} dv_region_record;

typedef struct dv_regions {
    dv_id_pool ids;
    dv_region_record *records;
    uint32_t capacity;
    uint64_t laid; ///< how often terrain was laid
} dv_regions;

#endif
