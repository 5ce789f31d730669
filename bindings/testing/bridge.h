// A world in the hands of Lua code that runs in another state, its host: a test.
#ifndef DROVER_BINDINGS_TESTING_BRIDGE_H
#define DROVER_BINDINGS_TESTING_BRIDGE_H

#include "testing/hosted_world.h"

/// Open the classes in the host's state, where handles then belong to hosted worlds. Raises.
void dv_bridge_open(lua_State *L, dv_bridge *bridge);
/// Close all worlds; references to them raise from then on.
void dv_bridge_close_worlds(dv_bridge *bridge);
void dv_bridge_free(dv_bridge *bridge);

/// Make room for one more world, closed as yet, owned by the bridge; NULL when memory is out.
dv_hosted *dv_bridge_add(dv_bridge *bridge);
/// The scenario of `hosted` is open: make its object and push it. Raises.
void dv_bridge_push_world(lua_State *L, dv_hosted *hosted);
void dv_hosted_close(dv_hosted *hosted);
/// The world at an index, which has to be open; raises otherwise.
dv_hosted *dv_check_hosted(lua_State *L, int index);

/// Methods that the host's object for a world has beside those of the world itself.
extern const luaL_Reg dv_hosted_methods[];
/// Push a field that only the host's object has; false: there is none.
bool dv_push_hosted_field(lua_State *L, dv_hosted *hosted, const char *name);

/// Replace a reference at an index by a copy of what it refers to; other values stay. Raises.
int dv_bridge_copy(lua_State *L);

#endif
