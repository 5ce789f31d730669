// What decides how agents behave: one number per kind and state. A reload after which agents of a
// kind and state behave differently changes that number.
#ifndef DROVER_BINDINGS_BEHAVIOR_H
#define DROVER_BINDINGS_BEHAVIOR_H

#include "reload/generation_data.h"
#include "scenario_data.h"

/// Compute the numbers of the kind whose record is at the top of the stack. `acts` has room for one
/// number per state, at least one. Raises when out of memory.
void dv_note_behavior(lua_State *L, uint64_t *acts);

/// The number of the function at the top of the stack, with all that it leads to. Functions with
/// the same number do the same in the same world. Raises when out of memory.
uint64_t dv_behavior_of_function(lua_State *L);

/// List in the report the functions that differ in the staged code, and mark the states in which
/// agents will behave differently. The world must still run the old code.
void dv_name_changed_behavior(const dv_scenario *scenario, const dv_generation *staged,
                              dv_reload_report *report);

#endif
