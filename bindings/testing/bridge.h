// Lets Lua code in another state, the host, work with worlds. The host is a test.
#ifndef DROVER_BINDINGS_TESTING_BRIDGE_H
#define DROVER_BINDINGS_TESTING_BRIDGE_H

#include "testing/hosted_world.h"

/// Open the classes in the host's state, where handles then belong to hosted worlds. May raise.
void dv_bridge_open(lua_State *L, dv_bridge *bridge);
/// Close all worlds. References to them raise from then on.
void dv_bridge_close_worlds(dv_bridge *bridge);
/// Free the bridge, whose worlds must be closed.
void dv_bridge_free(dv_bridge *bridge);

/// Add a world, not open yet and owned by the bridge. Returns NULL when out of memory.
dv_hosted *dv_bridge_add(dv_bridge *bridge);
/// Push the host's object for a world whose scenario is open now. May raise.
void dv_bridge_push_world(lua_State *L, dv_hosted *hosted);
/// Close a world.
void dv_hosted_close(dv_hosted *hosted);
/// The world at an index. Raises unless it is open.
dv_hosted *dv_check_hosted(lua_State *L, int index);

/// Replace a reference at an index by a copy of what it refers to; other values stay. Raises.
int dv_bridge_copy(lua_State *L);

#endif
