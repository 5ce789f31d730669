// The host's side of a tick: what the engine asks of scripts, and what happens when they fail.
#include "script.h"

#include "base/alloc.h"
#include "base/math.h"
#include "base/result.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Agents of one kind mostly have ids in a row.
#define AHEAD 8

void dv_push_function(dv_scenario *scenario, dv_function function) {
    lua_State *L = scenario->state;
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->generation->functions);
    lua_rawgeti(L, -1, (lua_Integer)function);
    lua_replace(L, -2);
}

static dv_activity begin_activity(dv_scenario *scenario, dv_activity activity) {
    dv_activity outer = scenario->activity;
    // Reading stays reading in whatever it calls.
    if (outer != DV_READING || activity == DV_LOADING)
        scenario->activity = activity;
    return outer;
}

static dv_result end_activity(dv_scenario *scenario, dv_activity outer, dv_result result) {
    scenario->activity = outer;
    // Of what ended a trial the first is told.
    if (result != DV_OK && !scenario->trial_failed)
        snprintf(scenario->traceback, sizeof scenario->traceback, "%s",
                 dv_sandbox_traceback(scenario->sandbox));
    return result;
}

dv_result dv_call(dv_scenario *scenario, int arguments, int results, dv_activity activity,
                  double seconds, dv_error *error) {
    dv_activity outer = begin_activity(scenario, activity);
    return end_activity(scenario, outer,
                        dv_sandbox_call(scenario->sandbox, arguments, results, seconds, error));
}

/// Say which function of the definitions runs, and that it did.
static uint32_t enter_function(dv_scenario *scenario, dv_function function) {
    scenario->generation->ran[function] = true;
    return dv_sandbox_enter_function(scenario->sandbox, function);
}

static uint32_t enter_callback(dv_scenario *scenario, uint32_t function) {
    scenario->callback_code[function & ~DV_CALLBACK].ran = true;
    return dv_sandbox_enter_function(scenario->sandbox, function);
}

dv_result dv_call_function(dv_scenario *scenario, uint32_t function, int arguments, int results,
                           dv_activity activity, dv_error *error) {
    uint32_t outer = function & DV_CALLBACK ? enter_callback(scenario, function)
                                            : enter_function(scenario, function);
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

/// Whether an error ends the run. Code on trial gives way to what ran before.
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

/// Nothing more is called in this tick.
static bool is_over(const dv_scenario *scenario) {
    return scenario->failed || scenario->trial_failed || scenario->lua_is_over ||
           scenario->lua_is_held;
}

bool dv_is_stopped(const dv_scenario *scenario, dv_function function) {
    return scenario->lua_is_over || scenario->lua_is_held ||
           (function && scenario->generation->stopped[function]);
}

static bool is_stopped(const dv_scenario *scenario, dv_function function) {
    return is_over(scenario) || dv_is_stopped(scenario, function);
}

/// What not calling a function comes to. Where no Lua runs at all nobody is to blame.
static int32_t decision_without_call(const dv_scenario *scenario) {
    bool runs_nothing = scenario->trial_failed || scenario->lua_is_over || scenario->lua_is_held;
    return runs_nothing ? DV_STAY : DV_SUSPEND;
}

/// What comes of an agent whose function failed, or was stopped. One that was only cut short, when
/// others had used up the time, goes on.
static int32_t fail_agent(dv_scenario *scenario, dv_agent agent, uint32_t function,
                          dv_error *error) {
    return dv_note_stop(scenario, function, error) ? dv_show_agent_error(scenario, agent, error)
                                                   : DV_STAY;
}

/// The same of what is asked for an agent, where it is up to the caller to suspend it. False when
/// it is at fault.
static bool forgive_agent(dv_scenario *scenario, dv_agent agent, uint32_t function,
                          dv_error *error) {
    return fail_agent(scenario, agent, function, error) == DV_STAY;
}

/// "caribou.lua:28: ", where the function at the top, which is popped, is defined.
static void take_place(lua_State *L, char place[128]) {
    lua_Debug info;
    lua_getinfo(L, ">S", &info);
    snprintf(place, 128, "%s:%d: ", info.short_src, info.linedefined);
}

void dv_place_of_function(dv_scenario *scenario, dv_function function, char place[128]) {
    dv_push_function(scenario, function);
    take_place(scenario->state, place);
}

static void push_callback(dv_scenario *scenario, int32_t callback) {
    lua_State *L = scenario->state;
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->callbacks);
    lua_rawgeti(L, -1, callback);
    lua_remove(L, -2);
}

