// What a run draws without a window: the screenshot, frames, and a film. Also the agent of
// --select, which a window selects, too.
#ifndef DV_PLAYER_RUN_PICTURES_H
#define DV_PLAYER_RUN_PICTURES_H

#include "player/run/run.h"

/// If the film goes to standard output, let everything else that is written there from now on go to
/// standard error. Call it before the scenario is opened, which may print.
dv_result dv_pictures_claim_output(dv_run *run, dv_error *error);
/// Get ready to draw what the options ask for, unless a window does. Call it when the scenario is
/// open.
dv_result dv_pictures_open(dv_run *run, dv_error *error);
/// Finish the film, and free what draws. Call it before the scenario is closed.
dv_result dv_pictures_close(dv_run *run, dv_error *error);

/// The film's file, or NULL.
dv_text_file *dv_pictures_file(const dv_run *run);

/// Call after each tick. `frame_is_due` is for --frames; a film has its own pace.
dv_result dv_pictures_follow(dv_run *run, bool frame_is_due, dv_error *error);
/// Write the screenshot at the end of the run.
dv_result dv_pictures_draw_last(dv_run *run, dv_error *error);

#endif
