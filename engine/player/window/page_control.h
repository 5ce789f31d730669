// The control socket of a page, which is open while no scenario runs. Of the commands, only
// "widget" is obeyed.
//
//     dv_page_control control;
//     dv_page_control_open(&control, screen, path);
//     while (dv_page_control_serve(&control) && dv_screen_begin_page(screen, "page")) {
//         … widgets …
//         dv_screen_end_page(screen);
//     }
//     dv_page_control_close(&control);
//
// Invariant: `run` has no world, and `window` obeys its commands.
#ifndef DV_PLAYER_PAGE_CONTROL_H
#define DV_PLAYER_PAGE_CONTROL_H

#include "player/run/answer.h"
#include "player/run/run.h"
#include "player/window/screen.h"

typedef struct dv_page_control {
    struct dv_control *control; ///< NULL: there is no socket
    dv_screen *screen;
    dv_options options;
    dv_run run;
    dv_command_window window;
    uint64_t frames; ///< that were drawn
} dv_page_control;

/// Listen at `path`, which may be NULL. If that fails, the reason is printed.
void dv_page_control_open(dv_page_control *control, dv_screen *screen, const char *path);
/// Obey what has been asked for since the last frame. True.
bool dv_page_control_serve(dv_page_control *control);
void dv_page_control_close(dv_page_control *control);

#endif
