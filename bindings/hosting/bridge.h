// A world in the hands of Lua code that runs in another state, its host: a test, or a program.
#ifndef DROVER_BINDINGS_HOSTING_BRIDGE_H
#define DROVER_BINDINGS_HOSTING_BRIDGE_H

#include "hosting/hosted_world.h"

/// Open the classes in the host's state. In a test's, handles then belong to hosted worlds. That of
/// a program has the bridge as a full userdata at the top. Raises.
void dv_bridge_open(lua_State *L, dv_bridge *bridge);
/// Close all worlds; references to them raise from then on.
void dv_bridge_close_worlds(dv_bridge *bridge);
void dv_bridge_free(dv_bridge *bridge);

/// Make room for one more world, closed as yet, owned by the bridge; NULL when memory is out.
dv_hosted *dv_bridge_add(dv_bridge *bridge);
/// The scenario of `hosted` is open: make its object for a test and push it. Raises.
void dv_bridge_push_world(lua_State *L, dv_hosted *hosted);

/// The same for a program, whose object is there already; see objects.h.
void dv_bridge_prepare_world(lua_State *L, dv_hosted *hosted);
void dv_hosted_close(dv_hosted *hosted);
/// The world at an index, which has to be open; raises otherwise.
dv_hosted *dv_check_hosted(lua_State *L, int index);

/// Methods of the host's object for a world that only a program has: they write and read files.
extern const luaL_Reg dv_program_methods[];

/// Replace a reference at an index by a copy of what it refers to; other values stay. Raises.
int dv_bridge_copy(lua_State *L);

#endif
