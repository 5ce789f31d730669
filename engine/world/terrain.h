// Terrain: what the program declares of it, and which regions lay it.
//
// Invariant: a region's `laid` is 0 when it lays nothing, else no other's; the greater one lies on
// top.
#ifndef DV_WORLD_TERRAIN_H
#define DV_WORLD_TERRAIN_H

#include "world/region_record.h"

#include "drover/terrain.h"

#define DV_MOST_GROUND 32

/// Whether a region of the world lays a type.
bool dv_terrain_is_laid(const dv_world *world, uint32_t type);
/// What caps are multiplied by at a point.
float dv_terrain_pace(const dv_world *world, dv_vec3 point);
/// That, and the factors of all regions a point is in, multiplied.
float dv_pace_at(const dv_world *world, dv_vec3 point);

/// What is laid within a reach of a place, the topmost first; more than fit are looked for anew at
/// each point.
typedef struct dv_ground {
    const dv_world *world;
    const dv_region_record *regions[DV_MOST_GROUND];
    uint32_t count;
    bool is_crowded;
} dv_ground;

dv_ground dv_ground_near(const dv_world *world, dv_vec3 place, float reach);
/// The type on top at a point within that reach; -1: none.
int32_t dv_ground_at(const dv_ground *ground, dv_vec3 point);

#endif
