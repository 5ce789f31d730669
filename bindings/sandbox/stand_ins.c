// Tables that scripts can read but not change. A stand-in is empty: its metatable has the actual
// table as its __index. A view is a stand-in for a copy whose tables are views, too.
#include "sandbox/sandbox_private.h"

#include <string.h>

// Key in metatables that no script can make: the address of this.
static const char protected_key;

void dv_sandbox_protect(lua_State *L, int index) {
    if (!lua_getmetatable(L, index))
        luaL_error(L, "only a table with a metatable can be protected");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_pushboolean(L, 1);
    lua_rawsetp(L, -2, &protected_key);
    lua_pop(L, 1);
}

static bool is_protected(lua_State *L, int index) {
    if (!lua_getmetatable(L, index))
        return false;
    bool found = lua_rawgetp(L, -1, &protected_key) != LUA_TNIL;
    lua_pop(L, 2);
    return found;
}

void dv_sandbox_resolve_proxy(lua_State *L, int index) {
    index = lua_absindex(L, index);
    if (!is_protected(L, index))
        return;
    luaL_getmetafield(L, index, "__index");
    lua_replace(L, index);
}

int dv_protected_rawget(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    luaL_checkany(L, 2);
    lua_settop(L, 2);
    dv_sandbox_resolve_proxy(L, 1);
    lua_rawget(L, 1);
    return 1;
}

int dv_protected_rawlen(lua_State *L) {
    int type = lua_type(L, 1);
    if (type != LUA_TTABLE && type != LUA_TSTRING)
        return luaL_typeerror(L, 1, "table or string");
    if (type == LUA_TTABLE)
        dv_sandbox_resolve_proxy(L, 1);
    lua_pushinteger(L, (lua_Integer)lua_rawlen(L, 1));
    return 1;
}

int dv_protected_rawset(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    luaL_checkany(L, 2);
    luaL_checkany(L, 3);
    if (is_protected(L, 1))
        return luaL_error(L, "rawset: this table is read-only");
    lua_settop(L, 3);
    lua_rawset(L, 1);
    return 1;
}

/// Has the name and, if there is any, what to do instead.
static int refuse_assignment(lua_State *L) {
    const char *name = lua_tostring(L, lua_upvalueindex(1));
    const char *instead = lua_tostring(L, lua_upvalueindex(2));
    return luaL_error(L, "%s is read-only%s%s", name, instead ? ": " : "", instead ? instead : "");
}

bool dv_sandbox_is_read_only(lua_State *L, int index) {
    if (luaL_getmetafield(L, index, "__newindex") == LUA_TNIL)
        return false;
    bool refuses = lua_tocfunction(L, -1) == refuse_assignment;
    lua_pop(L, 1);
    return refuses;
}

// These two find the actual table through the stand-in, so that a stand-in costs no closures: a
// data file may have 100,000 rows.

static int pairs_of_inner(lua_State *L) {
    lua_settop(L, 1);
    dv_sandbox_resolve_proxy(L, 1);
    return dv_ordered_pairs(L);
}

static int length_of_inner(lua_State *L) {
    lua_settop(L, 1);
    dv_sandbox_resolve_proxy(L, 1);
    lua_pushinteger(L, luaL_len(L, 1));
    return 1;
}

void dv_push_stand_in(lua_State *L) {
    lua_newtable(L);
    lua_createtable(L, 0, 6);
    lua_rotate(L, -4, 2); // stand-in, metatable, table, __newindex
    lua_setfield(L, -3, "__newindex");
    lua_pushcfunction(L, pairs_of_inner);
    lua_setfield(L, -3, "__pairs");
    lua_pushcfunction(L, length_of_inner);
    lua_setfield(L, -3, "__len");
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, -2);
    dv_sandbox_protect(L, -1);
}

void dv_sandbox_push_refusal(lua_State *L, const char *name) {
    luaL_checkstack(L, 8, NULL);
    lua_pushstring(L, name);
    lua_pushcclosure(L, refuse_assignment, 1);
}

