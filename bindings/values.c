// Converts values between Lua and definitions: settings, the mouse, none, kind names, and slots.
#include "values.h"

#include "building.h"
#include "classes/access.h"
#include "classes/class_names.h"
#include "classes/handles.h"
#include "classes/markers.h"
#include "classes/new_class.h"
#include "classes/place.h"
#include "classes/vector.h"
#include "modules/modules.h"
#include "reload/generation_data.h"
#include "sandbox/sandbox.h"
#include "scenario_data.h"

#include "base/names.h"
#include "program/value_rows.h"

#include <string.h>

const char *dv_to_setting(lua_State *L, int index) {
    if (!luaL_testudata(L, index, DV_SETTING_CLASS))
        return NULL;
    lua_getiuservalue(L, index, 1);
    const char *name = lua_tostring(L, -1);
    lua_pop(L, 1);
    return name;
}

const char *dv_push_in_scope(lua_State *L, const char *name) {
    if (lua_isstring(L, -1) && !strchr(name, '.'))
        lua_pushfstring(L, "%s:%s", lua_tostring(L, -1), name);
    else
        lua_pushstring(L, name);
    lua_remove(L, -2);
    return lua_tostring(L, -1);
}

const char *dv_push_setting_name(lua_State *L, const char *name) {
    dv_modules_push_loading_mod(L, dv_scenario_of(L)->modules);
    return dv_push_in_scope(L, name);
}

static int new_setting(lua_State *L) {
    dv_push_setting_name(L, luaL_checkstring(L, 1));
    lua_newuserdatauv(L, 0, 1);
    lua_pushvalue(L, -2);
    lua_setiuservalue(L, -2, 1);
    luaL_setmetatable(L, DV_SETTING_CLASS);
    return 1;
}

void dv_open_values(lua_State *L) {
    dv_new_class(L, DV_SETTING_CLASS,
                 (const luaL_Reg[]){{"__newindex", dv_refuse_change}, {NULL, NULL}});
    lua_pushcfunction(L, new_setting);
    lua_setfield(L, -2, "setting");
    dv_open_markers(L);
}

static void refuse_unlisted(lua_State *L, int index, const char *path) {
    lua_pushnil(L);
    luaL_error(L,
               "%s: a point (" DV_POINT_FORMS " or a vector) or a list of names expected, got %s",
               path, lua_next(L, index) ? "a table of other keys" : "an empty table");
}

/// A string, or the name in a reference to a kind, which the reference keeps alive; otherwise NULL.
static const char *name_at(lua_State *L, int index) {
    if (lua_type(L, index) == LUA_TSTRING)
        return lua_tostring(L, index);
    if (!luaL_testudata(L, index, "kind"))
        return NULL;
    lua_getiuservalue(L, index, 1);
    const char *name = lua_tostring(L, -1);
    lua_pop(L, 1);
    return name;
}

/// Push a userdata with an array for `count` names. It refers to the value that keeps them alive.
static const char **array_of_names(lua_State *L, int index, lua_Unsigned count) {
    const char **names = lua_newuserdatauv(L, (count + 1) * sizeof *names, 1);
    lua_pushvalue(L, index);
    lua_setiuservalue(L, -2, 1);
    return names;
}

static dv_value list_of_names(lua_State *L, int index, const char *path) {
    dv_sandbox_resolve_proxy(L, index);
    lua_Unsigned count = lua_rawlen(L, index);
    const char **names = array_of_names(L, index, count);
    for (lua_Unsigned i = 0; i < count; i++) {
        dv_sandbox_check(L);
        lua_rawgeti(L, index, (lua_Integer)i + 1);
        names[i] = name_at(L, -1);
        if (!names[i])
            luaL_error(L, "%s[%d]: a name expected, got %s", path, (int)i + 1, dv_type_name(L, -1));
        lua_pop(L, 1);
    }
    if (count == 0)
        refuse_unlisted(L, index, path);
    return dv_value_names(names, (uint32_t)count);
}

/// A list of one name, because a reference means a kind, never a slot of the same name.
static dv_value reference_to_kind(lua_State *L, int index) {
    const char **names = array_of_names(L, index, 1);
    names[0] = name_at(L, index);
    return dv_value_names(names, 1);
}

