// Checks what can be remembered, and says why something is refused.
//
// A value is checked in whatever order its tables have, which is fast and answers yes or no. If the
// answer is no, the writer goes over the value again in the order of `pairs` and raises. That way,
// a value with several faults gets the same message in every run.
#include "building.h"
#include "calls/functions.h"
#include "classes/access.h"
#include "classes/class_names.h"
#include "classes/handles.h"
#include "classes/markers.h"
#include "memory/memory.h"
#include "memory/memory_private.h"
#include "memory/memory_tables.h"
#include "sandbox/sandbox.h"
#include "scenario_data.h"

#include <string.h>

// Places

/// Push the name of a whole memory: "a#2", "world.memory".
static void push_root_name(lua_State *L, const dv_value_path *root) {
    if (root->name)
        lua_pushstring(L, root->name);
    else
        dv_push_agent_name(L, dv_scenario_of(L)->world, root->agent);
}

/// Push the path of a place, "a#2.bag.list.1". The stack space this takes does not depend on the
/// depth.
static const char *push_path(lua_State *L, const dv_value_path *at) {
    const dv_value_path *chain[DV_DEEPEST_MEMORY + 1];
    int length = 0;
    for (; at->above; at = at->above)
        chain[length++] = at;
    push_root_name(L, at);
    int name = lua_gettop(L);
    luaL_Buffer path;
    luaL_buffinit(L, &path);
    lua_pushvalue(L, name);
    luaL_addvalue(&path);
    while (length-- > 0) {
        luaL_addchar(&path, '.');
        luaL_tolstring(L, chain[length]->key, NULL);
        luaL_addvalue(&path);
    }
    luaL_pushresult(&path);
    return lua_tostring(L, -1);
}

/// Push where the field of a place was last assigned: " (a#2.bag was last assigned by …)", or "".
static const char *push_blame(lua_State *L, const dv_value_path *at) {
    const dv_value_path *field = at;
    for (; at->above; at = at->above)
        field = at;
    if (at == field || !at->table)
        return lua_pushliteral(L, "");
    lua_rawgeti(L, LUA_REGISTRYINDEX, dv_scenario_of(L)->assigned);
    lua_pushvalue(L, field->key);
    lua_rawget(L, at->table);
    if (lua_rawget(L, -2) != LUA_TSTRING)
        return lua_pushliteral(L, "");
    const char *by = lua_tostring(L, -1);
    return lua_pushfstring(L, " (%s was last assigned %s)", push_path(L, field), by);
}

void dv_refuse_data(lua_State *L, const dv_value_path *at, const char *format, const char *what) {
    luaL_checkstack(L, 2 * LUA_MINSTACK, "data too deep");
    const char *path = push_path(L, at);
    const char *said = lua_pushfstring(L, format, what);
    lua_pushfstring(L, "%s: %s%s", path, said, push_blame(L, at));
    // No position is added: the path says more than the line that checks.
    lua_error(L);
}

void dv_refuse_value(lua_State *L, const dv_value_path *at, int index) {
    luaL_checkstack(L, LUA_MINSTACK, "data too deep");
    int type = lua_type(L, index);
    if (type == LUA_TTABLE && dv_sandbox_is_read_only(L, index))
        dv_refuse_data(L, at, "%s cannot be remembered: copy what it holds", "a read-only table");
    if (type == LUA_TTABLE)
        dv_refuse_data(L, at, "%s cannot be remembered", "a table with a metatable");
    dv_refuse_data(L, at,
                   type == LUA_TUSERDATA
                       ? "%s cannot be remembered: keep its name instead"
                       : "%s cannot be remembered: numbers, strings, booleans, vectors, handles "
                         "and tables of these can",
                   dv_push_a_type(L, index));
}

// Where a value was assigned

void dv_open_memory_check(lua_State *L) {
    lua_newtable(L);
    lua_createtable(L, 0, 1);
    lua_pushliteral(L, "k");
    lua_setfield(L, -2, "__mode");
    lua_setmetatable(L, -2);
    dv_scenario_of(L)->assigned = luaL_ref(L, LUA_REGISTRYINDEX);
}

