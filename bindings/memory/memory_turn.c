// The memory of an agent that turned into another kind.
#include "memory/memory.h"
#include "memory/memory_private.h"
#include "scenario_data.h"

#include <string.h>

static bool has_monitors(lua_State *L, int names, uint32_t kind) {
    bool has = lua_rawgeti(L, names, dv_monitors_place(kind)) == LUA_TTABLE;
    lua_pop(L, 1);
    return has;
}

/// Copy the fields that both lists of defaults have, even if they were set to nil. The states that
/// monitors have put aside are those of the old kind.
static void keep_fields(lua_State *L, int defaults, int old_defaults, int memory, int old_memory,
                        bool are_monitored) {
    int top = lua_gettop(L);
    lua_pushnil(L);
    while (lua_next(L, defaults)) {
        lua_settop(L, top + 1);
        lua_pushvalue(L, top + 1);
        bool is_kept = lua_rawget(L, old_defaults) != LUA_TNIL;
        if (is_kept && !(are_monitored && strcmp(lua_tostring(L, top + 1), "monitors") == 0)) {
            lua_pushvalue(L, top + 1);
            lua_pushvalue(L, top + 1);
            lua_rawget(L, old_memory);
            lua_rawset(L, memory);
        }
        lua_settop(L, top + 1);
    }
}

void dv_turn_memory(lua_State *L, const dv_scenario *scenario, dv_agent agent, uint32_t from) {
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    int top = lua_gettop(L), names = top + 1, old = top + 2, new = top + 3;
    uint32_t kind = dv_agent_kind(scenario->world, agent), index = dv_handle_index(agent.bits);
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->generation->names);
    dv_push_agent_memory(L, scenario, index);
    dv_begin_agent_memory(L, scenario, agent);
    dv_push_agent_memory(L, scenario, index);
    if (lua_istable(L, old) && lua_istable(L, new)) {
        lua_rawgeti(L, names, 2 * (lua_Integer)kind + 2);
        lua_rawgeti(L, names, 2 * (lua_Integer)from + 2);
        keep_fields(L, new + 1, new + 2, new, old,
                    has_monitors(L, names, kind) || has_monitors(L, names, from));
    }
    lua_settop(L, top);
}
