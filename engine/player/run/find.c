#include "player/run/find.h"

#include "player/run/agent_name.h"

#include <string.h>

/// Whether a text is the name of a kind, or of a kind and one of its states, as in "deer calm".
static bool names(const dv_program *program, uint32_t kind, uint32_t state, const char *text) {
    const char *name = dv_program_kind_name(program, kind);
    size_t length = strlen(name);
    if (strncmp(text, name, length) != 0)
        return false;
    if (!text[length])
        return true;
    return text[length] == ' ' && state < dv_program_state_count(program, kind) &&
           strcmp(text + length + 1, dv_program_state_name(program, kind, state)) == 0;
}

static bool names_any(const dv_program *program, const char *text) {
    for (uint32_t kind = 0; kind < dv_program_kind_count(program); kind++)
        for (uint32_t state = 0; state == 0 || state < dv_program_state_count(program, kind);
             state++)
            if (names(program, kind, state, text))
                return true;
    return false;
}

/// Whether a text that doesn't name a kind is an agent's state or a part of its label.
static bool is_described(const dv_scenario *scenario, const dv_world *world, dv_agent agent,
                         const char *text) {
    const dv_program *program = dv_world_program(world);
    uint32_t kind = dv_agent_kind(world, agent), state = dv_agent_state(world, agent);
    const char *label = dv_scenario_label(scenario, agent);
    if (state < dv_program_state_count(program, kind) &&
        strcmp(text, dv_program_state_name(program, kind, state)) == 0)
        return true;
    return label && strstr(label, text);
}

bool dv_find_next(const dv_scenario *scenario, const dv_world *world, uint32_t after,
                  const char *text, dv_agent *found) {
    const dv_program *program = dv_world_program(world);
    uint32_t limit = dv_world_agent_limit(world);
    bool is_of_kind = names_any(program, text);
    if (dv_find_agent(world, text, found))
        return true;
    // The agent with number `after` has index `after` - 1, so the next one has index `after`.
    for (uint32_t i = 0; i < limit && *text; i++) {
        dv_agent agent = *found = dv_world_agent_at(world, (after + i) % limit);
        if (!agent.bits)
            continue;
        if (is_of_kind
                ? names(program, dv_agent_kind(world, agent), dv_agent_state(world, agent), text)
                : is_described(scenario, world, agent, text))
            return true;
    }
    return false;
}
