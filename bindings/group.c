// Groups in Lua: a leader, members, slots and memory of their own.
#include "script.h"

#include "base/names.h"

#include <string.h>

static const char *const field_names[] = {"leader", "kind", "world"};

/// Push what the group type's names say of the key at 2: a slot's number, true for memory, or nil.
static void push_type_name(lua_State *L, uint32_t type) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, dv_scenario_of(L)->generation->group_names);
    lua_rawgeti(L, -1, 2 * (lua_Integer)type + 1);
    lua_pushvalue(L, 2);
    lua_rawget(L, -2);
    lua_replace(L, -3);
    lua_pop(L, 1);
}

static int unknown_name(lua_State *L, uint32_t type) {
    const char *names[128];
    size_t count = 0;
    const char *name = luaL_tolstring(L, 2, NULL);
    for (size_t i = 0; i < sizeof field_names / sizeof *field_names; i++)
        names[count++] = field_names[i];
    lua_rawgeti(L, LUA_REGISTRYINDEX, dv_scenario_of(L)->generation->group_names);
    lua_rawgeti(L, -1, 2 * (lua_Integer)type + 1);
    lua_pushnil(L);
    while (count < 128 && lua_next(L, -2)) {
        lua_pop(L, 1);
        names[count++] = lua_tostring(L, -1);
    }
    const dv_program *program = dv_world_program(dv_readable_world(L));
    const char *what = lua_pushfstring(L, "group '%s' has no field, slot or memory",
                                       dv_program_group_type_name(program, type));
    return dv_raise_unknown(L, what, name, dv_nearest_name(name, names, count));
}

static bool push_field(lua_State *L, const dv_world *world, dv_group group, const char *name) {
    if (strcmp(name, "leader") == 0)
        dv_push_handle(L, dv_group_leader(world, group).bits);
    else if (strcmp(name, "kind") == 0)
        lua_pushstring(
            L, dv_program_group_type_name(dv_world_program(world), dv_group_type(world, group)));
    else if (strcmp(name, "world") == 0)
        lua_rawgeti(L, LUA_REGISTRYINDEX, dv_scenario_of(L)->world_object);
    else
        return false;
    return true;
}

/// Push the memory of a group whose type has one. What a host made, not a script, gets it when it
/// is first asked for.
static void push_memory(lua_State *L, dv_group group) {
    const dv_scenario *scenario = dv_scenario_of(L);
    dv_push_group_memory(L, scenario, dv_handle_index(group.bits));
    if (lua_istable(L, -1))
        return;
    dv_begin_group_memory(L, scenario, group);
    dv_push_group_memory(L, scenario, dv_handle_index(group.bits));
}

int dv_group_field(lua_State *L, dv_group group) {
    const dv_world *world = dv_readable_world(L);
    dv_check_group(L, 1);
    uint32_t type = dv_group_type(world, group);
    if (lua_type(L, 2) == LUA_TSTRING && push_field(L, world, group, lua_tostring(L, 2)))
        return 1;
    push_type_name(L, type);
    if (lua_isinteger(L, -1)) {
        uint32_t slot = (uint32_t)lua_tointeger(L, -1);
        dv_push_slot(L, dv_program_group_slot(dv_world_program(world), type, slot)->type,
                     dv_group_slot(world, group, slot));
        return 1;
    }
    if (lua_isnil(L, -1))
        return unknown_name(L, type);
    push_memory(L, group);
    lua_pushvalue(L, 2);
    lua_rawget(L, -2);
    return 1;
}

static int set_leader(lua_State *L, dv_world *world, dv_group group) {
    dv_agent leader = {dv_to_handle(L, 3)};
    dv_error error;
    if (!lua_isnil(L, 3) && !dv_agent_alive(world, leader))
        return luaL_error(L, "leader: a living agent expected, got %s", dv_type_name(L, 3));
    dv_raise_if_failed(L, dv_group_set_leader(world, group, leader, &error), &error);
    return 0;
}

int dv_group_set_field(lua_State *L, dv_group group) {
    dv_world *world = dv_writable_world(L);
    dv_check_group(L, 1);
    uint32_t type = dv_group_type(world, group);
    const char *name = luaL_checkstring(L, 2);
    dv_error error;
    if (strcmp(name, "leader") == 0)
        return set_leader(L, world, group);
    if (strcmp(name, "kind") == 0 || strcmp(name, "world") == 0)
        return luaL_error(L, "%s: cannot be assigned", name);
    push_type_name(L, type);
    if (lua_isinteger(L, -1)) {
        uint32_t slot = (uint32_t)lua_tointeger(L, -1);
        dv_slot_value value =
            dv_check_slot(L, 3, dv_program_group_slot(dv_world_program(world), type, slot));
        dv_raise_if_failed(L, dv_group_set_slot(world, group, slot, value, &error), &error);
        return 0;
    }
    if (lua_isnil(L, -1))
        return unknown_name(L, type);
    push_memory(L, group);
    return dv_assign_remembered(L);
}

// Methods

static int next_member(lua_State *L) {
    dv_group group = {dv_to_handle(L, lua_upvalueindex(1))};
    const dv_world *world = dv_readable_world(L);
    // By id rather than place: members may leave while the loop goes on.
    lua_Integer last = lua_tointeger(L, lua_upvalueindex(2));
    uint32_t size = dv_group_size(world, group);
    for (uint32_t i = 0; i < size; i++) {
        dv_agent member = dv_group_member(world, group, i);
        if ((lua_Integer)dv_agent_id(member) <= last)
            continue;
        lua_pushinteger(L, dv_agent_id(member));
        lua_replace(L, lua_upvalueindex(2));
        dv_push_handle(L, member.bits);
        return 1;
    }
    lua_pushnil(L);
    return 1;
}

static int members(lua_State *L) {
    dv_push_handle(L, dv_check_group(L, 1).bits);
    lua_pushinteger(L, 0);
    lua_pushcclosure(L, next_member, 2);
    return 1;
}

static int elect(lua_State *L) {
    dv_group group = dv_check_group(L, 1);
    dv_world *world = dv_writable_world(L);
    dv_host host = dv_scenario_host(dv_scenario_of(L));
    dv_agent leader = host.elect(host.context, world, group);
    dv_group_set_leader(world, group, leader, NULL);
    dv_push_handle(L, dv_group_leader(world, group).bits);
    return 1;
}

static const luaL_Reg methods[] = {{"members", members}, {"elect", elect}, {NULL, NULL}};

void dv_push_group_methods(lua_State *L) { luaL_newlib(L, methods); }

void dv_push_group_names(lua_State *L) {
    dv_push_member_names(L, field_names, sizeof field_names / sizeof *field_names, methods);
}
