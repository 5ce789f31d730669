// The class of the world, and settings.
#ifndef DROVER_BINDINGS_CLASSES_WORLD_H
#define DROVER_BINDINGS_CLASSES_WORLD_H

#include "drover/drover.h"

#include <lua.h>

/// Create the world's class and its object.
void dv_open_world(lua_State *L);
/// Push the value of a setting.
void dv_push_setting(lua_State *L, const dv_world *world, uint32_t setting);

#endif
