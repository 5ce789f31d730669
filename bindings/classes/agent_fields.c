// The fields that every agent has in Lua: the rows of a table, and the properties of its body.
#include "classes/agent_fields.h"

#include "classes/access.h"
#include "classes/handles.h"
#include "classes/markers.h"
#include "classes/place.h"
#include "classes/vector.h"
#include "memory/memory.h"
#include "scenario_data.h"

#include "base/math.h"

#include <math.h>
#include <string.h>

// Getters

static dv_agent agent_of(uint64_t self) { return (dv_agent){self}; }

static void push_vec3(lua_State *L, dv_vec3 v) {
    dv_push_vector(L, (double)v.x, (double)v.y, (double)v.z);
}

static void get_x(lua_State *L, const dv_world *world, uint64_t self) {
    lua_pushnumber(L, dv_world_place(world, dv_agent_position(world, agent_of(self))).x);
}

static void get_y(lua_State *L, const dv_world *world, uint64_t self) {
    lua_pushnumber(L, dv_world_place(world, dv_agent_position(world, agent_of(self))).y);
}

static void get_z(lua_State *L, const dv_world *world, uint64_t self) {
    lua_pushnumber(L, dv_world_place(world, dv_agent_position(world, agent_of(self))).z);
}

static void get_vx(lua_State *L, const dv_world *world, uint64_t self) {
    lua_pushnumber(L, (double)dv_agent_velocity(world, agent_of(self)).x);
}

static void get_vy(lua_State *L, const dv_world *world, uint64_t self) {
    lua_pushnumber(L, (double)dv_agent_velocity(world, agent_of(self)).y);
}

static void get_vz(lua_State *L, const dv_world *world, uint64_t self) {
    lua_pushnumber(L, (double)dv_agent_velocity(world, agent_of(self)).z);
}

static void get_heading(lua_State *L, const dv_world *world, uint64_t self) {
    lua_pushnumber(L, dv_agent_heading(world, agent_of(self)));
}

static void get_color(lua_State *L, const dv_world *world, uint64_t self) {
    static const char digits[] = "0123456789abcdef";
    uint32_t color = dv_agent_color(world, agent_of(self));
    char text[10] = "#";
    for (int i = 0; i < 8; i++)
        text[i + 1] = digits[color >> (28 - 4 * i) & 15];
    lua_pushlstring(L, text, 9);
}

static void get_label(lua_State *L, const dv_world *world, uint64_t self) {
    (void)world;
    lua_rawgeti(L, LUA_REGISTRYINDEX, dv_scenario_of(L)->labels);
    lua_rawgeti(L, -1, dv_agent_id(agent_of(self)));
    lua_remove(L, -2);
}

static void get_group(lua_State *L, const dv_world *world, uint64_t self) {
    dv_push_handle(L, dv_agent_group(world, agent_of(self)).bits);
}

static void get_id(lua_State *L, const dv_world *world, uint64_t self) {
    (void)world;
    lua_pushinteger(L, dv_agent_id(agent_of(self)));
}

static void get_kind(lua_State *L, const dv_world *world, uint64_t self) {
    lua_pushstring(
        L, dv_program_kind_name(dv_world_program(world), dv_agent_kind(world, agent_of(self))));
}

static void get_state(lua_State *L, const dv_world *world, uint64_t self) {
    dv_agent agent = agent_of(self);
    const char *name = dv_program_state_name(dv_world_program(world), dv_agent_kind(world, agent),
                                             dv_agent_state(world, agent));
    if (*name)
        lua_pushstring(L, name);
    else
        lua_pushnil(L);
}

static void get_state_time(lua_State *L, const dv_world *world, uint64_t self) {
    lua_pushnumber(L, dv_agent_state_time(world, agent_of(self)));
}

static void get_alive(lua_State *L, const dv_world *world, uint64_t self) {
    lua_pushboolean(L, self == dv_scenario_of(L)->acting || dv_agent_alive(world, agent_of(self)));
}

static void get_speed(lua_State *L, const dv_world *world, uint64_t self) {
    lua_pushnumber(L, dv_length_double(dv_agent_velocity(world, agent_of(self))));
}

