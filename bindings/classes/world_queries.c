// Methods of the world that look for agents and change nothing.
#include "classes/access.h"
#include "classes/classes.h"
#include "classes/handles.h"
#include "classes/place.h"
#include "classes/vector.h"
#include "sandbox/sandbox.h"
#include "values.h"

#include "base/math.h"
#include "program/value_rows.h"

#include <math.h>

// Filters

static const char *const filter_keys[] = {"state", "within"};
static const char *const neighbor_keys[] = {"kind", "state", "within", "z"};

/// Read the state from the filter at an index. A state belongs to one kind.
static int32_t read_state(lua_State *L, const dv_program *program, int index, dv_kind_set kinds) {
    if (lua_getfield(L, index, "state") == LUA_TNIL) {
        lua_pop(L, 1);
        return -1;
    }
    const char *name = luaL_checkstring(L, -1);
    uint32_t kind = 0;
    while (kind < dv_program_kind_count(program) && !dv_has_kind(&kinds, kind))
        kind++;
    dv_kind_set only = dv_one_kind(kind < dv_program_kind_count(program) ? kind : 0);
    if (!dv_are_same_kinds(&kinds, &only))
        luaL_error(L, "state: needs exactly one kind");
    int32_t state = dv_program_state(program, kind, name);
    if (state < 0)
        dv_raise_unknown(L, "no state", name, dv_program_nearest_state(program, kind, name));
    lua_pop(L, 1);
    return state;
}

/// Read what a table at an index, or nil, says beside the kinds. `what` begins the messages.
static dv_agent_filter read_filter(lua_State *L, const char *what, int index, dv_kind_set kinds) {
    dv_agent_filter filter = dv_agent_filter_default();
    filter.kinds = kinds;
    if (lua_isnoneornil(L, index))
        return filter;
    filter.state = read_state(L, dv_world_program(dv_readable_world(L)), index, kinds);
    if (lua_getfield(L, index, "within") != LUA_TNIL)
        filter.within = dv_check_region_of(L, what, "within");
    lua_pop(L, 1);
    return filter;
}

/// Read the kinds at 2 and the filter at 3.
static dv_agent_filter check_filter(lua_State *L, const char *what) {
    lua_settop(L, 3);
    dv_kind_set kinds = dv_check_kinds(L, 2, dv_world_program(dv_readable_world(L)));
    if (!lua_isnil(L, 3))
        dv_check_keys(L, 3, lua_pushfstring(L, "%s takes no", what), filter_keys, 2);
    return read_filter(L, what, 3, kinds);
}

// Lists

/// A loop over the agents that were alive when it began.
typedef struct agent_loop {
    uint32_t count, next;
    dv_agent agents[];
} agent_loop;

static int next_agent(lua_State *L) {
    agent_loop *loop = lua_touserdata(L, lua_upvalueindex(1));
    const dv_world *world = dv_readable_world(L);
    while (loop->next < loop->count) {
        dv_agent agent = loop->agents[loop->next++];
        if (!dv_agent_alive(world, agent))
            continue;
        dv_push_handle(L, agent.bits);
        return 1;
    }
    lua_pushnil(L);
    return 1;
}

static int world_agents(lua_State *L) {
    const dv_world *world = dv_readable_world(L);
    dv_agent_filter filter = check_filter(L, "agents");
    uint32_t count = dv_world_agents_among(world, &filter, NULL, 0);
    agent_loop *loop =
        lua_newuserdatauv(L, sizeof *loop + (size_t)count * sizeof loop->agents[0], 0);
    loop->count = dv_world_agents_among(world, &filter, loop->agents, count);
    loop->next = 0;
    lua_pushcclosure(L, next_agent, 1);
    return 1;
}

static int count_agents(lua_State *L) {
    dv_agent_filter filter = check_filter(L, "count");
    lua_pushinteger(L, dv_world_agents_among(dv_readable_world(L), &filter, NULL, 0));
    return 1;
}

static int world_nearest(lua_State *L) {
    const dv_world *world = dv_readable_world(L);
    dv_kind_set kinds = dv_check_kinds(L, 2, dv_world_program(world));
    bool numbers = lua_type(L, 3) == LUA_TNUMBER;
    dv_vec3 place = dv_check_place_from(L, 3, "point");
    double radius = luaL_optnumber(L, numbers ? 6 : 4, INFINITY), apart = 0;
    dv_agent found = dv_world_nearest(world, place, radius, kinds, (dv_agent){0}, &apart);
    dv_push_handle(L, found.bits);
    if (!found.bits)
        return 1;
    lua_pushnumber(L, apart);
    return 2;
}

// Around a place

static const dv_parameter radius_row = {"radius", DV_PARAMETER_NUMBER, true, "m", 0, INFINITY,
                                        0,        "around the place"};

/// Read a coordinate of the place at an index.
static float check_axis(lua_State *L, int index, const char *name, double origin) {
    dv_parameter row = dv_value_rows[DV_ROW_POSITION];
    row.name = name;
    row.minimum += origin;
    row.maximum += origin;
    return (float)(dv_check_in_row(L, index, "neighbors", &row) - origin);
}

