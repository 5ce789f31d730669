// Resolves the names used on an agent in Lua: a method or field that all agents have, or a slot or
// memory field of its kind.
#include "classes/access.h"
#include "classes/agent_fields.h"
#include "classes/members.h"
#include "memory/memory.h"
#include "reload/generation_data.h"
#include "scenario_data.h"
#include "values.h"

#include "base/names.h"

#include <string.h>

// Its address is the registry key of the table of methods and fields.
static const char members_key = 'm';

// Lua interns only strings up to 40 bytes, so longer names cannot be recognized by address.
#define LONGEST_KNOWN_NAME 32

/// Add the key at 2 to the cache. The table of members or of the kinds' names keeps the string
/// alive. The newest entry takes the first of its two places.
static void learn_name(lua_State *L, dv_known_name name) {
    dv_generation *generation = dv_scenario_of(L)->generation;
    name.string = lua_topointer(L, 2);
    if (!generation || lua_rawlen(L, 2) > LONGEST_KNOWN_NAME)
        return;
    dv_known_name *known = generation->known_names;
    size_t place = dv_place_by_address(name.string, DV_KNOWN_NAMES);
    if (known[place ^ 1].string == name.string)
        place ^= 1;
    else if (known[place].string != name.string)
        known[place ^ 1] = known[place];
    known[place] = name;
}

/// Add to the cache that the key at 2 is the name of a memory field in a kind.
static void learn_memory(lua_State *L, const dv_known_name *known, uint32_t kind) {
    dv_known_name name = *known;
    dv_add_kind(&name.memory, kind);
    learn_name(L, name);
}

/// What the key at 2 means for agents of every kind.
static dv_known_name look_up_member(lua_State *L) {
    dv_known_name name = {0};
    lua_rawgetp(L, LUA_REGISTRYINDEX, &members_key);
    lua_pushvalue(L, 2);
    lua_rawget(L, -2);
    name.method = lua_tocfunction(L, -1);
    name.field = (uint32_t)lua_tointeger(L, -1);
    lua_pop(L, 2);
    if (name.method || name.field)
        learn_name(L, name);
    return name;
}

/// Push what the key at 2 means in a kind, above two values that the caller removes.
static int look_up_name(lua_State *L, uint32_t kind) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, dv_scenario_of(L)->generation->names);
    lua_rawgeti(L, -1, 2 * (lua_Integer)kind + 1);
    lua_pushvalue(L, 2);
    return lua_rawget(L, -2);
}

void dv_push_kind_name(lua_State *L, uint32_t kind) {
    look_up_name(L, kind);
    lua_replace(L, -3);
    lua_pop(L, 1);
}

const char *dv_nearest_agent_name(lua_State *L, uint32_t kind, const char *name) {
    const char *names[256];
    size_t count = 0;
    dv_push_agent_names(L);
    lua_Integer common = (lua_Integer)lua_rawlen(L, -1);
    for (lua_Integer i = 1; i <= common && count < 128; i++) {
        lua_rawgeti(L, -1, i);
        names[count++] = lua_tostring(L, -1); // the list keeps it
        lua_pop(L, 1);
    }
    lua_rawgeti(L, LUA_REGISTRYINDEX, dv_scenario_of(L)->generation->names);
    lua_rawgeti(L, -1, 2 * (lua_Integer)kind + 1);
    lua_pushnil(L);
    while (count < 256 && lua_next(L, -2)) {
        lua_pop(L, 1);
        names[count++] = lua_tostring(L, -1);
    }
    return dv_nearest_name(name, names, count);
}

const char *dv_nearest_other_name(lua_State *L, uint32_t kind, const char *name) {
    const char *nearest = dv_nearest_agent_name(L, kind, name);
    return nearest && strcmp(nearest, name) == 0 ? NULL : nearest;
}

static int unknown_name(lua_State *L, const dv_world *world, dv_agent agent) {
    uint32_t kind = dv_agent_kind(world, agent);
    const char *name = luaL_tolstring(L, 2, NULL);
    const char *nearest = dv_nearest_agent_name(L, kind, name);
    if (nearest && strcmp(nearest, name) == 0) // it is a method: a read would have found it
        return luaL_error(L, "%s: cannot be assigned", name);
    const char *what = lua_pushfstring(L, "kind '%s' has no field, slot or memory",
                                       dv_program_kind_name(dv_world_program(world), kind));
    return dv_raise_unknown(L, what, name, nearest);
}

