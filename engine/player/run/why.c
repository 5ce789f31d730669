#include "player/run/why.h"

#include "base/utf8.h"
#include "player/run/agent_name.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char *reason_of(const dv_transition *transition) {
    if (*transition->what)
        return transition->what;
    switch (transition->cause) {
    case DV_CAUSE_GUARD:
        return "a guard held";
    case DV_CAUSE_CHOICE:
        return "a guard's function chose it";
    case DV_CAUSE_STEP:
        return "its step chose it";
    case DV_CAUSE_REQUEST:
        return "become was called";
    case DV_CAUSE_MIGRATION:
        return "new code was loaded";
    }
    return "";
}

void dv_write_ago(const dv_world *world, uint64_t tick, char *text, size_t size) {
    double ago = (double)(dv_world_tick(world) - tick) * dv_world_dt(world);
    if (ago < 0.05)
        snprintf(text, size, "just now");
    else
        snprintf(text, size, "%.1f s ago", ago);
}

void dv_why_line(const dv_world *world, const dv_transition *transition, char text[DV_WHY_TEXT]) {
    char ago[40];
    bool has_place = *transition->place;
    dv_write_ago(world, transition->tick, ago, sizeof ago);
    snprintf(text, DV_WHY_TEXT, "%s %s: %s%s%s%s", transition->to, ago, reason_of(transition),
             has_place ? " (" : "", transition->place, has_place ? ")" : "");
    dv_utf8_trim(text);
}

bool dv_why(const dv_run *run, const char *name, dv_agent *found, char text[DV_WHY_TEXT]) {
    const dv_world *world = run->world;
    dv_agent agent;
    dv_transition last;
    if (!dv_world_explains(world)) {
        snprintf(text, DV_WHY_TEXT, "nothing is kept to say why; run with --explain");
        return false;
    }
    if (!dv_find_agent(world, name, &agent)) {
        snprintf(text, DV_WHY_TEXT, "why takes the number of an agent, as in why 152, not '%.80s'",
                 name);
        return false;
    }
    *found = agent;
    const dv_program *program = dv_world_program(world);
    uint32_t kind = dv_agent_kind(world, agent), state = dv_agent_state(world, agent);
    char line[DV_WHY_TEXT], whose[DV_AGENT_NAME];
    dv_write_agent_name(world, agent, whose);
    if (dv_agent_transition(world, agent, 0, &last))
        dv_why_line(world, &last, line);
    else if (*dv_program_state_name(program, kind, state))
        snprintf(line, sizeof line, "%s for %.1f s, and no change is kept",
                 dv_program_state_name(program, kind, state), dv_agent_state_time(world, agent));
    else
        snprintf(line, sizeof line, "its kind has no states");
    snprintf(text, DV_WHY_TEXT, "%s: %.360s", whose, line);
    dv_utf8_trim(text);
    return true;
}
