// What a run without a window draws: the screenshot, and frames.
#ifndef DV_PLAYER_RUN_PICTURES_H
#define DV_PLAYER_RUN_PICTURES_H

#include "player/run/run.h"

/// Get ready to draw, if the options ask for it and the run has no window.
dv_result dv_pictures_open(dv_run *run, dv_error *error);
/// Free what draws. Call it before the scenario is closed.
void dv_pictures_close(dv_run *run);

/// Call after each tick, and then dv_pictures_draw_frame if a frame is due.
void dv_pictures_follow(dv_run *run);
dv_result dv_pictures_draw_frame(dv_run *run, dv_error *error);
/// Write the screenshot at the end of the run.
dv_result dv_pictures_draw_last(dv_run *run, dv_error *error);

#endif
