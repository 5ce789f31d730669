// What the window shows of the world: at first what the options say. When the window is resized, or
// a panel opens or closes, it shows the same again in what remains, unless the user has moved the
// camera.
#ifndef DV_PLAYER_WINDOW_VIEW_H
#define DV_PLAYER_WINDOW_VIEW_H

#include "player/window/kept.h"
#include "player/window/window_state.h"

/// Show what the options say, once the window is open; where they say nothing, what is kept, if
/// anything is.
void dv_window_show_first(struct window *window);

/// Keep what the user has arranged. What options have arranged, and the user left alone, does not
/// count.
void dv_window_keep(const struct window *window, dv_kept *kept);

/// Select the agent of --select as soon as it is there.
void dv_window_select_first(struct window *window);

/// Read the window's size, and place its parts. If the world's has changed, fit the world into it
/// as it was fitted before.
void dv_window_measure(struct window *window);

/// Fit the world into the view below the banner, from where the camera looks.
void dv_window_fit(struct window *window);

/// Look from a direction, in degrees, and fit the world. A pitch of 90 shows the plan.
void dv_window_aim(struct window *window, double yaw, double pitch);

#endif
