// One line on stderr about work that takes long: progress, speed and the time left. Where stderr is
// no terminal, nothing here does anything.
//
//     run 1200 of 3600 ticks   33 %   410 ticks/s   6 s left
//
// A separate thread draws the line, from half a second on; the worker only stores how far it is.
// There is one line: beginning another ends the one before.
#ifndef DV_PLAYER_PROGRESS_H
#define DV_PLAYER_PROGRESS_H

#include "drover/base.h"

/// Begin a line for work counted in `unit`s, `total` of them; 0: their number is unknown.
void dv_progress_begin(const char *what, const char *unit, uint64_t total);
/// Begin a line that shows the time and how many ways are planned.
void dv_progress_begin_planning(const char *what);
/// Change the name at the beginning of the line.
void dv_progress_name(const char *what);
/// Set the number of units that are done.
void dv_progress_at(uint64_t done);
/// Remove the line. Does nothing if there is none.
void dv_progress_end(void);

/// Clear the line before something else is printed; it is drawn again a moment later.
void dv_progress_hide(void);

#endif
