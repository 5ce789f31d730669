// Decide: the phase that calls the host, on one thread. In order of IDs, each agent follows the
// first guard that holds, switches its state with `leave` and `enter`, and then runs its steps.
#include "navigation/flow_to.h"
#include "steering/evaluate.h"
#include "steering/intents.h"
#include "steering/ways.h"
#include "stress/choose.h"
#include "tick/phases.h"
#include "world/flows.h"
#include "world/timers.h"
#include "world/transitions.h"

/// Agents spawned during the tick wait for the next one, even if they reuse the index of one that
/// was sensed.
static bool takes_part(const dv_world *world, uint32_t agent) {
    return (world->agents.flags[agent] & (DV_AGENT_ALIVE | DV_AGENT_SENSED | DV_AGENT_SUSPENDED)) ==
           (DV_AGENT_ALIVE | DV_AGENT_SENSED);
}

static dv_agent handle_of(const dv_world *world, uint32_t agent) {
    return (dv_agent){dv_agent_bits(world, agent)};
}

/// Whether the agent still exists, after callbacks that may have removed it, and takes part.
static bool is_at_work(const dv_world *world, uint32_t agent, dv_agent handle) {
    return takes_part(world, agent) && handle.bits == dv_agent_bits(world, agent);
}

/// Whether the agent continues after a callback: it still exists, and the callback did not fail. If
/// it failed, suspend the agent.
static bool goes_on(dv_world *world, dv_agent handle, int32_t decision) {
    uint32_t agent;
    if (!dv_agent_index(world, handle.bits, &agent))
        return false;
    if (decision == DV_SUSPEND)
        dv_suspend(world, agent);
    return decision != DV_SUSPEND;
}

/// Switch an agent to a state, calling the host's leave and enter; without effect if it's already
/// in that state.
static void switch_state(dv_world *world, uint32_t agent, uint32_t state,
                         const dv_trigger *trigger) {
    const dv_host *host = &world->host;
    const dv_kind *kind = dv_kind_of(world, agent);
    uint32_t from = world->agents.state[agent];
    if (state == from)
        return;
    dv_agent handle = handle_of(world, agent);
    dv_kept_transition transition;
    if (world->transitions)
        dv_explain_switch(world, agent, state, trigger, &transition);
    if (kind->states[from].has_leave && host->leave &&
        !goes_on(world, handle, host->leave(host->context, world, handle, (int32_t)state)))
        return;
    dv_enter_state(world, agent, state);
    if (world->transitions)
        dv_transitions_add(world, &transition);
    if (kind->states[state].has_enter && host->enter)
        goes_on(world, handle, host->enter(host->context, world, handle, (int32_t)from));
}

/// Turn an agent into another kind, calling the host's leave, turned, and enter.
static void turn_into(dv_world *world, uint32_t agent, uint32_t kind) {
    const dv_host *host = &world->host;
    uint32_t row, from = world->agents.kind[agent];
    dv_agent handle = handle_of(world, agent);
    dv_store *store = &world->stores[kind];
    if (!dv_store_take_row(store, &row)) {
        // Out of memory: try again in the agent's next turn.
        world->agents.pending_state[agent] = (uint16_t)(DV_TURNS_INTO | kind);
        return;
    }
    if (dv_kind_of(world, agent)->states[world->agents.state[agent]].has_leave && host->leave &&
        !goes_on(world, handle, host->leave(host->context, world, handle, -1))) {
        dv_store_free_row(store, row);
        return;
    }
    dv_take_kind(world, agent, kind, row);
    dv_timers_turn(world, agent);
    if (host->turned && !goes_on(world, handle, host->turned(host->context, world, handle, from)))
        return;
    if (dv_kind_of(world, agent)->states[world->agents.state[agent]].has_enter && host->enter)
        goes_on(world, handle, host->enter(host->context, world, handle, -1));
}

void dv_agent_enter(dv_world *world, dv_agent handle) {
    uint32_t agent;
    const dv_host *host = &world->host;
    if (!dv_agent_index(world, handle.bits, &agent))
        return;
    const dv_kind *kind = dv_kind_of(world, agent);
    if (kind->has_init && host->init &&
        !goes_on(world, handle, host->init(host->context, world, handle)))
        return;
    if (kind->states[world->agents.state[agent]].has_enter && host->enter)
        goes_on(world, handle, host->enter(host->context, world, handle, -1));
}