void dv_place_of_callback(dv_scenario *scenario, int32_t callback, char place[128]) {
    push_callback(scenario, callback);
    take_place(scenario->state, place);
}

/// Whether a callback is not to be called; those are known by where they are defined.
static bool is_callback_stopped(dv_scenario *scenario, int32_t callback) {
    char place[128];
    if (scenario->generation->stopped_place_count == 0)
        return false;
    dv_place_of_callback(scenario, callback, place);
    return dv_is_place_stopped(scenario->generation, place);
}

/// What a callback returned, at the top of the stack: the name of a state, or nil.
static int32_t take_state(dv_scenario *scenario, dv_world *world, dv_agent agent,
                          dv_function function) {
    lua_State *L = scenario->state;
    if (lua_isnil(L, -1) || !dv_agent_alive(world, agent)) {
        lua_pop(L, 1);
        return DV_STAY;
    }
    const dv_program *program = dv_world_program(world);
    uint32_t kind = dv_agent_kind(world, agent);
    const char *name = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : NULL;
    int32_t state = name && *name ? dv_program_state(program, kind, name) : -1;
    if (state < 0) {
        char place[128];
        dv_error error;
        dv_place_of_function(scenario, function, place);
        const char *nearest = name ? dv_program_nearest_state(program, kind, name) : NULL;
        if (name)
            dv_fail(&error, DV_ERROR_NAME, "%sreturned '%s', which is no state%s%s%s", place, name,
                    nearest ? " (" : "", nearest ? nearest : "", nearest ? "?)" : "");
        else
            dv_fail(&error, DV_ERROR_NAME, "%sreturned a %s, not a state's name or nil", place,
                    dv_type_name(L, -1));
        scenario->traceback[0] = '\0';
        state = dv_show_agent_error(scenario, agent, &error);
    }
    lua_pop(L, 1);
    return state;
}

static void call_update(void *context, dv_world *world, double dt) {
    dv_scenario *scenario = context;
    dv_error error;
    (void)world;
    dv_function function = scenario->generation->update;
    if (!function || scenario->update_suspended || is_stopped(scenario, function))
        return;
    dv_push_function(scenario, function);
    lua_rawgeti(scenario->state, LUA_REGISTRYINDEX, scenario->world_object);
    lua_pushnumber(scenario->state, dt);
    if (dv_call_function(scenario, function, 2, 0, DV_SETUP, &error) == DV_OK ||
        !dv_note_stop(scenario, function, &error))
        return;
    // One that stood suspended before the reload may fail again.
    if (scenario->trial_count > 0 && scenario->trials[scenario->trial_count - 1].update_suspended)
        dv_show_error(scenario, error.message);
    else
        dv_script_failed(scenario, error.message);
    scenario->update_suspended = true;
    dv_end_unwatched_run(scenario, &error);
}

/// What an election returned, at the top of the stack, can lead nobody.
static void refuse_leader(dv_scenario *scenario, const dv_world *world, dv_function function) {
    char place[128], message[DV_ERROR_CAPACITY], name[96];
    dv_agent agent = {dv_to_handle(scenario->state, -1)};
    snprintf(name, sizeof name, "a %s", dv_type_name(scenario->state, -1));
    if (dv_handle_type_of(agent.bits) == DV_HANDLE_AGENT)
        snprintf(name, sizeof name, "an agent that is gone");
    if (dv_agent_alive(world, agent))
        snprintf(name, sizeof name, "%.80s#%u",
                 dv_program_kind_name(dv_world_program(world), dv_agent_kind(world, agent)),
                 dv_agent_id(agent));
    dv_place_of_function(scenario, function, place);
    snprintf(message, sizeof message, "%select: a member of the group expected, got %s", place,
             name);
    dv_script_failed(scenario, message);
}

