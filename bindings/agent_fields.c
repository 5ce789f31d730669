// Agents' fields in Lua: by name, then slots and memory of the kind. Methods are in agent.c.
#include "script.h"

#include "base/math.h"
#include "base/names.h"

#include <math.h>
#include <string.h>

typedef enum field {
    FIELD_X = 1,
    FIELD_Y,
    FIELD_Z,
    FIELD_VX,
    FIELD_VY,
    FIELD_VZ,
    FIELD_HEADING,
    FIELD_MASS,
    FIELD_RADIUS,
    FIELD_MAX_SPEED,
    FIELD_MAX_FORCE,
    FIELD_SIGHT_RANGE,
    FIELD_SIGHT_ANGLE,
    FIELD_HEARING_RANGE,
    FIELD_COLOR,
    FIELD_LABEL,
    FIELD_GROUP,
    FIELD_ID,
    FIELD_KIND,
    FIELD_STATE,
    FIELD_STATE_TIME,
    FIELD_ALIVE,
    FIELD_SPEED,
    FIELD_POSITION,
    FIELD_VELOCITY,
    FIELD_FORWARD,
    FIELD_UP,
    FIELD_POSTURE,
    FIELD_WORLD,
    FIELD_COUNT
} field;

static const char *const field_names[FIELD_COUNT] = {
    [FIELD_X] = "x",
    [FIELD_Y] = "y",
    [FIELD_Z] = "z",
    [FIELD_VX] = "vx",
    [FIELD_VY] = "vy",
    [FIELD_VZ] = "vz",
    [FIELD_HEADING] = "heading",
    [FIELD_MASS] = "mass",
    [FIELD_RADIUS] = "radius",
    [FIELD_MAX_SPEED] = "max_speed",
    [FIELD_MAX_FORCE] = "max_force",
    [FIELD_SIGHT_RANGE] = "sight_range",
    [FIELD_SIGHT_ANGLE] = "sight_angle",
    [FIELD_HEARING_RANGE] = "hearing_range",
    [FIELD_COLOR] = "color",
    [FIELD_LABEL] = "label",
    [FIELD_GROUP] = "group",
    [FIELD_ID] = "id",
    [FIELD_KIND] = "kind",
    [FIELD_STATE] = "state",
    [FIELD_STATE_TIME] = "state_time",
    [FIELD_ALIVE] = "alive",
    [FIELD_SPEED] = "speed",
    [FIELD_POSITION] = "position",
    [FIELD_VELOCITY] = "velocity",
    [FIELD_FORWARD] = "forward",
    [FIELD_UP] = "up",
    [FIELD_POSTURE] = "posture",
    [FIELD_WORLD] = "world",
};

static dv_property property_of(field name) {
    switch (name) {
    case FIELD_MASS:
        return DV_MASS;
    case FIELD_RADIUS:
        return DV_RADIUS;
    case FIELD_MAX_SPEED:
        return DV_MAX_SPEED;
    case FIELD_MAX_FORCE:
        return DV_MAX_FORCE;
    case FIELD_SIGHT_RANGE:
        return DV_SIGHT_RANGE;
    case FIELD_HEARING_RANGE:
        return DV_HEARING_RANGE;
    default:
        return DV_SIGHT_ANGLE;
    }
}

// Registry key, by address, of the table of methods and fields.
static const char members_key = 'm';

// Of longer strings there may be several at once.
#define LONGEST_KNOWN_NAME 32

