// The phases of one tick, in their order. See tick.c.
#ifndef DV_TICK_PHASES_H
#define DV_TICK_PHASES_H

#include "world/world_data.h"

/// Set in `fired` when the guard waits for the host's answer.
#define DV_FIRED_ASKS 0x8000u

dv_result dv_tick_sense(dv_world *world, dv_error *error);
/// Part of sense: answer what is likely to be asked.
void dv_foresee(dv_world *world);
void dv_tick_decide(dv_world *world);
void dv_tick_steer(dv_world *world);
void dv_tick_move(dv_world *world);
void dv_tick_publish(dv_world *world);

/// Part of steer: those to whom scripts applied something.
void dv_steer_applied(dv_world *world);

static inline void dv_keep_steering(dv_world *world, uint32_t agent, dv_vec3 steering) {
    if (world->space == DV_PLANE)
        steering.z = 0;
    world->agents.steering[agent] = steering;
}

/// Give everybody's cohort, and leave out of the active who was removed or suspended meanwhile.
void dv_form_cohorts(dv_world *world);

/// The first guard from entry `from` on that holds and has something to do, counted through the
/// kind's guards and then the state's; DV_NO_GUARD when there is none. With the host out of reach,
/// one that needs its answer is returned with DV_FIRED_ASKS.
uint16_t dv_first_guard(dv_world *world, uint32_t agent, uint16_t from, bool may_ask_host);
const dv_on *dv_guard_entry(const dv_world *world, uint32_t agent, uint16_t entry);

#endif
