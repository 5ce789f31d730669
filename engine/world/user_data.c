// User data of worlds and agents; see drover/data.h.
#include "drover/data.h"

#include "base/alloc.h"
#include "base/result.h"
#include "world/world_data.h"

#include <string.h>

void dv_world_set_user_data(dv_world *world, void *data) { world->user.data = data; }

void *dv_world_user_data(const dv_world *world) { return world->user.data; }

static bool reserve_agents(dv_user_data *user, uint32_t needed) {
    uint32_t before = user->capacity;
    if (needed <= before)
        return true;
    if (!dv_reserve((void **)&user->agents, &user->capacity, needed, sizeof *user->agents))
        return false;
    memset(user->agents + before, 0, (user->capacity - before) * sizeof *user->agents);
    return true;
}

dv_result dv_agent_set_user_data(dv_world *world, dv_agent agent, void *data, dv_error *error) {
    uint32_t i;
    if (!dv_agent_index(world, agent.bits, &i))
        return dv_fail(error, DV_ERROR_STALE, "the agent is gone");
    if (!reserve_agents(&world->user, i + 1))
        return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    world->user.agents[i] = (dv_agent_data){agent.bits, data};
    return DV_OK;
}

void *dv_agent_user_data(const dv_world *world, dv_agent agent) {
    uint32_t i;
    if (!dv_agent_index(world, agent.bits, &i) || i >= world->user.capacity)
        return NULL;
    const dv_agent_data *entry = &world->user.agents[i];
    return entry->agent == agent.bits ? entry->data : NULL;
}
