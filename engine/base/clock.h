// Time, for display, pacing, and measuring. No computed result depends on it.
#ifndef DV_BASE_CLOCK_H
#define DV_BASE_CLOCK_H

/// Seconds on a clock that never goes back, from an arbitrary start.
double dv_now(void);

/// Seconds of processor time that the calling thread has used.
double dv_processor_time(void);

/// Sleep for `seconds` of real time, or until a signal arrives.
void dv_sleep(double seconds);

#endif
