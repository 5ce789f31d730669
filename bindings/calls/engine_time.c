// Stops ticks in which the engine itself works for too long: after an interrupt, when the program
// asks for it, and on trial. Counts periods of the stepping thread's processor time, so that a tick
// on a busy machine, which waits for the processor, has as much of it.
#include "calls/engine_time.h"

#include "calls/failures.h"
#include "sandbox/deadline.h"
#include "sandbox/sandbox.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#define PERIODS_A_SECOND (1 / DV_DEADLINE_PERIOD)
/// Once Lua is stopped by an interrupt, what the engine has left of a tick is mostly short.
#define AFTER_INTERRUPT 0.2 // s
/// How often the program is asked.
#define PROGRAM_PERIOD 0.05 // s
/// On trial, ticks may take this long, or MAX_SLOWDOWN times as long as the one before the reload.
#define TRIAL_SECONDS 1.0
#define MAX_SLOWDOWN 10

double dv_scenario_engine_seconds(const dv_scenario *scenario) {
    dv_profile p = dv_world_profile(scenario->world);
    return p.sense + p.steer + p.move + p.fields;
}

static double trial_seconds(const dv_scenario *scenario) {
    double before = scenario->trials[scenario->trial_count - 1].engine_seconds;
    return fmax(TRIAL_SECONDS, MAX_SLOWDOWN * before);
}

static bool is_trial_over(const dv_scenario *scenario) {
    return scenario->trial_count > 0 && !scenario->options.replayed &&
           !isinf(scenario->options.budget) &&
           scenario->engine_periods > trial_seconds(scenario) * PERIODS_A_SECOND;
}

static bool program_wants_an_end(dv_scenario *scenario) {
    const dv_scenario_options *options = &scenario->options;
    uint32_t period = (uint32_t)(PROGRAM_PERIOD * PERIODS_A_SECOND);
    if (!options->may_go_on || scenario->engine_periods < scenario->program_asked + period)
        return false;
    scenario->program_asked = scenario->engine_periods;
    return !options->may_go_on(options->may_go_on_context);
}

/// Runs in the signal handler, too.
static void count(dv_scenario *scenario, uint32_t periods) {
    scenario->engine_periods += periods;
    if (dv_sandbox_is_interrupted())
        scenario->interrupted_periods += periods;
}

bool dv_engine_may_go_on(void *context, const dv_world *world) {
    dv_scenario *scenario = context;
    (void)world;
    if (dv_sandbox_is_calling(scenario->sandbox))
        return true;
    // While the thread waits for others, its time stands still, and questions come instead.
    if (scenario->answered_period == scenario->engine_periods)
        count(scenario, 1);
    scenario->answered_period = scenario->engine_periods;
    scenario->trial_is_slow = is_trial_over(scenario);
    return !scenario->trial_is_slow && !program_wants_an_end(scenario) &&
           scenario->interrupted_periods <= AFTER_INTERRUPT * PERIODS_A_SECOND;
}

static void elapsed(void *context, uint64_t periods, bool expired) {
    dv_scenario *scenario = context;
    (void)expired;
    if (dv_sandbox_is_calling(scenario->sandbox))
        return;
    count(scenario, (uint32_t)periods);
    dv_world_ask(scenario->world);
}

static void fail_trial(dv_scenario *scenario) {
    char message[DV_ERROR_CAPACITY];
    double before = scenario->trials[scenario->trial_count - 1].engine_seconds;
    snprintf(message, sizeof message,
             "tick %" PRIu64 " took the engine more than %.3g s on trial, and %.2g s before",
             dv_world_tick(scenario->world) + 1, trial_seconds(scenario), before);
    scenario->traceback[0] = '\0';
    dv_script_failed(scenario, message);
    scenario->slow = (dv_slow_code){.is_met = true};
}

dv_result dv_step_watched(dv_scenario *scenario, dv_error *error) {
    dv_deadline watch;
    scenario->engine_periods = scenario->interrupted_periods = 0;
    scenario->answered_period = scenario->program_asked = 0;
    scenario->trial_is_slow = false;
    dv_result result = dv_deadline_enter(&watch, (double)INFINITY, elapsed, scenario, error);
    if (result != DV_OK)
        return result;
    result = dv_world_step(scenario->world, error);
    dv_deadline_leave(&watch);
    if (result != DV_ERROR_STOPPED || !scenario->trial_is_slow)
        return result;
    fail_trial(scenario);
    return DV_OK;
}
