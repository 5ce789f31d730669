// A line on stderr about long work: progress, speed, and the time left. If stderr isn't a terminal,
// these functions do nothing.
//
//     run 1200 of 3600 ticks   33 %   410 ticks/s   6 s left
//
// A separate thread draws the line, starting after half a second; the working thread only stores
// how much is done. There is one line at a time: beginning another ends the previous one.
#ifndef DV_PLAYER_PROGRESS_H
#define DV_PLAYER_PROGRESS_H

#include "drover/base.h"

/// Begin a line for work counted in `unit`s. `total` is their number; 0: unknown.
void dv_progress_begin(const char *what, const char *unit, uint64_t total);
/// Begin a line that shows the elapsed time and how many routes have been planned.
void dv_progress_begin_planning(const char *what);
/// Change the name at the start of the line.
void dv_progress_name(const char *what);
/// Set how many units are done.
void dv_progress_at(uint64_t done);
/// Remove the line, if there is one.
void dv_progress_end(void);

/// Clear the line before something else is printed; it is drawn again shortly after.
void dv_progress_hide(void);

#endif
