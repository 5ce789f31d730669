// The options --mod and --mods: which mods a scenario runs with.
#ifndef DV_PLAYER_MODS_H
#define DV_PLAYER_MODS_H

#include "player/options/options.h"

/// Add the mod in a folder to the options. False when out of memory.
bool dv_options_add_mod(dv_options *options, const char *folder);

/// Add the mods that --mods selects from the folder `mods` of the scenario: "all", "none", or names
/// with commas between them. Call this when the scenario is known.
dv_result dv_options_select_mods(dv_options *options, const char *selection, dv_error *error);

void dv_options_free_mods(dv_options *options);

#endif
