// What the parts of states do; see dv_scenario_list_parts and part_notes.h.
#ifndef DROVER_BINDINGS_PARTS_H
#define DROVER_BINDINGS_PARTS_H

#include <lua.h>

/// Add core.begin_notes and core.note to the table `core` at the top of the stack.
void dv_open_part_notes(lua_State *L);

#endif
