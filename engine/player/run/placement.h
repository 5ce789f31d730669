// Where everything is, as Lua for `setup` of a scenario.
#ifndef DV_PLAYER_PLACEMENT_H
#define DV_PLAYER_PLACEMENT_H

#include "player/run/run.h"

/// Write a line that makes each obstacle, one that spawns each agent, with its kind, position,
/// heading, and label, and one for each link.
dv_result dv_placement_write(const dv_run *run, const char *path, dv_error *error);

#endif
