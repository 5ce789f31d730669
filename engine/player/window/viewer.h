// What there is to see in the window, from the start of the program to its end.
#ifndef DV_PLAYER_VIEWER_H
#define DV_PLAYER_VIEWER_H

#include "player/options/options.h"

/// Run a scenario in the window. If it does not start, show a page with the reason until it does;
/// runs with a fixed end and runs that do not watch their files only print the reason. Prints what
/// went wrong. Returns the exit status.
int dv_viewer_run(const dv_options *options);

/// Show the start page, and run the scenario that is chosen there. Without a display, print what
/// there is to choose from. Returns the exit status.
int dv_viewer_start(void);

#endif