/// Of a name that members or the kinds' names keep; the last to be learnt has the first place.
static void learn(lua_State *L, dv_known_name name) {
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

/// What the key at 2 means for agents of any kind.
static dv_known_name look_up_member(lua_State *L) {
    dv_known_name name = {0};
    lua_rawgetp(L, LUA_REGISTRYINDEX, &members_key);
    lua_pushvalue(L, 2);
    lua_rawget(L, -2);
    name.method = lua_tocfunction(L, -1);
    name.field = (uint32_t)lua_tointeger(L, -1);
    lua_pop(L, 2);
    if (name.method || name.field)
        learn(L, name);
    return name;
}

static void push_vec3(lua_State *L, dv_vec3 v) {
    dv_push_vector(L, (double)v.x, (double)v.y, (double)v.z);
}

static void push_color(lua_State *L, uint32_t color) {
    static const char digits[] = "0123456789abcdef";
    char text[10] = "#";
    for (int i = 0; i < 8; i++)
        text[i + 1] = digits[color >> (28 - 4 * i) & 15];
    lua_pushlstring(L, text, 9);
}

static void push_label(lua_State *L, dv_agent agent) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, dv_scenario_of(L)->labels);
    lua_rawgeti(L, -1, dv_agent_id(agent));
    lua_remove(L, -2);
}

static void push_state(lua_State *L, const dv_world *world, dv_agent agent) {
    const char *name = dv_program_state_name(dv_world_program(world), dv_agent_kind(world, agent),
                                             dv_agent_state(world, agent));
    if (*name)
        lua_pushstring(L, name);
    else
        lua_pushnil(L);
}

static void push_field(lua_State *L, const dv_world *world, dv_agent agent, field name) {
    switch (name) {
    case FIELD_X:
        lua_pushnumber(L, (double)dv_agent_position(world, agent).x);
        break;
    case FIELD_Y:
        lua_pushnumber(L, (double)dv_agent_position(world, agent).y);
        break;
    case FIELD_Z:
        lua_pushnumber(L, (double)dv_agent_position(world, agent).z);
        break;
    case FIELD_VX:
        lua_pushnumber(L, (double)dv_agent_velocity(world, agent).x);
        break;
    case FIELD_VY:
        lua_pushnumber(L, (double)dv_agent_velocity(world, agent).y);
        break;
    case FIELD_VZ:
        lua_pushnumber(L, (double)dv_agent_velocity(world, agent).z);
        break;
    case FIELD_HEADING:
        lua_pushnumber(L, dv_agent_heading(world, agent));
        break;
    case FIELD_COLOR:
        push_color(L, dv_agent_color(world, agent));
        break;
    case FIELD_LABEL:
        push_label(L, agent);
        break;
    case FIELD_GROUP:
        dv_push_handle(L, dv_agent_group(world, agent).bits);
        break;
    case FIELD_ID:
        lua_pushinteger(L, dv_agent_id(agent));
        break;
    case FIELD_KIND:
        lua_pushstring(L,
                       dv_program_kind_name(dv_world_program(world), dv_agent_kind(world, agent)));
        break;
    case FIELD_STATE:
        push_state(L, world, agent);
        break;
    case FIELD_STATE_TIME:
        lua_pushnumber(L, dv_agent_state_time(world, agent));
        break;
    case FIELD_ALIVE:
        lua_pushboolean(L, 1);
        break;
    case FIELD_SPEED:
        lua_pushnumber(L, dv_length_double(dv_agent_velocity(world, agent)));
        break;
    case FIELD_POSITION:
        push_vec3(L, dv_agent_position(world, agent));
        break;
    case FIELD_VELOCITY:
        push_vec3(L, dv_agent_velocity(world, agent));
        break;
    case FIELD_FORWARD:
        push_vec3(L, dv_agent_forward(world, agent));
        break;
    case FIELD_UP:
        push_vec3(L, dv_agent_up(world, agent));
        break;
    case FIELD_POSTURE:
        lua_pushnumber(L, dv_agent_posture(world, agent));
        break;
    case FIELD_WORLD:
        lua_rawgeti(L, LUA_REGISTRYINDEX, dv_scenario_of(L)->world_object);
        break;
    default:
        lua_pushnumber(L, dv_agent_property(world, agent, property_of(name)));
        break;
    }
}

