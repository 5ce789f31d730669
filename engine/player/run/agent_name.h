// Finds agents by the names that people give: "152" or "wolf#152".
#ifndef DV_PLAYER_AGENT_NAME_H
#define DV_PLAYER_AGENT_NAME_H

#include "drover/drover.h"

/// The living agent with that number, and of that kind. False if there is none.
bool dv_find_agent(const dv_world *world, const char *name, dv_agent *agent);

#define DV_AGENT_NAME 128
/// Write the name of a living agent: "wolf#152".
void dv_write_agent_name(const dv_world *world, dv_agent agent, char name[DV_AGENT_NAME]);

#endif
