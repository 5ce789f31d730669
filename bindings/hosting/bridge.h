// Lets Lua code in another state, the host, use a world. The host is a test or a program.
#ifndef DROVER_BINDINGS_HOSTING_BRIDGE_H
#define DROVER_BINDINGS_HOSTING_BRIDGE_H

#include "hosting/hosted_world.h"

/// Create the classes in the host's state. In a test's state, handles belong to hosted worlds from
/// then on. In a program's state, the bridge must be a full userdata at the top. Raises.
void dv_bridge_open(lua_State *L, dv_bridge *bridge);
/// Close all worlds. Using a reference to them raises from then on.
void dv_bridge_close_worlds(dv_bridge *bridge);
void dv_bridge_free(dv_bridge *bridge);

/// Add a closed world, owned by the bridge. Returns NULL if out of memory.
dv_hosted *dv_bridge_add(dv_bridge *bridge);
/// Create the object of a test's world, whose scenario is open, and push it. Raises.
void dv_bridge_push_world(lua_State *L, dv_hosted *hosted);

/// The same for a program's world, whose object already exists; see objects.h.
void dv_bridge_prepare_world(lua_State *L, dv_hosted *hosted);
void dv_hosted_close(dv_hosted *hosted);
/// The world at an index. Raises unless it is open.
dv_hosted *dv_check_hosted(lua_State *L, int index);

/// Methods that only a program's world has: they write and read files.
extern const luaL_Reg dv_program_methods[];

/// Replace the reference at an index with a copy of its value. Other values do not change. Raises.
int dv_bridge_copy(lua_State *L);

#endif
