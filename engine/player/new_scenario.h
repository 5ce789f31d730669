// The command `drover new`.
#ifndef DV_PLAYER_NEW_SCENARIO_H
#define DV_PLAYER_NEW_SCENARIO_H

/// Write a scenario to start from into a folder that does not exist or is empty, all of it or
/// nothing. Prints what went wrong; returns the exit status.
int dv_new_scenario(const char *folder);

#endif
