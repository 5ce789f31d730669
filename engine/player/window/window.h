// Runs a scenario in the window: events, camera, frames.
#ifndef DV_PLAYER_WINDOW_H
#define DV_PLAYER_WINDOW_H

#include "player/run/run.h"
#include "player/window/kept.h"
#include "player/window/screen.h"

/// Show an open run in the open window until the run is over or the window is closed; the caller
/// then closes both. Writes the frames and the screenshot given in the options. Also tries to write
/// the last frame to `picture`, which may be NULL. Begins with what is kept in `kept`, and keeps
/// there what the user arranges; it may be NULL, too. Returns 0; or 1 if memory ran out or a
/// picture could not be written, which has then been printed.
int dv_window_run(dv_run *run, dv_screen *screen, const char *picture, dv_kept *kept);

// The same step by step.

/// Open it. NULL when out of memory.
struct window *dv_window_open(dv_run *run, dv_screen *screen, const char *picture,
                              const dv_kept *kept);
/// Handle events, do the ticks that are due, and draw. False after the last frame.
bool dv_window_show_frame(struct window *window);
/// Close it; returns as dv_window_run does.
int dv_window_close(struct window *window);

#endif
