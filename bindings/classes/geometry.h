// Geometries as scripts use them.
#ifndef DROVER_BINDINGS_CLASSES_GEOMETRY_H
#define DROVER_BINDINGS_CLASSES_GEOMETRY_H

#include "data/geometry.h"

#include <lua.h>

/// Create the class of geometries.
void dv_open_geometries(lua_State *L);

#endif
