// Terrain: its types, which the program declares, and the regions that have terrain.
//
// Invariant: `laid` of a region is 0 if it has no terrain, else unique in the world. Where regions
// overlap, the terrain with the greatest `laid` is on top.
#ifndef DV_WORLD_TERRAIN_H
#define DV_WORLD_TERRAIN_H

#include "world/region_record.h"

#include "drover/terrain.h"

#define DV_MAX_GROUND 32

/// Whether a region of the world has this type of terrain.
bool dv_terrain_is_laid(const dv_world *world, uint32_t type);
/// The weight and speed of a type of terrain at a point. `whole` has those where its field is full.
dv_terrain_for dv_terrain_by_field(const dv_world *world, uint32_t type, dv_terrain_for whole,
                                   dv_vec3 point);
/// The factor that the terrain at a point puts on the caps of a kind; 1 without terrain.
float dv_terrain_pace(const dv_world *world, uint32_t kind, dv_vec3 point);
/// Whether a type of terrain makes some kind faster or slower.
bool dv_terrain_changes_pace(const dv_world *world, uint32_t type);
/// The product of that factor and those of all regions around the point, at most DV_FASTEST_REGION.
float dv_pace_at(const dv_world *world, uint32_t kind, dv_vec3 point);

/// The regions with terrain within reach of a place, topmost first. If there are more than fit,
/// `is_crowded` is set, and dv_ground_at searches all regions of the world each time.
typedef struct dv_ground {
    const dv_world *world;
    const dv_region_record *regions[DV_MAX_GROUND];
    uint32_t count;
    bool is_crowded;
} dv_ground;

/// Collect the terrain within `reach` (m) of a place.
dv_ground dv_ground_near(const dv_world *world, dv_vec3 place, float reach);
/// The topmost terrain type at a point within that reach; −1: none.
int32_t dv_ground_at(const dv_ground *ground, dv_vec3 point);

#endif
