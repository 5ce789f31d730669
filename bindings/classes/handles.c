// Handles in Lua: light userdata. Agents, groups, obstacles, paths, flows, regions, surfaces, and
// fields share one metatable, whose __index dispatches on the type in the handle's bits.
#include "classes/handles.h"

#include "classes/access.h"
#include "classes/classes.h"
#include "classes/markers.h"
#include "classes/members.h"
#include "reload/generation_data.h"
#include "scenario_data.h"

#include "base/names.h"

#include <stdio.h>
#include <string.h>

void dv_push_handle(lua_State *L, uint64_t bits) {
    if (bits)
        lua_pushlightuserdata(L, (void *)(uintptr_t)bits);
    else
        lua_pushnil(L);
}

uint64_t dv_to_handle(lua_State *L, int index) {
    return lua_islightuserdata(L, index) ? (uint64_t)(uintptr_t)lua_touserdata(L, index) : 0;
}

const char *dv_type_name(lua_State *L, int index) {
    static const char *const handles[] = {
        [DV_HANDLE_AGENT] = "agent",       [DV_HANDLE_GROUP] = "group",
        [DV_HANDLE_OBSTACLE] = "obstacle", [DV_HANDLE_PATH] = "path",
        [DV_HANDLE_FLOW] = "flow",         [DV_HANDLE_REGION] = "region",
        [DV_HANDLE_SURFACE] = "surface",   [DV_HANDLE_FIELD] = "field"};
    dv_handle_type type = dv_handle_type_of(dv_to_handle(L, index));
    if (type >= DV_HANDLE_AGENT && type <= DV_HANDLE_FIELD)
        return handles[type];
    if (dv_is_none(L, index) || dv_is_mouse(L, index))
        return dv_is_none(L, index) ? "drover.none" : "drover.mouse";
    if (lua_type(L, index) != LUA_TUSERDATA || luaL_getmetafield(L, index, "__name") != LUA_TSTRING)
        return luaL_typename(L, index);
    const char *name = lua_tostring(L, -1); // the class keeps it
    lua_pop(L, 1);
    return name;
}

const char *dv_push_a_type(lua_State *L, int index) {
    const char *name = dv_type_name(L, index);
    return lua_pushfstring(L, "%s %s", strchr("aeiou", *name) ? "an" : "a", name);
}

static const char *argument_name(char text[24], int index) {
    if (index == 1)
        return "self";
    snprintf(text, 24, "argument %d", index - 1);
    return text;
}

static uint64_t check_handle(lua_State *L, int index, dv_handle_type type, const char *what) {
    uint64_t bits = dv_to_handle(L, index);
    char name[24];
    if (dv_handle_type_of(bits) != type)
        luaL_error(L, "%s: %s expected, got %s", argument_name(name, index), what,
                   dv_type_name(L, index));
    return bits;
}

static void check_alive(lua_State *L, int index, bool alive, const char *otherwise) {
    char name[24];
    if (!alive)
        luaL_error(L, "%s: %s", argument_name(name, index), otherwise);
}

static dv_agent refuse_agent(lua_State *L, int index) {
    dv_agent agent = {check_handle(L, index, DV_HANDLE_AGENT, "an agent")};
    char name[24];
    dv_readable_world(L);
    luaL_error(L, "%s: agent #%d is gone", argument_name(name, index), (int)dv_agent_id(agent));
    return agent;
}

dv_agent dv_check_any_agent(lua_State *L, int index) {
    // For a full userdata, this is the address of its block, which has no handle type and never
    // matches a living agent.
    dv_agent agent = {(uint64_t)(uintptr_t)lua_touserdata(L, index)};
    const dv_scenario *scenario = dv_scenario_of(L);
    bool is_alive = scenario->world && scenario->activity != DV_LOADING &&
                    dv_agent_alive(scenario->world, agent);
    return is_alive ? agent : refuse_agent(L, index);
}

dv_group dv_check_group(lua_State *L, int index) {
    dv_group group = {check_handle(L, index, DV_HANDLE_GROUP, "a group")};
    check_alive(L, index, dv_group_alive(dv_readable_world(L), group), "not a group of this world");
    return group;
}

dv_obstacle dv_check_obstacle(lua_State *L, int index) {
    dv_obstacle obstacle = {check_handle(L, index, DV_HANDLE_OBSTACLE, "an obstacle")};
    check_alive(L, index, dv_obstacle_alive(dv_readable_world(L), obstacle),
                "the obstacle is gone");
    return obstacle;
}

dv_path dv_check_path(lua_State *L, int index) {
    dv_path path = {check_handle(L, index, DV_HANDLE_PATH, "a path")};
    check_alive(L, index, dv_path_alive(dv_readable_world(L), path), "the path is gone");
    return path;
}