static dv_agent call_elect(void *context, dv_world *world, dv_group group) {
    dv_scenario *scenario = context;
    dv_function function = scenario->generation->elect[dv_group_type(world, group)];
    dv_agent leader = {0};
    dv_error error;
    if (!function || is_stopped(scenario, function))
        return leader;
    dv_push_function(scenario, function);
    dv_push_handle(scenario->state, group.bits);
    if (dv_call_function(scenario, function, 1, 1, DV_READING, &error) != DV_OK) {
        if (dv_note_stop(scenario, function, &error))
            dv_script_failed(scenario, error.message);
        return leader;
    }
    leader.bits = dv_to_handle(scenario->state, -1);
    bool is_member =
        dv_agent_alive(world, leader) && dv_agent_group(world, leader).bits == group.bits;
    if (!is_member && !lua_isnil(scenario->state, -1))
        refuse_leader(scenario, world, function);
    lua_pop(scenario->state, 1);
    return is_member ? leader : (dv_agent){0};
}

/// A flow's field at many points. Its function is called with x, y and z, and with the time too
/// when the flow is compiled anew from time to time.
typedef struct field_call {
    dv_function function;
    const char *name;
    bool varies;
    double time;
    const dv_vec3 *points;
    dv_vec3 *values;
    uint32_t count;
} field_call;

static int run_field(lua_State *L) {
    const field_call *call = lua_touserdata(L, 1);
    lua_rawgeti(L, LUA_REGISTRYINDEX, dv_scenario_of(L)->generation->functions);
    lua_rawgeti(L, -1, (lua_Integer)call->function);
    int function = lua_gettop(L);
    for (uint32_t i = 0; i < call->count; i++) {
        dv_vec3 p = call->points[i];
        float axes[3] = {0, 0, 0};
        lua_pushvalue(L, function);
        lua_pushnumber(L, (double)p.x);
        lua_pushnumber(L, (double)p.y);
        lua_pushnumber(L, (double)p.z);
        if (call->varies)
            lua_pushnumber(L, call->time);
        lua_call(L, call->varies ? 4 : 3, 3);
        for (int axis = 0; axis < 3; axis++) {
            int is_number;
            axes[axis] = (float)lua_tonumberx(L, function + 1 + axis, &is_number);
            if ((!is_number && !lua_isnil(L, function + 1 + axis)) || !isfinite(axes[axis]))
                return luaL_error(L, "flow '%s': field: vx, vy and vz expected at (%f, %f, %f)",
                                  call->name, (double)p.x, (double)p.y, (double)p.z);
        }
        lua_settop(L, function);
        call->values[i] = (dv_vec3){axes[0], axes[1], axes[2]};
    }
    return 0;
}

/// A field that fails is not asked again until the next good save, and ends an unwatched run.
static dv_result call_flow(void *context, dv_world *world, uint32_t type, double time,
                           const dv_vec3 *points, dv_vec3 *values, uint32_t count,
                           dv_error *error) {
    dv_scenario *scenario = context;
    const dv_program *program = dv_world_program(world);
    field_call call = {.function = scenario->generation->field[type],
                       .name = dv_program_flow_type_name(program, type),
                       .varies = dv_program_flow_varies(program, type),
                       .time = time,
                       .points = points,
                       .values = values,
                       .count = count};
    if (is_stopped(scenario, call.function))
        return dv_fail(error, DV_ERROR_SCRIPT, "flow '%s': its field failed before", call.name);
    lua_pushcfunction(scenario->state, run_field);
    lua_pushlightuserdata(scenario->state, &call);
    dv_result result = dv_call_function(scenario, call.function, 1, 0, DV_READING, error);
    if (result == DV_OK || !dv_note_stop(scenario, call.function, error))
        return result;
    if (scenario->activity == DV_IDLE) { // nobody above tells
        dv_script_failed(scenario, error->message);
        scenario->generation->stopped[call.function] = true;
        dv_end_unwatched_run(scenario, error);
    }
    return result;
}

