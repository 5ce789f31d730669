// The command `drover mods`: the mods of a scenario, and what those that are enabled change.
#ifndef DV_PLAYER_TOOLS_MODS_H
#define DV_PLAYER_TOOLS_MODS_H

#include "player/options/options.h"

/// Print them. Returns the exit status.
int dv_mods_command(const dv_options *options);

#endif
