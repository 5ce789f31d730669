// Creating and freeing generations.
#ifndef DROVER_BINDINGS_GENERATION_H
#define DROVER_BINDINGS_GENERATION_H

#include "reload/generation_data.h"

#include "drover/drover.h"

#include <lua.h>

/// Create a generation from the declarations of the modules and the scenario definition at the top
/// of the stack, which is popped. On failure, returns NULL and sets `error`.
dv_generation *dv_generation_create(dv_scenario *scenario, dv_error *error);
void dv_generation_destroy(dv_scenario *scenario, dv_generation *generation);

#endif
