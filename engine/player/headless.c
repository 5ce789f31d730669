// Driving a run without a window.
#include "base/clock.h"
#include "player/run.h"

#include <math.h>
#include <signal.h>

// Set by a signal: the run ends after the tick at work.
static volatile sig_atomic_t interrupted;

bool dv_run_interrupted(void) { return interrupted != 0; }

static void interrupt(int signal_number) {
    (void)signal_number;
    interrupted = 1;
}

// A second signal ends the program at once, for a script that does not return.
void dv_run_heed_signals(void) {
    struct sigaction action = {.sa_handler = interrupt, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

// Beyond a second's worth of ticks the model is too slow for its speed, and waits for nobody.
static void run_paced(dv_run *run) {
    double last = dv_now();
    while (!dv_run_over(run)) {
        double now = dv_now();
        double a_second = fmin(1 + run->speed / dv_world_dt(run->world), UINT32_MAX / 2);
        uint32_t due = dv_run_due(run, now - last, (uint32_t)a_second);
        last = now;
        for (; due > 0 && !dv_run_over(run); due--)
            dv_run_tick(run);
        dv_run_poll(run);
        double wait = (1 - run->owed) * dv_world_dt(run->world) / run->speed;
        dv_sleep(fmin(wait, 0.005));
    }
}

int dv_run_headless(dv_run *run) {
    dv_run_heed_signals();
    if (!isinf(run->speed)) {
        run_paced(run);
        return 0;
    }
    while (!dv_run_over(run))
        dv_run_tick(run);
    return 0;
}