/// Read the place at 2: x and y, a point, or an agent. Returns the index behind it.
static int check_center(lua_State *L, dv_vec3 *center) {
    if (lua_type(L, 2) == LUA_TNUMBER) {
        dv_place origin = dv_scenario_of(L)->origin;
        *center = dv_vec(check_axis(L, 2, "x", origin.x), check_axis(L, 3, "y", origin.y),
                         -(float)origin.z);
        return 4;
    }
    dv_error error;
    *center = dv_handle_type_of(dv_to_handle(L, 2)) == DV_HANDLE_AGENT
                  ? dv_agent_position(dv_readable_world(L), dv_check_any_agent(L, 2))
                  : dv_check_place(L, 2, "neighbors: place");
    dv_raise_if_failed(L, dv_check_vector("neighbors", DV_ROW_POSITION, *center, &error), &error);
    return 3;
}

/// Read the table behind the radius.
static dv_agent_filter check_options(lua_State *L, int index, dv_vec3 *center) {
    dv_kind_set kinds = DV_ANY_KIND;
    if (lua_isnil(L, index))
        return read_filter(L, "neighbors", index, kinds);
    if (!lua_istable(L, index))
        luaL_error(L, "neighbors: a table of kind, state, within, and z expected, got %s",
                   dv_type_name(L, index));
    dv_check_keys(L, index, "neighbors takes no", neighbor_keys, 4);
    if (lua_getfield(L, index, "kind") != LUA_TNIL)
        kinds = dv_check_kinds(L, lua_gettop(L), dv_world_program(dv_readable_world(L)));
    if (lua_getfield(L, index, "z") != LUA_TNIL) {
        if (lua_type(L, 2) != LUA_TNUMBER)
            luaL_error(L, "neighbors: z: goes with x and y; the place has its own");
        center->z = check_axis(L, lua_gettop(L), "z", dv_scenario_of(L)->origin.z);
    }
    lua_pop(L, 2);
    return read_filter(L, "neighbors", index, kinds);
}

#define FIRST_NEIGHBORS 64

/// world:neighbors(x, y, radius, { kind, state, within, z }) → list
static int world_neighbors(lua_State *L) {
    const dv_world *world = dv_readable_world(L);
    dv_neighbor first[FIRST_NEIGHBORS], *neighbors = first;
    dv_vec3 center;
    lua_settop(L, 5);
    int index = check_center(L, &center);
    double radius = dv_check_in_row(L, index, "neighbors", &radius_row);
    dv_agent_filter filter = check_options(L, index + 1, &center);
    uint32_t count =
        dv_world_neighbors_among(world, center, radius, &filter, first, FIRST_NEIGHBORS);
    if (count > FIRST_NEIGHBORS) {
        neighbors = lua_newuserdatauv(L, count * sizeof *neighbors, 0);
        dv_world_neighbors_among(world, center, radius, &filter, neighbors, count);
    }
    lua_createtable(L, (int)count, 0);
    for (uint32_t i = 0; i < count; i++) {
        dv_sandbox_check(L);
        dv_push_handle(L, neighbors[i].agent.bits);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

const dv_method_row dv_world_queries[] = {
    {"agents", world_agents,
     "Iterate over the agents, as they are now, by id: `for wolf in world:agents(\"wolf\", "
     "{ state = \"running\" }) do`.\n"
     "@param kinds? drover.kinds\n"
     "@param filter? drover.agent_filter\n"
     "@return fun(): drover.agent"},
    {"count", count_agents,
     "Count the agents, as they are now.\n"
     "@param kinds? drover.kinds\n"
     "@param filter? drover.agent_filter\n"
     "@return integer"},
    {"nearest", world_nearest,
     "The agent nearest to a place: `world:nearest(\"wolf\", x, y, z, radius)` or "
     "`world:nearest(\"wolf\", place, radius)`. It goes by where agents were at the start of the "
     "tick, so in `setup` it finds nobody.\n"
     "@param kinds drover.kinds|nil\n"
     "@param x drover.point|number\n"
     "@param y? number or the radius behind a place\n"
     "@param z? number\n"
     "@param radius? number m, unlimited by default\n"
     "@return drover.agent? nearest, number? distance"},
    {"neighbors", world_neighbors,
     "A list of the agents around a place, nearest first and ties by id: `world:neighbors(x, y, 5, "
     "{ kind = \"wolf\" })`. Like all that agents perceive, they are where they were and in the "
     "state they were in at the start of the tick. The place may be a point or an agent, too: "
     "`world:neighbors(place, radius)`.\n"
     "@param x drover.any_agent|drover.point|number a place, or its x\n"
     "@param y number or the radius behind a place\n"
     "@param radius? number|table m, or the options behind a place\n"
     "@param options? drover.neighbor_options\n"
     "@return drover.agent[]"},
    {0},
};
