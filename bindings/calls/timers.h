// Timers that are due: functions of the scenario, its mods, and kinds.
#ifndef DROVER_BINDINGS_CALLS_TIMERS_H
#define DROVER_BINDINGS_CALLS_TIMERS_H

#include "reload/generation_data.h"

#include "drover/drover.h"

/// The timers that a kind declares; with a null handle, those of the scenario and its mods.
const dv_timer_list *dv_timers_of(const dv_generation *generation, const dv_world *world,
                                  dv_agent agent);
/// The function of a timer; 0 if there is none of that name.
dv_function dv_timer_named(const dv_timer_list *timers, const char *name);

/// dv_host.timer_state and dv_host.timer.
dv_timer_state dv_state_of_timer(void *context, const dv_world *world, dv_agent agent,
                                 const char *name);
int32_t dv_call_timer(void *context, dv_world *world, const dv_timer *timer);

#endif
