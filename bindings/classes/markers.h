// drover.mouse and drover.none.
#ifndef DROVER_BINDINGS_CLASSES_MARKERS_H
#define DROVER_BINDINGS_CLASSES_MARKERS_H

#include "drover/drover.h"

#include <lua.h>

/// Whether a value is drover.mouse, or drover.none.
bool dv_is_mouse(lua_State *L, int index);
bool dv_is_none(lua_State *L, int index);
/// The metamethod __newindex of userdata that scripts cannot change: raises.
int dv_refuse_change(lua_State *L);
/// Add both to the table at the top.
void dv_open_markers(lua_State *L);

#endif