dv_value dv_to_value(lua_State *L, int index, const char *path) {
    dv_steering *steering;
    double point[3];
    index = lua_absindex(L, index);
    switch (lua_type(L, index)) {
    case LUA_TNUMBER:
        return dv_value_number(lua_tonumber(L, index));
    case LUA_TBOOLEAN:
        return dv_value_boolean(lua_toboolean(L, index));
    case LUA_TSTRING:
        return dv_value_name(lua_tostring(L, index));
    case LUA_TTABLE:
        if (dv_to_point(L, index, point))
            return dv_value_place((dv_place){point[0], point[1], point[2]});
        dv_refuse_point_fault(L, index, path);
        return list_of_names(L, index, path);
    case LUA_TUSERDATA:
        if (dv_to_setting(L, index))
            return dv_value_setting(dv_to_setting(L, index));
        if (dv_is_mouse(L, index))
            return dv_value_mouse();
        if (dv_to_point(L, index, point))
            return dv_value_place((dv_place){point[0], point[1], point[2]});
        if (name_at(L, index))
            return reference_to_kind(L, index);
        steering = dv_to_steering(L, index);
        if (steering)
            return dv_value_steering(steering);
        break;
    default:
        break;
    }
    if (lua_islightuserdata(L, index))
        luaL_error(L, "%s: name a slot of the kind and put the agent there", path);
    luaL_error(L, "%s: a number, name, point or setting expected, got %s", path,
               dv_type_name(L, index));
    return (dv_value){0};
}

/// A pose is returned as a new table: writing to it does not change the slot.
static void push_pose(lua_State *L, dv_slot_value value) {
    lua_createtable(L, 0, 4);
    int table = lua_gettop(L);
    dv_push_coordinates(L, value.as.pose.position);
    lua_setfield(L, table, "z");
    lua_setfield(L, table, "y");
    lua_setfield(L, table, "x");
    lua_pushnumber(L, (double)value.as.pose.heading);
    lua_setfield(L, -2, "heading");
}

void dv_push_slot(lua_State *L, dv_slot_type type, dv_slot_value value) {
    if (!value.is_set)
        lua_pushnil(L);
    else if (type == DV_SLOT_NUMBER)
        lua_pushnumber(L, value.as.number);
    else if (type == DV_SLOT_POSE)
        push_pose(L, value);
    else if (type == DV_SLOT_POINT)
        dv_push_place(L, value.as.point);
    else if (type == DV_SLOT_VECTOR)
        dv_push_vector(L, (double)value.as.point.x, (double)value.as.point.y,
                       (double)value.as.point.z);
    else
        dv_push_handle(L, value.as.handle);
}

static dv_slot_value wrong_slot_value(lua_State *L, int index, const dv_slot_def *slot) {
    const char *forms = slot->type == DV_SLOT_POINT ? " (" DV_POINT_FORMS ", a vector or an agent)"
                        : slot->type == DV_SLOT_VECTOR ? " (" DV_POINT_FORMS " or a vector)"
                                                       : "";
    luaL_error(L, "%s: %s %s expected%s, got %s", slot->name,
               slot->type == DV_SLOT_AGENT || slot->type == DV_SLOT_OBSTACLE ? "an" : "a",
               dv_slot_type_name(slot->type), forms, dv_type_name(L, index));
    return (dv_slot_value){0};
}

/// An agent assigned to a point slot stands for its position.
static bool place_of_agent(lua_State *L, int index, dv_vec3 *place) {
    dv_agent agent = {dv_to_handle(L, index)};
    const dv_world *world = dv_scenario_of(L)->world;
    if (dv_handle_type_of(agent.bits) != DV_HANDLE_AGENT || !dv_agent_alive(world, agent))
        return false;
    *place = dv_agent_position(world, agent);
    return true;
}

static double pose_number(lua_State *L, int index, const char *field, const dv_slot_def *slot) {
    int type = lua_getfield(L, index, field);
    bool may_be_absent = *field == 'z' || *field == 'h';
    if (type != LUA_TNUMBER && !(may_be_absent && type == LUA_TNIL))
        luaL_error(L, "%s: %s: a number expected, got %s", slot->name, field, luaL_typename(L, -1));
    double number = lua_tonumber(L, -1);
    lua_pop(L, 1);
    return number;
}

static void refuse_other_keys(lua_State *L, int index, const dv_slot_def *slot) {
    static const char *const fields[] = {"x", "y", "z", "heading"};
    lua_pushnil(L);
    while (lua_next(L, index)) {
        lua_pop(L, 1);
        const char *key = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
        bool known = false;
        for (int i = 0; i < 4; i++)
            known = known || strcmp(key, fields[i]) == 0;
        if (!known)
            luaL_error(L, "%s: a pose is { x = , y = , heading = }, found the key %s", slot->name,
                       luaL_tolstring(L, -1, NULL));
    }
}

/// Read { x = , y = , z = , heading = }, or an agent, which stands for its position and heading.
static dv_slot_value check_pose(lua_State *L, int index, const dv_slot_def *slot) {
    dv_slot_value value = {.is_set = true};
    index = lua_absindex(L, index);
    if (place_of_agent(L, index, &value.as.pose.position)) {
        dv_agent agent = {dv_to_handle(L, index)};
        value.as.pose.heading = (float)dv_agent_heading(dv_scenario_of(L)->world, agent);
        return value;
    }
    if (!lua_istable(L, index))
        return wrong_slot_value(L, index, slot);
    dv_sandbox_resolve_proxy(L, index);
    refuse_other_keys(L, index, slot);
    double place[3] = {pose_number(L, index, "x", slot), pose_number(L, index, "y", slot),
                       pose_number(L, index, "z", slot)};
    value.as.pose.position = dv_locate(L, place);
    value.as.pose.heading = (float)pose_number(L, index, "heading", slot);
    return value;
}

