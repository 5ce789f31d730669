// Which functions a reload changed, and which of those have run since: how long code stays on
// trial.
#ifndef DROVER_BINDINGS_COVERAGE_H
#define DROVER_BINDINGS_COVERAGE_H

#include "script.h"

/// Hash of what the function at an index does, whatever lines it stands on; 0 for one that is not
/// written in Lua. Raises when memory is out.
uint64_t dv_hash_function(lua_State *L, int index);

/// Note the code of a function that was just made a callback. Raises when memory is out.
void dv_note_callback(lua_State *L, int function, int callback);

/// Note the code of each function of a generation, and which callbacks were made for it: the lists
/// at two indices have the functions and their places in the definitions. Raises when memory is
/// out.
void dv_note_functions(lua_State *L, dv_generation *generation, int functions, int places);

/// Note the functions and callbacks of the generation in force that the one before it lacks or has
/// otherwise, as awaited by the trial of generation `number`; those that draw only if the scenario
/// is shown. What still was awaited and did not change stays so.
void dv_await_changes(dv_scenario *scenario, const dv_generation *before, uint32_t number);

/// What is awaited by the trial of generation `number`, and what of that has run.
dv_coverage dv_coverage_of(const dv_scenario *scenario, uint32_t number);

#endif
