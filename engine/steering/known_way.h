// The state of `wayfinding`; see ways.h for how it is planned.
#ifndef DV_STEERING_KNOWN_WAY_H
#define DV_STEERING_KNOWN_WAY_H

#include "world/world_data.h"

#define DV_MAX_WAYPOINTS 7

/// What an agent knows of its way. Zeroed, it knows nothing and wishes for nothing.
typedef struct dv_known_way {
    uint32_t count;         ///< of waypoints; 0: no way is known
    uint32_t next;          ///< the waypoint it makes for
    uint32_t is_whole;      ///< 1: the last waypoint is the goal
    uint32_t wishes;        ///< 1: it wishes for a plan
    uint32_t planned_at;    ///< the tick of the last plan, plus 1; 0: never
    uint32_t ground;        ///< a hash of the ground that the plan was made on
    uint32_t ground_varies; ///< 1: some ground is dearer, so a straight way may not be the best
    float goal[3];          ///< m, of that plan
    float waypoints[DV_MAX_WAYPOINTS][3]; ///< m
} dv_known_way;

/// Seconds since the agent's last plan; infinite without one.
static inline float dv_age_of_way(const dv_world *world, const dv_known_way *way) {
    uint32_t ticks = (uint32_t)world->tick + 1 - way->planned_at;
    return way->planned_at == 0 ? INFINITY : (float)ticks * world->dt;
}

#endif
