// Real time, for display and pacing. No computed result depends on it.
#ifndef DV_BASE_CLOCK_H
#define DV_BASE_CLOCK_H

/// Seconds on a clock that never goes back, from an arbitrary start.
double dv_now(void);

/// Sleep for `seconds` of real time, or until a signal arrives.
void dv_sleep(double seconds);

#endif
