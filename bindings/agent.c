// Agents' methods in Lua. Fields are in agent_fields.c, slots and memory in agent_names.c.
#include "agent_fields.h"
#include "script.h"

#include "base/math.h"

#include <math.h>

/// As luaL_optnumber, which asks more often.
static double number_or(lua_State *L, int index, double fallback) {
    int is_number;
    double number = lua_tonumberx(L, index, &is_number);
    return is_number ? number : luaL_optnumber(L, index, fallback);
}

static int apply(lua_State *L) {
    dv_agent agent = dv_check_agent(L, 1);
    dv_world *world = dv_writable_world(L);
    dv_steering *behavior = dv_to_steering(L, 2);
    dv_error error;
    if (!behavior || !dv_steering_is_behavior(behavior))
        return luaL_error(L, "apply: a behavior expected, got %s",
                          behavior ? "blend" : dv_type_name(L, 2));
    double weight = number_or(L, 3, 1);
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
    dv_world *world = dv_readable_world(L);
    int type = lua_type(L, 2);
    if (type == LUA_TNIL) {
        lua_pushnil(L);
        return 1;
    }
    if (type == LUA_TLIGHTUSERDATA && dv_handle_type_of(dv_to_handle(L, 2)) == DV_HANDLE_OBSTACLE) {
        dv_obstacle obstacle = {dv_to_handle(L, 2)};
        dv_push_handle(L, dv_agent_sees_obstacle(world, agent, obstacle) ? obstacle.bits : 0);
        return 1;
    }
    if (type == LUA_TLIGHTUSERDATA) {
        dv_agent other = {dv_to_handle(L, 2)};
        bool seen = dv_agent_alive(world, other) && dv_agent_sees(world, agent, other);
        dv_push_handle(L, seen ? other.bits : 0);
        return 1;
    }
    dv_kind_set kinds = dv_check_kinds(L, 2, dv_world_program(world));
    dv_push_handle(L, dv_agent_nearest_seen(world, agent, kinds, INFINITY).bits);
    return 1;
}

static int in_sight(lua_State *L) {
    dv_agent agent = dv_check_agent(L, 1);
    const dv_world *world = dv_readable_world(L);
    lua_pushboolean(L, dv_agent_has_in_sight(world, agent, check_other_place(L, world)));
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
    double range = number_or(L, 3, INFINITY);
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

/// Put those of a list that are not gone at its beginning; returns how many there are.
static uint32_t drop_gone(lua_State *L, int list, dv_obstacle *obstacles, uint32_t count) {
    const dv_world *world = dv_readable_world(L);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        dv_sandbox_check(L);
        if (!dv_obstacle_alive(world, obstacles[i]))
            continue;
        obstacles[kept++] = obstacles[i];
        dv_push_handle(L, obstacles[i].bits);
        lua_rawseti(L, list, kept);
    }
    for (uint32_t i = kept; i < count; i++) {
        dv_sandbox_check(L);
        lua_pushnil(L);
        lua_rawseti(L, list, (lua_Integer)i + 1);
    }
    return kept;
}