static bool call_guard(void *context, dv_world *world, dv_agent agent, int32_t callback) {
    dv_scenario *scenario = context;
    lua_State *L = scenario->state;
    dv_error error;
    if (is_over(scenario))
        return false;
    if (is_callback_stopped(scenario, callback)) {
        dv_agent_suspend(world, agent);
        return false;
    }
    uint32_t function = DV_CALLBACK | (uint32_t)callback;
    push_callback(scenario, callback);
    dv_push_handle(L, agent.bits);
    if (dv_call_function(scenario, function, 1, 1, DV_READING, &error) != DV_OK) {
        if (!forgive_agent(scenario, agent, function, &error))
            dv_agent_suspend(world, agent);
        return false;
    }
    bool holds = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return holds;
}

/// What a custom behavior returned, from place `first` to the top: nothing, a vector or numbers.
/// What is wrong with it goes to `problem`.
static bool take_vector(lua_State *L, int first, dv_vec3 *vector, char problem[64]) {
    double axes[3] = {0, 0, 0};
    int count = lua_gettop(L) - first + 1;
    bool is_nothing = count == 0 || (count == 1 && lua_isnil(L, first));
    bool is_vector = count == 1 && dv_to_point(L, first, axes);
    for (int axis = 0; !is_nothing && !is_vector && axis < 3; axis++) {
        if (axis == 2 && lua_isnoneornil(L, first + axis))
            break;
        if (lua_type(L, first + axis) != LUA_TNUMBER) {
            snprintf(problem, 64, "returned %s, not the number %c", dv_type_name(L, first + axis),
                     'x' + axis);
            return false;
        }
        axes[axis] = lua_tonumber(L, first + axis);
    }
    *vector = dv_vector_of(axes);
    if (!dv_is_finite(*vector))
        snprintf(problem, 64, "returned a number that is not finite");
    return dv_is_finite(*vector);
}

static dv_result wrong_vector(dv_scenario *scenario, int32_t callback, const char *problem,
                              dv_error *error) {
    char place[128];
    push_callback(scenario, callback);
    take_place(scenario->state, place);
    scenario->traceback[0] = '\0';
    return dv_fail(error, DV_ERROR_SCRIPT, "%ssteer.custom: its function %s", place, problem);
}

static bool call_custom(void *context, dv_world *world, dv_agent agent, int32_t callback,
                        dv_vec3 *vector) {
    dv_scenario *scenario = context;
    lua_State *L = scenario->state;
    dv_error error;
    uint32_t function = DV_CALLBACK | (uint32_t)callback;
    *vector = (dv_vec3){0};
    if (is_over(scenario))
        return decision_without_call(scenario) == DV_STAY;
    if (is_callback_stopped(scenario, callback))
        return false;
    int top = lua_gettop(L);
    push_callback(scenario, callback);
    dv_push_handle(L, agent.bits);
    dv_result result = dv_call_function(scenario, function, 1, LUA_MULTRET, DV_READING, &error);
    char problem[64];
    bool is_at_fault = result != DV_OK && !forgive_agent(scenario, agent, function, &error);
    if (result == DV_OK && !take_vector(L, top + 1, vector, problem)) {
        wrong_vector(scenario, callback, problem, &error);
        dv_show_agent_error(scenario, agent, &error);
        is_at_fault = true;
    }
    lua_settop(L, top);
    if (is_at_fault)
        dv_agent_suspend(world, agent);
    return !is_at_fault;
}

/// What a function says of one candidate of a step.
static dv_result ask_stress(dv_scenario *scenario, dv_agent agent, int32_t callback,
                            const dv_footsteps *steps, uint32_t i, float *stress, dv_error *error) {
    lua_State *L = scenario->state;
    char place[128];
    push_callback(scenario, callback);
    dv_push_handle(L, agent.bits);
    lua_pushnumber(L, (lua_Number)steps->x[i]);
    lua_pushnumber(L, (lua_Number)steps->y[i]);
    lua_pushnumber(L, (lua_Number)steps->turn[i]);
    lua_pushnumber(L, (lua_Number)steps->stride[i]);
    uint32_t function = DV_CALLBACK | (uint32_t)callback;
    dv_result result = dv_call_function(scenario, function, 5, 1, DV_READING, error);
    if (result != DV_OK)
        return result;
    bool is_number = lua_type(L, -1) == LUA_TNUMBER;
    lua_Number number = lua_tonumber(L, -1);
    *stress = (float)number;
    if (is_number && number >= 0)
        return DV_OK;
    const char *given = is_number ? "a number that is not 0 or more" : dv_type_name(L, -1);
    push_callback(scenario, callback);
    take_place(L, place);
    scenario->traceback[0] = '\0';
    return dv_fail(error, DV_ERROR_NAME,
                   "%sstress.custom: its function returned %s, not the "
                   "stress of a step",
                   place, given);
}

