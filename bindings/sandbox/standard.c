// The standard library that scripts get. It is an allow-list, with our own functions where Lua's
// would show an address, run without end, or lead out of the sandbox. standard_*.c have the larger
// parts.
#include "sandbox/sandbox_private.h"

#include "base/math.h"

#include <lualib.h>
#include <string.h>

void dv_pick_fields(lua_State *L, const char *const *names) {
    lua_newtable(L);
    for (; *names; names++) {
        lua_getfield(L, -2, *names);
        lua_setfield(L, -2, *names);
    }
    lua_remove(L, -2);
}

void dv_wrap_function(lua_State *L, const char *name, lua_CFunction wrapper) {
    lua_getfield(L, -1, name);
    lua_pushcclosure(L, wrapper, 1);
    lua_setfield(L, -2, name);
}

// Text

const char *dv_sandbox_tostring(lua_State *L, int index, size_t *length) {
    index = lua_absindex(L, index);
    if (luaL_callmeta(L, index, "__tostring")) {
        if (!lua_isstring(L, -1))
            luaL_error(L, "'__tostring' must return a string");
        return lua_tolstring(L, -1, length);
    }
    switch (lua_type(L, index)) {
    case LUA_TNIL:
    case LUA_TBOOLEAN:
    case LUA_TNUMBER:
    case LUA_TSTRING:
        return luaL_tolstring(L, index, length);
    }
    int type = luaL_getmetafield(L, index, "__name");
    if (type != LUA_TNIL && type != LUA_TSTRING)
        lua_pop(L, 1);
    if (type != LUA_TSTRING) // light userdata is "userdata" to scripts
        lua_pushstring(L, lua_typename(L, lua_type(L, index)));
    return lua_tolstring(L, -1, length);
}

static int base_tostring(lua_State *L) {
    luaL_checkany(L, 1);
    dv_sandbox_tostring(L, 1, NULL);
    return 1;
}

// Lua converts a text to a number without pausing. So the spaces around a very long text are
// removed first, and if it is still very long, it is refused.
static int base_tonumber(lua_State *L) {
    const size_t most = (size_t)1 << 20;
    size_t length = lua_type(L, 1) == LUA_TSTRING ? lua_rawlen(L, 1) : 0;
    if (length > most) {
        const char *text = lua_tostring(L, 1);
        size_t spaces = 0;
        for (; spaces < length && strchr(" \f\n\r\t\v", text[spaces]); spaces++)
            if (spaces % most == 0)
                dv_sandbox_check(L);
        for (; length > spaces && strchr(" \f\n\r\t\v", text[length - 1]); length--)
            if (length % most == 0)
                dv_sandbox_check(L);
        if (length - spaces > most)
            return luaL_error(L, "tonumber: a string of more than 1 MiB");
        lua_pushlstring(L, text + spaces, length - spaces);
        lua_replace(L, 1);
    }
    return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

// Tables

static void refuse_field(lua_State *L, const char *field, const char *reason) {
    lua_pushstring(L, field);
    if (lua_rawget(L, 2) != LUA_TNIL)
        luaL_error(L, "setmetatable: scripts have no %s (%s)", field, reason);
    lua_pop(L, 1);
}

static int base_setmetatable(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    int type = lua_type(L, 2);
    luaL_argexpected(L, type == LUA_TNIL || type == LUA_TTABLE, 2, "nil or table");
    if (luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL)
        return luaL_error(L, "cannot change a protected metatable");
    if (type == LUA_TTABLE) {
        refuse_field(L, "__gc", "when a finalizer runs differs between runs");
        refuse_field(L, "__mode", "when a weak entry goes differs between runs");
    }
    lua_settop(L, 2);
    lua_setmetatable(L, 1);
    return 1;
}

// The whole library

static void push_base_library(lua_State *L) {
    static const char *const stock[] = {"assert", "error",    "getmetatable", "ipairs", "rawequal",
                                        "select", "tonumber", "type",         NULL};
    static const luaL_Reg ours[] = {
        {"rawget", dv_protected_rawget}, {"rawlen", dv_protected_rawlen},
        {"rawset", dv_protected_rawset}, {"setmetatable", base_setmetatable},
        {"tostring", base_tostring},     {NULL, NULL}};
    lua_pushcfunction(L, luaopen_base);
    lua_call(L, 0, 1);
    dv_pick_fields(L, stock);
    luaL_setfuncs(L, ours, 0);
    dv_wrap_function(L, "tonumber", base_tonumber);
    dv_add_protected_calls(L);
    dv_add_ordered_pairs(L);
    dv_add_print(L);
    // Nothing may reach what luaopen_base left in the table of globals.
    lua_newtable(L);
    lua_rawseti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
}

void dv_push_standard_library(lua_State *L) {
    luaL_checkstack(L, 12, NULL);
    push_base_library(L);
    dv_push_string_library(L);
    lua_setfield(L, -2, "string");
    dv_push_table_library(L);
    lua_setfield(L, -2, "table");
    dv_push_math_library(L);
    lua_setfield(L, -2, "math");
    dv_push_coroutine_library(L);
    lua_setfield(L, -2, "coroutine");
    dv_push_utf8_library(L);
    lua_setfield(L, -2, "utf8");
}
