// The window of a run: events, camera, frames.
#ifndef DV_PLAYER_WINDOW_H
#define DV_PLAYER_WINDOW_H

#include "player/run/run.h"
#include "player/window/screen.h"

/// Show an open run in the open window until it is over or the window is closed; the caller then
/// closes both. Writes the frames and the screenshot that the options ask for, and the last frame
/// to `picture` too, if that is not NULL and can be. Returns 0, or 1 after printing to stderr that
/// memory is short or which picture could not be written.
int dv_window_run(dv_run *run, dv_screen *screen, const char *picture);

#endif
