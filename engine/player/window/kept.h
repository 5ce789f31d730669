// What people arranged in the window, kept between sessions in $XDG_STATE_HOME/drover/window.json:
//
//     {
//       "version": 1,
//       "window": {"width": 1400, "height": 900, "maximized": true},
//       "panel": {"shown": false, "width": 320},
//       "inspector": {"shown": true, "width": 300, "share": 0.6},
//       "sections": {"Plots": false, "Profile": true},
//       "scenarios": {
//         "/home/ann/herd": {"camera": "12.5,40,90", "expressions": ["selected.speed"]}
//       }
//     }
//
// The file has only what differs from a window that nobody has arranged. A camera is written as for
// --camera. The scenarios used last come last. A scenario has the name of its absolute path; if
// that is not UTF-8, it is a URI, "file:///home/ann/b%E9b%E9s".
//
// Invariant: a file that Drover can't read stays as it is, and what Drover writes it can read.
#ifndef DV_PLAYER_KEPT_H
#define DV_PLAYER_KEPT_H

#include "player/gui/gui_sections.h"
#include "player/options/options.h"
#include "player/run/expressions.h"
#include "player/window/layout.h"
#include "player/window/screen_size.h"

#include <limits.h>

#define DV_MOST_KEPT_SCENARIOS 100u
/// Bytes of a scenario's name in the file, including the terminating zero.
#define DV_KEPT_NAME (3 * PATH_MAX + 8)

typedef struct dv_kept {
    dv_screen_size size; ///< of the window
    dv_layout layout;    ///< what people choose of it
    dv_gui_sections sections;
    char scenario[DV_KEPT_NAME]; ///< its name in the file; "": none
    dv_view_options view;        ///< only its camera, if it has one
    char expressions[DV_MOST_EXPRESSIONS][DV_EXPRESSION_CODE];
    uint32_t expression_count;
    bool is_refused; ///< the file can't be read, so it isn't written either
} dv_kept;

/// Read what is kept for a window, and for a scenario, which may be NULL. Without a file,
/// everything is as at first. If the file can't be read or is damaged, everything is, too, and a
/// message is printed once per process.
void dv_kept_read(dv_kept *kept, const char *scenario);

/// Write it. What other windows have meanwhile written about other scenarios stays, and so does all
/// that Drover doesn't know. If that fails, a message is printed once per process.
void dv_kept_write(const dv_kept *kept);

#endif
