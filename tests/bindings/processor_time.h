// Measures the processor time of this thread, which does not depend on how busy the machine is, and
// tells whether scripts can be stopped when their time is up.
#ifndef DV_TEST_PROCESSOR_TIME_H
#define DV_TEST_PROCESSOR_TIME_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// ThreadSanitizer delays signals while uninstrumented code runs, such as Lua's.
#if defined(__SANITIZE_THREAD__)
#define SIGNALS_ARE_HELD_BACK 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define SIGNALS_ARE_HELD_BACK 1
#endif
#endif
#ifndef SIGNALS_ARE_HELD_BACK
#define SIGNALS_ARE_HELD_BACK 0
#endif

/// Whether the program runs many times slower than usual: then loading a scenario exceeds the small
/// budgets of tests.
static inline bool runs_in_valgrind(void) {
    const char *preloaded = getenv("LD_PRELOAD");
    return preloaded && strstr(preloaded, "vgpreload");
}

#define TIME_IS_TOO_SHORT (SIGNALS_ARE_HELD_BACK || runs_in_valgrind())

static inline double processor_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

#endif