dv_slot_value dv_check_slot(lua_State *L, int index, const dv_slot_def *slot) {
    static const dv_handle_type handles[DV_SLOT_TYPE_COUNT] = {
        [DV_SLOT_AGENT] = DV_HANDLE_AGENT,       [DV_SLOT_GROUP] = DV_HANDLE_GROUP,
        [DV_SLOT_OBSTACLE] = DV_HANDLE_OBSTACLE, [DV_SLOT_SURFACE] = DV_HANDLE_SURFACE,
        [DV_SLOT_PATH] = DV_HANDLE_PATH,         [DV_SLOT_FLOW] = DV_HANDLE_FLOW,
        [DV_SLOT_REGION] = DV_HANDLE_REGION};
    dv_slot_value value = {.is_set = true};
    double point[3];
    if (lua_isnil(L, index) || dv_is_none(L, index))
        return (dv_slot_value){0};
    if (slot->type == DV_SLOT_NUMBER) {
        if (lua_type(L, index) != LUA_TNUMBER)
            return wrong_slot_value(L, index, slot);
        value.as.number = lua_tonumber(L, index);
        return value;
    }
    if (slot->type == DV_SLOT_POSE)
        return check_pose(L, index, slot);
    if (slot->type == DV_SLOT_POINT || slot->type == DV_SLOT_VECTOR) {
        if (slot->type == DV_SLOT_POINT && place_of_agent(L, index, &value.as.point))
            return value;
        if (!dv_to_point(L, index, point)) {
            dv_refuse_point_fault(L, index, slot->name);
            return wrong_slot_value(L, index, slot);
        }
        value.as.point = slot->type == DV_SLOT_POINT ? dv_locate(L, point) : dv_vector_of(point);
        return value;
    }
    value.as.handle = dv_to_handle(L, index);
    if (dv_handle_type_of(value.as.handle) != handles[slot->type])
        return wrong_slot_value(L, index, slot);
    return value;
}

const char *dv_check_kind_name(lua_State *L, int index) {
    if (luaL_testudata(L, index, "kind") || luaL_testudata(L, index, "declared group")) {
        lua_getiuservalue(L, index, 1);
        return lua_tostring(L, -1);
    }
    if (lua_type(L, index) != LUA_TSTRING)
        luaL_error(L, "a kind's name expected, got %s", dv_type_name(L, index));
    lua_pushvalue(L, index);
    return lua_tostring(L, -1);
}

/// Find a kind by the address of its name, which is unique because Lua interns short strings.
/// Scripts mostly pass names. −1: not found this way.
static int32_t kind_named(lua_State *L, int index, const dv_program *program) {
    const dv_generation *generation = dv_scenario_of(L)->generation;
    if (!generation || generation->program != program)
        return -1;
    const void *name = lua_topointer(L, index);
    uint32_t count = dv_program_kind_count(program);
    for (uint32_t i = 0; i < count; i++)
        if (generation->kind_names[i] == name)
            return (int32_t)i;
    return -1;
}

uint32_t dv_check_kind(lua_State *L, int index, const dv_program *program) {
    int32_t named = kind_named(L, index, program);
    if (named >= 0)
        return (uint32_t)named;
    const char *name = dv_check_kind_name(L, index);
    int32_t kind = dv_program_kind(program, name);
    if (kind < 0)
        dv_raise_unknown(L, "no kind", name, dv_program_nearest_kind(program, name));
    lua_pop(L, 1);
    return (uint32_t)kind;
}

dv_kind_set dv_check_kinds(lua_State *L, int index, const dv_program *program) {
    int32_t named = kind_named(L, index, program);
    if (named >= 0)
        return dv_one_kind((uint32_t)named);
    int type = lua_type(L, index);
    if (type <= LUA_TNIL)
        return DV_ANY_KIND;
    if (type != LUA_TTABLE)
        return dv_one_kind(dv_check_kind(L, index, program));
    dv_kind_set kinds = dv_no_kinds();
    dv_sandbox_resolve_proxy(L, index);
    lua_Unsigned count = lua_rawlen(L, index);
    for (lua_Unsigned i = 1; i <= count; i++) {
        lua_rawgeti(L, index, (lua_Integer)i);
        dv_add_kind(&kinds, dv_check_kind(L, lua_gettop(L), program));
        lua_pop(L, 1);
    }
    return kinds;
}

double dv_check_in_row(lua_State *L, int index, const char *what, const dv_parameter *row) {
    dv_error error;
    if (lua_type(L, index) != LUA_TNUMBER)
        luaL_error(L, "%s: %s: a number expected, got %s", what, row->name, dv_type_name(L, index));
    double number = lua_tonumber(L, index);
    dv_raise_if_failed(L, dv_check_number(what, row, number, &error), &error);
    return number;
}
