// Regions: parts of the world where caps are scaled. Their shapes are those of obstacles.
#ifndef DV_WORLD_REGIONS_H
#define DV_WORLD_REGIONS_H

#include "world/id_pool.h"
#include "world/obstacles.h"

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

void dv_regions_free(dv_regions *regions);
/// NULL when the handle is stale or names no region of the world.
const dv_region_record *dv_region_record_of(const dv_world *world, uint64_t bits);
/// The point of a region nearest to a place; the place itself inside.
dv_vec3 dv_region_nearest(const dv_world *world, const dv_region_record *region, dv_vec3 from);
bool dv_region_holds(const dv_world *world, const dv_region_record *region, dv_vec3 point);
/// The factors of all regions a point is in, multiplied.
float dv_pace_at(const dv_world *world, dv_vec3 point);

#endif
