// Turning agents into other kinds: `turn_into`, and the values it gives, which wait for the turn.
#include "classes/turn_into.h"

#include "calls/calls.h"
#include "calls/failures.h"
#include "classes/access.h"
#include "classes/handles.h"
#include "classes/markers.h"
#include "classes/members.h"
#include "memory/memory.h"
#include "memory/memory_private.h"
#include "sandbox/sandbox.h"
#include "values.h"

#include <math.h>

/// Push what the name at stack index `key` means in a kind: a slot's number, true for memory, or
/// nil.
static int push_meaning(lua_State *L, uint32_t kind, int key) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, dv_scenario_of(L)->generation->names);
    lua_rawgeti(L, -1, 2 * (lua_Integer)kind + 1);
    lua_pushvalue(L, key);
    lua_rawget(L, -2);
    lua_replace(L, -3);
    lua_pop(L, 1);
    return lua_type(L, -1);
}

/// Raise unless the value at the top can be given to what the key below it means.
static void check_value(lua_State *L, const dv_program *program, uint32_t kind) {
    int key = lua_gettop(L) - 1;
    const char *name = luaL_tolstring(L, key, NULL);
    int type = lua_type(L, key) == LUA_TSTRING ? push_meaning(L, kind, key) : LUA_TNONE;
    if (type == LUA_TNUMBER)
        dv_check_slot(L, key + 1, dv_program_slot(program, kind, (uint32_t)lua_tointeger(L, -1)));
    else if (type == LUA_TBOOLEAN && dv_is_none(L, key + 1))
        luaL_error(L, "turn_into: %s: drover.none is only for defaults", name);
    else if (type == LUA_TBOOLEAN)
        dv_check_data(L, key + 1, name);
    else
        dv_raise_unknown(L,
                         lua_pushfstring(L, "turn_into: kind '%s' has no slot or memory",
                                         dv_program_kind_name(program, kind)),
                         name, dv_nearest_other_name(L, kind, name));
    lua_settop(L, key + 1);
}

int dv_turn_into(lua_State *L) {
    dv_agent agent = dv_check_agent(L, 1);
    dv_world *world = dv_writable_world(L);
    dv_scenario *scenario = dv_scenario_of(L);
    const dv_program *program = dv_world_program(world);
    if (scenario->activity == DV_SWITCHING)
        return luaL_error(L,
                          "turn_into: not allowed in enter and leave, which run during a switch");
    uint32_t kind = dv_check_kind(L, 2, program);
    bool has_values = !lua_isnoneornil(L, 3);
    if (has_values) {
        luaL_checktype(L, 3, LUA_TTABLE);
        dv_sandbox_resolve_proxy(L, 3);
    }
    lua_settop(L, 3);
    lua_pushnil(L);
    while (has_values && lua_next(L, 3)) {
        check_value(L, program, kind);
        lua_pop(L, 1);
    }
    lua_settop(L, 3);
    lua_newtable(L);
    dv_push_copy(L, 3, 4);
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->turning);
    lua_pushvalue(L, -2);
    lua_rawseti(L, -2, dv_agent_id(agent));
    dv_error error;
    dv_raise_if_failed(L, dv_agent_turn_into(world, agent, kind, &error), &error);
    return 0;
}

/// Give the agent at 1 the values at 2. Names that a reload has taken from the kind since then are
/// passed over, and so are things that are gone.
static void give_values(lua_State *L, dv_world *world, dv_agent agent) {
    uint32_t kind = dv_agent_kind(world, agent);
    lua_pushnil(L);
    while (lua_next(L, 2)) {
        int type = push_meaning(L, kind, 3);
        if (type == LUA_TNUMBER) {
            uint32_t slot = (uint32_t)lua_tointeger(L, -1);
            const dv_slot_def *def = dv_program_slot(dv_world_program(world), kind, slot);
            dv_agent_set_slot(world, agent, slot, dv_check_slot(L, 4, def), NULL);
        } else if (type == LUA_TBOOLEAN) {
            lua_pushvalue(L, 3);
            lua_pushvalue(L, 4);
            lua_settable(L, 1);
        }
        lua_settop(L, 3);
    }
}

typedef struct turn {
    dv_agent agent;
    uint32_t from;
} turn;

static int run_turned(lua_State *L) {
    const turn *t = lua_touserdata(L, 1);
    dv_scenario *scenario = dv_scenario_of(L);
    lua_settop(L, 0);
    dv_turn_memory(L, scenario, t->agent, t->from);
    dv_push_handle(L, t->agent.bits);
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->turning);
    if (lua_rawgeti(L, 2, dv_agent_id(t->agent)) != LUA_TTABLE)
        return 0;
    lua_pushnil(L);
    lua_rawseti(L, 2, dv_agent_id(t->agent));
    lua_replace(L, 2);
    give_values(L, scenario->world, t->agent);
    return 0;
}

int32_t dv_call_turned(void *context, dv_world *world, dv_agent agent, uint32_t from) {
    dv_scenario *scenario = context;
    turn t = {agent, from};
    dv_error error;
    (void)world;
    lua_pushcfunction(scenario->state, run_turned);
    lua_pushlightuserdata(scenario->state, &t);
    // The engine's own work, which no script pays for.
    if (dv_call(scenario, 1, 0, DV_SETUP, (double)INFINITY, &error) == DV_OK)
        return DV_STAY;
    return dv_show_agent_error(scenario, agent, &error);
}