static void get_position(lua_State *L, const dv_world *world, uint64_t self) {
    dv_push_place(L, dv_agent_position(world, agent_of(self)));
}

static void get_velocity(lua_State *L, const dv_world *world, uint64_t self) {
    push_vec3(L, dv_agent_velocity(world, agent_of(self)));
}

static void get_forward(lua_State *L, const dv_world *world, uint64_t self) {
    push_vec3(L, dv_agent_forward(world, agent_of(self)));
}

static void get_up(lua_State *L, const dv_world *world, uint64_t self) {
    push_vec3(L, dv_agent_up(world, agent_of(self)));
}

static void get_posture(lua_State *L, const dv_world *world, uint64_t self) {
    lua_pushnumber(L, dv_agent_posture(world, agent_of(self)));
}

static void get_world(lua_State *L, const dv_world *world, uint64_t self) {
    (void)world, (void)self;
    lua_rawgeti(L, LUA_REGISTRYINDEX, dv_scenario_of(L)->world_object);
}

// Setters

static double check_number(lua_State *L) {
    if (lua_type(L, 3) != LUA_TNUMBER)
        luaL_error(L, "%s: a number expected, got %s", lua_tostring(L, 2), dv_type_name(L, 3));
    return lua_tonumber(L, 3);
}

static dv_result set_x(lua_State *L, dv_world *world, uint64_t self, dv_error *error) {
    dv_vec3 v = dv_agent_position(world, agent_of(self));
    v.x = (float)(check_number(L) - dv_world_origin(world).x);
    return dv_agent_set_position(world, agent_of(self), v, error);
}

static dv_result set_y(lua_State *L, dv_world *world, uint64_t self, dv_error *error) {
    dv_vec3 v = dv_agent_position(world, agent_of(self));
    v.y = (float)(check_number(L) - dv_world_origin(world).y);
    return dv_agent_set_position(world, agent_of(self), v, error);
}

static dv_result set_z(lua_State *L, dv_world *world, uint64_t self, dv_error *error) {
    dv_vec3 v = dv_agent_position(world, agent_of(self));
    v.z = (float)(check_number(L) - dv_world_origin(world).z);
    return dv_agent_set_position(world, agent_of(self), v, error);
}

static dv_result set_vx(lua_State *L, dv_world *world, uint64_t self, dv_error *error) {
    dv_vec3 v = dv_agent_velocity(world, agent_of(self));
    v.x = (float)check_number(L);
    return dv_agent_set_velocity(world, agent_of(self), v, error);
}

static dv_result set_vy(lua_State *L, dv_world *world, uint64_t self, dv_error *error) {
    dv_vec3 v = dv_agent_velocity(world, agent_of(self));
    v.y = (float)check_number(L);
    return dv_agent_set_velocity(world, agent_of(self), v, error);
}

static dv_result set_vz(lua_State *L, dv_world *world, uint64_t self, dv_error *error) {
    dv_vec3 v = dv_agent_velocity(world, agent_of(self));
    v.z = (float)check_number(L);
    return dv_agent_set_velocity(world, agent_of(self), v, error);
}

static dv_result set_heading(lua_State *L, dv_world *world, uint64_t self, dv_error *error) {
    return dv_agent_set_heading(world, agent_of(self), check_number(L), error);
}

static dv_result set_color(lua_State *L, dv_world *world, uint64_t self, dv_error *error) {
    uint32_t color = 0;
    if (!lua_isnil(L, 3)) {
        if (lua_type(L, 3) != LUA_TSTRING)
            luaL_error(L, "color: a name or \"#rrggbb\" expected, got %s", dv_type_name(L, 3));
        const char *name = lua_tostring(L, 3);
        if (!dv_color_by_name(name, &color))
            dv_raise_unknown_color(L, "no color", name);
    }
    return dv_agent_set_color(world, agent_of(self), color, error);
}

