// Time; see clock.h.
#include "base/clock.h"

#include <time.h>

static double seconds_on(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double dv_now(void) { return seconds_on(CLOCK_MONOTONIC); }

double dv_processor_time(void) { return seconds_on(CLOCK_THREAD_CPUTIME_ID); }

void dv_sleep(double seconds) {
    if (!(seconds > 0))
        return;
    struct timespec wait = {.tv_sec = (time_t)seconds};
    wait.tv_nsec = (long)((seconds - (double)wait.tv_sec) * 1e9);
    nanosleep(&wait, NULL);
}
