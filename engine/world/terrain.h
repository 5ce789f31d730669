// Terrain: what the program declares of it, and which regions lay it.
//
// Invariant: a region's `laid` is 0 when it lays nothing, else no other's; the greater one lies on
// top.
#ifndef DV_WORLD_TERRAIN_H
#define DV_WORLD_TERRAIN_H

#include "drover/terrain.h"

/// Whether a region of the world lays a type.
bool dv_terrain_is_laid(const dv_world *world, uint32_t type);
/// What caps are multiplied by at a point.
float dv_terrain_pace(const dv_world *world, dv_vec3 point);

#endif
