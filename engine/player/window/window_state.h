// The state of the window.
#ifndef DV_PLAYER_WINDOW_STATE_H
#define DV_PLAYER_WINDOW_STATE_H

#include "player/window/kept.h"
#include "player/window/panels.h"
#include "player/window/screen.h"

struct window {
    dv_screen *screen;
    dv_view view;
    dv_command_window commands;
    bool is_open; // false: memory ran out
    enum { DV_NO_DRAG, DV_PANNING, DV_TURNING } dragging;
    uint16_t held;                    // Shift, Ctrl, Alt, …, as KMOD_…, at the last key event
    bool drops_text;                  // the last key pressed opened or closed the console
    bool is_given[SDL_NUM_SCANCODES]; // keys whose press went to the scenario
    bool panels_are_old;              // a command was obeyed since they were shown
    bool mouse_used;                  // the user has moved the mouse since the window opened
    int mouse_x0, mouse_y0;           // the position of the mouse when the window opened
    dv_camera fitted;    // the camera as it was last fitted; the user may have moved it since
    bool aims_at_camera; // `fitted` is what --camera asks for, and not all of the world
    uint64_t inspected;  // the bits of the agent that was selected in the last frame
    int width, height;   // pixels, as of the last frame
    bool has_selected;   // the agent of --select
    uint64_t frames;
    double last_frame, rates_since;
    uint32_t rate_frames, rate_ticks;
    uint64_t last_tick;
    uint32_t reloads; // run->reloads.count as of the last presented frame
    uint32_t flashed; // run->reloads.count when the last flash began
    double flash_since;
    uint32_t rollbacks;  // run->trials.rollback_count as of the last frame
    uint32_t rewinds;    // run->rewind_count as of the last frame
    uint32_t restarts;   // run->restart_count as of the last frame
    uint64_t drawn_tick; // the world's tick as of the last frame
    const dv_kept *kept; // from earlier sessions; NULL: nothing
    const char *picture; // where to write the last frame, for the start page; NULL: nowhere
    int status;
};

#endif
