// Real time, for what is shown and paced. What is computed never depends on it.
#ifndef DV_BASE_CLOCK_H
#define DV_BASE_CLOCK_H

/// Seconds on a clock that only goes forward, from an arbitrary start.
double dv_now(void);

/// Sleep for that many seconds, or until a signal comes.
void dv_sleep(double seconds);

#endif
