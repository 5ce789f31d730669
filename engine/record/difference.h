// The first thing in which two worlds differ that were one, and are run by different code: both
// began with the same snapshot, and an agent has the same index and generation in both.
//
// What only one program has a name for is passed over, and what was renamed is the same thing. What
// a program says of all agents of a kind, such as a speed, is code, and not looked at.
#ifndef DV_RECORD_DIFFERENCE_H
#define DV_RECORD_DIFFERENCE_H

#include "drover/world.h"

#define DV_DIFFERENCE_NAME 160
#define DV_DIFFERENCE_VALUE 200

typedef struct dv_difference {
    uint32_t agent;  ///< its id; 0: not an agent's
    bool is_decided; ///< its kind, state or suspension, from which what it remembers follows
    char whose[DV_DIFFERENCE_NAME];      ///< "wolf#17", "pack#2", or "" for the world
    char field[DV_DIFFERENCE_NAME];      ///< "position", "setting births"
    char values[2][DV_DIFFERENCE_VALUE]; ///< in the first world and in the second; "": too long
} dv_difference;

/// The first agent by id that differs; its fields in the order in which a tick writes them. False
/// when all are alike. Names are those of `world`.
bool dv_world_agents_differ(const dv_world *world, const dv_world *other, dv_difference *found);

/// The same of what is no agent: settings, groups, obstacles, paths, regions, surfaces, flows,
/// terrain, events, and how many random numbers the world gave.
bool dv_world_rest_differs(const dv_world *world, const dv_world *other, dv_difference *found);

/// What a kind or group type of `other` is in `world`: its index, or DV_GONE or DV_REMOVED.
int32_t dv_world_counterpart(const dv_world *world, const dv_world *other, dv_family family,
                             uint32_t index);

/// "wolf#17", of an agent that lives.
void dv_agent_text(const dv_world *world, uint32_t index, char text[DV_DIFFERENCE_NAME]);

#endif
