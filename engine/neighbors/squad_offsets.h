// The shortest offsets from the agents of a squad to places.
#ifndef DV_NEIGHBORS_SQUAD_OFFSETS_H
#define DV_NEIGHBORS_SQUAD_OFFSETS_H

#include "base/compiler.h"
#include "base/lanes.h"
#include "base/wrap_lanes.h"
#include "world/world_data.h"

/// The offsets from the agents of a squad to one place for each, like dv_offset_between.
static DV_ALWAYS_INLINE void dv_offsets_from_squad(const dv_squad *squad, const dv_vectors *places,
                                                   dv_lanes3 *offsets) {
    const dv_world *world = squad->world;
    dv_lanes3 position;
    dv_load_lanes3(&position, &squad->position);
    dv_load_lanes3(offsets, places);
    offsets->x -= position.x, offsets->y -= position.y, offsets->z -= position.z;
    if (world->bounds.edge != DV_EDGE_WRAP)
        return;
    dv_vec3 span = dv_subtract(world->bounds.max, world->bounds.min);
    dv_offset_lanes_without_spans(offsets, &span, world->space == DV_VOLUME);
}

#endif
