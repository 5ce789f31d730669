// Where a scenario is: what the command line names, checked before it is opened.
#ifndef DV_PLAYER_SCENARIO_PATH_H
#define DV_PLAYER_SCENARIO_PATH_H

#include "drover/base.h"

/// Whether there is a scenario at that path, at first sight: a folder with main.lua, or a file.
/// DV_ERROR_IO when not, with a message that says what to type instead.
dv_result dv_check_scenario_path(const char *path, dv_error *error);

#endif