dv_flow dv_check_flow(lua_State *L, int index) {
    dv_flow flow = {check_handle(L, index, DV_HANDLE_FLOW, "a flow")};
    check_alive(L, index, dv_flow_alive(dv_readable_world(L), flow), "the flow is gone");
    return flow;
}

dv_field dv_check_field(lua_State *L, int index) {
    dv_field field = {check_handle(L, index, DV_HANDLE_FIELD, "a field")};
    check_alive(L, index, dv_field_alive(dv_readable_world(L), field), "the field is gone");
    return field;
}

dv_region dv_check_region(lua_State *L, int index) {
    dv_region region = {check_handle(L, index, DV_HANDLE_REGION, "a region")};
    check_alive(L, index, dv_region_alive(dv_readable_world(L), region), "the region is gone");
    return region;
}

dv_region dv_check_region_of(lua_State *L, const char *what, const char *key) {
    dv_region region = {dv_to_handle(L, -1)};
    if (dv_handle_type_of(region.bits) != DV_HANDLE_REGION)
        luaL_error(L, "%s: %s: a region expected, got %s", what, key, dv_type_name(L, -1));
    if (!dv_region_alive(dv_readable_world(L), region))
        luaL_error(L, "%s: %s: the region is gone", what, key);
    return region;
}

void dv_push_agent_name(lua_State *L, const dv_world *world, dv_agent agent) {
    if (!world || !dv_agent_alive(world, agent)) {
        lua_pushfstring(L, "agent#%d (gone)", (int)dv_agent_id(agent));
        return;
    }
    const dv_program *program = dv_world_program(world);
    lua_pushfstring(L, "%s#%d", dv_program_kind_name(program, dv_agent_kind(world, agent)),
                    (int)dv_agent_id(agent));
}

static int handle_tostring(lua_State *L) {
    uint64_t bits = dv_to_handle(L, 1);
    const dv_world *world = dv_scenario_of(L)->world;
    switch (dv_handle_type_of(bits)) {
    case DV_HANDLE_AGENT:
        dv_push_agent_name(L, world, (dv_agent){bits});
        return 1;
    case DV_HANDLE_GROUP: {
        bool alive = world && dv_group_alive(world, (dv_group){bits});
        const char *name = alive
                               ? dv_program_group_type_name(dv_world_program(world),
                                                            dv_group_type(world, (dv_group){bits}))
                               : "group";
        lua_pushfstring(L, "%s#%d", name, (int)dv_handle_index(bits) + 1);
        return 1;
    }
    case DV_HANDLE_SURFACE:
        lua_pushfstring(L, "surface#%d", (int)dv_handle_index(bits) + 1);
        return 1;
    case DV_HANDLE_FLOW: {
        bool has_name = world && dv_flow_alive(world, (dv_flow){bits}) &&
                        dv_flow_type(world, (dv_flow){bits}) != UINT32_MAX;
        const char *name = has_name
                               ? dv_program_flow_type_name(dv_world_program(world),
                                                           dv_flow_type(world, (dv_flow){bits}))
                               : "flow";
        lua_pushfstring(L, "%s#%d", name, (int)dv_handle_index(bits) + 1);
        return 1;
    }
    case DV_HANDLE_FIELD: {
        if (world && dv_field_alive(world, (dv_field){bits}))
            lua_pushfstring(L, "field '%s'",
                            dv_program_field_name(dv_world_program(world),
                                                  dv_field_type(world, (dv_field){bits})));
        else
            lua_pushfstring(L, "field#%d (gone)", (int)dv_handle_index(bits) + 1);
        return 1;
    }
    case DV_HANDLE_PATH:
        lua_pushfstring(L, "path#%d", (int)dv_handle_index(bits) + 1);
        return 1;
    case DV_HANDLE_REGION:
        lua_pushfstring(L, "region#%d", (int)dv_handle_index(bits) + 1);
        return 1;
    default:
        lua_pushfstring(L, "obstacle#%d", (int)dv_handle_index(bits) + 1);
        return 1;
    }
}

// Classes by type of handle. The upvalues of handle_index are their tables of methods, in this
// order; nil takes the place of types without a class.
static const dv_class *const handle_classes[] = {
    [DV_HANDLE_AGENT] = &dv_agent_class,       [DV_HANDLE_GROUP] = &dv_group_class,
    [DV_HANDLE_OBSTACLE] = &dv_obstacle_class, [DV_HANDLE_SURFACE] = &dv_surface_class,
    [DV_HANDLE_PATH] = &dv_path_class,         [DV_HANDLE_FLOW] = &dv_flow_class,
    [DV_HANDLE_REGION] = &dv_region_class,     [DV_HANDLE_FIELD] = &dv_field_class,
};
#define HANDLE_TYPE_COUNT (sizeof handle_classes / sizeof *handle_classes)

