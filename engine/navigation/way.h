// The way back down a wave, and leaving out what is not needed of it.
#ifndef DV_NAVIGATION_WAY_H
#define DV_NAVIGATION_WAY_H

#include "navigation/wave.h"

typedef struct dv_way {
    dv_vec3 *points; ///< neighbors are not at the same place
    uint32_t count, capacity;
} dv_way;

/// Walk from a start to the goal, straight on where that is as short: points at both ends, wherever
/// the way turns, and here and there on the runs between. False when memory is short.
bool dv_way_walk(dv_way *way, const dv_map *map, const dv_wave *wave, const dv_joint *start,
                 const dv_joints *goal, dv_vec3 from, dv_vec3 to);

/// Of three waypoints leave out the middle one where the way from the first to the third is free,
/// until there is none such. False when the work may go no further.
bool dv_way_straighten(dv_way *way, const dv_barriers *barriers, dv_plan_work *work);

/// Let it climb from the height of one end to that of the other.
void dv_way_slope(dv_way *way, float from_z, float to_z);

void dv_way_free(dv_way *way);

#endif
