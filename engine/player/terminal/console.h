// The last lines that scripts printed and people entered, for the window. Also knows which of them
// were printed during a trial, and which were undone with it.
#ifndef DV_PLAYER_CONSOLE_H
#define DV_PLAYER_CONSOLE_H

#include <stdbool.h>
#include <stdint.h>

#define DV_CONSOLE_LINES 200
#define DV_CONSOLE_WIDTH 200

typedef enum dv_line_type {
    DV_LINE_PRINTED,
    DV_LINE_ENTERED, ///< by a person, in the console
    DV_LINE_REFUSED  ///< why an entered line failed
} dv_line_type;

typedef struct dv_console_line {
    char text[DV_CONSOLE_WIDTH]; ///< cut to this width, without control bytes
    uint64_t trial;              ///< the current trial that it was printed on; 0: none
    bool undone;
    dv_line_type type;
} dv_console_line;

/// A ring buffer; the newest line is the one before `next`.
typedef struct dv_console {
    dv_console_line lines[DV_CONSOLE_LINES];
    uint32_t next, count;
} dv_console;

/// Add text that a script printed, which may have several lines. `trial` is the number of the trial
/// it was printed on, from 1; 0: none.
void dv_console_add(dv_console *console, const char *text, uint64_t trial);
/// Add a line that a person entered in the console, or why it failed.
void dv_console_add_line(dv_console *console, const char *text, dv_line_type type);
/// End a trial: its lines are accepted or undone.
void dv_console_end_trial(dv_console *console, uint64_t trial, bool undone);
/// Make the lines of one trial belong to another trial.
void dv_console_join_trials(dv_console *console, uint64_t from, uint64_t into);
/// Line `i`, counted from the oldest; less than `count`.
const dv_console_line *dv_console_line_at(const dv_console *console, uint32_t i);

#endif
