// Keys that tables inside memory gain: a default that was a table and is one with more keys gives
// them to everybody who lives. They are noted before a swap, which may yet fail, and put into the
// tables after it, so that who else refers to such a table sees them too.
#include "memory_private.h"

#include <math.h>
#include <string.h>

/// Whether the table at an index is in the set at `seen`, where it is from then on: tables may be
/// shared, and contain themselves.
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

/// Whether a table at `new` has keys that the one at `old` has not, at any depth.
static bool gains(lua_State *L, int seen, int old, int new, int depth) {
    int top = lua_gettop(L);
    bool found = false;
    if (was_seen(L, seen, new))
        return false;
    lua_pushnil(L);
    while (!found && depth < DV_DEEPEST_MEMORY && lua_next(L, new)) {
        lua_pushvalue(L, top + 1);
        int was = lua_rawget(L, old);
        found = was == LUA_TNIL || (was == LUA_TTABLE && lua_istable(L, top + 2) &&
                                    gains(L, seen, top + 3, top + 2, depth + 1));
        lua_settop(L, top + 1);
    }
    lua_settop(L, top);
    return found;
}

/// Call `each` with the places of every field that is a table in both defaults.
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
    return gains(L, *(const int *)context, old, new, 0);
}

bool dv_memory_gains(lua_State *L, int old_defaults, int defaults) {
    lua_newtable(L);
    int seen = lua_gettop(L);
    bool found = any_nested(L, old_defaults, defaults, gains_in_field, &seen);
    lua_settop(L, seen - 1);
    return found;
}

/// Note a table, a key and its default; or the memory of monitors and how it moves, in the place of
/// the key.
static void note(lua_State *L, int list, int table, int key, int value) {
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
            note(L, n->list, value, top + 1, top + 2);
        else if (was == LUA_TTABLE && is == LUA_TTABLE && lua_istable(L, top + 2))
            note_missing(L, n, top + 3, top + 2, top + 4, depth + 1);
        lua_settop(L, top + 1);
    }
    lua_settop(L, top);
}

/// The key of the field stands two places below the old default.
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

// Monitors

/// Push the names that states have now, by those that they had.
static bool push_state_names(lua_State *L, const dv_memory_source *from, const dv_program *to,
                             uint32_t old, uint32_t new) {
    const dv_program *program = dv_world_program(from->world);
    const char *const kinds[2] = {dv_program_kind_name(program, old),
                                  dv_program_kind_name(to, new)};
    bool differ = false;
    lua_newtable(L);
    for (uint32_t s = 0; s < dv_program_state_count(program, old); s++) {
        const char *name = dv_program_state_name(program, old, s);
        int32_t found = dv_world_state_after(dv_scenario_of(L)->world, to, kinds, name);
        const char *now = found >= 0 ? dv_program_state_name(to, new, (uint32_t)found) : name;
        lua_pushstring(L, now);
        lua_setfield(L, -2, name);
        differ = differ || strcmp(name, now) != 0;
    }
    return differ;
}

static bool are_same_names(lua_State *L, int a, int b) {
    bool same = lua_rawlen(L, a) == lua_rawlen(L, b);
    for (lua_Unsigned i = 1; same && i <= lua_rawlen(L, a); i++) {
        lua_rawgeti(L, a, (lua_Integer)i);
        lua_rawgeti(L, b, (lua_Integer)i);
        lua_getfield(L, -2, "name");
        lua_getfield(L, -2, "name");
        same = lua_rawequal(L, -1, -2);
        lua_pop(L, 4);
    }
    return same;
}

/// A move is a table: of the old names, or false, the new ones, and the states.
void dv_push_monitor_move(lua_State *L, const dv_memory_source *from, const dv_generation *to,
                          uint32_t old, uint32_t new) {
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    int top = lua_gettop(L);
    lua_rawgeti(L, from->names, dv_monitors_place(old));
    lua_rawgeti(L, LUA_REGISTRYINDEX, to->names);
    lua_rawgeti(L, top + 2, dv_monitors_place(new));
    bool differ = push_state_names(L, from, to->program, old, new);
    bool has_old = lua_istable(L, top + 1), has_new = lua_istable(L, top + 3);
    if (!has_new || !(differ || (has_old && !are_same_names(L, top + 1, top + 3)))) {
        lua_pushboolean(L, false);
    } else {
        const int parts[] = {top + 1, top + 3, top + 4};
        lua_createtable(L, 3, 0);
        for (int i = 0; i < 3; i++) {
            if (i == 0 && !has_old)
                lua_pushboolean(L, false);
            else
                lua_pushvalue(L, parts[i]);
            lua_rawseti(L, -2, i + 1);
        }
    }
    lua_replace(L, top + 1);
    lua_settop(L, top + 1);
}

void dv_note_monitor_move(lua_State *L, int list, int memory, int move) {
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    if (!lua_istable(L, move) || !lua_istable(L, memory))
        return;
    lua_pushliteral(L, "monitors");
    if (lua_rawget(L, memory) == LUA_TTABLE)
        note(L, list, lua_gettop(L), move, move);
    lua_pop(L, 1);
}

static void move_monitors(lua_State *L, int memory, int move) {
    lua_getfield(L, LUA_REGISTRYINDEX, DV_MOVE_MONITORS);
    lua_pushvalue(L, memory);
    for (int i = 1; i <= 3; i++)
        if (lua_rawgeti(L, move, i) == LUA_TBOOLEAN) {
            lua_pop(L, 1);
            lua_pushnil(L);
        }
    lua_call(L, 4, 0);
}

static int fill(lua_State *L) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, dv_scenario_of(L)->fills);
    int list = lua_gettop(L);
    lua_Integer count = (lua_Integer)lua_rawlen(L, list);
    for (lua_Integer i = 1; i <= count; i += 3) {
        lua_newtable(L);
        for (int k = 0; k < 3; k++)
            lua_rawgeti(L, list, i + k);
        if (lua_istable(L, list + 3)) {
            move_monitors(L, list + 2, list + 3);
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
    lua_pushcfunction(scenario->state, fill);
    return dv_call(scenario, 0, 0, DV_READING, (double)INFINITY, error);
}
