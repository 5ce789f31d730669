// Building definitions: the constructors that modules call while they load.
#ifndef DROVER_BINDINGS_BUILDING_H
#define DROVER_BINDINGS_BUILDING_H

#include "scenario.h"

#include "drover/drover.h"

#include <lua.h>

/// Add the engine's constructors to the `drover` table at the top of the stack.
void dv_open_steering(lua_State *L); ///< drover.steer and drover.blend
void dv_open_guards(lua_State *L);   ///< drover.when
void dv_open_stress(lua_State *L);   ///< drover.stress
void dv_open_definitions(lua_State *L);
/// Push a list of the records of all that modules declare of a family ("group"), in the order of
/// the modules and then of names.
void dv_push_declared(lua_State *L, const char *family);
/// Push one of the engine's own scripts as a function. Raises if there is none of that name.
void dv_push_own_script(lua_State *L, const char *name);
/// Make reading an unknown field of the table at the top raise "NAME has no 'field' (nearest?)".
void dv_forbid_unknown_members(lua_State *L, const char *name);
dv_steering *dv_to_steering(lua_State *L, int index); ///< NULL for other values
/// C functions: parts(blend) returns a copy of the list that the blend was made of, and
/// blend(old, list) a blend of the same type as an old one.
int dv_blend_parts(lua_State *L);
int dv_remake_blend(lua_State *L);
/// Find a behavior of a module in force by its identity; NULL if there is none.
dv_steering *dv_find_behavior(const dv_scenario *scenario, uint64_t identity);
dv_guard *dv_to_guard(lua_State *L, int index);
/// Like dv_to_guard, and mark the guard as used by a definition.
dv_guard *dv_use_guard(lua_State *L, int index);
dv_stress *dv_to_stress(lua_State *L, int index);
/// Raise an error that begins with `what` unless modules are loading and have not built too much.
void dv_check_building(lua_State *L, const char *what);
/// Push where the Lua function at a stack level is running: "caribou.lua:7".
const char *dv_push_where(lua_State *L, int level);
/// Push the `drover` table.
void dv_push_drover(lua_State *L);

#endif
