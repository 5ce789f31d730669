// Regions: parts of the world that scale the caps of agents inside them. They have the same shapes
// as obstacles.
#ifndef DV_WORLD_REGIONS_H
#define DV_WORLD_REGIONS_H

#include "world/region_record.h"

void dv_regions_free(dv_regions *regions);
/// NULL when the handle is stale or isn't a region of this world.
const dv_region_record *dv_region_record_of(const dv_world *world, uint64_t bits);
/// The point of a region nearest to a place; the place itself if it's inside.
dv_vec3 dv_region_nearest(const dv_world *world, const dv_region_record *region, dv_vec3 from);
/// The point of a region's surface nearest to a place, the normal out of the region there, and the
/// distance: below 0 inside.
dv_surface_point dv_region_surface(const dv_world *world, const dv_region_record *region,
                                   dv_vec3 from);
/// Whether a point, or its nearest image where the world wraps, is in a region.
bool dv_region_holds(const dv_world *world, const dv_region_record *region, dv_vec3 point);

#endif
