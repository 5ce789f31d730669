// Commands in a window: keys and buttons ask for them, and some need it.
#ifndef DV_PLAYER_WINDOW_COMMANDS_H
#define DV_PLAYER_WINDOW_COMMANDS_H

#include "player/window/window_input.h"

/// Let the window obey the run's commands that need one, until dv_window_end_commands.
void dv_window_begin_commands(struct window *window);
void dv_window_end_commands(struct window *window);

/// Obey what keys and buttons have asked for. A refusal is shown in the panel and printed.
void dv_window_obey_requests(struct window *window);

#endif
