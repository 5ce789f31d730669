// Functions of the scenario that the engine calls, other than agents' steps: update, elections,
// flow fields, and the functions of guards, custom behaviors, and custom stresses.
#include "calls/callbacks.h"

#include "calls/calls.h"
#include "calls/failures.h"
#include "calls/functions.h"
#include "calls/mods.h"
#include "calls/stops.h"
#include "classes/handles.h"
#include "classes/place.h"
#include "classes/vector.h"
#include "reload/generation_data.h"
#include "scenario_data.h"

#include "base/alloc.h"
#include "base/math.h"
#include "base/result.h"

#include <stdio.h>
#include <string.h>

/// Call an `update`. Returns false with an error if it is at fault for a failure.
static bool run_update(dv_scenario *scenario, dv_function function, double dt, dv_error *error) {
    if (!function || dv_must_not_call(scenario, function))
        return true;
    dv_push_function(scenario, function);
    lua_rawgeti(scenario->state, LUA_REGISTRYINDEX, scenario->world_object);
    lua_pushnumber(scenario->state, dt);
    return dv_call_function(scenario, function, 2, 0, DV_SETUP, error) == DV_OK ||
           !dv_note_stop(scenario, function, error);
}

static void call_update_of(dv_scenario *scenario, const dv_mod_code *mod, double dt) {
    dv_error error;
    if (!run_update(scenario, mod->update, dt, &error))
        dv_script_failed(scenario, error.message);
}

static void call_own_update(dv_scenario *scenario, double dt) {
    dv_error error;
    if (scenario->update_suspended ||
        run_update(scenario, scenario->generation->update, dt, &error) ||
        dv_mod_takes_blame(scenario, error.message))
        return;
    // An `update` that was suspended before the reload may fail again without ending the trial.
    if (scenario->trial_count > 0 && scenario->trials[scenario->trial_count - 1].update_suspended)
        dv_tell_error(scenario, error.message);
    else
        dv_script_failed(scenario, error.message);
    scenario->update_suspended = true;
    dv_note_off(scenario, "'update'", error.message);
    dv_end_unwatched_run(scenario, &error);
}

void dv_call_update(void *context, dv_world *world, double dt) {
    dv_scenario *scenario = context;
    (void)world;
    call_own_update(scenario, dt);
    for (uint32_t i = 0; i < scenario->generation->mod_count; i++)
        call_update_of(scenario, &scenario->generation->mods[i], dt);
}

/// Report that `elect` returned a value that is not a member of the group. The value is at the top
/// of the stack.
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

dv_agent dv_call_elect(void *context, dv_world *world, dv_group group) {
    dv_scenario *scenario = context;
    dv_function function = scenario->generation->elect[dv_group_type(world, group)];
    dv_agent leader = {0};
    dv_error error;
    if (!function || dv_must_not_call(scenario, function))
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

/// A call that evaluates a flow's field at many points. The function gets x, y, and z, and also the
/// time if the flow is sampled repeatedly.
typedef struct field_call {
    dv_function function;
    const char *name;
    bool varies;
    double time;
    const dv_vec3 *points;
    dv_vec3 *values;
    uint32_t count;
} field_call;

static int refuse_flow(lua_State *L, const char *name, dv_vec3 position) {
    dv_place at = dv_world_place(dv_scenario_of(L)->world, position);
    return luaL_error(L, "flow '%s': field: vx, vy and vz expected at (%f, %f, %f)", name, at.x,
                      at.y, at.z);
}

static int run_field(lua_State *L) {
    const field_call *call = lua_touserdata(L, 1);
    lua_rawgeti(L, LUA_REGISTRYINDEX, dv_scenario_of(L)->generation->functions);
    lua_rawgeti(L, -1, (lua_Integer)call->function);
    int function = lua_gettop(L);
    for (uint32_t i = 0; i < call->count; i++) {
        dv_vec3 p = call->points[i];
        float axes[3] = {0, 0, 0};
        lua_pushvalue(L, function);
        dv_push_coordinates(L, p);
        if (call->varies)
            lua_pushnumber(L, call->time);
        lua_call(L, call->varies ? 4 : 3, 3);
        for (int axis = 0; axis < 3; axis++) {
            int is_number;
            axes[axis] = (float)lua_tonumberx(L, function + 1 + axis, &is_number);
            if ((!is_number && !lua_isnil(L, function + 1 + axis)) || !isfinite(axes[axis]))
                return refuse_flow(L, call->name, p);
        }
        lua_settop(L, function);
        call->values[i] = (dv_vec3){axes[0], axes[1], axes[2]};
    }
    return 0;
}

/// If a field fails while no other script is running, it is stopped until the next good save, and
/// ends an unwatched run. Otherwise the script that needed the field gets the error.
dv_result dv_call_flow(void *context, const dv_world *world, uint32_t type, double time,
                       const dv_vec3 *points, dv_vec3 *values, uint32_t count, dv_error *error) {
    dv_scenario *scenario = context;
    const dv_program *program = dv_world_program(world);
    field_call call = {.function = scenario->generation->field[type],
                       .name = dv_program_flow_type_name(program, type),
                       .varies = dv_program_flow_varies(program, type),
                       .time = time,
                       .points = points,
                       .values = values,
                       .count = count};
    if (dv_must_not_call(scenario, call.function))
        return dv_fail(error, DV_ERROR_SCRIPT, "flow '%s': its field failed before", call.name);
    lua_pushcfunction(scenario->state, run_field);
    lua_pushlightuserdata(scenario->state, &call);
    dv_result result = dv_call_function(scenario, call.function, 1, 0, DV_READING, error);
    if (result == DV_OK || !dv_note_stop(scenario, call.function, error))
        return result;
    // No caller reports it then.
    if (scenario->activity == DV_IDLE && dv_script_failed(scenario, error->message)) {
        dv_stop_function(scenario, call.function, error->message);
        dv_end_unwatched_run(scenario, error);
    }
    return result;
}

bool dv_call_guard(void *context, const dv_world *world, dv_agent agent, int32_t callback) {
    dv_scenario *scenario = context;
    (void)world;
    lua_State *L = scenario->state;
    dv_error error;
    if (dv_calls_are_over(scenario))
        return false;
    if (dv_is_callback_skipped(scenario, callback))
        return false;
    if (dv_is_callback_stopped(scenario, callback)) {
        dv_agent_suspend(scenario->world, agent);
        return false;
    }
    uint32_t function = DV_CALLBACK | (uint32_t)callback;
    dv_push_callback(scenario, callback);
    dv_push_handle(L, agent.bits);
    if (dv_call_function(scenario, function, 1, 1, DV_READING, &error) != DV_OK) {
        if (!dv_forgive_agent(scenario, agent, function, &error))
            dv_agent_suspend(scenario->world, agent);
        return false;
    }
    bool holds = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return holds;
}

/// Read what a custom behavior returned, from stack index `first` to the top: nothing, a vector, or
/// numbers. On failure, `problem` says what is wrong with it.
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
    dv_place_of_callback(scenario, callback, place);
    scenario->traceback[0] = '\0';
    return dv_fail(error, DV_ERROR_SCRIPT, "%ssteer.custom: its function %s", place, problem);
}

