// Keys that tables inside memory gain in a reload. If a default was a table and its new version has
// more keys, living agents and groups get them, too. The fills are noted before the swap, which may
// still fail, and made after it. They are made in place, so every other reference to such a table
// sees them. The memory of monitors, which holds names of states, is handled the same way.
#include "calls/calls.h"
#include "classes/handles.h"
#include "memory/memory.h"
#include "memory/memory_private.h"
#include "scenario_data.h"

#include <math.h>

/// Whether the table at an index is in the set at `seen`; adds it. Tables may be shared or contain
/// themselves.
static bool was_seen(lua_State *L, int seen, int table) {
    luaL_checkstack(L, 10, "data too deep");
    lua_pushvalue(L, table);
    bool known = lua_rawget(L, seen) != LUA_TNIL;
    lua_pop(L, 1);
    lua_pushvalue(L, table);
    lua_pushboolean(L, true);
    lua_rawset(L, seen);
    return known;
}

/// Whether the table at `new` has keys that the one at `old` lacks, at any depth.
static bool gains_keys(lua_State *L, int seen, int old, int new, int depth) {
    int top = lua_gettop(L);
    bool found = false;
    if (was_seen(L, seen, new))
        return false;
    lua_pushnil(L);
    while (!found && depth < DV_DEEPEST_MEMORY && lua_next(L, new)) {
        lua_pushvalue(L, top + 1);
        int was = lua_rawget(L, old);
        found = was == LUA_TNIL || (was == LUA_TTABLE && lua_istable(L, top + 2) &&
                                    gains_keys(L, seen, top + 3, top + 2, depth + 1));
        lua_settop(L, top + 1);
    }
    lua_settop(L, top);
    return found;
}

/// Call `each` for every field that is a table in both defaults, with their stack indices, until it
/// returns true.
static bool any_nested(lua_State *L, int old, int new,
                       bool (*each)(lua_State *L, int old, int new, void *context), void *context) {
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    int top = lua_gettop(L);
    bool found = false;
    lua_pushnil(L);
    while (!found && lua_next(L, new)) {
        lua_pushvalue(L, top + 1);
        if (lua_rawget(L, old) == LUA_TTABLE && lua_istable(L, top + 2))
            found = each(L, top + 3, top + 2, context);
        lua_settop(L, top + 1);
    }
    lua_settop(L, top);
    return found;
}

static bool gains_in_field(lua_State *L, int old, int new, void *context) {
    return gains_keys(L, *(const int *)context, old, new, 0);
}

bool dv_memory_gains(lua_State *L, int old_defaults, int defaults) {
    lua_newtable(L);
    int seen = lua_gettop(L);
    bool found = any_nested(L, old_defaults, defaults, gains_in_field, &seen);
    lua_settop(L, seen - 1);
    return found;
}

void dv_note_fill(lua_State *L, int list, int table, int key, int value) {
    lua_Integer count = (lua_Integer)lua_rawlen(L, list);
    const int places[] = {table, key, value};
    for (int i = 0; i < 3; i++) {
        lua_pushvalue(L, places[i]);
        lua_rawseti(L, list, count + i + 1);
    }
}

typedef struct noting {
    int list, memory, seen;
} noting;

/// Note the keys that `new` has at any depth, and neither `old` nor `value` has.
static void note_missing(lua_State *L, const noting *n, int old, int new, int value, int depth) {
    int top = lua_gettop(L);
    if (was_seen(L, n->seen, value))
        return;
    lua_pushnil(L);
    while (depth < DV_DEEPEST_MEMORY && lua_next(L, new)) {
        lua_pushvalue(L, top + 1);
        int was = lua_rawget(L, old);
        lua_pushvalue(L, top + 1);
        int is = lua_rawget(L, value);
        if (was == LUA_TNIL && is == LUA_TNIL)
            dv_note_fill(L, n->list, value, top + 1, top + 2);
        else if (was == LUA_TTABLE && is == LUA_TTABLE && lua_istable(L, top + 2))
            note_missing(L, n, top + 3, top + 2, top + 4, depth + 1);
        lua_settop(L, top + 1);
    }
    lua_settop(L, top);
}

/// any_nested leaves the key of the field two places below the old default.
static bool note_in_field(lua_State *L, int old, int new, void *context) {
    const noting *n = context;
    lua_pushvalue(L, old - 2);
    if (lua_rawget(L, n->memory) == LUA_TTABLE)
        note_missing(L, n, old, new, lua_gettop(L), 0);
    return false;
}

void dv_note_fills(lua_State *L, int list, int old_defaults, int defaults, int memory) {
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    if (!lua_istable(L, memory))
        return;
    lua_newtable(L);
    noting n = {list, memory, lua_gettop(L)};
    any_nested(L, old_defaults, defaults, note_in_field, &n);
    lua_settop(L, n.seen - 1);
}

static int fill_tables(lua_State *L) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, dv_scenario_of(L)->fills);
    int list = lua_gettop(L);
    lua_Integer count = (lua_Integer)lua_rawlen(L, list);
    for (lua_Integer i = 1; i <= count; i += 3) {
        lua_newtable(L);
        for (int k = 0; k < 3; k++)
            lua_rawgeti(L, list, i + k);
        if (lua_istable(L, list + 3)) {
            dv_move_monitors(L, list + 2, list + 3, dv_to_handle(L, list + 4));
        } else {
            dv_push_copy(L, list + 4, list + 1);
            lua_replace(L, list + 4);
            lua_rawset(L, list + 2);
        }
        lua_settop(L, list);
    }
    lua_newtable(L);
    lua_rawseti(L, LUA_REGISTRYINDEX, dv_scenario_of(L)->fills);
    return 0;
}

dv_result dv_fill_memory(dv_scenario *scenario, dv_error *error) {
    dv_forget_packed(scenario);
    lua_pushcfunction(scenario->state, fill_tables);
    return dv_call(scenario, 0, 0, DV_READING, (double)INFINITY, error);
}