static dv_result set_label(lua_State *L, dv_world *world, uint64_t self, dv_error *error) {
    (void)world, (void)error;
    dv_touch_packed(dv_scenario_of(L), dv_handle_index(self));
    if (!lua_isnil(L, 3) && lua_type(L, 3) != LUA_TSTRING)
        luaL_error(L, "label: a string expected, got %s", dv_type_name(L, 3));
    lua_rawgeti(L, LUA_REGISTRYINDEX, dv_scenario_of(L)->labels);
    lua_pushvalue(L, 3);
    lua_rawseti(L, -2, dv_agent_id(agent_of(self)));
    return DV_OK;
}

static dv_result set_group(lua_State *L, dv_world *world, uint64_t self, dv_error *error) {
    dv_group group = {0};
    if (!lua_isnil(L, 3) && !dv_is_none(L, 3)) {
        group.bits = dv_to_handle(L, 3);
        if (dv_handle_type_of(group.bits) != DV_HANDLE_GROUP)
            luaL_error(L, "group: a group expected, got %s", dv_type_name(L, 3));
    }
    return dv_agent_set_group(world, agent_of(self), group, error);
}

// Fields

const dv_field_row dv_agent_field_rows[] = {
    {"x", "number", "m, from -1e9 to 1e9, like all places", get_x, set_x},
    {"y", "number", "m", get_y, set_y},
    {"z", "number", "m, up", get_z, set_z},
    {"vx", "number", "m/s; no faster than 1e6. Assigning a velocity turns the agent that way",
     get_vx, set_vx},
    {"vy", "number", "m/s", get_vy, set_vy},
    {"vz", "number", "m/s", get_vz, set_vz},
    {"heading", "number",
     "rad, 0 along +x, counterclockwise; from -1e6 to 1e6, like all headings. Assigning it turns "
     "the velocity, too, and keeps the speed",
     get_heading, set_heading},
    {"color", "drover.color", "its own, until set to nil", get_color, set_color},
    {"label", "string?",
     "shown beside it in the window and in pictures, where it covers no other label", get_label,
     set_label},
    {"group", "drover.group?", "the group it belongs to; assign another one, or nil to leave it",
     get_group, set_group},
    {"id", "integer", "read-only, like all fields from here to `world`", get_id, NULL},
    {"kind", "string", "the name of its kind", get_kind, NULL},
    {"state", "drover.state_name?", "nil if the kind has no states", get_state, NULL},
    {"state_time", "number", "s since it entered its state", get_state_time, NULL},
    {"alive", "boolean", "false once it was removed; always safe to read", get_alive, NULL},
    {"speed", "number", "m/s", get_speed, NULL},
    {"position", "drover.vector", "m", get_position, NULL},
    {"velocity", "drover.vector", "m/s", get_velocity, NULL},
    {"forward", "drover.vector", "of length 1", get_forward, NULL},
    {"up", "drover.vector", "of length 1", get_up, NULL},
    {"posture", "number",
     "0 to 1: its height as a share of its standing height; below 1 while it ducks", get_posture,
     NULL},
    {"world", "drover.world", "the world it lives in", get_world, NULL},
    {0},
};

#define FIELD_COUNT (sizeof dv_agent_field_rows / sizeof *dv_agent_field_rows - 1)
#define FIRST_PROPERTY (FIELD_COUNT + 1)

// Properties without a case here are not reserved. Slots and memory could have these names before
// agents had these fields, so in a kind that declares such a name, the slot or memory still comes
// first.
bool dv_agent_field_is_reserved(dv_agent_field name) {
    switch ((int)(name - FIRST_PROPERTY)) {
    case DV_MASS:
    case DV_RADIUS:
    case DV_MAX_SPEED:
    case DV_MAX_FORCE:
    case DV_SIGHT_RANGE:
    case DV_SIGHT_ANGLE:
    case DV_HEARING_RANGE:
        return true;
    default:
        return name && name < FIRST_PROPERTY;
    }
}

/// The property "sight.range" is the field sight_range.
static void push_property_name(lua_State *L, dv_property property) {
    luaL_gsub(L, dv_properties[property].name, ".", "_");
}

