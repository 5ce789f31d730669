// Calls into scripts, for the files that implement dv_host.
//
// Each call has an activity, which determines what Lua may do, and its time is charged to the
// function that it enters. The inline functions below run at every agent's step.
#ifndef DROVER_BINDINGS_CALLS_H
#define DROVER_BINDINGS_CALLS_H

#include "calls/mods.h"
#include "reload/generation_data.h"
#include "scenario_data.h"

/// Like dv_sandbox_call, with an activity.
dv_result dv_call(dv_scenario *scenario, int arguments, int results, dv_activity activity,
                  double seconds, dv_error *error);
/// Like dv_call, for what only looks into a scenario: if it fails, the traceback of the last error
/// that a script made stays.
dv_result dv_call_quietly(dv_scenario *scenario, int arguments, int results, dv_activity activity,
                          double seconds, dv_error *error);
/// Like dv_call, and charge the time to a function of the generation or a DV_CALLBACK.
dv_result dv_call_function(dv_scenario *scenario, uint32_t function, int arguments, int results,
                           dv_activity activity, dv_error *error);
/// Whether a function must not be called: it was stopped for time, or no Lua runs now.
bool dv_is_stopped(const dv_scenario *scenario, dv_function function);

/// Begin an activity. Returns the activity that it interrupts, for dv_end_activity.
static inline dv_activity dv_begin_activity(dv_scenario *scenario, dv_activity activity) {
    dv_activity outer = scenario->activity;
    // Code that may only read passes this restriction on to whatever it calls.
    if (outer != DV_READING || activity == DV_LOADING)
        scenario->activity = activity;
    return outer;
}

/// Keep the traceback of a failed call, unless an earlier failure has already ended the trial.
void dv_keep_traceback(dv_scenario *scenario);

/// End an activity. Returns `result`, which is the result of the call.
static inline dv_result dv_end_activity(dv_scenario *scenario, dv_activity outer,
                                        dv_result result) {
    scenario->activity = outer;
    if (result != DV_OK)
        dv_keep_traceback(scenario);
    return result;
}

/// From now on, charge time to a function of the definitions, and note that it ran. Returns what
/// was charged before.
static inline dv_running dv_enter_function(dv_scenario *scenario, dv_function function) {
    scenario->generation->ran[function] = true;
    dv_running running = {function, dv_budget_of_mod(scenario->generation->code[function].mod)};
    return dv_sandbox_enter(scenario->sandbox, running);
}

/// Whether no more functions are called in this tick.
static inline bool dv_calls_are_over(const dv_scenario *scenario) {
    return scenario->failed || scenario->trial_failed || scenario->lua_is_over ||
           scenario->lua_is_held;
}

/// Whether a function must not be called, because none may be or because it was stopped for time.
static inline bool dv_must_not_call(const dv_scenario *scenario, dv_function function) {
    return dv_calls_are_over(scenario) || dv_is_stopped(scenario, function);
}

/// Whether no Lua runs, for a reason that is no agent's fault.
static inline bool dv_runs_no_lua(const dv_scenario *scenario) {
    return scenario->trial_failed || scenario->lua_is_over || scenario->lua_is_held;
}

/// The decision for an agent whose function is not called: DV_SUSPEND if this function was stopped;
/// DV_STAY if no Lua runs at all or the function's mod is suspended, because then the agent is not
/// at fault.
int32_t dv_decision_without_call(const dv_scenario *scenario, dv_function function);

/// The decision for an agent whose function failed or was stopped. Returns DV_STAY if the function
/// was only cut short after others had used up the time, because then it is not at fault.
int32_t dv_fail_agent(dv_scenario *scenario, dv_agent agent, uint32_t function, dv_error *error);
/// Like dv_fail_agent, for callers that suspend the agent themselves: false if the function is at
/// fault.
bool dv_forgive_agent(dv_scenario *scenario, dv_agent agent, uint32_t function, dv_error *error);

/// Whether the function of a guard, custom behavior, or custom stress was stopped for time.
/// Callbacks are identified by where they are defined.
bool dv_is_callback_stopped(dv_scenario *scenario, int32_t callback);
/// Whether such a function is skipped, because its mod is suspended: a guard does not hold, a
/// behavior wants nothing, and a stress is 0.
bool dv_is_callback_skipped(const dv_scenario *scenario, int32_t callback);

#endif
