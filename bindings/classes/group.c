// Groups in Lua: each has a leader, members, slots, and memory.
#include "calls/dispatch.h"
#include "classes/access.h"
#include "classes/classes.h"
#include "classes/handles.h"
#include "classes/members.h"
#include "memory/memory.h"
#include "scenario_data.h"
#include "values.h"

#include "base/names.h"

/// Push what the key at 2 means in the group type: a slot's number, true for memory, or nil.
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
    for (const dv_field_row *row = dv_group_class.fields; row->name; row++)
        names[count++] = row->name;
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

static void get_leader(lua_State *L, const dv_world *world, uint64_t self) {
    dv_push_handle(L, dv_group_leader(world, (dv_group){self}).bits);
}

static dv_result set_leader(lua_State *L, dv_world *world, uint64_t self, dv_error *error) {
    dv_agent leader = {dv_to_handle(L, 3)};
    if (!lua_isnil(L, 3) && !dv_agent_alive(world, leader))
        luaL_error(L, "leader: a living agent expected, got %s", dv_type_name(L, 3));
    return dv_group_set_leader(world, (dv_group){self}, leader, error);
}

static void get_kind(lua_State *L, const dv_world *world, uint64_t self) {
    lua_pushstring(L, dv_program_group_type_name(dv_world_program(world),
                                                 dv_group_type(world, (dv_group){self})));
}

static void get_world(lua_State *L, const dv_world *world, uint64_t self) {
    (void)world, (void)self;
    lua_rawgeti(L, LUA_REGISTRYINDEX, dv_scenario_of(L)->world_object);
}

/// Push the memory of a group whose type has memory. A group that a host created, rather than a
/// script, gets its memory the first time that it is read.
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
    const dv_field_row *row = dv_class_field(L, &dv_group_class);
    if (row) {
        row->get(L, world, group.bits);
        return 1;
    }
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

int dv_group_set_field(lua_State *L, dv_group group) {
    dv_world *world = dv_writable_world(L);
    dv_check_group(L, 1);
    uint32_t type = dv_group_type(world, group);
    luaL_checkstring(L, 2);
    dv_error error;
    const dv_field_row *row = dv_class_field(L, &dv_group_class);
    if (row)
        return dv_assign_field(L, row, group.bits);
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
    // Resume by id, not by index: members may leave during the loop.
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

static int group_members(lua_State *L) {
    dv_push_handle(L, dv_check_group(L, 1).bits);
    lua_pushinteger(L, 0);
    lua_pushcclosure(L, next_member, 2);
    return 1;
}

static int group_elect(lua_State *L) {
    dv_group group = dv_check_group(L, 1);
    dv_world *world = dv_writable_world(L);
    dv_host host = dv_scenario_host(dv_scenario_of(L));
    dv_agent leader = host.elect(host.context, world, group);
    dv_group_set_leader(world, group, leader, NULL);
    dv_push_handle(L, dv_group_leader(world, group).bits);
    return 1;
}

static const dv_field_row fields[] = {
    {"leader", "drover.agent?", "can be assigned; nil while nobody leads", get_leader, set_leader},
    {"kind", "string", "the name it was declared with", get_kind, NULL},
    {"world", "drover.world", "the world it is in", get_world, NULL},
    {0},
};

static const dv_method_row methods[] = {
    {"members", group_members,
     "Iterate over its members, by id: `for member in group:members() do`.\n"
     "@return fun(): drover.agent"},
    {"elect", group_elect,
     "Hold an election now.\n"
     "@return drover.agent? leader"},
    {0},
};

static const dv_method_row *const method_lists[] = {methods, NULL};

const dv_class dv_group_class = {
    .name = "group",
    .heading = "drover.group",
    .doc = "A group made by `world:new_group`. `#group` is the number of members. The slots and "
           "memory that `drover.group` declared are fields too.",
    .more = "@field [string] any its slots and memory\n"
            "@operator len: integer\n",
    .fields = fields,
    .methods = method_lists,
};
