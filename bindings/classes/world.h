// The class of the world, and settings.
#ifndef DROVER_BINDINGS_CLASSES_WORLD_H
#define DROVER_BINDINGS_CLASSES_WORLD_H

#include "drover/drover.h"

#include <lua.h>

/// Create the world's class and its object.
void dv_open_world(lua_State *L);
/// The number of what is declared as a group, flow, field, or link (`what`), given at 2 by name or
/// reference.
uint32_t dv_check_declared(lua_State *L, const char *what, uint32_t count,
                           const char *(*name_of)(const dv_program *program, uint32_t type));
/// Push the value of a setting.
void dv_push_setting(lua_State *L, const dv_world *world, uint32_t setting);

#endif
