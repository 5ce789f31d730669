// Calls into scripts: the activity and the time limit.
#include "calls/calls.h"

#include "calls/failures.h"
#include "calls/functions.h"
#include "calls/stops.h"
#include "reload/generation_data.h"
#include "sandbox/sandbox.h"
#include "scenario_data.h"

#include <stdio.h>

void dv_keep_traceback(dv_scenario *scenario) {
    if (!scenario->trial_failed)
        snprintf(scenario->traceback, sizeof scenario->traceback, "%s",
                 dv_sandbox_traceback(scenario->sandbox));
}

dv_result dv_call(dv_scenario *scenario, int arguments, int results, dv_activity activity,
                  double seconds, dv_error *error) {
    dv_activity outer = dv_begin_activity(scenario, activity);
    return dv_end_activity(scenario, outer,
                           dv_sandbox_call(scenario->sandbox, arguments, results, seconds, error));
}

dv_result dv_call_quietly(dv_scenario *scenario, int arguments, int results, dv_activity activity,
                          double seconds, dv_error *error) {
    dv_activity outer = dv_begin_activity(scenario, activity);
    dv_result result = dv_sandbox_call(scenario->sandbox, arguments, results, seconds, error);
    scenario->activity = outer;
    return result;
}

static dv_running enter_callback(dv_scenario *scenario, uint32_t function) {
    dv_callback_code *code = &scenario->callback_code[function & ~DV_CALLBACK];
    code->ran = true;
    dv_running running = {function, dv_budget_of_mod(code->mod)};
    return dv_sandbox_enter(scenario->sandbox, running);
}

dv_result dv_call_function(dv_scenario *scenario, uint32_t function, int arguments, int results,
                           dv_activity activity, dv_error *error) {
    dv_running outer = function & DV_CALLBACK ? enter_callback(scenario, function)
                                              : dv_enter_function(scenario, function);
    dv_result result =
        dv_call(scenario, arguments, results, activity, scenario->call_seconds, error);
    dv_sandbox_enter(scenario->sandbox, outer);
    return result;
}

bool dv_is_stopped(const dv_scenario *scenario, dv_function function) {
    return scenario->lua_is_over || scenario->lua_is_held ||
           (function && scenario->generation->stopped[function]);
}

int32_t dv_decision_without_call(const dv_scenario *scenario, dv_function function) {
    const dv_generation *generation = scenario->generation;
    bool is_skipped = dv_is_suspended_mod(generation, generation->code[function].mod);
    return dv_runs_no_lua(scenario) || is_skipped ? DV_STAY : DV_SUSPEND;
}

int32_t dv_fail_agent(dv_scenario *scenario, dv_agent agent, uint32_t function, dv_error *error) {
    return dv_note_stop(scenario, function, error) ? dv_show_agent_error(scenario, agent, error)
                                                   : DV_STAY;
}

bool dv_forgive_agent(dv_scenario *scenario, dv_agent agent, uint32_t function, dv_error *error) {
    return dv_fail_agent(scenario, agent, function, error) == DV_STAY;
}

bool dv_is_callback_skipped(const dv_scenario *scenario, int32_t callback) {
    return dv_is_suspended_mod(scenario->generation, scenario->callback_code[callback].mod);
}

bool dv_is_callback_stopped(dv_scenario *scenario, int32_t callback) {
    char place[128];
    if (scenario->generation->stopped_place_count == 0)
        return false;
    dv_place_of_callback(scenario, callback, place);
    return dv_is_place_stopped(scenario->generation, place);
}
