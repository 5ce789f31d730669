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

#endif
