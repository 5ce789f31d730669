// Ways to a goal that agents have planned.
//
// `wayfinding` follows its way in the steer phase, where agents run in parallel and none may plan.
// There it only wishes for a plan. The plans are made in the next decide phase, on the stepping
// thread, oldest wish first, until the work of one tick is used up.
#ifndef DV_STEERING_WAYS_H
#define DV_STEERING_WAYS_H

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
float dv_age_of_way(const dv_world *world, const dv_known_way *way);

/// Note the wishes of an agent's `wayfinding` behaviors for dv_plan_ways.
void dv_note_wishes(dv_world *world, uint32_t agent, const dv_node *node, unsigned char *states);
/// Make the plans that were noted in this tick.
void dv_plan_ways(dv_world *world);

#endif
