// What the state of a program has for worlds and handles, and that of a test in their place.
#ifndef DROVER_BINDINGS_HOSTING_OBJECTS_H
#define DROVER_BINDINGS_HOSTING_OBJECTS_H

#include "hosting/hosted_world.h"

/// Give the state of a program its class of handles. The bridge is a full userdata at the top.
void dv_bridge_open_objects(lua_State *L, dv_bridge *bridge);

/// Push a program's object for a world, with the world in it, closed as yet. Raises.
dv_hosted *dv_bridge_new_world(lua_State *L, dv_bridge *bridge);

/// Push the host's object for a world, or for a handle of that world. Raise when memory is short.
void dv_bridge_push_box(lua_State *L, const dv_hosted *hosted);
void dv_bridge_push_handle(lua_State *L, dv_hosted *hosted, uint64_t bits);

/// The handle at an index of a program's stack and its world, which may be closed; NULL: it is
/// something else.
const dv_hosted_handle *dv_bridge_to_handle(lua_State *L, int index);

#endif
