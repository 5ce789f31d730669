// What happens when a script reads a global that does not exist. Names of Lua's own libraries read
// as nil, so that portable code such as `table.unpack or unpack` works. Any other name is a mistake
// and raises.
#include "sandbox/sandbox_private.h"

#include "base/names.h"

#include <string.h>

/// The number of locals, upvalues, and globals that a name is compared with. A function has at most
/// 200 locals and 255 upvalues, and there are 24 globals.
#define MAX_NAMES 512

/// Globals of Lua 5.0 to 5.4, LuaJIT, and their interpreters that scripts do not get.
static const char *const absent[] = {
    "_G",       "_LOADED", "_PROMPT",  "_PROMPT2", "_REQUIREDNAME",  "_VERSION",
    "LUA_PATH", "arg",     "bit",      "bit32",    "coroutine",      "debug",
    "dofile",   "ffi",     "gcinfo",   "getfenv",  "collectgarbage", "io",
    "jit",      "load",    "loadfile", "loadlib",  "module",         "loadstring",
    "newproxy", "os",      "package",  "require",  "setfenv",        "unpack",
    "utf8",     "warn",
};

bool dv_is_absent_global(const char *name) {
    for (size_t i = 0; i < sizeof absent / sizeof *absent; i++)
        if (strcmp(absent[i], name) == 0)
            return true;
    return false;
}

typedef struct scope {
    const char *names[MAX_NAMES]; ///< nearest first; Lua keeps the strings alive
    size_t count;
    const char *given;
    const char *owner; ///< a local table with a field of the given name, or NULL
} scope;

/// Whether the table at the top, or the actual table behind a stand-in, has a field with this name.
static bool has_field(lua_State *L, const char *name) {
    int top = lua_gettop(L);
    if (luaL_getmetafield(L, top, "__index") != LUA_TTABLE)
        lua_settop(L, top);
    lua_pushstring(L, name);
    bool found = lua_rawget(L, -2) != LUA_TNIL;
    lua_settop(L, top);
    return found;
}

/// Note a variable, and pop its value.
static void note_variable(lua_State *L, scope *s, const char *name) {
    if (*name && *name != '(' && s->count < MAX_NAMES) {
        s->names[s->count++] = name;
        if (!s->owner && lua_istable(L, -1) && strcmp(name, "_ENV") != 0 && has_field(L, s->given))
            s->owner = name;
    }
    lua_pop(L, 1);
}

static void note_variables(lua_State *L, scope *s) {
    lua_Debug frame;
    const char *name;
    if (!lua_getstack(L, 1, &frame))
        return;
    for (int i = 1; (name = lua_getlocal(L, &frame, i)); i++)
        note_variable(L, s, name);
    lua_getinfo(L, "f", &frame);
    int function = lua_gettop(L);
    for (int i = 1; (name = lua_getupvalue(L, function, i)); i++)
        note_variable(L, s, name);
    lua_pop(L, 1);
}

/// Note the names in the library at 1, in the same order in every run.
static void note_library(lua_State *L, scope *s) {
    lua_pushcfunction(L, dv_ordered_keys);
    lua_pushvalue(L, 1);
    lua_call(L, 1, 1);
    lua_Unsigned count = lua_rawlen(L, -1);
    for (lua_Unsigned i = 1; i <= count; i++) {
        lua_rawgeti(L, -1, (lua_Integer)i);
        const char *name = lua_tostring(L, -1);
        lua_rawget(L, 1);
        note_variable(L, s, name);
    }
    lua_pop(L, 1);
}

/// __index of an environment's library.
static int read_unknown(lua_State *L) {
    if (lua_type(L, 2) != LUA_TSTRING || dv_is_absent_global(lua_tostring(L, 2)))
        return 0;
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    scope s = {.given = lua_tostring(L, 2)};
    note_variables(L, &s);
    note_library(L, &s);
    if (s.owner)
        return luaL_error(L, "unknown global '%s' (%s.%s?)", s.given, s.owner, s.given);
    const char *nearest = dv_nearest_name(s.given, s.names, s.count);
    if (nearest)
        return luaL_error(L, "unknown global '%s' (%s?)", s.given, nearest);
    return luaL_error(L, "unknown global '%s': no local of that name is in scope here", s.given);
}

void dv_refuse_unknown_globals(lua_State *L) {
    lua_createtable(L, 0, 1);
    lua_pushcfunction(L, read_unknown);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, -2);
}
