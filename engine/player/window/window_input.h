// The window's parts, and what people do with mouse and keyboard in it.
#ifndef DV_PLAYER_WINDOW_INPUT_H
#define DV_PLAYER_WINDOW_INPUT_H

#include "player/window/panels.h"
#include "player/window/screen.h"

struct window {
    dv_screen *screen;
    dv_view view;
    bool dragging;
    bool mouse_used;        // the mouse was moved since the window opened
    int mouse_x0, mouse_y0; // where it was then
    uint64_t frames;
    double last_frame, rates_since;
    uint32_t rate_frames, rate_ticks;
    uint64_t last_tick;
    uint32_t reloads; // of the run, that are on the screen
    uint32_t flashed; // of the run, that agents were marked for
    double flash_since;
    uint32_t rollbacks;  // of the run, that the drawing knows of
    uint32_t rewinds;    // likewise
    const char *picture; // where the last frame is kept for the start page; NULL: nowhere
    int status;
};

/// Do what was asked for by mouse and keyboard, and pass it to the scenario. Between two ticks
/// only.
void dv_window_take_events(struct window *window);

/// Tell the world where the mouse is.
void dv_window_place_mouse(struct window *window);

#endif
