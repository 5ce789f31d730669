// What there is to see in the window, from the start of the program to its end.
#ifndef DV_PLAYER_VIEWER_H
#define DV_PLAYER_VIEWER_H

#include "player/options.h"

/// Run a scenario in the window. One that does not start has a page that says why, until it does;
/// where it could not be mended, or nobody would look, that is printed only. Prints what went
/// wrong. Returns the exit status.
int dv_viewer_run(const dv_options *options);

/// Show the page to begin at, and run what is chosen there. Without a display what there is to
/// choose is printed. Returns the exit status.
int dv_viewer_start(void);

#endif
