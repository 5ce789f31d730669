// Calls into scripts: the activity, the time limit, and the handling of failures.
#include "calls.h"

#include "base/result.h"

#include <stdio.h>
#include <string.h>

void dv_push_function(dv_scenario *scenario, dv_function function) {
    lua_State *L = scenario->state;
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->generation->functions);
    lua_rawgeti(L, -1, (lua_Integer)function);
    lua_replace(L, -2);
}

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

static uint32_t enter_callback(dv_scenario *scenario, uint32_t function) {
    scenario->callback_code[function & ~DV_CALLBACK].ran = true;
    return dv_sandbox_enter_function(scenario->sandbox, function);
}

dv_result dv_call_function(dv_scenario *scenario, uint32_t function, int arguments, int results,
                           dv_activity activity, dv_error *error) {
    uint32_t outer = function & DV_CALLBACK ? enter_callback(scenario, function)
                                            : dv_enter_function(scenario, function);
    dv_result result =
        dv_call(scenario, arguments, results, activity, scenario->call_seconds, error);
    dv_sandbox_enter_function(scenario->sandbox, outer);
    return result;
}

void dv_show_error(dv_scenario *scenario, const char *message) {
    if (scenario->trial_failed)
        return;
    snprintf(scenario->banner, sizeof scenario->banner, "%s", message);
    dv_modules_source_line(scenario->modules, message, scenario->banner_line,
                           sizeof scenario->banner_line);
}

void dv_script_failed(dv_scenario *scenario, const char *message) {
    if (scenario->generation)
        scenario->generation->failed = true;
    dv_show_error(scenario, message);
    scenario->trial_failed = dv_ends_trial(scenario, (dv_agent){0});
}

void dv_clear_error(dv_scenario *scenario) {
    scenario->banner[0] = scenario->banner_line[0] = '\0';
    dv_reasons_begin_again(&scenario->reasons);
}

static void show_error_of(dv_scenario *scenario, dv_agent agent, const dv_error *error) {
    char message[DV_ERROR_CAPACITY], empty_slot[DV_EMPTY_SLOT_TEXT];
    const dv_world *world = scenario->world;
    if (!dv_agent_alive(world, agent)) {
        dv_show_error(scenario, error->message);
        return;
    }
    const dv_program *program = dv_world_program(world);
    uint32_t kind = dv_agent_kind(world, agent);
    const char *state = dv_program_state_name(program, kind, dv_agent_state(world, agent));
    dv_explain_empty_slot(world, agent, error->message, empty_slot);
    snprintf(message, sizeof message, "%.800s%s [%.60s#%u%s%.40s]", error->message, empty_slot,
             dv_program_kind_name(program, kind), dv_agent_id(agent), *state ? " " : "", state);
    dv_show_error(scenario, message);
}

int32_t dv_show_agent_error(dv_scenario *scenario, dv_agent agent, const dv_error *error) {
    uint32_t place;
    if (dv_ends_trial(scenario, agent)) {
        show_error_of(scenario, agent, error);
        scenario->trial_failed = true;
        return DV_SUSPEND;
    }
    bool is_known = dv_reasons_find(&scenario->reasons, error->message, &place);
    if (!is_known) {
        show_error_of(scenario, agent, error);
        const dv_reason reason = {.error = error->message,
                                  .message = scenario->banner,
                                  .line = scenario->banner_line,
                                  .traceback = scenario->traceback};
        is_known = dv_reasons_add(&scenario->reasons, &reason);
    }
    if (is_known)
        dv_reasons_note(&scenario->reasons, agent, place);
    return DV_SUSPEND;
}

const char *dv_scenario_reason(const dv_scenario *scenario, dv_agent agent) {
    const dv_reason *reason = dv_reasons_of(&scenario->reasons, agent);
    return reason ? reason->error : NULL;
}

bool dv_scenario_take_reason(dv_scenario *scenario, dv_told_reason *told) {
    dv_reasons *reasons = &scenario->reasons;
    if (reasons->told == reasons->count || scenario->trial_failed)
        return false;
    const dv_reason *reason = &reasons->items[reasons->told++];
    *told = (dv_told_reason){reasons->told, reason->message, reason->line, reason->traceback};
    return true;
}

/// Whether an error ends the run. It does not if the run is watched, or if code is on trial: then
/// the code is rolled back instead.
static bool is_fatal(const dv_scenario *scenario) {
    return !scenario->options.watched && scenario->trial_count == 0 && !scenario->failed;
}

bool dv_scenario_blame(dv_scenario *scenario, const dv_error *error) {
    if (is_fatal(scenario))
        return false;
    dv_script_failed(scenario, error->message);
    return true;
}

static void end_run(dv_scenario *scenario, const dv_error *error) {
    scenario->failed = true;
    scenario->failure = *error;
}

void dv_end_unwatched_run(dv_scenario *scenario, const dv_error *error) {
    if (is_fatal(scenario))
        end_run(scenario, error);
}

bool dv_is_stopped(const dv_scenario *scenario, dv_function function) {
    return scenario->lua_is_over || scenario->lua_is_held ||
           (function && scenario->generation->stopped[function]);
}

int32_t dv_fail_agent(dv_scenario *scenario, dv_agent agent, uint32_t function, dv_error *error) {
    return dv_note_stop(scenario, function, error) ? dv_show_agent_error(scenario, agent, error)
                                                   : DV_STAY;
}

bool dv_forgive_agent(dv_scenario *scenario, dv_agent agent, uint32_t function, dv_error *error) {
    return dv_fail_agent(scenario, agent, function, error) == DV_STAY;
}

/// Write where the function at the top is defined, such as "caribou.lua:28: ", and pop it.
static void take_place(lua_State *L, char place[128]) {
    lua_Debug info;
    lua_getinfo(L, ">S", &info);
    snprintf(place, 128, "%s:%d: ", info.short_src, info.linedefined);
}

void dv_place_of_function(dv_scenario *scenario, dv_function function, char place[128]) {
    dv_push_function(scenario, function);
    take_place(scenario->state, place);
}

void dv_push_callback(dv_scenario *scenario, int32_t callback) {
    lua_State *L = scenario->state;
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->callbacks);
    lua_rawgeti(L, -1, callback);
    lua_remove(L, -2);
}

void dv_place_of_callback(dv_scenario *scenario, int32_t callback, char place[128]) {
    dv_push_callback(scenario, callback);
    take_place(scenario->state, place);
}

bool dv_is_callback_stopped(dv_scenario *scenario, int32_t callback) {
    char place[128];
    if (scenario->generation->stopped_place_count == 0)
        return false;
    dv_place_of_callback(scenario, callback, place);
    return dv_is_place_stopped(scenario->generation, place);
}