void dv_agent_place_in_state(dv_world *world, dv_agent handle, uint32_t state, const char *from) {
    uint32_t agent;
    const dv_host *host = &world->host;
    if (!dv_agent_index(world, handle.bits, &agent))
        return;
    dv_enter_state(world, agent, state);
    if (world->transitions)
        dv_explain_migration(world, agent, from);
    if (dv_kind_of(world, agent)->states[state].has_enter && host->enter)
        goes_on(world, handle, host->enter(host->context, world, handle, -1));
}

bool dv_take_decision(dv_world *world, uint32_t agent, int32_t decision,
                      const dv_trigger *trigger) {
    int32_t asked_for = (int32_t)world->agents.pending_state[agent] - 1;
    int32_t wanted = decision >= 0 ? decision : asked_for;
    bool turns = world->agents.pending_state[agent] & DV_TURNS_INTO;
    world->agents.pending_state[agent] = 0;
    // Taken even if it has no effect, so that no later request gets its place.
    char place[DV_PLACE_CAPACITY] = "";
    if (asked_for >= 0 && world->transitions)
        dv_transitions_take_request(world, agent, place);
    if (turns) {
        turn_into(world, agent, (uint32_t)(asked_for + 1) & ~DV_TURNS_INTO);
        return true;
    }
    if (wanted < 0)
        return false;
    dv_trigger actual = *trigger;
    if (decision < 0) {
        actual.cause = DV_CAUSE_REQUEST;
        actual.place = place;
    }
    switch_state(world, agent, (uint32_t)wanted, &actual);
    return true;
}

static void follow_guards(dv_world *world, uint32_t agent) {
    const dv_host *host = &world->host;
    dv_agent handle = handle_of(world, agent);
    uint16_t entry = world->agents.fired[agent];
    if (entry != DV_NO_GUARD && (entry & DV_FIRED_ASKS))
        entry = dv_first_guard(world, agent, entry & (uint16_t)~DV_FIRED_ASKS, true);
    while (entry != DV_NO_GUARD) {
        const dv_on *on = dv_guard_entry(world, agent, entry);
        dv_trigger trigger = {.cause = on->state >= 0 ? DV_CAUSE_GUARD : DV_CAUSE_CHOICE,
                              .guard = on->guard,
                              .is_of_kind = entry < dv_kind_of(world, agent)->on_count};
        if (on->state >= 0) {
            switch_state(world, agent, (uint32_t)on->state, &trigger);
            return;
        }
        if (host->choose) {
            int32_t decision = host->choose(host->context, world, handle, on->callback);
            if (!goes_on(world, handle, decision) ||
                dv_take_decision(world, agent, decision, &trigger))
                return;
        }
        entry = dv_first_guard(world, agent, (uint16_t)(entry + 1), true);
    }
}

/// Whether a step is due in this tick. `dt` gets the time since the previous step, or since the
/// rhythm began.
static bool is_due(const dv_world *world, uint32_t agent, const dv_rhythm *rhythm, double *dt) {
    *dt = world->dt;
    if (rhythm->every <= 1)
        return true;
    uint32_t *ticks = (uint32_t *)(void *)(dv_states_of(world, agent) + rhythm->offset);
    ++*ticks;
    if (world->tick % rhythm->every != (agent + 1) % rhythm->every)
        return false;
    *dt = *ticks * world->dt;
    *ticks = 0;
    return true;
}

/// Run the step of the kind (`state` is −1) or of a state if it is due; false if it is not.
static bool run_step(dv_world *world, uint32_t agent, int32_t state, int32_t *decision) {
    const dv_host *host = &world->host;
    const dv_kind *kind = dv_kind_of(world, agent);
    const dv_rhythm *rhythm = state < 0 ? &kind->rhythm : &kind->states[state].rhythm;
    dv_until until = state < 0 ? DV_UNTIL_ITS_KIND_STEPS : DV_UNTIL_ITS_STATE_STEPS;
    double dt;
    if (!is_due(world, agent, rhythm, &dt))
        return false;
    if (rhythm->every > 1) {
        dv_applied_end(world, agent, until);
        world->thinker = agent;
        world->thinking = until;
    }
    *decision = host->step(host->context, world, handle_of(world, agent), state, dt);
    world->thinking = DV_UNTIL_THE_TICK_ENDS;
    return true;
}

