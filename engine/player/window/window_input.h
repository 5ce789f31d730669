// Mouse and keyboard input of the window.
#ifndef DV_PLAYER_WINDOW_INPUT_H
#define DV_PLAYER_WINDOW_INPUT_H

#include "player/window/window_state.h"

/// Handle mouse and keyboard events, in their order, and pass them to the scenario. Call it only
/// between two ticks. Each goes to what is under the mouse or has the keyboard once all that came
/// before it has had its effect. So where needed, the panels are shown unseen in between; events
/// for which that would be too often wait for the next frame.
void dv_window_take_events(struct window *window);
/// Do what panels and keys have asked for. In window.c.
void dv_window_obey(struct window *window);

/// What events want that wait for the end of a tick; they go on waiting. `window` is a struct
/// window.
dv_wish dv_window_wish(void *window);

/// Tell the world where the mouse is.
void dv_window_place_mouse(struct window *window);

#endif
