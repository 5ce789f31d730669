// Tells when a piece of work has used too much processor time. As long as it has not, this costs
// next to nothing: entering and leaving are a few stores and no system call.
//
// Each thread has one timer, which counts the thread's processor time in periods of
// DV_DEADLINE_PERIOD seconds. Its signal goes to that same thread, so the handler needs neither
// locks nor atomics. The timer starts with the first deadline entered, and stops by itself when the
// thread has had no deadline for a while.
//
// Invariant: the entered deadlines of a thread form a stack, innermost first. Each lives in the
// frame or object that entered it, and is left before that ends, on the same thread.
#ifndef DROVER_BINDINGS_DEADLINE_H
#define DROVER_BINDINGS_DEADLINE_H

#include <drover/base.h>

/// In s.
#define DV_DEADLINE_PERIOD 0.01

typedef struct dv_deadline {
    /// Called in the signal handler, on the deadline's thread, each time periods have passed, until
    /// the deadline is left. `expired`: its time is over. Must be async-signal-safe.
    void (*elapsed)(void *context, uint64_t periods, bool expired);
    void *context;
    volatile bool paused;          // while set, periods do not count
    volatile uint64_t last_period; // expires when the thread's timer has counted this many
    volatile uint64_t begun;       // how many it had counted at the beginning
    struct dv_deadline *outer;
} dv_deadline;

/// Start to watch the calling thread. `elapsed` is called in every period of the thread's processor
/// time, and reports the deadline as expired once `seconds` are over: never early, and at most two
/// periods late. On a busy machine the system reports periods late, several at once; then it is as
/// many later. Infinity never expires. Fails if the system has no timer left.
dv_result dv_deadline_enter(dv_deadline *deadline, double seconds,
                            void (*elapsed)(void *context, uint64_t periods, bool expired),
                            void *context, dv_error *error);

/// Give the deadline that this thread has entered `seconds` from now.
void dv_deadline_renew(dv_deadline *deadline, double seconds);

/// Put the deadline off by `seconds`.
void dv_deadline_prolong(dv_deadline *deadline, double seconds);

/// How many periods of this thread's processor time have been counted, for tests.
uint64_t dv_deadline_periods(void);

/// End the innermost deadline of the calling thread. `elapsed` is not called again.
void dv_deadline_leave(dv_deadline *deadline);

#endif
