// What a trial failed for if it took too much time. A save before it that has the same code would
// only take the same time again, so it is rolled back, too, without running.
#ifndef DROVER_BINDINGS_SLOW_CODE_H
#define DROVER_BINDINGS_SLOW_CODE_H

#include "scenario_data.h"

/// Before a trial is rolled back: find out what the code does that it failed for.
void dv_slow_code_note(dv_scenario *scenario);
/// Forget it.
void dv_slow_code_forget(dv_scenario *scenario);
/// Whether the code that runs now has it too, with all that it leads to.
bool dv_slow_code_is_in_force(dv_scenario *scenario);
/// If that code is not on trial, stop its function as if it had run, with the message of the
/// trial. An unwatched run ends.
void dv_slow_code_stop(dv_scenario *scenario);

#endif
