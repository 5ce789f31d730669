// What a trial failed for if it took too much time. A save before it that has the same code would
// only take the same time again, so it is rolled back, too, without running.
#ifndef DROVER_BINDINGS_SLOW_CODE_H
#define DROVER_BINDINGS_SLOW_CODE_H

#include "scenario_data.h"

/// The newest trial has failed because of a function, with the number that calls/functions.h gives
/// it, or 0: because of the time that the engine took, which depends on all of the code.
void dv_slow_code_note(dv_scenario *scenario, uint32_t function);
/// Forget it.
void dv_slow_code_forget(dv_scenario *scenario);
/// Whether the generation in force has that code, with all that it leads to.
bool dv_slow_code_is_in_force(dv_scenario *scenario);
/// If that code is not on trial, stop its function as if it had run, with the message of the
/// trial. An unwatched run ends.
void dv_slow_code_stop(dv_scenario *scenario);

#endif
