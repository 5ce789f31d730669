// Which functions a reload changed, and which of those have run since: how long code stays on
// trial.
#ifndef DROVER_BINDINGS_COVERAGE_H
#define DROVER_BINDINGS_COVERAGE_H

#include "reload/generation_data.h"
#include "scenario_data.h"

/// Hash the code of the function at an index, independent of its line numbers; 0 for a C function.
/// Raises when out of memory.
uint64_t dv_hash_function(lua_State *L, int index);

/// Record the code of a function that became a callback just now. Raises when out of memory.
void dv_note_callback(lua_State *L, int function, int callback);

/// Record the code of a part defined by the modules that are loading, once for each function.
/// Raises when out of memory.
void dv_note_part(lua_State *L, int function);
/// Call when a part of the current generation runs.
void dv_part_ran(lua_State *L, int function);

/// Record the code of each function of a generation, and which callbacks belong to it. The lists at
/// the two indices hold the functions and their places in the definitions. Raises when out of
/// memory.
void dv_note_functions(lua_State *L, dv_generation *generation, int functions, int places);

/// The function at a place in the definitions; 0 if there is none. The search begins at `near`.
dv_function dv_function_at(const dv_generation *generation, const char *place, dv_function near);

/// Make the trial of generation `number` wait for each function, callback, and part of the current
/// generation that is new or changed since `before`; for functions that draw, only if the scenario
/// is shown. Functions that an earlier trial still waits for stay with that trial unless they
/// changed.
void dv_await_changes(dv_scenario *scenario, const dv_generation *before, uint32_t number);

/// The number of functions that the trial of generation `number` waits for, and how many of them
/// have run.
dv_coverage dv_coverage_of(const dv_scenario *scenario, uint32_t number);

#endif
