// What decides how agents act: by kind and state one number, which a reload changes where agents
// act otherwise from then on.
#ifndef DROVER_BINDINGS_BEHAVIOR_H
#define DROVER_BINDINGS_BEHAVIOR_H

#include "script.h"

/// Note how agents of a kind act, by state: its record is at the top of the stack. `acts` has room
/// for a number a state. Raises when memory is out.
void dv_note_behavior(lua_State *L, uint64_t *acts);

/// Say in the report which functions are others in the staged code, and in which states agents act
/// otherwise, while the world still runs the code before.
void dv_name_changed_behavior(const dv_scenario *scenario, const dv_generation *staged,
                              dv_reload_report *report);

#endif
