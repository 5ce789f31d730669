// Real time; see clock.h.
#include "base/clock.h"

#include <time.h>

double dv_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

void dv_sleep(double seconds) {
    if (!(seconds > 0))
        return;
    struct timespec wait = {.tv_sec = (time_t)seconds};
    wait.tv_nsec = (long)((seconds - (double)wait.tv_sec) * 1e9);
    nanosleep(&wait, NULL);
}
