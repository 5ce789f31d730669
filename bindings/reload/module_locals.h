// Local variables of modules that scripts keep values in: they start over on every save.
#ifndef DROVER_BINDINGS_MODULE_LOCALS_H
#define DROVER_BINDINGS_MODULE_LOCALS_H

#include "reload/generation_data.h"
#include "scenario_data.h"

/// Note which local variables the functions of a generation, the list at an index, and its modules
/// share, and what they hold now that all is loaded. Raises when memory is out.
void dv_watch_locals(lua_State *L, dv_generation *generation, int functions);

/// Warn of the locals of the code in force that were assigned since it was loaded, each once in the
/// life of the scenario: "helper.lua:3: local 'count' starts over on every save; keep it in
/// memory".
dv_result dv_warn_of_locals(dv_scenario *scenario, dv_error *error);

#endif