void dv_sandbox_push_read_only(lua_State *L, const char *name) {
    dv_sandbox_push_refusal(L, name);
    dv_push_stand_in(L);
}

void dv_sandbox_make_read_only(lua_State *L, int refusal) {
    luaL_checkstack(L, 8, NULL);
    lua_pushvalue(L, refusal);
    dv_push_stand_in(L);
}

#define DEEPEST_VIEW 100

static void push_view(lua_State *L, int views, int refuse, int depth);

/// Replace a table at the top by its view, unless scripts cannot change it anyway.
static void view_if_table(lua_State *L, int views, int refuse, int depth) {
    if (!lua_istable(L, -1) || is_protected(L, -1))
        return;
    push_view(L, views, refuse, depth);
    lua_remove(L, -2);
}

/// Let the view at `view` of a table act by the table's metatable, which is at the top and is
/// popped. Other metamethods get the view itself; __index is for what the copy at `shown` lacks.
static void add_metamethods(lua_State *L, int views, int refuse, int depth, int view, int shown) {
    static const char *const own[] = {"__index", "__newindex", "__metatable", "__gc", "__mode"};
    int class = lua_gettop(L);
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    lua_getmetatable(L, view);
    lua_pushnil(L);
    while (lua_next(L, class)) {
        const char *name = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "";
        bool is_copied = strncmp(name, "__", 2) == 0;
        for (size_t i = 0; i < sizeof own / sizeof *own; i++)
            is_copied = is_copied && strcmp(name, own[i]) != 0;
        if (is_copied)
            lua_setfield(L, class + 1, name);
        else
            lua_pop(L, 1);
    }
    lua_pushliteral(L, "__metatable");
    if (lua_rawget(L, class) == LUA_TNIL) {
        lua_pop(L, 1);
        lua_pushvalue(L, class);
    }
    view_if_table(L, views, refuse, depth + 1);
    lua_setfield(L, class + 1, "__metatable");
    lua_createtable(L, 0, 1);
    lua_pushliteral(L, "__index");
    lua_rawget(L, class);
    view_if_table(L, views, refuse, depth + 1);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, shown);
    lua_settop(L, class - 1);
}

/// Push the view of the table at the top, which stays. `views` is the index of a table with those
/// made so far, and `refuse` that of the function that refuses an assignment.
static void push_view(lua_State *L, int views, int refuse, int depth) {
    int table = lua_gettop(L), view = table + 1, shown = table + 2;
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    if (depth > DEEPEST_VIEW)
        luaL_error(L, "the tables of a module are nested more than %d deep", DEEPEST_VIEW);
    lua_pushvalue(L, table);
    if (lua_rawget(L, views) != LUA_TNIL)
        return;
    lua_settop(L, table);
    lua_newtable(L);
    lua_pushvalue(L, -1);
    lua_pushvalue(L, refuse);
    dv_push_stand_in(L);
    lua_pushvalue(L, table);
    lua_pushvalue(L, -2);
    lua_rawset(L, views);
    lua_insert(L, view);
    lua_pushnil(L);
    while (lua_next(L, table)) {
        lua_pushvalue(L, -2);
        lua_insert(L, -2); // key, key, value
        view_if_table(L, views, refuse, depth + 1);
        lua_rawset(L, shown);
    }
    if (lua_getmetatable(L, table))
        add_metamethods(L, views, refuse, depth, view, shown);
    lua_settop(L, view);
}

void dv_sandbox_push_view(lua_State *L, const char *name, const char *instead) {
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    lua_newtable(L);
    int views = lua_gettop(L);
    lua_pushstring(L, name);
    lua_pushstring(L, instead);
    lua_pushcclosure(L, refuse_assignment, 2);
    lua_pushvalue(L, views - 1);
    push_view(L, views, views + 1, 0);
    lua_replace(L, views);
    lua_settop(L, views);
}