static bool call_stress(void *context, dv_world *world, dv_agent agent, int32_t callback,
                        const dv_footsteps *steps, float *stresses) {
    dv_scenario *scenario = context;
    dv_error error;
    dv_result result = DV_OK;
    memset(stresses, 0, steps->count * sizeof *stresses);
    if (is_over(scenario))
        return decision_without_call(scenario) == DV_STAY;
    bool is_at_fault = is_callback_stopped(scenario, callback);
    int top = lua_gettop(scenario->state);
    for (uint32_t i = 0; !is_at_fault && result == DV_OK && i < steps->count; i++) {
        result = ask_stress(scenario, agent, callback, steps, i, &stresses[i], &error);
        lua_settop(scenario->state, top);
    }
    if (result == DV_ERROR_NAME) { // it was called, and returned what is no stress
        dv_show_agent_error(scenario, agent, &error);
        is_at_fault = true;
    } else if (result != DV_OK) {
        uint32_t function = DV_CALLBACK | (uint32_t)callback;
        is_at_fault = !forgive_agent(scenario, agent, function, &error);
    }
    if (is_at_fault)
        dv_agent_suspend(world, agent);
    return !is_at_fault;
}

/// Call a function with an agent and the time since its last call.
static int32_t call_for_state(dv_scenario *scenario, dv_world *world, dv_agent agent,
                              dv_function function, double dt) {
    dv_error error;
    lua_State *L = scenario->state;
    if (is_stopped(scenario, function))
        return decision_without_call(scenario);
    int top = lua_gettop(L);
    dv_sandbox_push_handler(scenario->sandbox);
    dv_push_function(scenario, function);
    lua_pushlightuserdata(L, (void *)(uintptr_t)agent.bits);
    lua_pushnumber(L, dt);
    dv_activity outer = begin_activity(scenario, DV_SETUP);
    uint32_t caller = enter_function(scenario, function);
    scenario->acting = agent.bits;
    dv_result result =
        dv_sandbox_call_handled(scenario->sandbox, 2, 1, scenario->call_seconds, &error);
    scenario->acting = DV_NOBODY;
    dv_sandbox_enter_function(scenario->sandbox, caller);
    if (end_activity(scenario, outer, result) == DV_OK) {
        int32_t state = lua_isnil(L, -1) ? DV_STAY : take_state(scenario, world, agent, function);
        lua_settop(L, top);
        return state;
    }
    return fail_agent(scenario, agent, function, &error);
}

static int32_t call_choose(void *context, dv_world *world, dv_agent agent, int32_t callback) {
    return call_for_state(context, world, agent, (dv_function)callback, dv_world_dt(world));
}

static dv_function step_of(const dv_scenario *scenario, dv_world *world, dv_agent agent,
                           int32_t state) {
    const dv_kind_code *code = &scenario->generation->kinds[dv_agent_kind(world, agent)];
    if (code->remembers)
        dv_foresee_agent_memory(scenario->state, scenario, dv_handle_index(agent.bits) + AHEAD);
    return state < 0 ? code->step : code->states[state].step;
}

static int32_t call_step(void *context, dv_world *world, dv_agent agent, int32_t state, double dt) {
    return call_for_state(context, world, agent, step_of(context, world, agent, state), dt);
}

/// Steps that are called one after the other within one protected call.
typedef struct step_run {
    dv_turn turn;
    dv_function function;
    bool is_open;  ///< the turn has not ended yet
    bool returned; ///< its step did
} step_run;

