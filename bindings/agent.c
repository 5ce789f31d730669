// Agents in Lua: fields by name, then slots and memory of the kind, then methods.
#include "script.h"

#include "base/hash.h"
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
    [FIELD_WORLD] = "world",
};

// Registry keys, by address.
static const char fields_key = 'f', methods_key = 'm';

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
    default:
        return DV_SIGHT_ANGLE;
    }
}

/// The field named by the key at 2; 0 when it is none.
static field named_field(lua_State *L) {
    lua_rawgetp(L, LUA_REGISTRYINDEX, &fields_key);
    lua_pushvalue(L, 2);
    lua_rawget(L, -2);
    field name = (field)lua_tointeger(L, -1);
    lua_pop(L, 2);
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
    case FIELD_WORLD:
        lua_rawgeti(L, LUA_REGISTRYINDEX, dv_scenario_of(L)->world_object);
        break;
    default:
        lua_pushnumber(L, dv_agent_property(world, agent, property_of(name)));
        break;
    }
}

/// Push what the kind's names say of the key at 2: a slot's number, true for memory, or nil.
static void push_kind_name(lua_State *L, uint32_t kind) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, dv_scenario_of(L)->generation->names);
    lua_rawgeti(L, -1, 2 * (lua_Integer)kind + 1);
    lua_pushvalue(L, 2);
    lua_rawget(L, -2);
    lua_replace(L, -3);
    lua_pop(L, 1);
}

const char *dv_nearest_agent_name(lua_State *L, uint32_t kind, const char *name) {
    const char *names[256];
    size_t count = 0;
    for (int i = 1; i < FIELD_COUNT; i++)
        names[count++] = field_names[i];
    lua_rawgetp(L, LUA_REGISTRYINDEX, &methods_key);
    lua_pushnil(L);
    while (count < 128 && lua_next(L, -2)) {
        lua_pop(L, 1);
        names[count++] = lua_tostring(L, -1);
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
    const char *what = lua_pushfstring(L, "a %s has no field, slot or memory",
                                       dv_program_kind_name(dv_world_program(world), kind));
    return dv_raise_unknown(L, what, name, nearest);
}

int dv_agent_field(lua_State *L, dv_agent agent) {
    const dv_world *world = dv_readable_world(L);
    field name = named_field(L);
    if (!dv_agent_alive(world, agent)) {
        if (name != FIELD_ALIVE)
            return luaL_error(L, "agent #%d is gone", (int)dv_agent_id(agent));
        lua_pushboolean(L, 0);
        return 1;
    }
    if (name) {
        push_field(L, world, agent, name);
        return 1;
    }
    uint32_t kind = dv_agent_kind(world, agent);
    push_kind_name(L, kind);
    if (lua_isinteger(L, -1)) {
        uint32_t slot = (uint32_t)lua_tointeger(L, -1);
        dv_push_slot(L, dv_program_slot(dv_world_program(world), kind, slot)->type,
                     dv_agent_slot(world, agent, slot));
        return 1;
    }
    if (lua_isnil(L, -1))
        return unknown_name(L, world, agent);
    dv_push_agent_memory(L, dv_scenario_of(L), dv_handle_index(agent.bits));
    lua_pushvalue(L, 2);
    lua_rawget(L, -2);
    return 1;
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
            dv_raise_unknown(L, "no color", name, dv_nearest_color(name));
    }
    return dv_agent_set_color(world, agent, color, error);
}

