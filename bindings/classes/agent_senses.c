// What agents perceive, in Lua: methods that query the world and change nothing except slots.
#include "classes/access.h"
#include "classes/agent_methods.h"
#include "classes/handles.h"
#include "classes/place.h"
#include "classes/places.h"
#include "classes/vector.h"
#include "sandbox/sandbox.h"
#include "values.h"

#include "base/math.h"

#include <float.h>

static int agent_sees(lua_State *L) {
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
    lua_pushboolean(L, dv_agent_has_in_sight(world, agent, dv_check_other_place(L, world)));
    return 1;
}

/// A loop over the neighbors found when it began. `next` is the index of the next one.
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

static int agent_seen(lua_State *L) {
    dv_agent agent = dv_check_agent(L, 1);
    const dv_world *world = dv_readable_world(L);
    dv_kind_set kinds = dv_check_kinds(L, 2, dv_world_program(world));
    double range = dv_number_or(L, 3, INFINITY);
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

/// Move the obstacles that still exist to the front of the list. Returns their number.
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

/// agent:discover(known) → the number of obstacles seen that were not yet in the list, and now are
static int agent_discover(lua_State *L) {
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

static int agent_neighbors(lua_State *L) {
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

static int agent_count(lua_State *L) {
    dv_agent agent = dv_check_agent(L, 1);
    const dv_world *world = dv_readable_world(L);
    dv_kind_set kinds = dv_check_kinds(L, 2, dv_world_program(world));
    double radius = luaL_checknumber(L, 3);
    lua_pushinteger(L, dv_world_neighbors(world, dv_agent_position(world, agent), radius, kinds,
                                          agent, NULL, 0));
    return 1;
}

static int agent_nearest(lua_State *L) {
    dv_agent agent = dv_check_agent(L, 1);
    dv_world *world = dv_readable_world(L);
    dv_kind_set kinds = dv_check_kinds(L, 2, dv_world_program(world));
    double radius = dv_number_or(L, 3, INFINITY), apart = 0;
    dv_agent found = dv_agent_nearest(world, agent, kinds, radius, &apart);
    dv_push_handle(L, found.bits);
    if (!found.bits)
        return 1;
    lua_pushnumber(L, apart);
    return 2;
}

static const dv_parameter ray_rows[] = {
    {"dx", DV_PARAMETER_NUMBER, true, "m", -FLT_MAX, FLT_MAX, 0, "of the direction"},
    {"dy", DV_PARAMETER_NUMBER, true, "m", -FLT_MAX, FLT_MAX, 0, "of the direction"},
    {"length", DV_PARAMETER_NUMBER, true, "m", 0, INFINITY, 0, "of the ray"},
};

/// Read the direction at 2: dx and dy, or a vector. Returns the index behind it.
static int check_direction(lua_State *L, dv_vec3 *direction) {
    bool has_numbers = lua_type(L, 2) == LUA_TNUMBER;
    if (has_numbers)
        *direction = dv_vec((float)dv_check_in_row(L, 2, "ray", &ray_rows[0]),
                            (float)dv_check_in_row(L, 3, "ray", &ray_rows[1]), 0);
    else
        *direction = dv_check_point(L, 2, "ray: direction");
    if (dv_world_space(dv_readable_world(L)) == DV_PLANE)
        direction->z = 0;
    if (!dv_is_finite(*direction) || dv_is_zero(*direction))
        luaL_error(L, "ray: %s: a direction that is finite and not zero expected",
                   has_numbers ? "dx, dy" : "direction");
    return has_numbers ? 4 : 3;
}

/// agent:ray(dx, dy, length, kinds) → distance, agent or obstacle
static int agent_ray(lua_State *L) {
    dv_agent agent = dv_check_agent(L, 1);
    const dv_world *world = dv_readable_world(L);
    dv_vec3 direction;
    dv_ray_hit hit;
    int index = check_direction(L, &direction);
    double length = dv_check_in_row(L, index, "ray", &ray_rows[2]);
    dv_kind_set kinds = dv_check_kinds(L, index + 1, dv_world_program(world));
    bool hits = dv_agent_ray(world, agent, direction, length, kinds, &hit);
    lua_pushnumber(L, hits ? (double)hit.distance : length);
    dv_push_handle(L, !hits ? 0 : hit.agent.bits ? hit.agent.bits : hit.obstacle.bits);
    return 2;
}

static int agent_heard(lua_State *L) {
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
        lua_pushboolean(L, 1); // heard, but the source is gone
    dv_push_handle(L, dv_agent_alive(world, event.about) ? event.about.bits : 0);
    dv_push_coordinates(L, event.position);
    return 5;
}

/// agent:supposed(slot) → x, y, z, whether the agent perceives it; nil if the slot is empty
static int agent_supposed(lua_State *L) {
    dv_agent agent = dv_check_agent(L, 1);
    const dv_world *world = dv_readable_world(L);
    uint32_t slot;
    const dv_slot_def *def = dv_check_slot_name(L, world, agent, &slot);
    dv_vec3 place;
    bool is_sure;
    if (def->type != DV_SLOT_AGENT)
        return luaL_error(L, "supposed: the slot '%s' holds no agent", def->name);
    if (!dv_agent_supposed(world, agent, slot, &place, &is_sure)) {
        lua_pushnil(L);
        return 1;
    }
    dv_push_coordinates(L, place);
    lua_pushboolean(L, is_sure);
    return 4;
}

const dv_method_row dv_agent_senses[] = {
    {"sees", agent_sees,
     "Given an agent or an obstacle: return it if the agent perceives it: of an obstacle the "
     "nearest "
     "point, the one straight ahead, a corner, the middle of a side, or one side of a round one. "
     "Given kinds, or nothing: return the nearest agent of those kinds that it perceives.\n"
     "@param who? drover.any_agent|drover.obstacle|drover.kinds\n"
     "@return drover.agent|drover.obstacle|nil seen"},
    {"in_sight", in_sight,
     "Whether no obstacle stands between the agent and another agent or a place. Its heading and "
     "range of sight do not matter.\n"
     "@param other drover.any_agent|drover.point|number another agent, a place, or its x\n"
     "@param y? number\n"
     "@param z? number\n"
     "@return boolean"},
    {"discover", agent_discover,
     "Add the obstacles it sees to a list, unless they are in it already, and drop those that no "
     "longer exist. Keep the list in memory to let the agent learn a map: "
     "`self:discover(self.known)`.\n"
     "@param known drover.obstacle[]\n"
     "@return integer discovered how many were new"},
    {"supposed", agent_supposed,
     "Where the agent believes the agent in a slot to be, and whether it perceives it there. While "
     "it does not, its behaviors and the guards `near`, `far`, and `arrived` use a place that is "
     "off by up to `sight.uncertainty`.\n"
     "@param slot string\n"
     "@return number? x, number? y, number? z, boolean? sure"},
    {"seen", agent_seen,
     "Iterate over the agents it perceives, nearest first: `for other, distance in "
     "self:seen(\"wolf\") do`.\n"
     "@param kinds? drover.kinds\n"
     "@param range? number m\n"
     "@return fun(): drover.agent, number"},
    {"neighbors", agent_neighbors,
     "Iterate over the agents within a radius, perceived or not, nearest first, except itself.\n"
     "@param kinds drover.kinds|nil\n"
     "@param radius number m\n"
     "@return fun(): drover.agent, number"},
    {"count", agent_count,
     "Count the agents within a radius, perceived or not, except itself.\n"
     "@param kinds drover.kinds|nil\n"
     "@param radius number m\n"
     "@return integer"},
    {"nearest", agent_nearest,
     "The nearest agent within a radius, perceived or not.\n"
     "@param kinds? drover.kinds\n"
     "@param radius? number m, unlimited by default\n"
     "@return drover.agent? nearest, number? distance"},
    {"ray", agent_ray,
     "What a ray from its center meets first: `self:ray(dx, dy, length)`. It is the nearest "
     "obstacle that blocks movement, or the nearest body of another agent, as at the start of the "
     "tick. The direction is the world's and may be a vector: `self:ray(self.forward, 5)`. If the "
     "ray meets nothing, its length and nil are returned. If the center is inside something, the "
     "ray meets that at distance 0 if it leads deeper into it, and otherwise ignores it. Where the "
     "world wraps, the ray crosses the edges; it ends after a thousand times the shortest side.\n"
     "@param dx drover.point|number the direction, or its x\n"
     "@param dy number or the length behind a vector\n"
     "@param length? number|drover.kinds m, or the kinds behind a vector\n"
     "@param kinds? drover.kinds the agents that it can meet: all by default, none for `{}`\n"
     "@return number distance, drover.agent|drover.obstacle|nil what"},
    {"heard", agent_heard,
     "An event that was emitted in the previous tick and reached this agent: its sender (true if "
     "that one is gone, or if the world sent it), the agent it is about, and where it happened.\n"
     "@param name drover.event_name\n"
     "@return drover.agent|true|nil source, drover.agent? about, number? x, number? y, number? z"},
    {0},
};