/// agent:discover(known) → how many it sees that were not in the list, where they are then
static int discover(lua_State *L) {
    dv_agent agent = dv_check_agent(L, 1);
    dv_world *world = dv_writable_world(L);
    dv_error error;
    uint32_t count, found, capacity = FIRST_NEIGHBORS;
    if (!lua_istable(L, 2))
        return luaL_error(L, "discover: a list of obstacles expected, got %s", dv_type_name(L, 2));
    dv_obstacle *known = dv_check_obstacles(L, 2, "discover: known", &count);
    count = drop_gone(L, 2, known, count);
    dv_obstacle *seen = lua_newuserdatauv(L, capacity * sizeof *seen, 0);
    dv_raise_if_failed(
        L, dv_agent_discover(world, agent, known, count, seen, capacity, &found, &error), &error);
    if (found > capacity) {
        capacity = found;
        seen = lua_newuserdatauv(L, capacity * sizeof *seen, 0);
        dv_raise_if_failed(
            L, dv_agent_discover(world, agent, known, count, seen, capacity, &found, &error),
            &error);
    }
    for (uint32_t i = 0; i < found; i++) {
        dv_push_handle(L, seen[i].bits);
        lua_rawseti(L, 2, (lua_Integer)count + i + 1);
    }
    lua_pushinteger(L, found);
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
    dv_world *world = dv_readable_world(L);
    dv_kind_set kinds = dv_check_kinds(L, 2, dv_world_program(world));
    double radius = number_or(L, 3, INFINITY), apart = 0;
    dv_agent found = dv_agent_nearest(world, agent, kinds, radius, &apart);
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

/// turn_in_place(angle, rate, "first" | "follow") → by how much it turns now, whether that takes a
/// step; nil while one is under way
static int turn(lua_State *L) {
    static const char *const feet[] = {"", "first", "follow", NULL};
    dv_agent agent = dv_check_agent(L, 1);
    dv_world *world = dv_writable_world(L);
    dv_turn_def def = {.angle = luaL_checknumber(L, 2), .rate = luaL_optnumber(L, 3, DV_PI)};
    int foot = luaL_checkoption(L, 4, "", feet);
    def.begins = foot == 1;
    def.follows = foot == 2;
    if (!isfinite(def.angle))
        return luaL_error(L, "turn_in_place: %f is not a finite angle", def.angle);
    if (!(def.rate > 0))
        return luaL_error(L, "turn_in_place: rate: %f is not above 0 rad/s", def.rate);
    dv_turning done = dv_agent_turn(world, agent, &def);
    if (done.is_under_way) {
        lua_pushnil(L);
        return 1;
    }
    lua_pushnumber(L, done.angle);
    lua_pushboolean(L, done.takes_step);
    return 2;
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
    dv_push_kind_name(L, kind);
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

/// agent:supposed(slot) → x, y, z, whether it perceives it; nil when the slot is empty
static int supposed(lua_State *L) {
    dv_agent agent = dv_check_agent(L, 1);
    const dv_world *world = dv_readable_world(L);
    uint32_t slot;
    const dv_slot_def *def = check_slot_name(L, world, agent, &slot);
    dv_vec3 place;
    bool is_sure;
    if (def->type != DV_SLOT_AGENT)
        return luaL_error(L, "supposed: the slot '%s' holds no agent", def->name);
    if (!dv_agent_supposed(world, agent, slot, &place, &is_sure)) {
        lua_pushnil(L);
        return 1;
    }
    lua_pushnumber(L, (double)place.x);
    lua_pushnumber(L, (double)place.y);
    lua_pushnumber(L, (double)place.z);
    lua_pushboolean(L, is_sure);
    return 4;
}

static const luaL_Reg methods[] = {{"apply", apply},         {"steer", steer},
                                   {"become", become},       {"distance", distance},
                                   {"offset", offset},       {"bearing", bearing},
                                   {"to_local", to_local},   {"to_world", to_world},
                                   {"sees", sees},           {"seen", seen},
                                   {"neighbors", neighbors}, {"count", count},
                                   {"nearest", nearest},     {"heard", heard},
                                   {"emit", emit},           {"steering", steering},
                                   {"random", draw_random},  {"halt", halt},
                                   {"remove", remove_agent}, {"set", set_slot},
                                   {"get", get_slot},        {"in_sight", in_sight},
                                   {"turn_in_place", turn},  {"discover", discover},
                                   {"supposed", supposed},   {NULL, NULL}};

void dv_push_agent_methods(lua_State *L) {
    luaL_newlib(L, methods);
    dv_add_agent_members(L);
}

static void push_names(lua_State *L, bool reserved_only) {
    dv_push_agent_field_names(L, reserved_only);
    lua_Integer place = (lua_Integer)lua_rawlen(L, -1);
    for (const luaL_Reg *method = methods; method->name; method++) {
        lua_pushstring(L, method->name);
        lua_rawseti(L, -2, ++place);
    }
}

void dv_push_agent_names(lua_State *L) { push_names(L, false); }

void dv_push_reserved_agent_names(lua_State *L) { push_names(L, true); }
