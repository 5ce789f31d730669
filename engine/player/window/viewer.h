// The program in a window, from start to end.
#ifndef DV_PLAYER_VIEWER_H
#define DV_PLAYER_VIEWER_H

#include "player/options/options.h"

/// Run a scenario in the window. If it doesn't start, show a page with the reason until it does;
/// runs with a fixed end and runs with --no-watch only print the reason. Prints errors. Returns the
/// exit status.
int dv_viewer_run(const dv_options *options);

/// Show the start page, and run the scenario that the user chooses. Without a display, print the
/// samples and recent scenarios. Returns the exit status.
int dv_viewer_start(const dv_subcommand *const *known);

#endif
