// Perception: what an agent sees of the world as sensed. It sees as far as its sight reaches and
// the air is clear, within its view cone, and behind obstacles nothing if its kind is occluded.
// Distances are center to center, across the edge where the world wraps.
#ifndef DV_GUARDS_PERCEPTION_H
#define DV_GUARDS_PERCEPTION_H

#include "world/world_data.h"

/// What an agent's sight comes to this tick.
typedef struct dv_sight {
    const dv_world *world;
    uint32_t agent;
    dv_vec3 position, forward;
    float range; ///< m
    float half_cosine;
    bool occluded;
} dv_sight;

dv_sight dv_sight_of(const dv_world *world, uint32_t agent);

/// The nearest perceived agent of the kinds within `range` (m), ties by id; false when none.
bool dv_sight_nearest(const dv_sight *sight, dv_kind_set kinds, double range, uint32_t *nearest);

/// Whether an agent is perceived within `range` (m).
bool dv_sight_holds(const dv_sight *sight, uint32_t other, double range);

#endif
