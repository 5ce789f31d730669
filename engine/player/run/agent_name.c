#include "player/run/agent_name.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool dv_find_agent(const dv_world *world, const char *name, dv_agent *agent) {
    const char *mark = strchr(name, '#'), *number = mark ? mark + 1 : name;
    if (!*number || strlen(number) > 9 || strspn(number, "0123456789") != strlen(number))
        return false;
    uint32_t id = (uint32_t)strtoul(number, NULL, 10);
    if (id == 0 || id > dv_world_agent_limit(world))
        return false;
    *agent = dv_world_agent_at(world, id - 1);
    if (!agent->bits || !mark)
        return agent->bits != 0;
    const char *kind = dv_program_kind_name(dv_world_program(world), dv_agent_kind(world, *agent));
    size_t length = (size_t)(mark - name);
    return strlen(kind) == length && strncmp(kind, name, length) == 0;
}

void dv_write_agent_name(const dv_world *world, dv_agent agent, char name[DV_AGENT_NAME]) {
    snprintf(name, DV_AGENT_NAME, "%.100s#%" PRIu32,
             dv_program_kind_name(dv_world_program(world), dv_agent_kind(world, agent)),
             dv_agent_id(agent));
}
