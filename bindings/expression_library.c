// Which functions of the library only read.
//
// Invariant: what is kept in the registry depends on nothing but the library, `drover`, and
// `world.draw`, which stay the same as long as the Lua state exists. Expressions can't change it,
// since they have no assignments, nor any function that writes into a table.
#include "expression_library.h"
#include "classes/access.h"
#include "modules/modules.h"
#include "sandbox/sandbox.h"
#include "scenario_data.h"

#include <lauxlib.h>
#include <string.h>

#define MOST_FIELDS 64

/// The keys in the registry of the part that only reads, and of the names of all other functions.
static const char library_key, refused_key;

static bool is_listed(const char *name, const char *const *list) {
    while (*list && strcmp(*list, name) != 0)
        list++;
    return *list;
}

bool dv_expression_has_global(const char *name) {
    static const char *const globals[] = {"ipairs",   "math",   "next",   "pairs", "rawequal",
                                          "rawlen",   "select", "string", "table", "tonumber",
                                          "tostring", "type",   "utf8",   NULL};
    return is_listed(name, globals);
}

/// Whether a name of the library, or of a table in it, only reads. `table` is NULL for a global.
static bool only_reads(const char *table, const char *name) {
    static const char *const of_tables[] = {"concat", "pack", "unpack", NULL};
    static const char *const not_of_math[] = {"random", "randomseed", NULL};
    if (!table)
        return dv_expression_has_global(name);
    if (strcmp(table, "table") == 0)
        return is_listed(name, of_tables);
    if (strcmp(table, "math") == 0)
        return !is_listed(name, not_of_math);
    return dv_expression_has_global(table);
}

/// Raise "NAME has no 'field' (nearest?)" about the fields of the table at 1.
static int refuse_unknown(lua_State *L, const char *table, const char *field) {
    const char *names[MOST_FIELDS], *what = lua_pushfstring(L, "%s has no", table);
    size_t count = 0;
    lua_pushcfunction(L, dv_ordered_keys);
    lua_pushvalue(L, 1);
    lua_call(L, 1, 1);
    for (; count < MOST_FIELDS && lua_rawgeti(L, -1, (lua_Integer)count + 1) != LUA_TNIL; count++) {
        names[count] = lua_tostring(L, -1); // the table keeps it
        lua_pop(L, 1);
    }
    return dv_raise_unlisted(L, what, field, names, count);
}

/// Raise why a table of the library has no field. Upvalues: the table's name, and all fields that
/// the library has there.
static int refuse_field(lua_State *L) {
    const char *table = lua_tostring(L, lua_upvalueindex(1));
    const char *field = dv_sandbox_tostring(L, 2, NULL);
    lua_pushvalue(L, 2);
    if (lua_rawget(L, lua_upvalueindex(2)) == LUA_TNIL)
        return refuse_unknown(L, table, field);
    return luaL_error(L, "an expression only reads, so it has no '%s.%s'", table, field);
}

// Sorting. `to` is the index of a table for what only reads, or 0 if nothing does, and `refused`
// that of a table from other functions to their names.

/// Pop the function at the top, which belongs to a name.
static void sort_function(lua_State *L, const char *table, const char *name, int to, int refused) {
    if (to && only_reads(table, name)) {
        lua_setfield(L, to, name);
        return;
    }
    lua_pushfstring(L, "%s%s%s", table ? table : "", table ? "." : "", name);
    lua_rawset(L, refused);
}

/// Push what only reads of the table of the library at `from`.
static void sort_table(lua_State *L, const char *name, int from, int refused) {
    lua_newtable(L);
    int to = lua_gettop(L);
    for (lua_pushnil(L); lua_next(L, from); lua_settop(L, to + 1)) {
        const char *field = lua_tostring(L, to + 1);
        if (lua_isfunction(L, -1))
            sort_function(L, name, field, to, refused);
        else if (only_reads(name, field))
            lua_setfield(L, to, field);
    }
    lua_createtable(L, 0, 1);
    lua_pushstring(L, name);
    lua_pushvalue(L, from);
    lua_pushcclosure(L, refuse_field, 2);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, to);
}

/// Push what only reads of the library at `from`.
static void sort_library(lua_State *L, int from, int refused) {
    lua_newtable(L);
    int to = lua_gettop(L);
    for (lua_pushnil(L); lua_next(L, from); lua_settop(L, to + 1)) {
        const char *name = lua_tostring(L, to + 1);
        dv_sandbox_resolve_proxy(L, to + 2);
        if (lua_isfunction(L, to + 2))
            sort_function(L, NULL, name, to, refused);
        else if (lua_istable(L, to + 2))
            sort_table(L, name, to + 2, refused);
        if (lua_gettop(L) == to + 3 && only_reads(NULL, name))
            lua_setfield(L, to, name);
    }
}

/// Pop a table of functions that draw, and refuse them.
static void refuse_drawing(lua_State *L, int refused) {
    dv_sandbox_resolve_proxy(L, -1);
    int from = lua_gettop(L);
    for (lua_pushnil(L); lua_next(L, from); lua_settop(L, from + 1))
        sort_function(L, "world.draw", lua_tostring(L, from + 1), 0, refused);
    lua_settop(L, from - 1);
}

/// Push `require`, as the scenario has it.
static void push_require(lua_State *L) { dv_modules_push_require(L, dv_scenario_of(L)->modules); }

/// Put the two parts of the library into the registry.
static void keep_library(lua_State *L) {
    int top = lua_gettop(L), refused = top + 1;
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    lua_newtable(L);
    push_require(L);
    lua_pushliteral(L, "drover");
    lua_call(L, 1, 1);
    dv_sandbox_resolve_proxy(L, -1);
    sort_library(L, lua_gettop(L), refused);
    lua_rawgeti(L, LUA_REGISTRYINDEX, dv_scenario_of(L)->draw_object);
    refuse_drawing(L, refused);
    push_require(L);
    dv_sandbox_push_environment(L);
    dv_sandbox_resolve_proxy(L, -1);
    sort_library(L, lua_gettop(L), refused);
    lua_pushvalue(L, refused);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &refused_key);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &library_key); // last: it says that both are there
    lua_settop(L, top);
}

void dv_push_expression_library(lua_State *L) {
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &library_key) != LUA_TNIL)
        return;
    lua_pop(L, 1);
    keep_library(L);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &library_key);
}

const char *dv_push_refused_name(lua_State *L) {
    lua_rawgetp(L, LUA_REGISTRYINDEX, &refused_key);
    lua_insert(L, -2);
    bool is_refused = lua_rawget(L, -2) != LUA_TNIL;
    lua_remove(L, -2);
    if (is_refused)
        return lua_tostring(L, -1);
    lua_pop(L, 1);
    return NULL;
}
