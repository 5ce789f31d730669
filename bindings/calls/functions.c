// Script functions: pushing them, and naming the places where they are defined.
#include "calls/functions.h"

#include "calls/mods.h"
#include "scenario_data.h"

#include <stdio.h>

void dv_push_function(dv_scenario *scenario, dv_function function) {
    lua_State *L = scenario->state;
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->generation->functions);
    lua_rawgeti(L, -1, (lua_Integer)function);
    lua_replace(L, -2);
}

/// Write where the function at the top is defined, such as "caribou.lua:28", followed by `end`, and
/// pop it. A wrapper has the place of the mod's function.
static void take_place(lua_State *L, const char *end, char place[128]) {
    lua_Debug info;
    dv_get_source(L, &info);
    lua_pop(L, 1);
    snprintf(place, 128, "%s:%d%s", info.short_src, info.linedefined, end);
}

void dv_place_of_function(dv_scenario *scenario, dv_function function, char place[128]) {
    dv_push_function(scenario, function);
    take_place(scenario->state, ": ", place);
}

void dv_line_of_function(dv_scenario *scenario, dv_function function, char line[128]) {
    dv_push_function(scenario, function);
    take_place(scenario->state, "", line);
}

void dv_push_callback(dv_scenario *scenario, int32_t callback) {
    lua_State *L = scenario->state;
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->callbacks);
    lua_rawgeti(L, -1, callback);
    lua_remove(L, -2);
}

void dv_place_of_callback(dv_scenario *scenario, int32_t callback, char place[128]) {
    dv_push_callback(scenario, callback);
    take_place(scenario->state, ": ", place);
}

const char *dv_pop_callback_name(lua_State *L) {
    const dv_generation *generation = dv_scenario_of(L)->generation;
    const char *name = NULL;
    if (generation) {
        lua_rawgeti(L, LUA_REGISTRYINDEX, generation->functions);
        lua_pushvalue(L, -2);
        name = lua_rawget(L, -2) == LUA_TSTRING ? lua_tostring(L, -1) : NULL;
        lua_pop(L, 2);
    }
    lua_pop(L, 1);
    return name;
}
