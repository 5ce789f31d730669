// Limits on the time that scripts take.
#ifndef DROVER_BINDINGS_STOPS_H
#define DROVER_BINDINGS_STOPS_H

#include "reload/generation_data.h"

#include "drover/drover.h"

/// Processor time in seconds that a callback may take.
double dv_call_seconds_of(const dv_scenario_options *options);
/// Processor time in seconds that loading all modules may take. A budget below the usual limit of a
/// callback does not lower it, because a budget is for ticks.
double dv_load_seconds_of(const dv_scenario_options *options);
/// Begin the budget of a tick, or of everything until the next tick.
void dv_begin_budget(dv_scenario *scenario);
/// Renew the number of cells that planning may use in a tick or between two ticks.
void dv_begin_planning(dv_scenario *scenario);
/// Remove the budget: loading has a limit of its own.
void dv_lift_budget(dv_scenario *scenario);
/// Do not call a function again until the next good save, for the reason `why`.
void dv_stop_function(dv_scenario *scenario, uint32_t function, const char *why);
/// After a function failed, check whether it was stopped for time, and which function is at fault.
/// Returns false if this function is not at fault: it was cut short after others had used up the
/// time. May replace `error` with a better message.
bool dv_note_stop(dv_scenario *scenario, uint32_t function, dv_error *error);
/// Add a callback to those that are not called again. Returns false if out of memory.
bool dv_stop_place(dv_generation *generation, const char *place);
/// Like dv_scenario_list_stops, for a generation that may no longer be in force.
dv_result dv_list_stops(const dv_generation *generation, bool update_suspended, dv_stops *stops,
                        dv_error *error);
bool dv_is_place_stopped(const dv_generation *generation, const char *place);

#endif
