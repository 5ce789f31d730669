// Shows that long work goes on: a line on stderr, where that is a terminal, with how far the work
// is, how fast it goes and how long it takes yet.
//
//     run 1200 of 3600 ticks   33 %   410 ticks/s   6 s left
//
// A thread of its own draws the line, from half a second on; who works only says how far it is.
// There is one line: what begins ends what was shown before. Elsewhere than on a terminal all this
// does nothing.
#ifndef DV_PLAYER_PROGRESS_H
#define DV_PLAYER_PROGRESS_H

#include "drover/base.h"

/// Begin: `what` goes on in `unit`s, of which there are `total`; 0: nobody knows.
void dv_progress_begin(const char *what, const char *unit, uint64_t total);
/// The same of work that only says how many ways it plans.
void dv_progress_begin_planning(const char *what);
/// Another part of the same work goes on.
void dv_progress_name(const char *what);
/// So many units are done.
void dv_progress_at(uint64_t done);
/// Take the line away. Nothing when none is shown.
void dv_progress_end(void);

/// Make room for a line that is about to be printed; it comes back a moment later.
void dv_progress_hide(void);

#endif
