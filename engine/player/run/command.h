// The commands that a run obeys between two ticks, whoever gives them: standard input or a socket.
#ifndef DV_PLAYER_COMMAND_H
#define DV_PLAYER_COMMAND_H

#include "player/run/compare.h"
#include "player/terminal/messages.h"

/// Bytes.
#define DV_LONGEST_COMMAND 1000

/// What a command that takes long still has to do.
typedef enum dv_work {
    DV_WORK_IS_DONE,
    DV_WORK_STEPS,
    DV_WORK_REWIND, ///< "rewind", and "back" below
    DV_WORK_BACK,
    DV_WORK_COMPARISON
} dv_work;

/// What there is to say to a command, once its work is done.
typedef struct dv_answer {
    dv_work work;
    uint64_t steps;        ///< left, of DV_WORK_STEPS
    uint32_t rewinds;      ///< of the run, before DV_WORK_REWIND and DV_WORK_BACK
    dv_compare comparison; ///< of DV_WORK_COMPARISON
    bool failed;           ///< the command could not be obeyed
    bool is_printed;       ///< to stderr, while it was obeyed
    char *table; ///< of several lines, which belongs to it; NULL: none. To be freed by dv_free
    char text[DV_MESSAGE_CAPACITY];
} dv_answer;

/// Obey one command: a line, which is written to. Without a name in it nothing is done or said.
void dv_command_obey(dv_run *run, char *line, dv_answer *answer);

// The same, while something else is done, such as drawing.

/// Begin to obey a command.
void dv_command_begin(dv_run *run, char *line, dv_answer *answer);
/// Go on for about so many seconds of real time; false when the command is obeyed.
bool dv_command_go_on(dv_run *run, double seconds, dv_answer *answer);
/// Leave it at what was done so far.
void dv_command_drop(dv_run *run, dv_answer *answer);

#endif