/// The same, with two values left below.
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
    for (int i = 1; i < FIELD_COUNT; i++)
        names[count++] = field_names[i];
    lua_rawgetp(L, LUA_REGISTRYINDEX, &members_key);
    lua_pushnil(L);
    while (count < 128 && lua_next(L, -2)) {
        if (lua_isfunction(L, -1))
            names[count++] = lua_tostring(L, -2);
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

static int unknown_name(lua_State *L, const dv_world *world, dv_agent agent) {
    uint32_t kind = dv_agent_kind(world, agent);
    const char *name = luaL_tolstring(L, 2, NULL);
    const char *nearest = dv_nearest_agent_name(L, kind, name);
    if (nearest && strcmp(nearest, name) == 0) // a method: reading it would have found it
        return luaL_error(L, "%s: cannot be assigned", name);
    const char *what = lua_pushfstring(L, "kind '%s' has no field, slot or memory",
                                       dv_program_kind_name(dv_world_program(world), kind));
    return dv_raise_unknown(L, what, name, nearest);
}

static bool is_alive(lua_State *L, const dv_world *world, dv_agent agent) {
    return agent.bits == dv_scenario_of(L)->acting || dv_agent_alive(world, agent);
}

/// Push the memory of an agent whose kind has one. Who was spawned by a host, not by a script, gets
/// it when it is first asked for.
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
        dv_hand_out(L, index);
    return 1;
}

int dv_agent_index(lua_State *L, dv_agent agent, const dv_known_name *known) {
    dv_known_name name = known ? *known : look_up_member(L);
    if (name.method) {
        lua_pushcfunction(L, name.method);
        return 1;
    }
    const dv_world *world = dv_readable_world(L);
    if (!is_alive(L, world, agent)) {
        if (name.field != FIELD_ALIVE)
            return luaL_error(L, "agent #%d is gone", (int)dv_agent_id(agent));
        lua_pushboolean(L, 0);
        return 1;
    }
    if (name.field) {
        push_field(L, world, agent, (field)name.field);
        return 1;
    }
    uint32_t kind = dv_agent_kind(world, agent);
    if (name.memory >> kind & 1)
        return push_remembered(L, agent);
    int type = look_up_name(L, kind);
    if (type == LUA_TNUMBER) {
        uint32_t slot = (uint32_t)lua_tointeger(L, -1);
        dv_push_slot(L, dv_program_slot(dv_world_program(world), kind, slot)->type,
                     dv_agent_slot(world, agent, slot));
        return 1;
    }
    if (type == LUA_TNIL)
        return unknown_name(L, world, agent);
    name.memory |= (dv_kind_set)1 << kind;
    learn(L, name);
    return push_remembered(L, agent);
}

static double check_number(lua_State *L, const char *name) {
    if (lua_type(L, 3) != LUA_TNUMBER)
        luaL_error(L, "%s: a number expected, got %s", name, dv_type_name(L, 3));
    return lua_tonumber(L, 3);
}

static dv_result set_axis(lua_State *L, dv_world *world, dv_agent agent, field name,
                          dv_error *error) {
    double value = check_number(L, field_names[name]);
    bool of_velocity = name >= FIELD_VX;
    dv_vec3 v = of_velocity ? dv_agent_velocity(world, agent) : dv_agent_position(world, agent);
    float *axes[] = {&v.x, &v.y, &v.z};
    *axes[name - (of_velocity ? FIELD_VX : FIELD_X)] = (float)value;
    return of_velocity ? dv_agent_set_velocity(world, agent, v, error)
                       : dv_agent_set_position(world, agent, v, error);
}

static dv_result set_color(lua_State *L, dv_world *world, dv_agent agent, dv_error *error) {
    uint32_t color = 0;
    if (!lua_isnil(L, 3)) {
        if (lua_type(L, 3) != LUA_TSTRING)
            luaL_error(L, "color: a name or \"#rrggbb\" expected, got %s", dv_type_name(L, 3));
        const char *name = lua_tostring(L, 3);
        if (!dv_color_by_name(name, &color))
            dv_raise_unknown_color(L, "no color", name);
    }
    return dv_agent_set_color(world, agent, color, error);
}

