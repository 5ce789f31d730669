// The command `drover new`.
#ifndef DV_PLAYER_NEW_SCENARIO_H
#define DV_PLAYER_NEW_SCENARIO_H

#include "drover/base.h"

/// Write a scenario into a folder that doesn't exist or is empty: a copy of the scenario at `from`
/// or, with NULL, the template. On failure nothing is left behind. DV_ERROR_ARGUMENT if the folder
/// can't be used for this.
dv_result dv_write_scenario(const char *folder, const char *from, dv_error *error);

/// Write a mod for the scenario at `scenario` into such a folder. The mod is named after the
/// folder.
dv_result dv_write_mod(const char *folder, const char *scenario, dv_error *error);

/// The same as dv_write_scenario, as a command: prints the result and returns the exit status.
int dv_new_scenario(const char *folder, const char *from);

typedef struct dv_new_options {
    const char *from;     ///< the scenario to copy, or NULL
    const char *mod;      ///< where to write a mod, or NULL
    const char *scenario; ///< the scenario that the mod is for
} dv_new_options;

#endif
