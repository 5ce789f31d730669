// The commands that a run obeys between two ticks, whoever gives them: standard input or a socket.
#ifndef DV_PLAYER_COMMAND_H
#define DV_PLAYER_COMMAND_H

#include "player/messages.h"
#include "player/run.h"

/// Bytes.
#define DV_LONGEST_COMMAND 1000

/// What there is to say to a command.
typedef struct dv_answer {
    bool failed;     ///< the command could not be obeyed
    bool is_printed; ///< to stderr, while it was obeyed
    char *table;     ///< of several lines, which belongs to it; NULL: none. To be freed by dv_free
    char text[DV_MESSAGE_CAPACITY];
} dv_answer;

/// Obey one command: a line, which is written to. Without a name in it nothing is done or said.
void dv_command_obey(dv_run *run, char *line, dv_answer *answer);

#endif
