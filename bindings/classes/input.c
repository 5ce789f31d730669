// Turns mouse and keyboard input, and presses of buttons, into calls of functions of the scenario
// and its tools.
#include "calls/calls.h"
#include "calls/failures.h"
#include "calls/stops.h"
#include "classes/handles.h"
#include "reload/generation_data.h"
#include "reload/population.h"
#include "scenario_data.h"

#include "base/names.h"
#include "base/result.h"

#include <string.h>

#define MOST_NAMES 256 // that a message about an unknown one looks at

const char *const dv_input_names[DV_INPUT_COUNT] = {
    [DV_MOUSE_PRESSED] = "mousepressed", [DV_MOUSE_RELEASED] = "mousereleased",
    [DV_MOUSE_MOVED] = "mousemoved",     [DV_WHEEL_MOVED] = "wheelmoved",
    [DV_KEY_PRESSED] = "keypressed",     [DV_KEY_RELEASED] = "keyreleased",
};

/// Push the arguments that a callback takes after the world. Returns their number.
static int push_arguments(lua_State *L, const dv_input *input) {
    switch (input->type) {
    case DV_MOUSE_PRESSED:
    case DV_MOUSE_RELEASED:
        lua_pushnumber(L, input->x);
        lua_pushnumber(L, input->y);
        lua_pushinteger(L, input->button);
        dv_push_handle(L, input->agent.bits);
        return 4;
    case DV_MOUSE_MOVED:
        lua_pushnumber(L, input->x);
        lua_pushnumber(L, input->y);
        lua_pushnumber(L, input->dx);
        lua_pushnumber(L, input->dy);
        return 4;
    case DV_WHEEL_MOVED:
        lua_pushnumber(L, input->dx);
        lua_pushnumber(L, input->dy);
        return 2;
    default:
        lua_pushstring(L, input->key);
        return 1;
    }
}

static void note_key(lua_State *L, const dv_scenario *scenario, const dv_input *input) {
    if (input->type != DV_KEY_PRESSED && input->type != DV_KEY_RELEASED)
        return;
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->keys);
    lua_pushstring(L, input->key);
    if (input->type == DV_KEY_PRESSED)
        lua_pushboolean(L, 1);
    else
        lua_pushnil(L);
    lua_rawset(L, -3);
    lua_pop(L, 1);
}

static dv_function function_for(const dv_scenario *scenario, const dv_input *input) {
    if (!input->tool)
        return scenario->generation->input[input->type];
    int32_t tool = dv_scenario_tool_named(scenario, input->tool);
    return tool < 0 ? 0 : scenario->generation->tools[tool].input[input->type];
}

/// Push a function of the scenario, and the world for it.
static void push_function(lua_State *L, const dv_scenario *scenario, dv_function function) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->generation->functions);
    lua_rawgeti(L, -1, (lua_Integer)function);
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->world_object);
}

static int run_input(lua_State *L) {
    const dv_input *input = lua_touserdata(L, 1);
    dv_scenario *scenario = dv_scenario_of(L);
    dv_function function = function_for(scenario, input);
    note_key(L, scenario, input);
    if (!function || dv_is_stopped(scenario, function))
        return 0;
    push_function(L, scenario, function);
    lua_call(L, 1 + push_arguments(L, input), 0);
    return 0;
}

/// Let `run` call a function of the scenario. An error goes to the banner.
static void call(dv_scenario *scenario, dv_function function, lua_CFunction run, void *context) {
    dv_error error;
    lua_pushcfunction(scenario->state, run);
    lua_pushlightuserdata(scenario->state, context);
    uint32_t before = dv_world_agent_count(scenario->world);
    if (dv_call_function(scenario, function, 1, 0, DV_SETUP, &error) != DV_OK &&
        dv_note_stop(scenario, function, &error))
        dv_script_failed(scenario, error.message);
    dv_population_count_act(scenario, before);
}

void dv_scenario_input(dv_scenario *scenario, const dv_input *input) {
    call(scenario, function_for(scenario, input), run_input, (void *)input);
}

// Tools

uint32_t dv_scenario_tool_count(const dv_scenario *scenario) {
    return scenario->generation->tool_count;
}

int32_t dv_scenario_tool_named(const dv_scenario *scenario, const char *name) {
    for (uint32_t i = 0; i < scenario->generation->tool_count; i++)
        if (strcmp(scenario->generation->tools[i].name, name) == 0)
            return (int32_t)i;
    return -1;
}

const char *dv_scenario_tool_name(const dv_scenario *scenario, uint32_t tool) {
    return scenario->generation->tools[tool].name;
}

const char *dv_scenario_tool_title(const dv_scenario *scenario, uint32_t tool) {
    return scenario->generation->tools[tool].title;
}

const char *dv_scenario_tool_key(const dv_scenario *scenario, uint32_t tool) {
    return scenario->generation->tools[tool].key;
}

bool dv_scenario_tool_takes(const dv_scenario *scenario, uint32_t tool, dv_input_type type) {
    return scenario->generation->tools[tool].input[type] != 0;
}

// Buttons

static int run_press(lua_State *L) {
    const dv_button *button = lua_touserdata(L, 1);
    const dv_scenario *scenario = dv_scenario_of(L);
    if (dv_is_stopped(scenario, button->press))
        return 0;
    push_function(L, scenario, button->press);
    lua_call(L, 1, 0);
    return 0;
}

static dv_result refuse_button(const dv_scenario *scenario, const char *name, dv_error *error) {
    const dv_generation *generation = scenario->generation;
    const char *names[MOST_NAMES];
    uint32_t count = 0;
    for (; count < generation->button_count && count < MOST_NAMES; count++)
        names[count] = generation->buttons[count].name;
    const char *nearest = dv_nearest_name(name, names, count);
    return dv_fail(error, DV_ERROR_NAME, "no button '%.80s'%s%s%s", name, nearest ? " (" : "",
                   nearest ? nearest : "", nearest ? "?)" : "");
}

dv_result dv_scenario_press(dv_scenario *scenario, const char *name, dv_error *error) {
    const dv_generation *generation = scenario->generation;
    for (uint32_t i = 0; i < generation->button_count; i++)
        if (strcmp(generation->buttons[i].name, name) == 0) {
            dv_button *button = &generation->buttons[i];
            call(scenario, button->press, run_press, button);
            return DV_OK;
        }
    return refuse_button(scenario, name, error);
}

uint32_t dv_scenario_button_count(const dv_scenario *scenario) {
    return scenario->generation->button_count;
}

const char *dv_scenario_button_name(const dv_scenario *scenario, uint32_t button) {
    return scenario->generation->buttons[button].name;
}

const char *dv_scenario_button_title(const dv_scenario *scenario, uint32_t button) {
    return scenario->generation->buttons[button].title;
}

uint32_t dv_scenario_button_place(const dv_scenario *scenario, uint32_t button) {
    return scenario->generation->buttons[button].place;
}