bool dv_call_custom(void *context, const dv_world *world, dv_agent agent, int32_t callback,
                    dv_vec3 *vector) {
    dv_scenario *scenario = context;
    (void)world;
    lua_State *L = scenario->state;
    dv_error error;
    uint32_t function = DV_CALLBACK | (uint32_t)callback;
    *vector = (dv_vec3){0};
    if (dv_calls_are_over(scenario))
        return dv_runs_no_lua(scenario);
    if (dv_is_callback_skipped(scenario, callback))
        return true;
    if (dv_is_callback_stopped(scenario, callback))
        return false;
    int top = lua_gettop(L);
    dv_push_callback(scenario, callback);
    dv_push_handle(L, agent.bits);
    dv_result result = dv_call_function(scenario, function, 1, LUA_MULTRET, DV_READING, &error);
    char problem[64];
    bool is_at_fault = result != DV_OK && !dv_forgive_agent(scenario, agent, function, &error);
    if (result == DV_OK && !take_vector(L, top + 1, vector, problem)) {
        wrong_vector(scenario, callback, problem, &error);
        is_at_fault = dv_show_agent_error(scenario, agent, &error) != DV_STAY;
        *vector = (dv_vec3){0};
    }
    lua_settop(L, top);
    if (is_at_fault)
        dv_agent_suspend(scenario->world, agent);
    return !is_at_fault;
}

/// Call a function for the stress of one candidate of a step.
static dv_result ask_stress(dv_scenario *scenario, dv_agent agent, int32_t callback,
                            const dv_footsteps *steps, uint32_t i, float *stress, dv_error *error) {
    lua_State *L = scenario->state;
    char place[128];
    dv_push_callback(scenario, callback);
    dv_push_handle(L, agent.bits);
    dv_push_coordinates(L, (dv_vec3){steps->x[i], steps->y[i], 0});
    lua_pop(L, 1); // a step has no z
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
    dv_place_of_callback(scenario, callback, place);
    scenario->traceback[0] = '\0';
    return dv_fail(error, DV_ERROR_NAME,
                   "%sstress.custom: its function returned %s, not the "
                   "stress of a step",
                   place, given);
}

bool dv_call_stress(void *context, const dv_world *world, dv_agent agent, int32_t callback,
                    const dv_footsteps *steps, float *stresses) {
    dv_scenario *scenario = context;
    (void)world;
    dv_error error;
    dv_result result = DV_OK;
    memset(stresses, 0, steps->count * sizeof *stresses);
    if (dv_calls_are_over(scenario))
        return dv_runs_no_lua(scenario);
    if (dv_is_callback_skipped(scenario, callback))
        return true;
    bool is_at_fault = dv_is_callback_stopped(scenario, callback);
    int top = lua_gettop(scenario->state);
    for (uint32_t i = 0; !is_at_fault && result == DV_OK && i < steps->count; i++) {
        result = ask_stress(scenario, agent, callback, steps, i, &stresses[i], &error);
        lua_settop(scenario->state, top);
    }
    if (result == DV_ERROR_NAME) { // the function returned something that is not a stress
        is_at_fault = dv_show_agent_error(scenario, agent, &error) != DV_STAY;
    } else if (result != DV_OK) {
        uint32_t function = DV_CALLBACK | (uint32_t)callback;
        is_at_fault = !dv_forgive_agent(scenario, agent, function, &error);
    }
    if (result != DV_OK)
        memset(stresses, 0, steps->count * sizeof *stresses);
    if (is_at_fault)
        dv_agent_suspend(scenario->world, agent);
    return !is_at_fault;
}
