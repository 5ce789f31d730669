// Variables of modules that functions keep values in: no snapshot has them, so they start over on
// every reload, every rewind, and --load.
#ifndef DROVER_BINDINGS_MODULE_LOCALS_H
#define DROVER_BINDINGS_MODULE_LOCALS_H

#include "reload/generation_data.h"
#include "scenario_data.h"

/// Note which local variables the functions of a generation, the list at an index, share, and what
/// they hold now that all is loaded, with what is in their tables. Raises when memory is out.
void dv_watch_locals(lua_State *L, dv_generation *generation, int functions);

/// Warn about locals of the current code whose values have changed since it was loaded, each once
/// in the life of the scenario: "helper.lua:3: functions change local 'count' …".
dv_result dv_warn_of_locals(dv_scenario *scenario, dv_error *error);

#endif
