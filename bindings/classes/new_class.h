// Making classes of userdata.
#ifndef DROVER_BINDINGS_NEW_CLASS_H
#define DROVER_BINDINGS_NEW_CLASS_H

#include <lauxlib.h>

/// Create a class of userdata with these metamethods. Scripts cannot access the metatable.
void dv_new_class(lua_State *L, const char *name, const luaL_Reg *functions);
/// Make reading an unknown field of the table at the top call `unknown`, which raises.
void dv_forbid_unknown(lua_State *L, lua_CFunction unknown);

#endif
