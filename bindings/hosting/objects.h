// The host's objects for worlds and handles, in the state of a program or of a test.
#ifndef DROVER_BINDINGS_HOSTING_OBJECTS_H
#define DROVER_BINDINGS_HOSTING_OBJECTS_H

#include "hosting/hosted_world.h"

/// Create the class of handles in a program's state. The bridge is a full userdata at the top.
void dv_bridge_open_objects(lua_State *L, dv_bridge *bridge);

/// Push a new object for a program's world, which contains the closed world. Raises.
dv_hosted *dv_bridge_new_world(lua_State *L, dv_bridge *bridge);

/// Push the host's object for a world, or for a handle of that world. Raises if out of memory.
void dv_bridge_push_box(lua_State *L, const dv_hosted *hosted);
void dv_bridge_push_handle(lua_State *L, dv_hosted *hosted, uint64_t bits);

/// The program's handle at an index, with its world, which may be closed. NULL for other values.
const dv_hosted_handle *dv_bridge_to_handle(lua_State *L, int index);

#endif
