// The standard library as scripts get it: an allow-list, with our own functions where Lua's would
// show an address, run without end or let out of the sandbox. The larger parts are in standard_*.c.
#include "base/math.h"
#include "sandbox_private.h"

#include <lualib.h>
#include <stdio.h>
#include <string.h>

void dv_pick_fields(lua_State *L, const char *const *names) {
    lua_newtable(L);
    for (; *names; names++) {
        lua_getfield(L, -2, *names);
        lua_setfield(L, -2, *names);
    }
    lua_remove(L, -2);
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

static int base_print(lua_State *L) {
    int count = lua_gettop(L);
    luaL_Buffer line;
    luaL_buffinit(L, &line);
    for (int i = 1; i <= count; i++) {
        if (i > 1)
            luaL_addchar(&line, '\t');
        dv_sandbox_tostring(L, i, NULL);
        luaL_addvalue(&line);
    }
    luaL_pushresult(&line);
    size_t length;
    const char *text = lua_tolstring(L, -1, &length);
    dv_sandbox *sandbox = dv_sandbox_of(L);
    if (sandbox->print) {
        sandbox->print(sandbox->print_context, text, length);
    } else {
        fwrite(text, 1, length, stdout);
        fputc('\n', stdout);
    }
    return 0;
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

// Strings

// Turn the arguments of %s into text our way, then leave the rest to Lua's format.
static int string_format(lua_State *L) {
    size_t length;
    const char *format = luaL_checklstring(L, 1, &length);
    const char *end = format + length;
    int count = lua_gettop(L);
    int argument = 1;
    while ((format = memchr(format, '%', (size_t)(end - format)))) {
        format++; // Lua ends strings with a zero, so looking one ahead is fine
        if (*format == '%') {
            format++;
            continue;
        }
        argument++;
        format += strspn(format, "-+ #0123456789.");
        if (*format == 'p')
            return luaL_error(L, "string.format: %%p would show an address, and those differ "
                                 "between runs");
        if (*format == 's' && argument <= count && lua_type(L, argument) != LUA_TSTRING) {
            dv_sandbox_tostring(L, argument, NULL);
            lua_replace(L, argument);
        }
    }
    return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

static int string_rep(lua_State *L) {
    size_t length, separator_length;
    const char *text = luaL_checklstring(L, 1, &length);
    lua_Integer count = luaL_checkinteger(L, 2);
    const char *separator = luaL_optlstring(L, 3, "", &separator_length);
    size_t step = length + separator_length;
    if (count <= 0 || step == 0) {
        lua_pushliteral(L, "");
        return 1;
    }
    if (step < length || (lua_Unsigned)count > SIZE_MAX / 2 / step)
        return luaL_error(L, "resulting string too large");
    size_t total = (size_t)count * step - separator_length;
    luaL_Buffer buffer;
    char *end = luaL_buffinitsize(L, &buffer, total);
    for (lua_Integer i = 1; i <= count; i++) {
        memcpy(end, text, length);
        end += length;
        if (i == count)
            break;
        memcpy(end, separator, separator_length);
        end += separator_length;
    }
    luaL_pushresultsize(&buffer, total);
    return 1;
}

static void push_string_library(lua_State *L) {
    static const char *const stock[] = {"byte", "char",   "find",  "format", "gmatch",   "gsub",
                                        "len",  "lower",  "match", "pack",   "packsize", "reverse",
                                        "sub",  "unpack", "upper", NULL};
    lua_pushcfunction(L, luaopen_string);
    lua_call(L, 0, 1);
    dv_pick_fields(L, stock);
    lua_getfield(L, -1, "format");
    lua_pushcclosure(L, string_format, 1);
    lua_setfield(L, -2, "format");
    lua_pushcfunction(L, string_rep);
    lua_setfield(L, -2, "rep");
    // Methods of strings are looked up in this table, which no script can reach.
    lua_pushliteral(L, "");
    lua_getmetatable(L, -1);
    lua_pushvalue(L, -3);
    lua_setfield(L, -2, "__index");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_pop(L, 2);
}

// All

static void push_base_library(lua_State *L) {
    static const char *const stock[] = {"assert", "error",  "getmetatable", "ipairs",   "rawequal",
                                        "rawget", "rawlen", "select",       "tonumber", "type",
                                        NULL};
    static const luaL_Reg ours[] = {{"print", base_print},
                                    {"rawset", dv_protected_rawset},
                                    {"setmetatable", base_setmetatable},
                                    {"tostring", base_tostring},
                                    {NULL, NULL}};
    lua_pushcfunction(L, luaopen_base);
    lua_call(L, 0, 1);
    dv_pick_fields(L, stock);
    luaL_setfuncs(L, ours, 0);
    dv_add_protected_calls(L);
    dv_add_ordered_pairs(L);
    // What luaopen_base left in the table of globals is not for anyone.
    lua_newtable(L);
    lua_rawseti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
}

void dv_push_standard_library(lua_State *L) {
    luaL_checkstack(L, 12, NULL);
    push_base_library(L);
    push_string_library(L);
    lua_setfield(L, -2, "string");
    dv_push_table_library(L);
    lua_setfield(L, -2, "table");
    dv_push_math_library(L);
    lua_setfield(L, -2, "math");
    dv_push_coroutine_library(L);
    lua_setfield(L, -2, "coroutine");
    lua_pushcfunction(L, luaopen_utf8);
    lua_call(L, 0, 1);
    lua_setfield(L, -2, "utf8");
}
