// The command "widget": where in the window something is.
#ifndef DV_PLAYER_WIDGET_COMMAND_H
#define DV_PLAYER_WIDGET_COMMAND_H

#include "player/window/window_input.h"

/// Begin to look for what has a name. The answer comes once a frame is drawn that began after the
/// commands before this one.
void dv_widget_begin(struct window *window, const char *name, dv_answer *to);
/// Answer if that frame is drawn. `window` is the window.
void dv_widget_continue(void *window, dv_answer *to);

#endif
