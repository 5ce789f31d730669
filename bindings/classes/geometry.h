// Geometries as scripts use them.
#ifndef DROVER_BINDINGS_CLASSES_GEOMETRY_H
#define DROVER_BINDINGS_CLASSES_GEOMETRY_H

#include "data/geometry.h"

#include <lua.h>

/// The geometry at an index. `what` begins the message about another value.
const dv_geometry *dv_check_geometry(lua_State *L, int index, const char *what);

/// Create the class of geometries.
void dv_open_geometries(lua_State *L);

#endif
