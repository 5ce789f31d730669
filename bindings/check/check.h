// Mistakes that a script's source shows before it runs into them: names that nobody has, states
// that nothing leads to, slots that nothing fills, guards that cannot hold.
//
// Only what is certain is said. Code that is written to be dynamic (`self[name]`, names put
// together while it runs, agents handed to functions of any use) is left alone: whatever a check
// does not see through makes it silent.
#ifndef DROVER_BINDINGS_CHECK_H
#define DROVER_BINDINGS_CHECK_H

#include "script.h"

/// Warn of what is wrong in the modules that changed, 20 times at most. Scenarios with more than
/// 256 KiB of source are not checked. Fails when memory is short.
dv_result dv_check_scripts(dv_scenario *scenario, dv_error *error);

#endif
