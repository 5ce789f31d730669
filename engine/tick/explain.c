// What a change of state is kept with, for people who ask why; see drover/explain.h.
#include "guards/telling.h"
#include "tick/phases.h"
#include "world/transitions.h"

#include <stdio.h>

static const char *state_name(const dv_world *world, uint32_t agent, uint32_t state) {
    return dv_kind_of(world, agent)->states[state].name;
}

static void find_place(const dv_world *world, uint32_t agent, const dv_trigger *trigger,
                       char *place) {
    const dv_host *host = &world->host;
    dv_agent handle = {dv_agent_bits(world, agent)};
    place[0] = '\0';
    if (trigger->cause == DV_CAUSE_REQUEST)
        snprintf(place, DV_PLACE_CAPACITY, "%s", trigger->place);
    else if (trigger->guard)
        snprintf(place, DV_PLACE_CAPACITY, "%s", trigger->guard->guard->where);
    else if (trigger->cause == DV_CAUSE_STEP && host->step_place)
        host->step_place(host->context, world, handle, trigger->step, place, DV_PLACE_CAPACITY);
}

void dv_explain_switch(dv_world *world, uint32_t agent, uint32_t to, const dv_trigger *trigger,
                       dv_kept_transition *transition) {
    transition->tick = world->tick;
    transition->agent = dv_agent_bits(world, agent);
    transition->cause = trigger->cause;
    snprintf(transition->from, DV_NAME_CAPACITY, "%s",
             state_name(world, agent, world->agents.state[agent]));
    snprintf(transition->to, DV_NAME_CAPACITY, "%s", state_name(world, agent, to));
    transition->what[0] = '\0';
    if (trigger->guard)
        dv_tell_guard(world, agent, trigger->guard, trigger->is_of_kind, transition->what,
                      DV_WHAT_CAPACITY);
    find_place(world, agent, trigger, transition->place);
}

void dv_explain_migration(dv_world *world, uint32_t agent, const char *from) {
    dv_kept_transition transition = {
        .tick = world->tick, .agent = dv_agent_bits(world, agent), .cause = DV_CAUSE_MIGRATION};
    snprintf(transition.from, DV_NAME_CAPACITY, "%s", from);
    snprintf(transition.to, DV_NAME_CAPACITY, "%s",
             state_name(world, agent, world->agents.state[agent]));
    dv_transitions_add(world, &transition);
}
