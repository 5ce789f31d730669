// Copies values of the scenario that the host refers to; see bridge.h.
#include "hosting/bridge.h"

#define DEEPEST 16

static void copy_value(lua_State *L, int depth);

/// Replace the reference at the top with a table in the host.
static void copy_table(lua_State *L, int depth) {
    luaL_checkstack(L, 16, "nested too deeply to copy");
    if (depth == DEEPEST)
        luaL_error(L, "nested too deeply to copy");
    int from = lua_gettop(L);
    lua_newtable(L);
    luaL_getmetafield(L, from, "__pairs");
    lua_pushvalue(L, from);
    lua_call(L, 1, 3); // next, state, key
    for (;;) {
        lua_pushvalue(L, from + 2);
        lua_pushvalue(L, from + 3);
        lua_pushvalue(L, from + 4);
        lua_call(L, 2, 2);
        if (lua_isnil(L, -2))
            break;
        lua_pushvalue(L, -2);
        lua_replace(L, from + 4);
        copy_value(L, depth + 1);
        lua_rawset(L, from + 1);
    }
    lua_settop(L, from + 1);
    lua_remove(L, from);
}

static void copy_value(lua_State *L, int depth) {
    if (luaL_testudata(L, -1, DV_REFERENCE_CLASS))
        copy_table(L, depth);
}

int dv_bridge_copy(lua_State *L) {
    luaL_checkany(L, 1);
    lua_settop(L, 1);
    copy_value(L, 0);
    return 1;
}