/// Push "by 'update' (main.lua:31)": the running function of the scenario, and its line.
static void push_assigner(lua_State *L) {
    lua_Debug info;
    for (int level = 1; lua_getstack(L, level, &info); level++) {
        lua_getinfo(L, "nSl", &info);
        if (*info.what == 'C' || strncmp(info.short_src, "<drover>/", 9) == 0)
            continue;
        lua_getinfo(L, "f", &info);
        const char *name = dv_pop_callback_name(L);
        name = name ? name : info.name;
        if (name)
            lua_pushfstring(L, "by '%s' (%s:%d)", name, info.short_src, info.currentline);
        else
            lua_pushfstring(L, "at %s:%d", info.short_src, info.currentline);
        return;
    }
    lua_pushliteral(L, "by the program");
}

/// Note where the table at an index was assigned. The list is weak, so the note goes with the
/// table; it is not part of the world.
static void note_assignment(lua_State *L, int value) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, dv_scenario_of(L)->assigned);
    lua_pushvalue(L, value);
    push_assigner(L);
    lua_rawset(L, -3);
}

// Fast checks

typedef struct look {
    dv_table_set set;
    bool shared; ///< some table was met more than once
} look;

bool dv_is_memory_key(lua_State *L, int index) {
    int type = lua_type(L, index);
    return type == LUA_TSTRING || type == LUA_TBOOLEAN || type == LUA_TLIGHTUSERDATA ||
           lua_isinteger(L, index);
}

static bool holds_data(look *l, int index, int depth) {
    lua_State *L = l->set.L;
    int type = lua_type(L, index);
    if (type == LUA_TUSERDATA)
        return luaL_testudata(L, index, DV_VECTOR_CLASS) != NULL;
    if (type != LUA_TTABLE)
        return type != LUA_TFUNCTION && type != LUA_TTHREAD;
    if (depth == DV_DEEPEST_MEMORY)
        return false;
    luaL_checkstack(L, 8, "data too deep");
    if (dv_table_set_add(&l->set, lua_topointer(L, index)) != UINT32_MAX) {
        l->shared = true;
        return true;
    }
    if (lua_getmetatable(L, index))
        return false;
    lua_pushnil(L);
    while (lua_next(L, index)) {
        int value = lua_gettop(L);
        dv_sandbox_check(L);
        if (!dv_is_memory_key(L, value - 1) || !holds_data(l, value, depth + 1))
            return false;
        lua_settop(L, value - 1);
    }
    return true;
}

/// A shared table has several depths, one for each path to it, and only the path that the writer
/// takes counts. With this few tables, no path can be too deep.
static bool is_certain(const look *l) { return !l->shared || l->set.count <= DV_DEEPEST_MEMORY; }

bool dv_holds_data(lua_State *L, int index, int depth) {
    int top = lua_gettop(L);
    look l = {.shared = false};
    index = lua_absindex(L, index);
    luaL_checkstack(L, LUA_MINSTACK, "data too deep");
    dv_table_set_begin(&l.set, L);
    bool holds = holds_data(&l, index, depth) && is_certain(&l);
    lua_settop(L, top);
    return holds;
}

void dv_check_data(lua_State *L, int index, const char *path) {
    if (lua_type(L, index) == LUA_TUSERDATA && dv_is_none(L, index))
        return; // as a whole value, none means nil; inside a table it would be a value
    if (!dv_holds_data(L, index, 1))
        dv_raise_write_error(L, index, &(dv_value_path){.name = path}, 1);
}

void dv_check_argument_data(lua_State *L, int index, const char *path) {
    if (dv_holds_data(L, index, 1))
        return;
    luaL_checkstack(L, LUA_MINSTACK, "data too deep");
    dv_push_where(L, 1);
    const char *where = lua_tostring(L, -1);
    path = lua_pushfstring(L, "%s%s%s", where, *where ? ": " : "", path);
    dv_raise_write_error(L, index, &(dv_value_path){.name = path}, 1);
}

// Whole memories

void dv_check_agent_memory(lua_State *L, dv_agent agent) {
    const dv_scenario *scenario = dv_scenario_of(L);
    if (!dv_agent_alive(scenario->world, agent))
        return;
    dv_push_agent_memory(L, scenario, dv_handle_index(agent.bits));
    int memory = lua_gettop(L);
    if (!dv_holds_data(L, memory, 0))
        dv_raise_write_error(L, memory, &(dv_value_path){.agent = agent, .table = memory}, 0);
    lua_pop(L, 1);
}