static dv_result set_label(lua_State *L, dv_agent agent) {
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

static int set_memory(lua_State *L, dv_agent agent) {
    dv_check_data(L, 3, lua_tostring(L, 2));
    dv_push_agent_memory(L, dv_scenario_of(L), dv_handle_index(agent.bits));
    lua_pushvalue(L, 2);
    if (dv_is_none(L, 3))
        lua_pushnil(L);
    else
        lua_pushvalue(L, 3);
    lua_rawset(L, -3);
    return 0;
}

int dv_agent_set_field(lua_State *L, dv_agent agent) {
    dv_world *world = dv_writable_world(L);
    dv_error error;
    if (!dv_agent_alive(world, agent))
        return luaL_error(L, "agent #%d is gone", (int)dv_agent_id(agent));
    field name = named_field(L);
    if (name) {
        dv_raise_if_failed(L, set_field(L, world, agent, name, &error), &error);
        return 0;
    }
    uint32_t kind = dv_agent_kind(world, agent);
    push_kind_name(L, kind);
    if (lua_isinteger(L, -1)) {
        uint32_t slot = (uint32_t)lua_tointeger(L, -1);
        dv_slot_value value =
            dv_check_slot(L, 3, dv_program_slot(dv_world_program(world), kind, slot));
        dv_raise_if_failed(L, dv_agent_set_slot(world, agent, slot, value, &error), &error);
        return 0;
    }
    if (lua_isnil(L, -1))
        return unknown_name(L, world, agent);
    return set_memory(L, agent);
}

// Methods ---------------------------------------------------------------------------------------

static int apply(lua_State *L) {
    dv_agent agent = dv_check_agent(L, 1);
    dv_world *world = dv_writable_world(L);
    dv_steering *behavior = dv_to_steering(L, 2);
    dv_error error;
    if (!behavior || !dv_steering_is_behavior(behavior))
        return luaL_error(L, "apply: a behavior expected, got %s",
                          behavior ? "blend" : dv_type_name(L, 2));
    double weight = luaL_optnumber(L, 3, 1);
    dv_raise_if_failed(L, dv_agent_apply(world, agent, behavior, (float)weight, &error), &error);
    return 0;
}

static int steer(lua_State *L) {
    dv_agent agent = dv_check_agent(L, 1);
    dv_world *world = dv_writable_world(L);
    const dv_program *program = dv_world_program(world);
    int32_t blend = -1;
    dv_error error;
    if (!lua_isnoneornil(L, 2)) {
        const char *name = luaL_checkstring(L, 2);
        uint32_t kind = dv_agent_kind(world, agent);
        blend = dv_program_blend(program, kind, name);
        if (blend < 0)
            return luaL_error(L, "steer: kind '%s' has no blend '%s' among its blends",
                              dv_program_kind_name(program, kind), name);
    }
    dv_raise_if_failed(L, dv_agent_choose_blend(world, agent, blend, &error), &error);
    return 0;
}

static int become(lua_State *L) {
    dv_agent agent = dv_check_agent(L, 1);
    dv_world *world = dv_writable_world(L);
    const dv_program *program = dv_world_program(world);
    const char *name = luaL_checkstring(L, 2);
    uint32_t kind = dv_agent_kind(world, agent);
    int32_t state = dv_program_state(program, kind, name);
    dv_error error;
    if (dv_scenario_of(L)->activity == DV_SWITCHING)
        return luaL_error(L, "become: a switch is under way: not in enter or leave");
    if (state < 0 || !*name)
        return dv_raise_unknown(L, "become: no state", name,
                                dv_program_nearest_state(program, kind, name));
    dv_raise_if_failed(L, dv_agent_become(world, agent, (uint32_t)state, &error), &error);
    return 0;
}

/// Another agent, a point, or x, y and z.
static dv_vec3 check_other_place(lua_State *L, const dv_world *world) {
    if (lua_islightuserdata(L, 2))
        return dv_agent_position(world, dv_check_agent(L, 2));
    return dv_check_coordinates(L, 2, "argument 1");
}

static dv_vec3 offset_to_other(lua_State *L) {
    dv_agent agent = dv_check_agent(L, 1);
    const dv_world *world = dv_readable_world(L);
    return dv_world_offset(world, dv_agent_position(world, agent), check_other_place(L, world));
}

static int distance(lua_State *L) {
    lua_pushnumber(L, dv_length_double(offset_to_other(L)));
    return 1;
}

static int offset(lua_State *L) {
    dv_vec3 v = offset_to_other(L);
    lua_pushnumber(L, (double)v.x);
    lua_pushnumber(L, (double)v.y);
    lua_pushnumber(L, (double)v.z);
    return 3;
}

static int bearing(lua_State *L) {
    dv_vec3 v = offset_to_other(L);
    dv_agent agent = dv_check_agent(L, 1);
    dv_vec3 forward = dv_agent_forward(dv_readable_world(L), agent);
    double along = (double)forward.x * v.x + (double)forward.y * v.y;
    double across = (double)forward.x * v.y - (double)forward.y * v.x;
    lua_pushnumber(L, dv_atan2(across, along));
    return 1;
}

/// Forward, left and up as seen by the agent.
static int to_local(lua_State *L) {
    dv_vec3 v = offset_to_other(L);
    dv_vec3 local = dv_agent_to_local(dv_readable_world(L), dv_check_agent(L, 1), v);
    lua_pushnumber(L, (double)local.x);
    lua_pushnumber(L, (double)local.y);
    lua_pushnumber(L, (double)local.z);
    return 3;
}

static int to_world(lua_State *L) {
    dv_agent agent = dv_check_agent(L, 1);
    const dv_world *world = dv_readable_world(L);
    dv_vec3 local = dv_check_coordinates(L, 2, "argument 1");
    dv_vec3 place = dv_add(dv_agent_position(world, agent), dv_agent_to_world(world, agent, local));
    lua_pushnumber(L, (double)place.x);
    lua_pushnumber(L, (double)place.y);
    lua_pushnumber(L, (double)place.z);
    return 3;
}

static int sees(lua_State *L) {
    dv_agent agent = dv_check_agent(L, 1);
    const dv_world *world = dv_readable_world(L);
    if (lua_isnil(L, 2)) {
        lua_pushnil(L);
        return 1;
    }
    if (lua_islightuserdata(L, 2)) {
        dv_agent other = {dv_to_handle(L, 2)};
        bool seen = dv_agent_alive(world, other) && dv_agent_sees(world, agent, other);
        dv_push_handle(L, seen ? other.bits : 0);
        return 1;
    }
    dv_kind_set kinds = dv_check_kinds(L, 2, dv_world_program(world));
    dv_push_handle(L, dv_agent_nearest_seen(world, agent, kinds, INFINITY).bits);
    return 1;
}

/// A loop over neighbors found when it began: `next` is the place of the following one.
typedef struct neighbor_loop {
    uint32_t count, next;
    dv_neighbor neighbors[];
} neighbor_loop;

static int next_neighbor(lua_State *L) {
    neighbor_loop *loop = lua_touserdata(L, lua_upvalueindex(1));
    const dv_world *world = dv_readable_world(L);
    while (loop->next < loop->count) {
        const dv_neighbor *neighbor = &loop->neighbors[loop->next++];
        if (!dv_agent_alive(world, neighbor->agent))
            continue;
        dv_push_handle(L, neighbor->agent.bits);
        lua_pushnumber(L, (double)neighbor->distance);
        return 2;
    }
    lua_pushnil(L);
    return 1;
}

static neighbor_loop *push_loop(lua_State *L, uint32_t capacity) {
    neighbor_loop *loop =
        lua_newuserdatauv(L, sizeof *loop + capacity * sizeof loop->neighbors[0], 0);
    loop->count = loop->next = 0;
    return loop;
}

#define FIRST_NEIGHBORS 32

static int seen(lua_State *L) {
    dv_agent agent = dv_check_agent(L, 1);
    const dv_world *world = dv_readable_world(L);
    dv_kind_set kinds = dv_check_kinds(L, 2, dv_world_program(world));
    double range = luaL_optnumber(L, 3, INFINITY);
    uint32_t capacity = FIRST_NEIGHBORS;
    neighbor_loop *loop = push_loop(L, capacity);
    uint32_t found = dv_agent_seen(world, agent, kinds, range, loop->neighbors, capacity);
    if (found > capacity) {
        capacity = found;
        loop = push_loop(L, capacity);
        found = dv_agent_seen(world, agent, kinds, range, loop->neighbors, capacity);
    }
    loop->count = found;
    lua_pushcclosure(L, next_neighbor, 1);
    return 1;
}

static int neighbors(lua_State *L) {
    dv_agent agent = dv_check_agent(L, 1);
    const dv_world *world = dv_readable_world(L);
    dv_kind_set kinds = dv_check_kinds(L, 2, dv_world_program(world));
    double radius = luaL_checknumber(L, 3);
    dv_vec3 place = dv_agent_position(world, agent);
    uint32_t capacity = FIRST_NEIGHBORS;
    neighbor_loop *loop = push_loop(L, capacity);
    uint32_t found =
        dv_world_neighbors(world, place, radius, kinds, agent, loop->neighbors, capacity);
    if (found > capacity) {
        capacity = found;
        loop = push_loop(L, capacity);
        found = dv_world_neighbors(world, place, radius, kinds, agent, loop->neighbors, capacity);
    }
    loop->count = found;
    lua_pushcclosure(L, next_neighbor, 1);
    return 1;
}

static int count(lua_State *L) {
    dv_agent agent = dv_check_agent(L, 1);
    const dv_world *world = dv_readable_world(L);
    dv_kind_set kinds = dv_check_kinds(L, 2, dv_world_program(world));
    double radius = luaL_checknumber(L, 3);
    lua_pushinteger(L, dv_world_neighbors(world, dv_agent_position(world, agent), radius, kinds,
                                          agent, NULL, 0));
    return 1;
}

static int nearest(lua_State *L) {
    dv_agent agent = dv_check_agent(L, 1);
    const dv_world *world = dv_readable_world(L);
    dv_kind_set kinds = dv_check_kinds(L, 2, dv_world_program(world));
    double radius = luaL_optnumber(L, 3, INFINITY), apart = 0;
    dv_agent found =
        dv_world_nearest(world, dv_agent_position(world, agent), radius, kinds, agent, &apart);
    dv_push_handle(L, found.bits);
    if (!found.bits)
        return 1;
    lua_pushnumber(L, apart);
    return 2;
}

static int heard(lua_State *L) {
    dv_agent agent = dv_check_agent(L, 1);
    dv_event event;
    if (!dv_agent_heard(dv_readable_world(L), agent, dv_event_name(luaL_checkstring(L, 2)),
                        &event)) {
        lua_pushnil(L);
        return 1;
    }
    const dv_world *world = dv_readable_world(L);
    if (event.source.bits && dv_agent_alive(world, event.source))
        dv_push_handle(L, event.source.bits);
    else
        lua_pushboolean(L, 1); // heard, from nobody that is still there
    dv_push_handle(L, dv_agent_alive(world, event.about) ? event.about.bits : 0);
    lua_pushnumber(L, (double)event.position.x);
    lua_pushnumber(L, (double)event.position.y);
    lua_pushnumber(L, (double)event.position.z);
    return 5;
}

static int emit(lua_State *L) {
    dv_agent agent = dv_check_agent(L, 1);
    dv_world *world = dv_writable_world(L);
    dv_error error;
    dv_event event = {.name = dv_event_name(luaL_checkstring(L, 2)),
                      .source = agent,
                      .position = dv_agent_position(world, agent),
                      .radius = (float)luaL_checknumber(L, 3)};
    if (!lua_isnoneornil(L, 4))
        event.about = dv_check_agent(L, 4);
    dv_raise_if_failed(L, dv_world_emit(world, &event, &error), &error);
    return 0;
}

static int steering(lua_State *L) {
    dv_agent agent = dv_check_agent(L, 1);
    dv_world *world = dv_readable_world(L);
    dv_steering *asked = dv_to_steering(L, 2);
    dv_vec3 vector;
    dv_error error;
    if (!asked)
        return luaL_error(L, "steering: a behavior or blend expected, got %s", dv_type_name(L, 2));
    dv_raise_if_failed(L, dv_agent_evaluate(world, agent, asked, &vector, &error), &error);
    lua_pushnumber(L, (double)vector.x);
    lua_pushnumber(L, (double)vector.y);
    lua_pushnumber(L, (double)vector.z);
    return 3;
}

static int draw_random(lua_State *L) {
    dv_agent agent = dv_check_agent(L, 1);
    lua_pushnumber(L, dv_agent_random(dv_writable_world(L), agent));
    return 1;
}

static int halt(lua_State *L) {
    dv_agent agent = dv_check_agent(L, 1);
    dv_agent_halt(dv_writable_world(L), agent);
    return 0;
}

static int remove_agent(lua_State *L) {
    dv_agent agent = dv_check_agent(L, 1);
    dv_agent_remove(dv_writable_world(L), agent);
    return 0;
}

static const dv_slot_def *check_slot_name(lua_State *L, const dv_world *world, dv_agent agent,
                                          uint32_t *slot) {
    uint32_t kind = dv_agent_kind(world, agent);
    luaL_checkstring(L, 2);
    push_kind_name(L, kind);
    if (!lua_isinteger(L, -1))
        luaL_error(L, "kind '%s' has no slot '%s'",
                   dv_program_kind_name(dv_world_program(world), kind), lua_tostring(L, 2));
    *slot = (uint32_t)lua_tointeger(L, -1);
    lua_pop(L, 1);
    return dv_program_slot(dv_world_program(world), kind, *slot);
}

static int set_slot(lua_State *L) {
    dv_agent agent = dv_check_agent(L, 1);
    dv_world *world = dv_writable_world(L);
    uint32_t slot;
    dv_error error;
    const dv_slot_def *def = check_slot_name(L, world, agent, &slot);
    dv_slot_value value = {.is_set = true};
    bool is_place = def->type == DV_SLOT_POINT || def->type == DV_SLOT_VECTOR;
    if (def->type == DV_SLOT_POSE && lua_type(L, 3) == LUA_TNUMBER) {
        value.as.pose.position = dv_check_coordinates(L, 3, def->name);
        value.as.pose.heading = (float)luaL_optnumber(L, 6, 0);
    } else if (is_place && lua_type(L, 3) == LUA_TNUMBER)
        value.as.point = dv_check_coordinates(L, 3, def->name);
    else
        value = dv_check_slot(L, 3, def);
    dv_raise_if_failed(L, dv_agent_set_slot(world, agent, slot, value, &error), &error);
    return 0;
}

static int get_slot(lua_State *L) {
    dv_agent agent = dv_check_agent(L, 1);
    const dv_world *world = dv_readable_world(L);
    uint32_t slot;
    const dv_slot_def *def = check_slot_name(L, world, agent, &slot);
    dv_slot_value value = dv_agent_slot(world, agent, slot);
    bool is_pose = def->type == DV_SLOT_POSE;
    bool is_place = is_pose || def->type == DV_SLOT_POINT || def->type == DV_SLOT_VECTOR;
    if (!is_place || !value.is_set) {
        dv_push_slot(L, def->type, value);
        return 1;
    }
    lua_pushnumber(L, (double)value.as.point.x);
    lua_pushnumber(L, (double)value.as.point.y);
    lua_pushnumber(L, (double)value.as.point.z);
    if (is_pose)
        lua_pushnumber(L, (double)value.as.pose.heading);
    return is_pose ? 4 : 3;
}

static const luaL_Reg methods[] = {
    {"apply", apply},        {"steer", steer},     {"become", become},       {"distance", distance},
    {"offset", offset},      {"bearing", bearing}, {"to_local", to_local},   {"to_world", to_world},
    {"sees", sees},          {"seen", seen},       {"neighbors", neighbors}, {"count", count},
    {"nearest", nearest},    {"heard", heard},     {"emit", emit},           {"steering", steering},
    {"random", draw_random}, {"halt", halt},       {"remove", remove_agent}, {"set", set_slot},
    {"get", get_slot},       {NULL, NULL}};

void dv_push_agent_methods(lua_State *L) {
    lua_newtable(L);
    for (int i = 1; i < FIELD_COUNT; i++) {
        lua_pushinteger(L, i);
        lua_setfield(L, -2, field_names[i]);
    }
    lua_rawsetp(L, LUA_REGISTRYINDEX, &fields_key);
    luaL_newlib(L, methods);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &methods_key);
}

void dv_push_agent_names(lua_State *L) {
    lua_newtable(L);
    lua_Integer place = 0;
    for (int i = 1; i < FIELD_COUNT; i++) {
        lua_pushstring(L, field_names[i]);
        lua_rawseti(L, -2, ++place);
    }
    for (const luaL_Reg *method = methods; method->name; method++) {
        lua_pushstring(L, method->name);
        lua_rawseti(L, -2, ++place);
    }
}