const dv_class *dv_class_of_handle(uint64_t bits) {
    dv_handle_type type = dv_handle_type_of(bits);
    return type < HANDLE_TYPE_COUNT ? handle_classes[type] : NULL;
}

/// Methods are the most frequent access to agents, so they take a fast path through the cache.
static int index_agent(lua_State *L, dv_agent agent) {
    const dv_known_name *known = dv_known_name_at(L, 2);
    if (!known || !known->method)
        return dv_agent_index(L, agent, known);
    lua_pushcfunction(L, known->method);
    return 1;
}

static bool push_method(lua_State *L, dv_handle_type type) {
    lua_pushvalue(L, 2);
    if (lua_rawget(L, lua_upvalueindex((int)type)) != LUA_TNIL)
        return true;
    lua_pop(L, 1);
    return false;
}

static int handle_index(lua_State *L) {
    // Only handles have this metamethod, so the value needs no check.
    uint64_t bits = (uint64_t)(uintptr_t)lua_touserdata(L, 1);
    dv_handle_type type = dv_handle_type_of(bits);
    if (type == DV_HANDLE_AGENT)
        return index_agent(L, (dv_agent){bits});
    if (type >= HANDLE_TYPE_COUNT || !handle_classes[type])
        return luaL_error(L, "not a handle");
    if (push_method(L, type))
        return 1;
    if (type == DV_HANDLE_GROUP)
        return dv_group_field(L, (dv_group){bits});
    return dv_get_field_of(L, handle_classes[type], bits);
}

static int handle_set_index(lua_State *L) {
    uint64_t bits = dv_to_handle(L, 1);
    dv_handle_type type = dv_handle_type_of(bits);
    if (type == DV_HANDLE_AGENT)
        return dv_agent_set_field(L, (dv_agent){bits});
    if (type == DV_HANDLE_GROUP)
        return dv_group_set_field(L, (dv_group){bits});
    if (type == DV_HANDLE_SURFACE)
        return luaL_error(L, "a surface cannot be changed: it stays as declared");
    if (type >= HANDLE_TYPE_COUNT || !handle_classes[type])
        return luaL_error(L, "not a handle");
    return dv_set_field_of(L, handle_classes[type], bits);
}

static int handle_length(lua_State *L) {
    dv_group group = dv_check_group(L, 1);
    lua_pushinteger(L, dv_group_size(dv_readable_world(L), group));
    return 1;
}

void dv_open_handles(lua_State *L) {
    lua_pushlightuserdata(L, NULL);
    lua_newtable(L);
    for (size_t type = 1; type < HANDLE_TYPE_COUNT; type++)
        if (type == DV_HANDLE_AGENT)
            dv_push_agent_methods(L);
        else
            dv_push_class_methods(L, handle_classes[type]);
    lua_pushcclosure(L, handle_index, HANDLE_TYPE_COUNT - 1);
    lua_setfield(L, -2, "__index");
    lua_pushcfunction(L, handle_set_index);
    lua_setfield(L, -2, "__newindex");
    lua_pushcfunction(L, handle_length);
    lua_setfield(L, -2, "__len");
    lua_pushcfunction(L, handle_tostring);
    lua_setfield(L, -2, "__tostring");
    lua_pushliteral(L, "handle");
    lua_setfield(L, -2, "__name");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_setmetatable(L, -2);
    lua_pop(L, 1);
}

uint32_t dv_check_declared(lua_State *L, const char *what, uint32_t count,
                           const char *(*name_of)(const dv_program *program, uint32_t type)) {
    const dv_program *program = dv_world_program(dv_readable_world(L));
    int given = lua_gettop(L) < 2 ? 2 : lua_gettop(L);
    lua_settop(L, given);
    if (luaL_testudata(L, 2, lua_pushfstring(L, "declared %s", what)))
        lua_getiuservalue(L, 2, 1);
    else
        lua_pushvalue(L, 2);
    if (lua_type(L, -1) != LUA_TSTRING)
        luaL_error(L, "a %s's name expected, got %s", what, dv_type_name(L, 2));
    const char *name = lua_tostring(L, -1);
    const char
        *names[DV_MAX_GROUP_TYPES > DV_MAX_FLOW_TYPES ? DV_MAX_GROUP_TYPES : DV_MAX_FLOW_TYPES];
    for (uint32_t i = 0; i < count; i++) {
        names[i] = name_of(program, i);
        if (strcmp(names[i], name) == 0) {
            lua_settop(L, given);
            return i;
        }
    }
    dv_raise_unlisted(L, lua_pushfstring(L, "no %s", what), name, names, count);
    return 0;
}
