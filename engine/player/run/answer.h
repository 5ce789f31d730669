// Answers to the commands of a run, and the window that obeys some of them.
#ifndef DV_PLAYER_ANSWER_H
#define DV_PLAYER_ANSWER_H

#include "player/run/compare.h"
#include "player/terminal/messages.h"

/// Bytes.
#define DV_LONGEST_COMMAND 1000

/// What a command that takes long still has to do.
typedef enum dv_work {
    DV_WORK_IS_DONE,
    DV_WORK_STEPS,
    DV_WORK_REWIND, ///< for "rewind"; DV_WORK_BACK is for "back"
    DV_WORK_BACK,
    DV_WORK_COMPARISON,
    DV_WORK_WHAT_IF, ///< computing the futures
    DV_WORK_WIDGET   ///< drawing a frame in which a widget is looked for
} dv_work;

/// The answer to a command. It is complete once `work` is DV_WORK_IS_DONE.
typedef struct dv_answer {
    dv_work work;
    uint64_t steps;        ///< DV_WORK_STEPS: how many are left
    uint32_t rewinds;      ///< DV_WORK_REWIND, DV_WORK_BACK: the run's rewind_count at the start
    uint64_t frame;        ///< DV_WORK_WIDGET: the first that comes too late; `text` is the name
    dv_compare comparison; ///< for DV_WORK_COMPARISON
    bool failed;           ///< the command failed
    bool is_printed;       ///< the command has already printed the text to stderr
    bool did_nothing;      ///< it changed nothing, for the reason in the text
    bool is_in_console;    ///< the console shows the text
    bool has_written;      ///< a file, which the text names
    dv_agent inspected;    ///< a control socket adds the rows of dv_inspect about it; null: none
    /// A table of several lines that goes with the text, or NULL. Free it with dv_free.
    char *table;
    char text[DV_MESSAGE_CAPACITY];
} dv_answer;

/// The commands that need a window.
typedef enum dv_window_command {
#define WINDOW_COMMAND(function, name, takes, title) DV_WINDOW_##function,
#include "player/run/commands.def"
    DV_WINDOW_COMMANDS
} dv_window_command;

/// What somebody wants of a tick that takes long, sorted by urgency.
typedef enum dv_wish {
    DV_WISH_NONE,
    DV_WISH_PAUSE, ///< that the run stands still, or goes back
    DV_WISH_END    ///< that the run ends
} dv_wish;

/// The more urgent of two.
static inline dv_wish dv_more_urgent(dv_wish a, dv_wish b) { return a > b ? a : b; }

/// The window of a run, which obeys these commands. `value` is what follows the name, or "".
typedef struct dv_command_window {
    void *window;
    void (*obey)(void *window, dv_window_command command, const char *value, dv_answer *to);
    void (*find_widget)(void *window, dv_answer *to); ///< continue DV_WORK_WIDGET
    dv_agent (*selected)(const void *window);         ///< the selected agent, or none
    dv_wish (*wish)(void *window); ///< what events say that wait for the end of the tick
} dv_command_window;

/// Set the text of an answer. The second also says that the command failed.
void dv_answer_say(dv_answer *to, const char *format, ...) __attribute__((format(printf, 2, 3)));
void dv_answer_refuse(dv_answer *to, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// Say where a file was written: its whole path.
void dv_answer_wrote(dv_answer *to, const char *path);

/// Read the argument of a command that turns something on or off; without one, it becomes the
/// opposite of `*is_on`. Refuses anything else.
bool dv_read_switch(const char *command, const char *value, bool *is_on, dv_answer *to);

#endif
