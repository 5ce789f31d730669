// The console: a line of Lua that a person runs in the world, between two ticks.
//
// Invariant: what a line does depends only on the line, the selected agent, and the world, because
// each line has an environment of its own. The globals that it sets are fields of
// world.memory.console, so rewinds, reloads, snapshots, and replays keep them like other data.
#include "console.h"
#include "calls/calls.h"
#include "calls/stops.h"
#include "classes/handles.h"
#include "memory/memory.h"
#include "modules/modules.h"
#include "reload/population.h"
#include "sandbox/sandbox.h"
#include "scenario.h"
#include "scenario_data.h"
#include "values.h"

#include "base/result.h"

#include <stdio.h>
#include <string.h>

static const char chunk[] = "=console";

typedef struct line {
    const char *code;
    dv_agent selected;
    bool is_compiled;
    char *text; ///< of the values that it returned
    size_t size;
    uint32_t count; ///< of the values
} line;

// The environment: what the console itself has, then the globals set in it, then the library.

/// agent(number): the agent with this number, or nil.
static int find_agent(lua_State *L) {
    const dv_world *world = dv_scenario_of(L)->world;
    lua_Integer id = luaL_checkinteger(L, 1);
    bool is_there = id >= 1 && id <= (lua_Integer)dv_world_agent_limit(world);
    dv_push_handle(L, is_there ? dv_world_agent_at(world, (uint32_t)(id - 1)).bits : 0);
    return 1;
}

/// obstacle(number): the obstacle with this number, or nil.
static int find_obstacle(lua_State *L) {
    const dv_world *world = dv_scenario_of(L)->world;
    lua_Integer id = luaL_checkinteger(L, 1);
    bool is_there = id >= 1 && id <= (lua_Integer)dv_world_obstacle_limit(world);
    dv_push_handle(L, is_there ? dv_world_obstacle_at(world, (uint32_t)(id - 1)).bits : 0);
    return 1;
}

/// Push the memory of the scenario's world, as scripts see it.
static void push_memory(lua_State *L) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, dv_scenario_of(L)->world_memory_object);
}

/// Upvalues: the console's own names; the library.
static int read_global(lua_State *L) {
    lua_pushvalue(L, 2);
    if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL)
        return 1;
    if (lua_type(L, 2) == LUA_TSTRING && strcmp(lua_tostring(L, 2), "selected") == 0)
        return 1; // nil: none is selected
    push_memory(L);
    if (lua_getfield(L, -1, "console") == LUA_TTABLE) {
        lua_pushvalue(L, 2);
        if (lua_gettable(L, -2) != LUA_TNIL)
            return 1;
    }
    lua_settop(L, 2);
    lua_gettable(L, lua_upvalueindex(2));
    return 1;
}

static int set_global(lua_State *L) {
    char path[160];
    const char *name = luaL_checkstring(L, 2);
    lua_pushvalue(L, 2);
    if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL || strcmp(name, "selected") == 0)
        return luaL_error(L, "'%s' is the console's own", name);
    snprintf(path, sizeof path, "%.100s (a variable of the console)", name);
    dv_check_data(L, 3, path);
    push_memory(L);
    int type = lua_getfield(L, -1, "console");
    if (type != LUA_TTABLE && type != LUA_TNIL)
        return luaL_error(L, "world.memory.console is the scenario's own, so '%s' can't be kept",
                          name);
    if (type == LUA_TNIL) {
        lua_newtable(L);
        lua_setfield(L, -3, "console");
        lua_getfield(L, -2, "console");
    }
    lua_pushvalue(L, 2);
    lua_pushvalue(L, 3);
    lua_settable(L, -3);
    return 0;
}

static void push_own_names(lua_State *L, dv_agent selected) {
    const dv_scenario *scenario = dv_scenario_of(L);
    lua_newtable(L);
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->world_object);
    lua_setfield(L, -2, "world");
    lua_pushcfunction(L, find_agent);
    lua_setfield(L, -2, "agent");
    lua_pushcfunction(L, find_obstacle);
    lua_setfield(L, -2, "obstacle");
    dv_push_handle(L, dv_agent_alive(scenario->world, selected) ? selected.bits : 0);
    lua_setfield(L, -2, "selected");
    dv_modules_push_require(L, scenario->modules);
    lua_pushliteral(L, "drover");
    lua_call(L, 1, 1);
    lua_setfield(L, -2, "drover");
}

