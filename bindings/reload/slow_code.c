#include "reload/slow_code.h"

#include "calls/calls.h"
#include "calls/failures.h"
#include "calls/functions.h"
#include "calls/stops.h"
#include "classes/behavior.h"
#include "reload/coverage.h"
#include "reload/generation_data.h"

#include "base/hash.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static uint64_t number_of_function(lua_State *L, dv_function function) {
    dv_push_function(dv_scenario_of(L), function);
    uint64_t number = dv_behavior_of_function(L);
    lua_pop(L, 1);
    return number;
}

static uint64_t number_of_callback(lua_State *L, uint32_t callback) {
    dv_push_callback(dv_scenario_of(L), (int32_t)callback);
    uint64_t number = lua_isfunction(L, -1) ? dv_behavior_of_function(L) : 0;
    lua_pop(L, 1);
    return number;
}

static uint64_t number_of_all(lua_State *L) {
    const dv_generation *generation = dv_scenario_of(L)->generation;
    const dv_program *program = generation->program;
    uint64_t number = 0;
    for (dv_function function = 1; function <= generation->function_count; function++)
        number = dv_hash_join(number, number_of_function(L, function));
    for (uint32_t kind = 0; kind < dv_program_kind_count(program); kind++) {
        uint32_t states = dv_program_state_count(program, kind);
        for (uint32_t state = 0; state < (states ? states : 1); state++)
            number = dv_hash_join(number, generation->kinds[kind].acts[state]);
    }
    return number;
}

static int note(lua_State *L) {
    dv_scenario *scenario = dv_scenario_of(L);
    dv_slow_code *slow = &scenario->slow;
    uint32_t function = slow->function;
    const dv_generation *generation = scenario->generation;
    slow->is_callback = function & DV_CALLBACK;
    slow->place[0] = '\0';
    if (slow->is_callback) {
        slow->number = number_of_callback(L, function & ~DV_CALLBACK);
    } else if (function) {
        snprintf(slow->place, sizeof slow->place, "%s", generation->code[function].place);
        slow->number = number_of_function(L, function);
    } else {
        slow->number = number_of_all(L);
    }
    return 0;
}

/// Find the same callback in the code that runs now; 0 if there is none.
static uint32_t callback_of(lua_State *L, const dv_slow_code *slow) {
    const dv_scenario *scenario = dv_scenario_of(L);
    const dv_generation *generation = scenario->generation;
    for (uint32_t i = 0; i < scenario->callback_capacity; i++) {
        uint64_t order = scenario->callback_code[i].order;
        if (order > generation->callbacks_above && order <= generation->last_callback &&
            number_of_callback(L, i) == slow->number)
            return i | DV_CALLBACK;
    }
    return 0;
}

static int look(lua_State *L) {
    dv_scenario *scenario = dv_scenario_of(L);
    dv_slow_code *slow = &scenario->slow;
    bool is_same;
    slow->function = 0;
    if (slow->is_callback) {
        slow->function = callback_of(L, slow);
        is_same = slow->function;
    } else if (*slow->place) {
        slow->function = dv_function_at(scenario->generation, slow->place, 1);
        is_same = slow->function && number_of_function(L, slow->function) == slow->number;
    } else {
        is_same = number_of_all(L) == slow->number;
    }
    lua_pushboolean(L, is_same);
    return 1;
}

void dv_slow_code_note(dv_scenario *scenario) {
    dv_error error; // out of memory: the code is tried again
    if (!scenario->slow.is_met)
        return;
    lua_pushcfunction(scenario->state, note);
    scenario->slow.is_known =
        dv_call(scenario, 0, 0, DV_READING, (double)INFINITY, &error) == DV_OK;
}

void dv_slow_code_forget(dv_scenario *scenario) { scenario->slow = (dv_slow_code){0}; }

bool dv_slow_code_is_in_force(dv_scenario *scenario) {
    lua_State *L = scenario->state;
    dv_error error;
    if (!scenario->slow.is_known)
        return false;
    lua_pushcfunction(L, look);
    if (dv_call(scenario, 0, 1, DV_READING, (double)INFINITY, &error) != DV_OK)
        return false;
    bool is_same = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return is_same;
}

void dv_slow_code_stop(dv_scenario *scenario) {
    dv_error error;
    if (!scenario->slow.function)
        return;
    snprintf(error.message, sizeof error.message, "%s", scenario->banner);
    dv_stop_function(scenario, scenario->slow.function, error.message);
    scenario->was_stopped = true;
    dv_end_unwatched_run(scenario, &error);
}