/// Run the step of the current state. A second switch in the same tick waits for the agent's next
/// turn.
static void step_state(dv_world *world, uint32_t agent, bool switched) {
    const dv_kind *kind = dv_kind_of(world, agent);
    dv_agent handle = handle_of(world, agent);
    int32_t decision;
    uint32_t state = world->agents.state[agent];
    if (!kind->states[state].has_step || !run_step(world, agent, (int32_t)state, &decision))
        return;
    if (!goes_on(world, handle, decision))
        return;
    dv_trigger trigger = {.cause = DV_CAUSE_STEP, .step = (int32_t)state};
    if (!switched)
        dv_take_decision(world, agent, decision, &trigger);
    else if (decision >= 0 && !(world->agents.pending_state[agent] & DV_TURNS_INTO))
        world->agents.pending_state[agent] = (uint16_t)(decision + 1);
}

static void step_agent(dv_world *world, uint32_t agent) {
    const dv_kind *kind = dv_kind_of(world, agent);
    dv_agent handle = handle_of(world, agent);
    const dv_trigger of_kind = {.cause = DV_CAUSE_STEP, .step = -1};
    bool switched = false;
    int32_t decision;
    if (!world->host.step)
        return;
    if (kind->has_step && run_step(world, agent, -1, &decision)) {
        if (!goes_on(world, handle, decision))
            return;
        switched = dv_take_decision(world, agent, decision, &of_kind);
        if (!is_at_work(world, agent, handle))
            return;
    }
    step_state(world, agent, switched);
}

/// Test the guards of a state that was entered since the sense phase. Results for guards of the
/// kind remain valid.
static void sense_again(dv_world *world, uint32_t agent) {
    uint16_t *fired = &world->agents.fired[agent];
    uint16_t of_kind = (uint16_t)dv_kind_of(world, agent)->on_count;
    if (*fired == DV_NO_GUARD || (*fired & ~DV_FIRED_ASKS) >= of_kind)
        *fired = dv_first_guard(world, agent, of_kind, true);
}

/// Turn into the kind, or switch to the state, that was requested since the agent's last turn. A
/// request for the current state does nothing.
static void do_as_told(dv_world *world, uint32_t agent) {
    dv_agent handle = handle_of(world, agent);
    uint32_t before = world->agents.state[agent];
    bool turns = world->agents.pending_state[agent] & DV_TURNS_INTO;
    dv_take_decision(world, agent, DV_STAY, &(dv_trigger){.cause = DV_CAUSE_REQUEST});
    if (!is_at_work(world, agent, handle))
        return;
    if (turns)
        world->agents.fired[agent] = dv_first_guard(world, agent, 0, true);
    else if (world->agents.state[agent] != before)
        sense_again(world, agent);
}

static void decide_agent(dv_world *world, uint32_t agent) {
    dv_agent handle = handle_of(world, agent);
    if (world->agents.pending_state[agent])
        do_as_told(world, agent);
    if (world->agents.fired[agent] != DV_NO_GUARD && is_at_work(world, agent, handle))
        follow_guards(world, agent);
    if (is_at_work(world, agent, handle))
        step_agent(world, agent);
}

/// Call the host for behaviors that are host functions, both in the agent's composition and among
/// the applied ones.
static void ask_customs(dv_world *world, uint32_t agent) {
    unsigned char *states = dv_states_of(world, agent);
    const dv_node *node = dv_composition_of(world, agent);
    bool answers = !node || dv_call_custom_behaviors(world, agent, node, states);
    for (uint32_t i = world->agents.applied[agent]; answers && i; i = world->applied[i - 1].next)
        answers = dv_call_custom_behaviors(world, agent, world->applied[i - 1].node, states);
    const dv_kind *kind = dv_kind_of(world, agent);
    if (answers && (kind->is_legged || kind->weighs))
        answers = dv_call_stress_callbacks(world, agent);
    if (!answers)
        dv_suspend(world, agent);
}

/// Note which of an agent's behaviors wish for a plan, both in its composition and among the
/// applied ones, and publish what it intends by its composition.
static void note_plans(dv_world *world, uint32_t agent) {
    unsigned char *states = dv_states_of(world, agent);
    const dv_node *node = dv_composition_of(world, agent);
    if (node) {
        dv_note_wishes(world, agent, node, states);
        dv_publish_intents(world, agent, node, states);
    }
    for (uint32_t i = world->agents.applied[agent]; i; i = world->applied[i - 1].next) {
        dv_note_wishes(world, agent, world->applied[i - 1].node, states);
        dv_publish_intents(world, agent, world->applied[i - 1].node, states);
    }
}

static bool plans_ways(const dv_world *world, uint32_t agent) {
    return dv_kind_of(world, agent)->plans ||
           (world->applied_plans && world->agents.applied[agent]);
}

