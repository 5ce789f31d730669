// Finds mistakes that a script's source shows before it runs into them: names that do not exist,
// states that nothing leads to, slots that nothing fills, guards that cannot hold.
//
// Only certain mistakes are reported. Code written to be dynamic (`self[name]`, names put together
// at run time, agents passed to general-purpose functions) is left alone: when a check cannot see
// through something, it stays silent.
#ifndef DROVER_BINDINGS_CHECK_H
#define DROVER_BINDINGS_CHECK_H

#include "scenario_data.h"

/// Warn about mistakes in the modules that changed, at most 20 times. Scenarios with more than 256
/// KiB of source are not checked. Fails when out of memory.
dv_result dv_check_scripts(dv_scenario *scenario, dv_error *error);

#endif
