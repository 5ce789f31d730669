// The last lines that scripts printed, for the window: which of them a reload on trial printed, and
// which were undone with it.
#ifndef DV_PLAYER_CONSOLE_H
#define DV_PLAYER_CONSOLE_H

#include <stdbool.h>
#include <stdint.h>

#define DV_CONSOLE_LINES 12
#define DV_CONSOLE_WIDTH 200

typedef struct dv_console_line {
    char text[DV_CONSOLE_WIDTH]; ///< cut, without control bytes
    uint64_t trial;              ///< on which it is; 0: on none
    bool undone;
} dv_console_line;

/// A ring: the newest line stands before `next`.
typedef struct dv_console {
    dv_console_line lines[DV_CONSOLE_LINES];
    uint32_t next, count;
} dv_console;

/// Add what a script printed, which may be several lines. `trial` counts trials from 1; 0: none.
void dv_console_add(dv_console *console, const char *text, uint64_t trial);
/// A trial is over: its lines are accepted, or undone.
void dv_console_end_trial(dv_console *console, uint64_t trial, bool undone);
/// The i-th line, the oldest first; i is less than `count`.
const dv_console_line *dv_console_line_at(const dv_console *console, uint32_t i);

#endif
