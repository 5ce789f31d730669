#include "classes/timers.h"

#include "calls/timers.h"
#include "classes/access.h"
#include "classes/handles.h"
#include "classes/markers.h"
#include "memory/memory.h"
#include "sandbox/sandbox.h"

#include <lauxlib.h>

#define MOST_NAMES 256 // that are searched for a similar one

static int refuse_name(lua_State *L, const char *method, dv_agent agent, const char *given,
                       const dv_timer_list *timers) {
    const dv_world *world = dv_scenario_of(L)->world;
    const char *names[MOST_NAMES];
    uint32_t count = 0;
    for (; count < timers->count && count < MOST_NAMES; count++)
        names[count] = timers->items[count].name;
    const char *what = lua_pushfstring(L, "%s: the scenario has no timer", method);
    if (agent.bits)
        what = lua_pushfstring(
            L, "%s: kind '%s' has no timer", method,
            dv_program_kind_name(dv_world_program(world), dv_agent_kind(world, agent)));
    return dv_raise_unlisted(L, what, given, names, count);
}

/// The name of a timer at an index. A mod's own timers go without the name of the mod in its code.
/// May push a string that it returns.
static const char *check_name(lua_State *L, const char *method, dv_agent agent, int index) {
    const dv_scenario *scenario = dv_scenario_of(L);
    const dv_timer_list *timers = dv_timers_of(scenario->generation, scenario->world, agent);
    const char *name = luaL_checkstring(L, index);
    if (!agent.bits && scenario->generation->mod_count > 0) {
        dv_push_calling_mod(L);
        const char *own =
            lua_isstring(L, -1) ? lua_pushfstring(L, "%s.%s", lua_tostring(L, -1), name) : name;
        if (dv_timer_named(timers, own))
            return own;
    }
    if (!dv_timer_named(timers, name))
        refuse_name(L, method, agent, name, timers);
    return name;
}

/// Set a timer: seconds at 2, the name at 3, data at 4.
static int set_timer(lua_State *L, dv_agent agent) {
    dv_world *world = dv_writable_world(L);
    double seconds = luaL_checknumber(L, 2);
    const char *name = check_name(L, "after", agent, 3);
    const void *data = NULL;
    uint32_t size = 0;
    dv_error error;
    if (!lua_isnoneornil(L, 4) && !dv_is_none(L, 4)) {
        dv_sandbox_resolve_proxy(L, 4);
        dv_check_argument_data(L, 4, "after: data");
        const dv_kept_bytes *written = dv_write_timer_data(L, 4);
        data = written->bytes;
        size = written->size;
    }
    if (dv_world_set_timer(world, agent, name, seconds, data, size, &error) != DV_OK)
        return luaL_error(L, "after: %s", error.message);
    return 0;
}

static int cancel_timers(lua_State *L, dv_agent agent) {
    dv_world *world = dv_writable_world(L);
    const char *name = check_name(L, "cancel", agent, 2);
    lua_pushinteger(L, dv_world_cancel_timers(world, agent, name));
    return 1;
}

int dv_agent_after(lua_State *L) { return set_timer(L, dv_check_agent(L, 1)); }

int dv_agent_cancel(lua_State *L) { return cancel_timers(L, dv_check_agent(L, 1)); }

int dv_world_after_method(lua_State *L) { return set_timer(L, (dv_agent){0}); }

int dv_world_cancel_method(lua_State *L) { return cancel_timers(L, (dv_agent){0}); }
