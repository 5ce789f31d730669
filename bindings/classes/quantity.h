// Numbers that the engine's scripts read as behaviors do: from slots and settings.
#ifndef DROVER_BINDINGS_CLASSES_QUANTITY_H
#define DROVER_BINDINGS_CLASSES_QUANTITY_H

#include <lua.h>

/// number(agent, quantity): the number in the agent's slot of that name, in its group's slot
/// ("group.NAME"), or of a setting; nil if the slot is empty or there is no such slot.
int dv_read_quantity(lua_State *L);

#endif
