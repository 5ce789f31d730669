// The command `drover new`.
#ifndef DV_PLAYER_NEW_SCENARIO_H
#define DV_PLAYER_NEW_SCENARIO_H

/// Write a scenario to start from into a folder that does not exist or is empty, all of it or
/// nothing. Prints what went wrong; returns the exit status.
int dv_new_scenario(const char *folder);

/// The text of a template by its name, "drover" being the editor stub; "" where there is none.
const char *dv_new_scenario_template(const char *name);

#endif
