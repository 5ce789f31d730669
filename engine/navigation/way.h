// Walk back down a wave, and leave out the waypoints that are not needed.
#ifndef DV_NAVIGATION_WAY_H
#define DV_NAVIGATION_WAY_H

#include "navigation/wave.h"

typedef struct dv_way {
    dv_vec3 *points; ///< no two consecutive points are equal
    uint32_t count, capacity;
} dv_way;

typedef enum dv_walk {
    DV_WALK_ARRIVES,
    DV_WALK_IS_LOST, ///< weights differ by less than they are rounded to
    DV_WALK_NO_MEMORY
} dv_walk;

/// Walk from a start to the goal, going straight on wherever that is as short. Puts points at both
/// ends, at every turn, and every few cells in between. The way is of no use unless it arrives.
dv_walk dv_way_walk(dv_way *way, const dv_map *map, const dv_wave *wave, const dv_joint *start,
                    const dv_joints *goal, dv_vec3 from, dv_vec3 to);

/// Remove the middle one of three waypoints where the straight way from the first to the third is
/// free and costs no more, until no such three are left. False when `work` runs out.
bool dv_way_straighten(dv_way *way, const dv_map *map, const dv_barriers *barriers,
                       dv_plan_work *work);

/// Let the way climb evenly from one height to the other (m). If its first leg leads out of the
/// clearance, only after that; where there is no other leg, straight up or down at the end. False
/// when memory is short.
bool dv_way_slope(dv_way *way, float from_z, float to_z, bool leads_out);

void dv_way_free(dv_way *way);

#endif
