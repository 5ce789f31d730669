// The command `drover new`.
#ifndef DV_PLAYER_NEW_SCENARIO_H
#define DV_PLAYER_NEW_SCENARIO_H

#include "drover/base.h"

/// Write a scenario into a folder that does not exist or is empty, all of it or nothing: a copy of
/// the scenario at the path `from`, or with NULL one to start from. DV_ERROR_ARGUMENT when the
/// folder cannot be meant.
dv_result dv_write_scenario(const char *folder, const char *from, dv_error *error);

/// The same as a command. Prints what came of it; returns the exit status.
int dv_new_scenario(const char *folder, const char *from);

#endif
