// The program's window on the desktop, in which pages and a run follow each other: SDL's window and
// renderer, and the GUI that is drawn in it.
//
// A page is drawn after each event, and at least twenty times a second:
//
//     while (dv_screen_begin_page(&screen, "page")) {
//         … widgets …
//         dv_screen_end_page(&screen);
//     }
#ifndef DV_PLAYER_SCREEN_H
#define DV_PLAYER_SCREEN_H

#include "player/draw/gui.h"

typedef struct dv_screen {
    SDL_Window *window; ///< NULL: not open
    SDL_Renderer *renderer;
    dv_gui *gui;
    bool paced;        ///< presenting waits for the display
    int width, height; ///< pixels
    float ratio;       ///< pixels for one of the desktop's units
    float scale;       ///< pixels for one of a plain screen
    double last_frame; ///< of a page, as dv_now counts
    SDL_Keycode key;   ///< pressed since the page's last frame; 0: none
} dv_screen;

/// Open the window, or give the one that is open another title. DV_ERROR_ARGUMENT when there is no
/// display, DV_ERROR_IO when no window can be had.
dv_result dv_screen_open(dv_screen *screen, const char *title, dv_error *error);
/// Safe for one that was never opened.
void dv_screen_close(dv_screen *screen);

/// Read the window's present size.
void dv_screen_measure(dv_screen *screen);

/// Wait a moment for events, take them, and begin a panel that is the whole window. False when the
/// window was closed or a signal ends the program: then nothing has begun.
bool dv_screen_begin_page(dv_screen *screen, const char *name);
void dv_screen_end_page(dv_screen *screen);

#endif