static bool is_alive(lua_State *L, const dv_world *world, dv_agent agent) {
    return agent.bits == dv_scenario_of(L)->acting || dv_agent_alive(world, agent);
}

/// Push the memory of an agent whose kind has memory. An agent that a host spawned, rather than a
/// script, gets its memory the first time that it is read.
static void push_memory(lua_State *L, dv_agent agent) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, dv_scenario_of(L)->memory);
    if (lua_rawgeti(L, -1, dv_agent_id(agent)) == LUA_TTABLE)
        return;
    dv_begin_agent_memory(L, dv_scenario_of(L), agent);
    lua_rawgeti(L, -2, dv_agent_id(agent));
}

static int push_remembered(lua_State *L, dv_agent agent) {
    push_memory(L, agent);
    lua_pushvalue(L, 2);
    uint32_t index = dv_handle_index(agent.bits);
    if (lua_rawget(L, -2) == LUA_TTABLE && index < dv_scenario_of(L)->packed.limit)
        dv_note_table_access(L, index);
    return 1;
}

int dv_agent_index(lua_State *L, dv_agent agent, const dv_known_name *known) {
    dv_known_name looked_up;
    if (!known) {
        looked_up = look_up_member(L);
        known = &looked_up;
    }
    if (known->method) {
        lua_pushcfunction(L, known->method);
        return 1;
    }
    const dv_world *world = dv_readable_world(L);
    if (!is_alive(L, world, agent) && !dv_is_field_of_the_gone(known->field))
        return luaL_error(L, "agent #%d is gone", (int)dv_agent_id(agent));
    if (dv_agent_field_is_reserved(known->field)) {
        dv_push_agent_field(L, world, agent, known->field);
        return 1;
    }
    uint32_t kind = dv_agent_kind(world, agent);
    if (dv_has_kind(&known->memory, kind))
        return push_remembered(L, agent);
    int type = look_up_name(L, kind);
    if (type == LUA_TNUMBER) {
        uint32_t slot = (uint32_t)lua_tointeger(L, -1);
        dv_push_slot(L, dv_program_slot(dv_world_program(world), kind, slot)->type,
                     dv_agent_slot(world, agent, slot));
        return 1;
    }
    if (type == LUA_TNIL) {
        if (!known->field)
            return unknown_name(L, world, agent);
        dv_push_agent_field(L, world, agent, known->field);
        return 1;
    }
    learn_memory(L, known, kind);
    return push_remembered(L, agent);
}

static int assign_remembered(lua_State *L, dv_agent agent) {
    dv_note_memory_assignment(L, dv_handle_index(agent.bits));
    push_memory(L, agent);
    return dv_assign_remembered(L);
}

int dv_agent_set_field(lua_State *L, dv_agent agent) {
    dv_world *world = dv_writable_world(L);
    dv_error error;
    if (!is_alive(L, world, agent))
        return luaL_error(L, "agent #%d is gone", (int)dv_agent_id(agent));
    const dv_known_name *known = dv_known_name_at(L, 2);
    dv_known_name looked_up;
    if (!known) {
        looked_up = look_up_member(L);
        known = &looked_up;
    }
    if (dv_agent_field_is_reserved(known->field)) {
        dv_raise_if_failed(L, dv_set_agent_field(L, world, agent, known->field, &error), &error);
        return 0;
    }
    uint32_t kind = dv_agent_kind(world, agent);
    if (dv_has_kind(&known->memory, kind))
        return assign_remembered(L, agent);
    dv_push_kind_name(L, kind);
    if (lua_isinteger(L, -1)) {
        uint32_t slot = (uint32_t)lua_tointeger(L, -1);
        dv_slot_value value =
            dv_check_slot(L, 3, dv_program_slot(dv_world_program(world), kind, slot));
        dv_raise_if_failed(L, dv_agent_set_slot(world, agent, slot, value, &error), &error);
        return 0;
    }
    if (lua_isnil(L, -1)) {
        if (!known->field)
            return unknown_name(L, world, agent);
        dv_raise_if_failed(L, dv_set_agent_field(L, world, agent, known->field, &error), &error);
        return 0;
    }
    learn_memory(L, known, kind);
    return assign_remembered(L, agent);
}

void dv_add_agent_members(lua_State *L) {
    dv_add_agent_fields(L);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &members_key);
}
