// Timers that are due, at the start of decide.
#include "world/timers.h"
#include "base/alloc.h"
#include "tick/phases.h"

static dv_timer_state state_of(const dv_world *world, const dv_timer *timer) {
    const dv_host *host = &world->host;
    uint32_t agent;
    if (!host->timer)
        return DV_TIMER_UNKNOWN;
    if (timer->agent.bits && dv_agent_index(world, timer->agent.bits, &agent) &&
        (world->agents.flags[agent] & DV_AGENT_SUSPENDED))
        return DV_TIMER_STOPPED;
    return host->timer_state ? host->timer_state(host->context, world, timer->agent, timer->name)
                             : DV_TIMER_READY;
}

static void call_timer(dv_world *world, uint32_t record) {
    const dv_host *host = &world->host;
    dv_timer timer;
    void *content = dv_timers_take(world, record, &timer);
    if (host->timer(host->context, world, &timer) == DV_SUSPEND)
        dv_agent_suspend(world, timer.agent);
    dv_free(content);
}

void dv_call_timers(dv_world *world) {
    uint32_t record;
    dv_timer timer;
    while (dv_timers_next(world, world->tick, &record)) {
        dv_world_timer_at(world, record, &timer);
        dv_timer_state state = state_of(world, &timer);
        if (state == DV_TIMER_NOT_NOW)
            return;
        if (state == DV_TIMER_READY)
            call_timer(world, record);
        else
            dv_timers_hold(world, record);
    }
}
