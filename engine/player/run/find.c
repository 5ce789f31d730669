#include "player/run/find.h"

#include "player/run/agent_name.h"

#include <string.h>

static bool is_named(const dv_scenario *scenario, const dv_world *world, dv_agent agent,
                     const char *text) {
    const dv_program *program = dv_world_program(world);
    uint32_t kind = dv_agent_kind(world, agent), state = dv_agent_state(world, agent);
    const char *kind_name = dv_program_kind_name(program, kind);
    const char *label = dv_scenario_label(scenario, agent);
    if (strcmp(text, kind_name) == 0)
        return true;
    if (state < dv_program_state_count(program, kind) &&
        strcmp(text, dv_program_state_name(program, kind, state)) == 0)
        return true;
    return label && strstr(label, text);
}

bool dv_find_next(const dv_scenario *scenario, const dv_world *world, uint32_t after,
                  const char *text, dv_agent *found) {
    uint32_t limit = dv_world_agent_limit(world);
    if (dv_find_agent(world, text, found))
        return true;
    // The agent with number `after` has index `after` - 1, so the next one has index `after`.
    for (uint32_t i = 0; i < limit && *text; i++) {
        *found = dv_world_agent_at(world, (after + i) % limit);
        if (found->bits && is_named(scenario, world, *found, text))
            return true;
    }
    return false;
}
