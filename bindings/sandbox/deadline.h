// Telling that a stretch of work has used too much processor time, at next to no cost when it has
// not: entering and leaving are a few stores, no system call.
//
// One timer a thread counts that thread's processor time in periods of DV_DEADLINE_PERIOD seconds;
// its signal goes to that very thread, so its handler needs neither locks nor atomics. It starts
// with the first deadline entered and stops by itself when the thread has gone a while without one.
//
// Invariant: the entered deadlines of a thread form a stack, innermost first; each lives in the
// frame or object that entered it and is left before that ends, on the same thread.
#ifndef DROVER_BINDINGS_DEADLINE_H
#define DROVER_BINDINGS_DEADLINE_H

#include <drover/base.h>

#define DV_DEADLINE_PERIOD 0.01

typedef struct dv_deadline {
    /// Called in the signal handler, on the deadline's thread, every time that periods have passed,
    /// until the deadline is left; `expired` says whether its time has. Only async-signal-safe
    /// work.
    void (*elapsed)(void *context, uint64_t periods, bool expired);
    void *context;
    volatile bool paused;          // periods do not count
    volatile uint64_t last_period; // expires when the thread's timer has counted so many
    struct dv_deadline *outer;
} dv_deadline;

/// Start to watch the calling thread: `elapsed` is called every period of its processor time, and
/// says so when `seconds` are over, to within two periods, never early. Infinity never expires.
/// Fails when the system has no timer left.
dv_result dv_deadline_enter(dv_deadline *deadline, double seconds,
                            void (*elapsed)(void *context, uint64_t periods, bool expired),
                            void *context, dv_error *error);

/// Restart the clock of the deadline that this thread has entered.
void dv_deadline_renew(dv_deadline *deadline, double seconds);

/// Put the deadline off by so many seconds.
void dv_deadline_prolong(dv_deadline *deadline, double seconds);

/// End the innermost deadline of the calling thread; `elapsed` is not called any more.
void dv_deadline_leave(dv_deadline *deadline);

#endif
