// What becomes of the memory of monitors under new code. Guards are matched by name, and
// interrupted states get their new names. See scripts/monitors.lua.
#include "classes/class_names.h"
#include "classes/handles.h"
#include "memory/memory.h"
#include "memory/memory_private.h"
#include "reload/generation_data.h"
#include "scenario_data.h"

#include "base/alloc.h"

#include <string.h>

/// A move is a list of four: the old names of monitors, or false; the new names; a set of the
/// states that the old kind had; a function from the old name of a state to its new one.
enum { OLD = 1, NEW, HAD, AFTER, PARTS = AFTER };

/// Push a set of the old kind's states. Returns whether the new kind has other states: renamed,
/// removed, or added.
static bool push_states(lua_State *L, const dv_memory_source *from, const dv_program *to,
                        uint32_t old, uint32_t new) {
    const dv_program *program = dv_world_program(from->world);
    const char *const kinds[2] = {dv_program_kind_name(program, old),
                                  dv_program_kind_name(to, new)};
    uint32_t count = dv_program_state_count(program, old);
    bool differ = count != dv_program_state_count(to, new);
    lua_newtable(L);
    for (uint32_t s = 0; s < count; s++) {
        const char *name = dv_program_state_name(program, old, s);
        int32_t found = dv_world_state_after(dv_scenario_of(L)->world, to, kinds, name);
        differ = differ || found < 0 ||
                 strcmp(name, dv_program_state_name(to, new, (uint32_t)found)) != 0;
        lua_pushboolean(L, true);
        lua_setfield(L, -2, name);
    }
    return differ;
}

/// The new name of a state, or nothing if it is gone. The upvalues are the old and new names of the
/// kind. Only called once the world runs the new code.
static int state_after(lua_State *L) {
    const dv_world *world = dv_scenario_of(L)->world;
    const dv_program *program = dv_world_program(world);
    const char *const kinds[2] = {lua_tostring(L, lua_upvalueindex(1)),
                                  lua_tostring(L, lua_upvalueindex(2))};
    int32_t kind = dv_program_kind(program, kinds[1]);
    int32_t found = dv_world_state_after(world, program, kinds, luaL_checkstring(L, 1));
    if (kind < 0 || found < 0)
        return 0;
    lua_pushstring(L, dv_program_state_name(program, (uint32_t)kind, (uint32_t)found));
    return 1;
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

void dv_push_monitor_move(lua_State *L, const dv_memory_source *from, const dv_generation *to,
                          uint32_t old, uint32_t new) {
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    int top = lua_gettop(L);
    lua_createtable(L, PARTS, 0);
    bool has_old = lua_rawgeti(L, from->names, dv_monitors_place(old)) == LUA_TTABLE;
    lua_rawgeti(L, LUA_REGISTRYINDEX, to->names);
    bool has_new = lua_rawgeti(L, -1, dv_monitors_place(new)) == LUA_TTABLE;
    lua_remove(L, -2);
    bool differ = push_states(L, from, to->program, old, new);
    if (!has_new || (has_old && !differ && are_same_names(L, top + 2, top + 3))) {
        lua_settop(L, top);
        lua_pushboolean(L, false);
        return;
    }
    lua_rawseti(L, top + 1, HAD);
    lua_rawseti(L, top + 1, NEW);
    if (!has_old) {
        lua_pop(L, 1);
        lua_pushboolean(L, false);
    }
    lua_rawseti(L, top + 1, OLD);
    lua_pushstring(L, dv_program_kind_name(dv_world_program(from->world), old));
    lua_pushstring(L, dv_program_kind_name(to->program, new));
    lua_pushcclosure(L, state_after, 2);
    lua_rawseti(L, top + 1, AFTER);
}

void dv_note_monitor_move(lua_State *L, int list, int memory, int move, dv_agent agent) {
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    if (!lua_istable(L, move) || !lua_istable(L, memory))
        return;
    lua_pushliteral(L, "monitors");
    if (lua_rawget(L, memory) == LUA_TTABLE) {
        dv_push_handle(L, agent.bits);
        dv_note_fill(L, list, lua_gettop(L) - 1, move, lua_gettop(L));
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

/// The name of a state in the old code, as a string that outlives Lua's; NULL if there is none.
static const char *name_before(const dv_scenario *scenario, const char *kind, const char *state) {
    const dv_program *from = dv_world_migration(scenario->world)->from;
    int32_t number = from ? dv_program_kind(from, kind) : -1;
    int32_t found = number < 0 ? -1 : dv_program_state(from, (uint32_t)number, state);
    return found < 0 ? NULL : dv_program_state_name(from, (uint32_t)number, (uint32_t)found);
}

/// Add the states in the list at the top to scenario->aside.
static void list_gone(lua_State *L, const char *kind, uint64_t agent) {
    dv_scenario *scenario = dv_scenario_of(L);
    for (lua_Unsigned i = 1; i <= lua_rawlen(L, -1); i++) {
        lua_rawgeti(L, -1, (lua_Integer)i);
        const char *name = name_before(scenario, kind, luaL_checkstring(L, -1));
        lua_pop(L, 1);
        if (!name)
            continue;
        if (!dv_reserve((void **)&scenario->aside, &scenario->interrupted_capacity,
                        scenario->interrupted_count + 1, sizeof *scenario->aside))
            luaL_error(L, "out of memory");
        scenario->aside[scenario->interrupted_count++] = (dv_migrant){{agent}, name};
    }
}

/// Push a function of scripts/monitors.lua.
static void push_script(lua_State *L, const char *name) {
    lua_getfield(L, LUA_REGISTRYINDEX, DV_MONITORS);
    lua_getfield(L, -1, name);
    lua_remove(L, -2);
}

void dv_move_monitors(lua_State *L, int memory, int move, uint64_t agent) {
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    int top = lua_gettop(L);
    lua_rawgeti(L, move, AFTER);
    lua_getupvalue(L, -1, 1);
    push_script(L, "move");
    lua_pushvalue(L, memory);
    for (int i = 1; i <= PARTS; i++)
        lua_rawgeti(L, move, i);
    lua_call(L, 1 + PARTS, 1);
    list_gone(L, lua_tostring(L, top + 2), agent);
    lua_settop(L, top);
}

void dv_replace_interrupted(lua_State *L, const dv_migrant *gone, const char *state) {
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    int top = lua_gettop(L);
    dv_push_agent_memory(L, dv_scenario_of(L), dv_handle_index(gone->agent.bits));
    if (!lua_istable(L, -1) || lua_getfield(L, -1, "monitors") != LUA_TTABLE) {
        lua_settop(L, top);
        return;
    }
    push_script(L, "replace");
    lua_pushvalue(L, top + 2);
    lua_pushstring(L, gone->state);
    lua_pushstring(L, state);
    lua_call(L, 3, 0);
    lua_settop(L, top);
}