static void plan_all_ways(dv_world *world) {
    dv_intents_begin(world);
    for (uint32_t i = 0; i < world->active_count; i++)
        if (plans_ways(world, world->active[i]) && takes_part(world, world->active[i]))
            note_plans(world, world->active[i]);
    dv_plan_ways(world);
}

/// Whether any agent has a requested state.
static bool is_any_state_requested(const dv_world *world) {
    uint16_t requested = 0;
    for (uint32_t i = 0; i < world->agents.limit; i++)
        requested |= world->agents.pending_state[i];
    return requested;
}

static bool has_customs(const dv_world *world, uint32_t agent) {
    return dv_kind_of(world, agent)->asks_host ||
           (world->applied_asks && world->agents.applied[agent]);
}

/// The first turn from `turn` on in which an agent may have something to do. In large worlds most
/// agents have nothing to do: no guard holds, and there is no step.
static uint32_t skip_silent(const dv_world *world, uint32_t turn) {
    const dv_columns *c = &world->agents;
    for (; turn < world->active_count; turn++) {
        uint32_t agent = world->active[turn];
        if (c->fired[agent] != DV_NO_GUARD || c->pending_state[agent] ||
            world->program->kinds[c->kind[agent]].steps)
            break;
    }
    return turn;
}

bool dv_next_turn(dv_world *world, dv_turn *turn) {
    const dv_columns *c = &world->agents;
    for (;; world->turn++) {
        world->turn = skip_silent(world, world->turn);
        if (world->turn == world->active_count)
            return false;
        uint32_t agent = world->active[world->turn];
        const dv_kind *kind = dv_kind_of(world, agent);
        const dv_state *state = &kind->states[c->state[agent]];
        bool steps = kind->has_step || state->has_step;
        bool does_more = c->fired[agent] != DV_NO_GUARD || c->pending_state[agent];
        if (!(steps || does_more) || !takes_part(world, agent))
            continue;
        const dv_rhythm *rhythm = kind->has_step ? &kind->rhythm : &state->rhythm;
        turn->agent = handle_of(world, agent);
        turn->state = kind->has_step ? -1 : (int32_t)c->state[agent];
        return !does_more && kind->has_step != state->has_step && rhythm->every <= 1;
    }
}

bool dv_pass_turn(dv_world *world) {
    if (world->agents.pending_state[world->active[world->turn]])
        return false;
    world->turn++;
    return true;
}

void dv_end_turn(dv_world *world, int32_t decision) {
    const uint8_t sensed = DV_AGENT_ALIVE | DV_AGENT_SENSED;
    uint32_t agent = world->active[world->turn++];
    if ((world->agents.flags[agent] & sensed) != sensed) // even if a new agent has its index
        return;
    if (decision == DV_SUSPEND) {
        dv_suspend(world, agent);
        return;
    }
    bool was_of_kind = dv_kind_of(world, agent)->has_step;
    dv_trigger trigger = {.cause = DV_CAUSE_STEP,
                          .step = was_of_kind ? -1 : (int32_t)world->agents.state[agent]};
    bool switched = dv_take_decision(world, agent, decision, &trigger);
    // If that was the kind's step, the new state may have a step too.
    if (switched && was_of_kind && takes_part(world, agent))
        step_state(world, agent, true);
}

static void decide_all(dv_world *world) {
    const dv_host *host = &world->host;
    dv_turn turn;
    world->turn = 0;
    for (;;) {
        bool is_step = dv_next_turn(world, &turn);
        if (world->turn == world->active_count)
            return;
        if (is_step && host->steps)
            host->steps(host->context, world);
        else
            decide_agent(world, world->active[world->turn++]);
    }
}

static void ask_all_customs(dv_world *world) {
    for (uint32_t i = 0; i < world->active_count; i++)
        if (has_customs(world, world->active[i]) && takes_part(world, world->active[i]))
            ask_customs(world, world->active[i]);
}

void dv_tick_decide(dv_world *world) {
    const dv_host *host = &world->host;
    dv_call_timers(world);
    if (host->update)
        host->update(host->context, world, world->dt);
    dv_world_elect(world);
    dv_flows_renew(world);
    dv_aimed_flows_renew(world);
    if (world->program->decides || is_any_state_requested(world))
        decide_all(world);
    if (world->program->asks_host || world->applied_asks)
        ask_all_customs(world);
    if (world->program->plans || world->applied_plans)
        plan_all_ways(world);
    dv_form_cohorts(world);
}