static dv_result set_label(lua_State *L, dv_agent agent) {
    dv_touch_packed(dv_scenario_of(L), dv_handle_index(agent.bits));
    if (!lua_isnil(L, 3) && lua_type(L, 3) != LUA_TSTRING)
        luaL_error(L, "label: a string expected, got %s", dv_type_name(L, 3));
    lua_rawgeti(L, LUA_REGISTRYINDEX, dv_scenario_of(L)->labels);
    lua_pushvalue(L, 3);
    lua_rawseti(L, -2, dv_agent_id(agent));
    return DV_OK;
}

static dv_result set_group(lua_State *L, dv_world *world, dv_agent agent, dv_error *error) {
    dv_group group = {0};
    if (!lua_isnil(L, 3) && !dv_is_none(L, 3)) {
        group.bits = dv_to_handle(L, 3);
        if (dv_handle_type_of(group.bits) != DV_HANDLE_GROUP)
            luaL_error(L, "group: a group expected, got %s", dv_type_name(L, 3));
    }
    return dv_agent_set_group(world, agent, group, error);
}

static dv_result set_field(lua_State *L, dv_world *world, dv_agent agent, field name,
                           dv_error *error) {
    if (name <= FIELD_VZ)
        return set_axis(L, world, agent, name, error);
    if (name == FIELD_HEADING)
        return dv_agent_set_heading(world, agent, check_number(L, "heading"), error);
    if (name == FIELD_COLOR)
        return set_color(L, world, agent, error);
    if (name == FIELD_LABEL)
        return set_label(L, agent);
    if (name == FIELD_GROUP)
        return set_group(L, world, agent, error);
    if (name > FIELD_GROUP)
        luaL_error(L, "%s: cannot be assigned", field_names[name]);
    double value = lua_isnil(L, 3) ? (double)NAN : check_number(L, field_names[name]);
    if (!lua_isnil(L, 3) && isnan(value))
        luaL_error(L, "%s: not a number", field_names[name]);
    return dv_agent_set_property(world, agent, property_of(name), value, error);
}

static int assign_remembered(lua_State *L, dv_agent agent) {
    dv_touch_packed(dv_scenario_of(L), dv_handle_index(agent.bits));
    push_memory(L, agent);
    return dv_assign_remembered(L);
}

int dv_agent_set_field(lua_State *L, dv_agent agent) {
    dv_world *world = dv_writable_world(L);
    dv_error error;
    if (!is_alive(L, world, agent))
        return luaL_error(L, "agent #%d is gone", (int)dv_agent_id(agent));
    const dv_known_name *known = dv_known_name_at(L, 2);
    dv_known_name name = known ? *known : look_up_member(L);
    if (name.field) {
        dv_raise_if_failed(L, set_field(L, world, agent, (field)name.field, &error), &error);
        return 0;
    }
    uint32_t kind = dv_agent_kind(world, agent);
    if (name.memory >> kind & 1)
        return assign_remembered(L, agent);
    dv_push_kind_name(L, kind);
    if (lua_isinteger(L, -1)) {
        uint32_t slot = (uint32_t)lua_tointeger(L, -1);
        dv_slot_value value =
            dv_check_slot(L, 3, dv_program_slot(dv_world_program(world), kind, slot));
        dv_raise_if_failed(L, dv_agent_set_slot(world, agent, slot, value, &error), &error);
        return 0;
    }
    if (lua_isnil(L, -1))
        return unknown_name(L, world, agent);
    name.memory |= (dv_kind_set)1 << kind;
    learn(L, name);
    return assign_remembered(L, agent);
}

void dv_add_agent_fields(lua_State *L) {
    for (int i = 1; i < FIELD_COUNT; i++) {
        lua_pushinteger(L, i);
        lua_setfield(L, -2, field_names[i]);
    }
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &members_key);
}

const char *const *dv_agent_field_names(size_t *count) {
    *count = FIELD_COUNT - 1;
    return field_names + 1;
}
