// Reading the data files of a scenario.
#ifndef DROVER_BINDINGS_CLASSES_DATA_H
#define DROVER_BINDINGS_CLASSES_DATA_H

#include <lua.h>

/// Add the functions `data` and `image` to the table at the top.
void dv_open_data(lua_State *L);

#endif
