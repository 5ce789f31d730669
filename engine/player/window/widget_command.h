// The command "widget": where in the window something is.
#ifndef DV_PLAYER_WIDGET_COMMAND_H
#define DV_PLAYER_WIDGET_COMMAND_H

#include "player/window/window_state.h"

/// Begin to look for what has a name. The answer comes once a frame is drawn that began after the
/// commands before this one.
void dv_widget_begin(struct window *window, const char *name, dv_answer *to);
/// Answer if that frame is drawn. `window` is the window.
void dv_widget_continue(void *window, dv_answer *to);

// For pages:

/// Begin to look for a widget while a frame is under way.
void dv_widget_ask(dv_gui *gui, const char *name, uint64_t frame, dv_answer *to);
/// Whether the answer can be given, and then the name. If the window shows nothing, it is refused.
bool dv_widget_is_due(SDL_Window *window, uint64_t frame, dv_answer *to,
                      char name[DV_LONGEST_COMMAND + 1]);
/// Answer where a widget is, or list all of them. `closed` is the end of a message about an unknown
/// name.
void dv_widget_answer(const dv_widgets *widgets, const char *name, const char *closed,
                      dv_answer *to);

#endif