static void push_property(lua_State *L, const dv_world *world, dv_agent agent,
                          dv_property property) {
    double value = dv_agent_property(world, agent, property);
    dv_parameter_type type = dv_properties[property].type;
    if (type == DV_PARAMETER_SOLIDITY && value == DV_SOLID_FOR_AGENTS)
        lua_pushliteral(L, DV_AGENTS_ARE_SOLID);
    else if (type == DV_PARAMETER_SOLIDITY || type == DV_PARAMETER_BOOLEAN)
        lua_pushboolean(L, value != 0);
    else
        lua_pushnumber(L, value);
}

void dv_push_agent_field(lua_State *L, const dv_world *world, dv_agent agent, dv_agent_field name) {
    if (name < FIRST_PROPERTY)
        dv_agent_field_rows[name - 1].get(L, world, agent.bits);
    else
        push_property(L, world, agent, (dv_property)(name - FIRST_PROPERTY));
}

/// The dv_solidity that a script assigns.
static double check_solidity(lua_State *L) {
    if (lua_type(L, 3) == LUA_TBOOLEAN)
        return lua_toboolean(L, 3) ? DV_SOLID_FOR_OBSTACLES : DV_SOLID_FOR_NOTHING;
    if (lua_type(L, 3) == LUA_TSTRING && strcmp(lua_tostring(L, 3), DV_AGENTS_ARE_SOLID) == 0)
        return DV_SOLID_FOR_AGENTS;
    return luaL_error(L, "%s: true, false or \"" DV_AGENTS_ARE_SOLID "\" expected, got %s",
                      lua_tostring(L, 2),
                      lua_type(L, 3) == LUA_TSTRING ? lua_pushfstring(L, "'%s'", lua_tostring(L, 3))
                                                    : dv_type_name(L, 3));
}

static dv_result set_property(lua_State *L, dv_world *world, dv_agent agent, dv_property property,
                              dv_error *error) {
    double value = (double)NAN;
    if (property < DV_OWN_PROPERTY_COUNT && !lua_isnil(L, 3)) {
        bool is_solidity = dv_properties[property].type == DV_PARAMETER_SOLIDITY;
        value = is_solidity ? check_solidity(L) : check_number(L);
        if (isnan(value))
            luaL_error(L, "%s: not a number", lua_tostring(L, 2));
    }
    return dv_agent_set_property(world, agent, property, value, error);
}

dv_result dv_set_agent_field(lua_State *L, dv_world *world, dv_agent agent, dv_agent_field name,
                             dv_error *error) {
    if (name >= FIRST_PROPERTY)
        return set_property(L, world, agent, (dv_property)(name - FIRST_PROPERTY), error);
    const dv_field_row *row = &dv_agent_field_rows[name - 1];
    if (!row->set)
        luaL_error(L, "%s: cannot be assigned", row->name);
    return row->set(L, world, agent.bits, error);
}

void dv_add_agent_fields(lua_State *L) {
    for (dv_agent_field i = 1; i < FIRST_PROPERTY; i++) {
        lua_pushinteger(L, i);
        lua_setfield(L, -2, dv_agent_field_rows[i - 1].name);
    }
    for (int i = 0; i < DV_PROPERTY_COUNT; i++) {
        push_property_name(L, (dv_property)i);
        lua_pushinteger(L, (lua_Integer)FIRST_PROPERTY + i);
        lua_rawset(L, -3);
    }
}

void dv_push_agent_field_names(lua_State *L, bool reserved_only) {
    lua_Integer place = 0;
    lua_newtable(L);
    for (dv_agent_field i = 1; i < FIRST_PROPERTY; i++) {
        lua_pushstring(L, dv_agent_field_rows[i - 1].name);
        lua_rawseti(L, -2, ++place);
    }
    for (int i = 0; i < DV_PROPERTY_COUNT; i++) {
        if (reserved_only && !dv_agent_field_is_reserved((dv_agent_field)(FIRST_PROPERTY + i)))
            continue;
        push_property_name(L, (dv_property)i);
        lua_rawseti(L, -2, ++place);
    }
}

bool dv_is_field_of_the_gone(dv_agent_field name) {
    return name && name < FIRST_PROPERTY && dv_agent_field_rows[name - 1].get == get_alive;
}
