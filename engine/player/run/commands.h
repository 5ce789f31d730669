// Reads commands for a run without a window, as lines from standard input. Each is executed between
// two ticks and answered by one line on stderr.
//
// Invariant: `line` holds the first `length` bytes of a line whose end has not been read yet.
#ifndef DV_PLAYER_COMMANDS_H
#define DV_PLAYER_COMMANDS_H

#include "player/run/command.h"

typedef struct dv_commands {
    int file;           ///< −1: no commands can come, or no more
    double looked;      ///< dv_now() when it was last read
    bool is_terminal;   ///< perhaps shared with other programs
    size_t ahead_count; ///< bytes of `ahead`, read during a tick and not taken yet
    char ahead[4096];
    bool too_long; ///< the line exceeds DV_LONGEST_COMMAND; skip it
    size_t length;
    char line[DV_LONGEST_COMMAND + 1];
} dv_commands;

/// Start to take commands from a file if anyone could write them there: a terminal, a pipe, a
/// socket, or a regular file, but not /dev/null. If so, or with --control, the run keeps its
/// history; otherwise it isn't paused.
void dv_commands_open(dv_commands *commands, dv_run *run, int file);

/// Execute the commands that have arrived, without waiting. Reads only every few milliseconds, so a
/// run at full speed can call this after each tick. At the end of the file a paused run continues,
/// and the history is dropped, unless there is a control socket.
void dv_commands_take(dv_commands *commands, dv_run *run);

/// The same, but wait up to `seconds` (below 1) for commands. Returns whether any line, or the end
/// of the file, was read.
bool dv_commands_wait(dv_commands *commands, dv_run *run, double seconds);
/// What lines want that have arrived during a tick; they are executed after it.
dv_wish dv_commands_wish(dv_commands *commands);
/// Whether somebody may still write commands.
bool dv_commands_may_come(const dv_commands *commands, const dv_run *run);

#endif
