// Commands to a run without a window, as lines on a file: standard input. Each is obeyed between
// two ticks and answered by one line on stderr.
//
// Invariant: `line` holds the `length` bytes of a line that has not ended yet.
#ifndef DV_PLAYER_COMMANDS_H
#define DV_PLAYER_COMMANDS_H

#include "player/run/command.h"

typedef struct dv_commands {
    int file;         ///< −1: nobody can give commands, or no more
    double looked;    ///< dv_now() when it was last looked at
    bool is_terminal; ///< of others too, maybe
    bool too_long;    ///< the line is, and is skipped
    size_t length;
    char line[DV_LONGEST_COMMAND + 1];
} dv_commands;

/// Begin to take commands from a file, if somebody can write there: a terminal, pipe, socket or
/// plain file, and not /dev/null. The run then keeps its history.
void dv_commands_open(dv_commands *commands, dv_run *run, int file);

/// Obey what there is, without waiting; in a run at full speed look only every few milliseconds.
/// At the end of the file there is no history any more, and a paused run goes on.
void dv_commands_take(dv_commands *commands, dv_run *run);

/// The same, waiting for commands at most so many seconds, less than one.
void dv_commands_wait(dv_commands *commands, dv_run *run, double seconds);

#endif