/// Until a step does not just go on: what it returned, if it was called.
static int run_steps(lua_State *L) {
    step_run *run = lua_touserdata(L, 1);
    dv_scenario *scenario = dv_scenario_of(L);
    dv_world *world = scenario->world;
    double dt = dv_world_dt(world);
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->generation->functions);
    while (dv_next_turn(world, &run->turn)) {
        run->function = step_of(scenario, world, run->turn.agent, run->turn.state);
        run->is_open = true;
        run->returned = false;
        if (is_stopped(scenario, run->function))
            return 0;
        dv_sandbox_restart_call(L);
        enter_function(scenario, run->function);
        scenario->acting = run->turn.agent.bits;
        lua_rawgeti(L, 2, (lua_Integer)run->function);
        lua_pushlightuserdata(L, (void *)(uintptr_t)run->turn.agent.bits);
        lua_pushnumber(L, dt);
        lua_call(L, 2, 1);
        scenario->acting = DV_NOBODY;
        run->returned = true;
        if (!lua_isnil(L, -1) || !dv_pass_turn(world))
            return 1;
        lua_pop(L, 1);
        run->is_open = false;
    }
    return 0;
}

/// What the step at the end of a run came to; the result of the run is at the top.
static int32_t take_decision(dv_scenario *scenario, dv_world *world, const step_run *run) {
    if (!run->returned)
        return decision_without_call(scenario);
    return lua_isnil(scenario->state, -1)
               ? DV_STAY
               : take_state(scenario, world, run->turn.agent, run->function);
}

static void call_steps(void *context, dv_world *world) {
    dv_scenario *scenario = context;
    lua_State *L = scenario->state;
    step_run run = {.is_open = false};
    dv_error error;
    int top = lua_gettop(L);
    dv_sandbox_push_handler(scenario->sandbox);
    lua_pushcfunction(L, run_steps);
    lua_pushlightuserdata(L, &run);
    dv_activity outer = begin_activity(scenario, DV_SETUP);
    dv_result result =
        dv_sandbox_call_handled(scenario->sandbox, 1, 1, scenario->call_seconds, &error);
    scenario->acting = DV_NOBODY;
    dv_sandbox_enter_function(scenario->sandbox, 0);
    if (end_activity(scenario, outer, result) == DV_OK) {
        if (run.is_open)
            dv_end_turn(world, take_decision(scenario, world, &run));
        lua_settop(L, top);
        return;
    }
    // Before the first of them there is no other to blame than it.
    if (!run.is_open && !dv_next_turn(world, &run.turn))
        return;
    dv_end_turn(world, fail_agent(scenario, run.turn.agent, run.function, &error));
}

static dv_steering *find_behavior(void *context, dv_world *world, uint64_t identity) {
    (void)world;
    return dv_find_behavior(context, identity);
}

/// Raise about what a callback returned, at the top of the stack, and nothing would read.
static int refuse_result(lua_State *L, dv_function function, const char *name,
                         const char *instead_of_it) {
    char place[128];
    const char *given = dv_type_name(L, -1);
    if (lua_type(L, -1) == LUA_TSTRING)
        given = lua_pushfstring(L, "'%s'", lua_tostring(L, -1));
    dv_place_of_function(dv_scenario_of(L), function, place);
    lua_pushfstring(L, "%s%s returned %s, which nothing reads: %s", place, name, given,
                    instead_of_it);
    return lua_error(L);
}

typedef struct init_call {
    dv_function function;
    dv_agent agent;
} init_call;

static int run_init(lua_State *L) {
    const init_call *call = lua_touserdata(L, 1);
    dv_scenario *scenario = dv_scenario_of(L);
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->generation->functions);
    lua_rawgeti(L, -1, (lua_Integer)call->function);
    dv_push_handle(L, call->agent.bits);
    lua_call(L, 1, 1);
    dv_check_agent_memory(L, call->agent);
    if (!lua_isnil(L, -1) && dv_agent_alive(scenario->world, call->agent))
        refuse_result(L, call->function, "init",
                      "agents begin in initial, or in the state that spawn is given");
    return 0;
}

