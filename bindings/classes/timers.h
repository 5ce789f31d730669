// The methods `after` and `cancel` of agents and of the world.
#ifndef DROVER_BINDINGS_CLASSES_TIMERS_H
#define DROVER_BINDINGS_CLASSES_TIMERS_H

#include <lua.h>

int dv_agent_after(lua_State *L);
int dv_agent_cancel(lua_State *L);
int dv_world_after_method(lua_State *L);
int dv_world_cancel_method(lua_State *L);

#endif
