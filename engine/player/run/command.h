// The commands that a run executes between two ticks. They come from standard input, a socket, or
// the keys and buttons of a window; commands.def lists them.
#ifndef DV_PLAYER_COMMAND_H
#define DV_PLAYER_COMMAND_H

#include "player/run/answer.h"

/// Execute a command. Modifies `line`. A blank line does nothing and leaves the text empty.
void dv_command_execute(dv_run *run, char *line, dv_answer *answer);

/// What a line that waits for the end of a tick wants of it.
dv_wish dv_command_wish(const char *line);

// Step by step, so that the caller can draw meanwhile:

/// Begin a command.
void dv_command_begin(dv_run *run, char *line, dv_answer *answer);
/// Continue for about `seconds` of real time. False when the command is done.
bool dv_command_go_on(dv_run *run, double seconds, dv_answer *answer);
/// Stop a command. What it has done so far stays.
void dv_command_drop(dv_run *run, dv_answer *answer);

#endif