static int32_t call_init(void *context, dv_world *world, dv_agent agent) {
    dv_scenario *scenario = context;
    dv_function function = scenario->generation->kinds[dv_agent_kind(world, agent)].init;
    init_call call = {function, agent};
    dv_error error;
    if (is_stopped(scenario, function))
        return decision_without_call(scenario);
    lua_pushcfunction(scenario->state, run_init);
    lua_pushlightuserdata(scenario->state, &call);
    if (dv_call_function(scenario, function, 1, 0, DV_SETUP, &error) == DV_OK)
        return DV_STAY;
    return fail_agent(scenario, agent, function, &error);
}

/// Calls of enter and leave go through a C function, so that making the state's name cannot fail
/// outside of a protected call.
typedef struct transition {
    const char *name; ///< of the callback
    dv_function function;
    dv_agent agent;
    int32_t other;
} transition;

static int run_transition(lua_State *L) {
    const transition *t = lua_touserdata(L, 1);
    dv_scenario *scenario = dv_scenario_of(L);
    dv_world *world = scenario->world;
    const dv_program *program = dv_world_program(world);
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->generation->functions);
    lua_rawgeti(L, -1, (lua_Integer)t->function);
    dv_push_handle(L, t->agent.bits);
    if (t->other < 0)
        lua_pushnil(L);
    else
        lua_pushstring(
            L, dv_program_state_name(program, dv_agent_kind(world, t->agent), (uint32_t)t->other));
    lua_call(L, 2, 1);
    if (!lua_isnil(L, -1) && dv_agent_alive(world, t->agent))
        refuse_result(L, t->function, t->name,
                      "a state is returned by step or by a function in on");
    return 0;
}

static int32_t decide_transition(dv_scenario *scenario, transition t) {
    dv_error error;
    if (is_stopped(scenario, t.function))
        return decision_without_call(scenario);
    lua_pushcfunction(scenario->state, run_transition);
    lua_pushlightuserdata(scenario->state, &t);
    if (dv_call_function(scenario, t.function, 1, 0, DV_SWITCHING, &error) == DV_OK)
        return DV_STAY;
    return fail_agent(scenario, t.agent, t.function, &error);
}

static const dv_state_code *code_of(dv_scenario *scenario, dv_world *world, dv_agent agent) {
    const dv_kind_code *code = &scenario->generation->kinds[dv_agent_kind(world, agent)];
    return &code->states[dv_agent_state(world, agent)];
}

static int32_t call_leave(void *context, dv_world *world, dv_agent agent, uint32_t to) {
    transition t = {"leave", code_of(context, world, agent)->leave, agent, (int32_t)to};
    return decide_transition(context, t);
}

static int32_t call_enter(void *context, dv_world *world, dv_agent agent, int32_t from) {
    transition t = {"enter", code_of(context, world, agent)->enter, agent, from};
    return decide_transition(context, t);
}

static void forget_memory(lua_State *L, int reference, uint32_t id) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, reference);
    // Assigning nil to a field allocates nothing.
    lua_pushnil(L);
    lua_rawseti(L, -2, (lua_Integer)id);
    lua_pop(L, 1);
}

static void forget_agent(void *context, dv_world *world, dv_agent agent) {
    dv_scenario *scenario = context;
    (void)world;
    if (agent.bits == scenario->acting)
        scenario->acting = DV_NOBODY;
    forget_memory(scenario->state, scenario->memory, dv_agent_id(agent));
    forget_memory(scenario->state, scenario->labels, dv_agent_id(agent));
}

dv_host dv_scenario_host(dv_scenario *scenario) {
    return (dv_host){.context = scenario,
                     .update = call_update,
                     .elect = call_elect,
                     .test = call_guard,
                     .flow = call_flow,
                     .custom = call_custom,
                     .stress = call_stress,
                     .choose = call_choose,
                     .init = call_init,
                     .leave = call_leave,
                     .enter = call_enter,
                     .step = call_step,
                     .steps = call_steps,
                     .behavior = find_behavior,
                     .removed = forget_agent,
                     .save = dv_memory_save,
                     .save_code = dv_memory_save_code,
                     .load = dv_memory_load,
                     .loaded = dv_memory_loaded};
}
