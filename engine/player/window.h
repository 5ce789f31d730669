// The window of a run: events, camera, frames.
#ifndef DV_PLAYER_WINDOW_H
#define DV_PLAYER_WINDOW_H

#include "player/run.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Show an open run until it is over or its window is closed; the caller then closes the run.
/// Writes the frames and the screenshot that the options ask for. Returns 0, or 1 after printing to
/// stderr why there is no window or a picture could not be written.
int dv_window_run(dv_run *run);

#ifdef __cplusplus
}
#endif
#endif
