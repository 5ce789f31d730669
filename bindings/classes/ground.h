// Terrain and surfaces in Lua.
#ifndef DROVER_BINDINGS_CLASSES_GROUND_H
#define DROVER_BINDINGS_CLASSES_GROUND_H

#include "modules/modules.h"

#include "drover/drover.h"

#include <lua.h>

/// Terrain. Add a record of scripts/definitions.lua to a program; convert a name or reference to a
/// type's number; push the name of a type (-1: nil); `world:terrain(name)`; `world:terrain_at(…)`.
void dv_add_terrain(lua_State *L, int record, dv_program *program);
int32_t dv_check_terrain(lua_State *L, int index, const char *what);
void dv_push_terrain(lua_State *L, int32_t type);
int dv_world_terrain(lua_State *L);
int dv_world_terrain_of(lua_State *L);
/// `world:surface(name)`, and adding the surfaces that modules declared to a program. A height
/// surface without corners covers `bounds`. Raises if a surface cannot be made.
int dv_make_surface(lua_State *L);
void dv_add_surfaces(lua_State *L, const dv_modules *modules, dv_program *program,
                     const dv_bounds *bounds);

#endif
