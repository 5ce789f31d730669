#include "calls/timers.h"

#include "calls/calls.h"
#include "calls/failures.h"
#include "calls/functions.h"
#include "calls/stops.h"
#include "classes/handles.h"
#include "memory/memory.h"
#include "scenario_data.h"

#include <string.h>

const dv_timer_list *dv_timers_of(const dv_generation *generation, const dv_world *world,
                                  dv_agent agent) {
    return agent.bits ? &generation->kinds[dv_agent_kind(world, agent)].timers
                      : &generation->timers;
}

dv_function dv_timer_named(const dv_timer_list *timers, const char *name) {
    for (uint32_t i = 0; i < timers->count; i++)
        if (strcmp(timers->items[i].name, name) == 0)
            return timers->items[i].function;
    return 0;
}

dv_timer_state dv_state_of_timer(void *context, const dv_world *world, dv_agent agent,
                                 const char *name) {
    const dv_scenario *scenario = context;
    dv_function function = dv_timer_named(dv_timers_of(scenario->generation, world, agent), name);
    if (!function)
        return DV_TIMER_UNKNOWN;
    if (dv_calls_are_over(scenario))
        return DV_TIMER_NOT_NOW;
    return dv_is_stopped(scenario, function) ? DV_TIMER_STOPPED : DV_TIMER_READY;
}

typedef struct timer_call {
    const dv_timer *timer;
    dv_function function;
} timer_call;

/// It goes through a C function because reading the data may raise, which must happen within a
/// protected call.
static int run_timer(lua_State *L) {
    const timer_call *call = lua_touserdata(L, 1);
    const dv_timer *timer = call->timer;
    dv_scenario *scenario = dv_scenario_of(L);
    lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->generation->functions);
    lua_rawgeti(L, -1, (lua_Integer)call->function);
    if (timer->agent.bits)
        dv_push_handle(L, timer->agent.bits);
    else
        lua_rawgeti(L, LUA_REGISTRYINDEX, scenario->world_object);
    dv_push_timer_data(L, scenario->world, timer);
    lua_call(L, 2, 1);
    if (!lua_isnil(L, -1) && dv_agent_alive(scenario->world, timer->agent))
        dv_refuse_result(L, call->function, timer->name, "switch with self:become");
    return 0;
}

int32_t dv_call_timer(void *context, dv_world *world, const dv_timer *timer) {
    dv_scenario *scenario = context;
    dv_function function =
        dv_timer_named(dv_timers_of(scenario->generation, world, timer->agent), timer->name);
    timer_call call = {timer, function};
    dv_error error;
    lua_pushcfunction(scenario->state, run_timer);
    lua_pushlightuserdata(scenario->state, &call);
    if (dv_call_function(scenario, function, 1, 0, DV_SETUP, &error) == DV_OK)
        return DV_STAY;
    if (timer->agent.bits)
        return dv_fail_agent(scenario, timer->agent, function, &error);
    if (dv_note_stop(scenario, function, &error) && dv_script_failed(scenario, error.message)) {
        dv_stop_function(scenario, function, error.message);
        dv_end_unwatched_run(scenario, &error);
    }
    return DV_STAY;
}
