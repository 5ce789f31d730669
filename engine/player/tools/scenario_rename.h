// The name that a copy of a scenario gets.
#ifndef DV_PLAYER_SCENARIO_RENAME_H
#define DV_PLAYER_SCENARIO_RENAME_H

#include "player/tools/scenario_parts.h"

/// Put a name into `drover.scenario { … }` of main.lua or else of a file beside it, and as
/// `based_on` the name that it had, or `based_on` if it had none; a `based_on` that is there stays.
/// With NULL, only the name. If no file has such a table, or if it has another expression as its
/// name, the files stay as they are.
dv_result dv_rename_scenario(dv_scenario_parts *parts, const char *name, const char *based_on,
                             dv_error *error);

#endif
