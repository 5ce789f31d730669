// The program's window on the desktop, which shows pages and runs one after another: SDL's window
// and renderer, and the GUI.
//
// A page is drawn after each event, and at least 20 times per second:
//
//     while (dv_screen_begin_page(&screen, "page")) {
//         … widgets …
//         dv_screen_end_page(&screen);
//     }
#ifndef DV_PLAYER_SCREEN_H
#define DV_PLAYER_SCREEN_H

#include "player/gui/gui.h"
#include "player/gui/gui_sections.h"
#include "player/options/options.h"
#include "player/window/editor.h"
#include "player/window/screen_size.h"

typedef struct dv_screen {
    SDL_Window *window; ///< NULL: not open
    SDL_Renderer *renderer;
    dv_gui *gui;
    bool paced;               ///< presenting a frame waits for the display
    int width, height;        ///< pixels
    float ratio;              ///< pixels per unit of the desktop
    float scale;              ///< pixels per pixel of a screen without scaling
    dv_screen_sizes sizes;    ///< before the window is open, `now` is what was kept
    dv_gui_sections sections; ///< which the user has folded or unfolded
    double last_frame;        ///< of a page, by the clock of dv_now
    SDL_Keycode key;          ///< pressed since the page's last frame; 0: none
    bool was_reset;           ///< textures were lost since the page's last frame
    dv_editor editor;
    char written[DV_ERROR_CAPACITY]; ///< what a page wrote, and where, for the window; or ""
} dv_screen;

/// Open the window with the size and scale of `view`, which may be NULL, or only change its title
/// if it is open. Without a size there, it has that of `screen`, as far as the display has room for
/// it, and is maximized if `screen` says so. DV_ERROR_ARGUMENT if there is no display; DV_ERROR_IO
/// if no window can be opened.
dv_result dv_screen_open(dv_screen *screen, const char *title, const dv_view_options *view,
                         dv_error *error);
/// Close the window, if it is open.
void dv_screen_close(dv_screen *screen);

/// Read the window's current size.
void dv_screen_measure(dv_screen *screen);
/// Give the window its default size.
void dv_screen_reset_size(dv_screen *screen);

/// Wait a moment for events, handle them, and begin a panel that fills the window. False if the
/// window was closed or a signal ends the program; then don't call dv_screen_end_page.
bool dv_screen_begin_page(dv_screen *screen, const char *name);
/// Draw the page. Call it after dv_screen_begin_page returned true.
void dv_screen_end_page(dv_screen *screen);

#endif
