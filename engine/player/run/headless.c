// Drives a run without a window.
#include "base/clock.h"
#include "player/run/commands.h"
#include "player/run/run.h"
#include "player/terminal/progress.h"

#include <math.h>
#include <signal.h>
#include <unistd.h>

/// How long, in seconds of real time, Lua may keep running in the current tick after a signal.
#define INTERRUPT_SECONDS 0.3

// Set by a signal: the run ends after the current tick.
static volatile sig_atomic_t interrupted;

bool dv_run_interrupted(void) { return interrupted != 0; }

static void set_action(void (*handler)(int)) {
    struct sigaction action = {.sa_handler = handler};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

// A second SIGINT or SIGTERM kills the program.
static void note_interrupt(int signal_number) {
    (void)signal_number;
    interrupted = 1;
    dv_scenario_interrupt_after(INTERRUPT_SECONDS);
    set_action(SIG_DFL);
}

void dv_run_heed_signals(void) { set_action(note_interrupt); }

/// Seconds to wait for a command, a saved file, or a tick.
static const double longest_wait = 0.005;

/// At the end of the world, commands that wait are still done: `why`, or a step back. A paused run
/// stays until nobody can write any.
static bool is_over(dv_run *run, dv_commands *commands) {
    while (dv_run_over(run) && !dv_run_ended(run)) {
        bool stays = run->paused && dv_commands_may_come(commands, run);
        if (!dv_commands_wait(commands, run, stays ? longest_wait : 0) && !stays)
            return true;
    }
    return dv_run_ended(run);
}

static void tick_and_report(dv_run *run) {
    dv_run_tick(run);
    dv_progress_at(dv_world_tick(run->world) - run->first_tick);
}

// A model that is too slow for its speed falls behind by at most a second of real time; the ticks
// beyond that are dropped.
static void run_paced(dv_run *run, dv_commands *commands) {
    double last = dv_now();
    while (!is_over(run, commands)) {
        double now = dv_now();
        double a_second = fmin(1 + run->speed / dv_world_dt(run->world), UINT32_MAX / 2);
        uint32_t due = dv_run_due(run, now - last, (uint32_t)a_second);
        last = now;
        for (; due > 0 && !dv_run_over(run) && !run->paused; due--) {
            tick_and_report(run);
            dv_commands_take(commands, run);
        }
        dv_run_poll(run);
        double wait = (1 - run->owed) * dv_world_dt(run->world) / run->speed;
        dv_commands_wait(commands, run, fmin(wait, longest_wait));
    }
}

static void run_at_full_speed(dv_run *run, dv_commands *commands) {
    while (!is_over(run, commands)) {
        dv_commands_take(commands, run);
        if (dv_run_over(run)) {
            continue;
        } else if (!run->paused) {
            tick_and_report(run);
        } else {
            dv_run_poll(run);
            dv_commands_wait(commands, run, longest_wait);
        }
    }
}

int dv_run_headless(dv_run *run) {
    dv_commands commands;
    dv_commands_open(&commands, run, run->options->reads_commands ? STDIN_FILENO : -1);
    run->commands.input = &commands;
    dv_progress_begin("run", "ticks",
                      run->last_tick == DV_NO_LIMIT ? 0 : run->last_tick - run->first_tick);
    if (isinf(run->speed))
        run_at_full_speed(run, &commands);
    else
        run_paced(run, &commands);
    run->commands.input = NULL;
    dv_progress_end();
    return 0;
}
