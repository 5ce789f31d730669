// Finds the first difference between two worlds that started from the same snapshot and run
// different code. An agent has the same index and generation in both.
//
// Names that only one program declares are skipped; a renamed thing counts as the same thing. What
// a program declares for all agents of a kind, such as a speed, is code and is not compared.
#ifndef DV_RECORD_DIFFERENCE_H
#define DV_RECORD_DIFFERENCE_H

#include "drover/world.h"

#define DV_DIFFERENCE_NAME 160
#define DV_DIFFERENCE_VALUE 200

typedef struct dv_difference {
    uint32_t agent;  ///< id of the agent that differs; 0: something else differs
    bool is_decided; ///< the field is its kind, state or suspension, on which its memory depends
    char whose[DV_DIFFERENCE_NAME];      ///< "wolf#17", "pack#2", or "" for the world
    char field[DV_DIFFERENCE_NAME];      ///< "position", "setting births"
    char values[2][DV_DIFFERENCE_VALUE]; ///< in the first and the second world; "" if too long
} dv_difference;

/// Find the first agent, by id, that differs, comparing its fields in the order in which a tick
/// writes them. False if all agents are equal. Names are those of `world`.
bool dv_world_agents_differ(const dv_world *world, const dv_world *other, dv_difference *found);

/// The same for everything else: settings, groups, obstacles, paths, regions, surfaces, flows,
/// terrain, events, and how many random numbers the world has drawn.
bool dv_world_rest_differs(const dv_world *world, const dv_world *other, dv_difference *found);

/// The index in `world` of a kind or group type of `other`, or DV_GONE or DV_REMOVED.
int32_t dv_world_counterpart(const dv_world *world, const dv_world *other, dv_family family,
                             uint32_t index);

/// The name of a living agent: "wolf#17".
void dv_agent_text(const dv_world *world, uint32_t index, char text[DV_DIFFERENCE_NAME]);

#endif
