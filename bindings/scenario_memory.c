// Shows agents' memory to users: names, values, and types as text.
#include "calls/calls.h"
#include "classes/class_names.h"
#include "classes/handles.h"
#include "scenario.h"
#include "scenario_data.h"
#include "values.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define LONGEST_TEXT 200

static void push_short_text(lua_State *L, int index, int depth);

/// Push a table as readable text, such as { 1, 2, hunger = 3 }. Long tables are cut.
static void push_table_text(lua_State *L, int table, int depth) {
    luaL_checkstack(L, LUA_MINSTACK, "data too deep");
    lua_pushcfunction(L, dv_ordered_keys);
    lua_pushvalue(L, table);
    lua_call(L, 1, 1);
    int keys = lua_gettop(L), text = keys + 1;
    lua_Unsigned count = lua_rawlen(L, keys);
    lua_pushliteral(L, "{");
    for (lua_Unsigned i = 1; i <= count && lua_rawlen(L, text) < LONGEST_TEXT; i++) {
        lua_pushvalue(L, text);
        lua_pushstring(L, i > 1 ? ", " : " ");
        if (lua_rawgeti(L, keys, (lua_Integer)i) == LUA_TSTRING)
            lua_pushliteral(L, " = ");
        else
            lua_pop(L, 1);
        lua_rawgeti(L, keys, (lua_Integer)i);
        lua_rawget(L, table);
        push_short_text(L, lua_gettop(L), depth + 1);
        lua_remove(L, -2);
        lua_concat(L, lua_gettop(L) - text);
        lua_replace(L, text);
    }
    lua_pushstring(L, lua_rawlen(L, text) >= LONGEST_TEXT ? " …" : " }");
    lua_concat(L, 2);
    lua_remove(L, keys);
}

void dv_show_zeros(lua_State *L) {
    size_t size;
    const char *text = lua_tolstring(L, -1, &size);
    luaL_Buffer shown;
    if (!memchr(text, '\0', size))
        return;
    luaL_buffinit(L, &shown);
    for (size_t i = 0; i < size; i++)
        if (text[i])
            luaL_addchar(&shown, text[i]);
        else
            luaL_addlstring(&shown, "\\0", 2);
    luaL_pushresult(&shown);
    lua_remove(L, -2);
}

static void push_short_text(lua_State *L, int index, int depth) {
    if (lua_istable(L, index) && depth < 3)
        push_table_text(L, index, depth);
    else if (lua_istable(L, index))
        lua_pushliteral(L, "{ … }");
    else if (lua_type(L, index) == LUA_TNUMBER && !lua_isinteger(L, index)) {
        char number[40];
        snprintf(number, sizeof number, "%.4g", lua_tonumber(L, index));
        lua_pushstring(L, number);
    } else {
        luaL_tolstring(L, index, NULL);
        dv_show_zeros(L);
    }
}

void dv_push_short_text(lua_State *L, int index) { push_short_text(L, index, 0); }

typedef struct type_listing {
    int names; ///< registry reference of the fields of all kinds, or of all group types
    uint32_t type;
    void (*each)(void *context, const char *name, const char *type);
    void *context;
} type_listing;

/// The type of the default at the top.
static const char *annotated_type(lua_State *L) {
    switch (lua_type(L, -1)) {
    case LUA_TNUMBER:
        return "number";
    case LUA_TBOOLEAN:
        return "boolean";
    case LUA_TSTRING:
        return "string";
    case LUA_TTABLE:
        return "table";
    default:
        return luaL_testudata(L, -1, DV_VECTOR_CLASS) ? "drover.vector" : "any";
    }
}

static int list_memory_types(lua_State *L) {
    const type_listing *listing = lua_touserdata(L, 1);
    lua_rawgeti(L, LUA_REGISTRYINDEX, listing->names);
    lua_pushcfunction(L, dv_ordered_keys);
    lua_rawgeti(L, -2, 2 * (lua_Integer)listing->type + 2);
    int defaults = 3;
    lua_pushvalue(L, -1);
    lua_insert(L, defaults);
    lua_call(L, 1, 1);
    int keys = lua_gettop(L);
    lua_Unsigned count = lua_rawlen(L, keys);
    for (lua_Unsigned i = 1; i <= count; i++) {
        lua_rawgeti(L, keys, (lua_Integer)i);
        lua_pushvalue(L, -1);
        lua_rawget(L, defaults);
        listing->each(listing->context, lua_tostring(L, -2), annotated_type(L));
        lua_settop(L, keys);
    }
    return 0;
}

static void call_list_memory_types(dv_scenario *scenario, type_listing *listing) {
    lua_pushcfunction(scenario->state, list_memory_types);
    lua_pushlightuserdata(scenario->state, listing);
    dv_call_quietly(scenario, 1, 0, DV_READING, (double)INFINITY, NULL);
}

void dv_scenario_memory_types(dv_scenario *scenario, uint32_t kind,
                              void (*each)(void *context, const char *name, const char *type),
                              void *context) {
    type_listing listing = {scenario->generation->names, kind, each, context};
    call_list_memory_types(scenario, &listing);
}

void dv_scenario_group_memory_types(dv_scenario *scenario, uint32_t type,
                                    void (*each)(void *context, const char *name, const char *type),
                                    void *context) {
    type_listing listing = {scenario->generation->group_names, type, each, context};
    call_list_memory_types(scenario, &listing);
}