static bool all_hold_data(lua_State *L, look *l) {
    const dv_scenario *scenario = dv_scenario_of(L);
    const dv_world *world = scenario->world;
    int top = lua_gettop(L);
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->world_memory);
    bool holds = holds_data(l, top + 1, 0);
    for (uint32_t i = 0; holds && i < dv_world_group_limit(world); i++) {
        lua_settop(L, top);
        dv_push_group_memory(L, scenario, i);
        holds = holds_data(l, top + 1, 0);
    }
    for (uint32_t i = 0; holds && i < dv_world_agent_limit(world); i++) {
        lua_settop(L, top);
        if (!dv_world_agent_at(world, i).bits)
            continue;
        dv_push_agent_memory(L, scenario, i);
        holds = holds_data(l, top + 1, 0);
    }
    lua_settop(L, top);
    return holds;
}

void dv_check_all_memory(lua_State *L) {
    int top = lua_gettop(L);
    look l = {.shared = false};
    luaL_checkstack(L, LUA_MINSTACK, "data too deep");
    dv_table_set_begin(&l.set, L);
    bool holds = all_hold_data(L, &l) && is_certain(&l);
    lua_settop(L, top);
    if (!holds)
        dv_raise_any_write_error(L);
}

// Assigning

/// Check the value at 3. Messages call it `path` followed by the key at 2.
static void check_assigned(lua_State *L, const char *path) {
    if (dv_holds_data(L, 3, 1))
        return;
    luaL_checkstack(L, LUA_MINSTACK, "data too deep");
    dv_check_argument_data(L, 3, lua_pushfstring(L, "%s%s", path, luaL_tolstring(L, 2, NULL)));
}

/// Check and note a value that is more than a number, string, boolean, or handle before it is
/// assigned.
static void prepare_value(lua_State *L, const char *path) {
    int type = lua_type(L, 3);
    if (type == LUA_TUSERDATA && dv_is_none(L, 3)) {
        lua_pushnil(L);
        lua_replace(L, 3);
        return;
    }
    check_assigned(L, path);
    if (type == LUA_TTABLE)
        note_assignment(L, 3);
}

/// Put the value at 3 into the memory at the top, under the key at 2.
static int assign_field(lua_State *L, const char *path) {
    if (lua_type(L, 3) > LUA_TSTRING) {
        int memory = lua_gettop(L);
        prepare_value(L, path);
        lua_settop(L, memory);
    }
    lua_pushvalue(L, 2);
    lua_pushvalue(L, 3);
    lua_rawset(L, -3);
    return 0;
}

int dv_assign_remembered(lua_State *L) { return assign_field(L, ""); }

// The world's memory: scripts see an empty table in place of the one in the registry, so that every
// assignment comes through here.

static int set_world_memory(lua_State *L) {
    dv_writable_world(L);
    if (!dv_is_memory_key(L, 2)) {
        bool is_number = lua_type(L, 2) == LUA_TNUMBER;
        return luaL_error(L, "world.memory: a %s cannot be a key here",
                          is_number ? "number with a fraction" : dv_type_name(L, 2));
    }
    lua_settop(L, 3);
    lua_rawgeti(L, LUA_REGISTRYINDEX, dv_scenario_of(L)->world_memory);
    return assign_field(L, "world.memory.");
}

static int world_memory_pairs(lua_State *L) {
    lua_settop(L, 0);
    lua_rawgeti(L, LUA_REGISTRYINDEX, dv_scenario_of(L)->world_memory);
    return dv_ordered_pairs(L);
}

static int world_memory_length(lua_State *L) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, dv_scenario_of(L)->world_memory);
    lua_pushinteger(L, (lua_Integer)lua_rawlen(L, -1));
    return 1;
}

void dv_open_world_memory(lua_State *L) {
    static const luaL_Reg functions[] = {{"__newindex", set_world_memory},
                                         {"__pairs", world_memory_pairs},
                                         {"__len", world_memory_length},
                                         {NULL, NULL}};
    dv_scenario *scenario = dv_scenario_of(L);
    lua_newtable(L);
    scenario->world_memory = luaL_ref(L, LUA_REGISTRYINDEX);
    lua_newtable(L);
    luaL_newlib(L, functions);
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->world_memory);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, -2);
    dv_sandbox_protect(L, -1);
    scenario->world_memory_object = luaL_ref(L, LUA_REGISTRYINDEX);
}

void dv_replace_world_memory(lua_State *L, int table) {
    const dv_scenario *scenario = dv_scenario_of(L);
    lua_pushvalue(L, table);
    lua_rawseti(L, LUA_REGISTRYINDEX, scenario->world_memory);
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->world_memory_object);
    lua_getmetatable(L, -1);
    lua_pushvalue(L, table);
    lua_setfield(L, -2, "__index");
    lua_pop(L, 2);
}