static void push_library(lua_State *L) {
    dv_modules_push_require(L, dv_scenario_of(L)->modules);
    dv_sandbox_push_environment(L);
}

void dv_console_push_names(lua_State *L, dv_agent selected) {
    push_own_names(L, selected);
    push_memory(L);
    dv_sandbox_resolve_proxy(L, -1);
    lua_pushliteral(L, "console");
    lua_rawget(L, -2);
    lua_remove(L, -2);
}

void dv_console_push_scopes(lua_State *L, dv_agent selected) {
    dv_console_push_names(L, selected);
    push_library(L);
}

static void push_environment(lua_State *L, dv_agent selected) {
    lua_newtable(L);
    lua_createtable(L, 0, 3);
    push_own_names(L, selected);
    int own = lua_gettop(L);
    push_library(L);
    lua_pushvalue(L, own);
    lua_insert(L, -2);
    lua_pushcclosure(L, read_global, 2);
    lua_setfield(L, own - 1, "__index");
    lua_pushcclosure(L, set_global, 1);
    lua_setfield(L, -2, "__newindex");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_setmetatable(L, -2);
}

// Running

/// Push the line as a function: an expression returns its value. Raises if it is neither that nor
/// statements.
static void compile(lua_State *L, const char *code) {
    lua_pushfstring(L, "return %s", code);
    const char *expression = lua_tostring(L, -1);
    if (luaL_loadbufferx(L, expression, strlen(expression), chunk, "t") == LUA_OK)
        return;
    lua_pop(L, 1);
    if (luaL_loadbufferx(L, code, strlen(code), chunk, "t") != LUA_OK)
        lua_error(L);
}

void dv_console_push_text(lua_State *L, int index) {
    int top = lua_gettop(L);
    lua_pushvalue(L, index);
    dv_sandbox_resolve_proxy(L, top + 1);
    if (lua_istable(L, top + 1))
        dv_push_short_text(L, top + 1);
    else
        dv_sandbox_tostring(L, index, NULL);
    dv_show_zeros(L);
    lua_replace(L, top + 1);
    lua_settop(L, top + 1);
}

/// Add a value's text to those before it.
static void add_value(lua_State *L, line *l, int index) {
    size_t used = strlen(l->text);
    dv_console_push_text(L, index);
    snprintf(l->text + used, l->size - used, "%s%s", l->count > 0 ? ", " : "", lua_tostring(L, -1));
    l->count++;
    lua_pop(L, 1);
}

static int run_line(lua_State *L) {
    line *l = lua_touserdata(L, 1);
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    compile(L, l->code);
    l->is_compiled = true;
    push_environment(L, l->selected);
    lua_setupvalue(L, -2, 1);
    int before = lua_gettop(L) - 1;
    lua_call(L, 0, LUA_MULTRET);
    for (int i = before + 1, last = lua_gettop(L); i <= last; i++)
        add_value(L, l, i);
    return 0;
}

dv_result dv_scenario_console(dv_scenario *scenario, const char *code, dv_agent selected,
                              dv_error *error) {
    line l = {.code = code,
              .selected = selected,
              .text = scenario->console_text,
              .size = sizeof scenario->console_text};
    uint32_t before = dv_world_agent_count(scenario->world);
    dv_error failure;
    scenario->console_text[0] = '\0';
    scenario->console_failed = false;
    if (dv_is_stopped(scenario, 0))
        return DV_OK;
    scenario->console_runs = true;
    lua_pushcfunction(scenario->state, run_line);
    lua_pushlightuserdata(scenario->state, &l);
    dv_result result = dv_call_function(scenario, 0, 1, 0, DV_SETUP, &failure);
    if (result != DV_OK)
        dv_note_stop(scenario, 0, &failure);
    scenario->console_runs = false;
    if (result != DV_OK && !l.is_compiled)
        return dv_fail(error, DV_ERROR_SCRIPT, "%s", failure.message);
    if (result != DV_OK)
        snprintf(scenario->console_text, sizeof scenario->console_text, "%s", failure.message);
    scenario->console_failed = result != DV_OK;
    dv_population_count_act(scenario, before);
    return DV_OK;
}

const char *dv_scenario_console_text(const dv_scenario *scenario, bool *has_failed) {
    *has_failed = scenario->console_failed;
    return scenario->console_text;
}
