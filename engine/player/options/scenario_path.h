// Checks the path of a scenario before it is opened.
#ifndef DV_PLAYER_SCENARIO_PATH_H
#define DV_PLAYER_SCENARIO_PATH_H

#include "drover/base.h"

/// Check whether there seems to be a scenario at this path: a folder with main.lua, or a file.
/// DV_ERROR_IO if not, with a message that says what to type instead.
dv_result dv_check_scenario_path(const char *path, dv_error *error);

#endif
