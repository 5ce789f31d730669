// Behaviors that scripts applied to agents, in addition to their compositions. Each agent has a
// list, newest first; all lists share one array.
//
// Invariant: every agent's list is in `world->applied`, and at most `lasting_count` of all entries
// last beyond their tick.
#include "base/alloc.h"
#include "world/world_data.h"

#include <string.h>

static void take_over(dv_world *world, uint32_t agent, uint32_t *count) {
    uint32_t *link = &world->agents.applied[agent];
    for (uint32_t i = *link; i; i = world->applied[i - 1].next) {
        if (world->applied[i - 1].until == DV_UNTIL_THE_TICK_ENDS)
            continue;
        dv_applied *kept = &world->kept[*count];
        *kept = world->applied[i - 1];
        kept->is_new = false;
        world->applied_asks = world->applied_asks || (kept->node && kept->node->asks_host);
        world->applied_plans = world->applied_plans || (kept->node && kept->node->plans);
        *link = ++*count;
        link = &kept->next;
    }
    *link = 0;
}

bool dv_applied_begin_tick(dv_world *world) {
    uint32_t count = 0;
    world->applied_asks = world->applied_plans = false;
    if (world->applied_count > 0 && world->lasting_count == 0)
        memset(world->agents.applied, 0, world->agents.limit * sizeof *world->agents.applied);
    if (world->lasting_count > 0) {
        if (!dv_reserve((void **)&world->kept, &world->kept_capacity, world->lasting_count,
                        sizeof *world->kept))
            return false;
        for (uint32_t i = 0; i < world->agents.limit; i++)
            take_over(world, i, &count);
        dv_applied *old = world->applied;
        uint32_t old_capacity = world->applied_capacity;
        world->applied = world->kept;
        world->applied_capacity = world->kept_capacity;
        world->kept = old;
        world->kept_capacity = old_capacity;
    }
    world->applied_count = world->lasting_count = count;
    return true;
}

void dv_applied_end(dv_world *world, uint32_t agent, dv_until until) {
    uint32_t *link = &world->agents.applied[agent];
    while (*link) {
        dv_applied *applied = &world->applied[*link - 1];
        if (applied->until == until)
            *link = applied->next;
        else
            link = &applied->next;
    }
}

void dv_applied_leave_state(dv_world *world, uint32_t agent) {
    // What was applied in this tick lasts until the tick ends.
    for (uint32_t i = world->agents.applied[agent]; i; i = world->applied[i - 1].next)
        if (world->applied[i - 1].is_new && world->applied[i - 1].until == DV_UNTIL_ITS_STATE_STEPS)
            world->applied[i - 1].until = DV_UNTIL_THE_TICK_ENDS;
    dv_applied_end(world, agent, DV_UNTIL_ITS_STATE_STEPS);
}
