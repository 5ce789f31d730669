// Turning agents into other kinds.
#ifndef DROVER_BINDINGS_CLASSES_TURN_INTO_H
#define DROVER_BINDINGS_CLASSES_TURN_INTO_H

#include "scenario_data.h"

#include <lua.h>

/// The method `turn_into`.
int dv_turn_into(lua_State *L);
/// dv_host.turned: move the agent's memory to its new kind, and give it the values of `turn_into`.
int32_t dv_call_turned(void *context, dv_world *world, dv_agent agent, uint32_t from);

#endif
