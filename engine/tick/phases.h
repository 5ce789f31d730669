// The phases of a tick, in order. See tick.c.
#ifndef DV_TICK_PHASES_H
#define DV_TICK_PHASES_H

#include "world/transitions.h"
#include "world/world_data.h"

/// Set in `fired` if the guard has to call the host first.
#define DV_FIRED_ASKS 0x8000u

dv_result dv_tick_sense(dv_world *world, dv_error *error);
/// Part of sense: compute answers to likely queries.
void dv_prefetch_answers(dv_world *world);
void dv_tick_decide(dv_world *world);
/// Part of decide: call the host for timers that are due.
void dv_call_timers(dv_world *world);
void dv_tick_steer(dv_world *world);
void dv_tick_move(dv_world *world);
void dv_tick_fields(dv_world *world);
void dv_tick_publish(dv_world *world);

/// Part of steer: agents to which scripts applied behaviors.
void dv_steer_applied(dv_world *world);

static inline void dv_keep_steering(dv_world *world, uint32_t agent, dv_vec3 steering) {
    if (world->space == DV_PLANE)
        steering.z = 0;
    world->agents.steering[agent] = steering;
}

/// Set the cohorts of all agents, and remove agents from `active` that were removed or suspended
/// during the decide phase.
void dv_form_cohorts(dv_world *world);

/// The first guard, from entry `from` on, that holds and has an action. Entries count the kind's
/// guards first, then the state's. DV_NO_GUARD if there is none. If the host may not be called, a
/// guard that needs the host is returned with DV_FIRED_ASKS set.
uint16_t dv_first_guard(dv_world *world, uint32_t agent, uint16_t from, bool may_ask_host);
const dv_on *dv_guard_entry(const dv_world *world, uint32_t agent, uint16_t entry);

struct dv_observer;
/// Compute an agent's steering vector as the steer phase would, by its composition `node` (may be
/// NULL) and what is applied to it, reporting each behavior and writing no state.
dv_vec3 dv_observe_all(const dv_world *world, const dv_steering_context *context,
                       const dv_node *node, struct dv_observer *observer);

/// Describe a change of state that is about to happen. Call it before `leave` and `enter`, which
/// may change what the guard noticed.
void dv_explain_switch(dv_world *world, uint32_t agent, uint32_t to, const dv_trigger *trigger,
                       dv_kept_transition *transition);
/// Keep that new code has put an agent into its present state. `from` is the name of the state that
/// it was in.
void dv_explain_migration(dv_world *world, uint32_t agent, const char *from);

#endif
