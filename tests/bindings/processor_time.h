// The processor time of this thread, which does not depend on how busy the machine is, and whether
// scripts can be stopped for it.
#ifndef DV_TEST_PROCESSOR_TIME_H
#define DV_TEST_PROCESSOR_TIME_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// ThreadSanitizer holds back signals while uninstrumented code runs, as Lua's does.
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

/// Whether all takes many times as long as usual: loading a scenario then takes longer than the
/// small budgets of tests allow.
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
