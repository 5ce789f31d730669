// What stands for the function of a part, such as a node of a tree, before people.
#ifndef DROVER_BINDINGS_PART_NAMES_H
#define DROVER_BINDINGS_PART_NAMES_H

#include "modules/source_trees.h"

#include <lua.h>

#define DV_PART_NAME 96

/// Write the name of the function at the top, or its body if it has none and stands on one line; ""
/// if the source does not tell.
void dv_name_part_function(lua_State *L, dv_source_trees *trees, char name[DV_PART_NAME]);

#endif
