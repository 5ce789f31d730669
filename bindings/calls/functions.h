// Script functions: pushing them, and naming the places where they are defined.
#ifndef DROVER_BINDINGS_FUNCTIONS_H
#define DROVER_BINDINGS_FUNCTIONS_H

#include "reload/generation_data.h"

#include "drover/drover.h"

#include <lua.h>

/// Flag in the number of a function: a callback of a guard or behavior, by its own number.
#define DV_CALLBACK 0x80000000u

/// Push a function of the generation.
void dv_push_function(dv_scenario *scenario, dv_function function);
/// Push the function of a guard, custom behavior, or custom stress.
void dv_push_callback(dv_scenario *scenario, int32_t callback);
/// Raise an error about a callback's result, which is at the top of the stack and would be ignored.
int dv_refuse_result(lua_State *L, dv_function function, const char *name,
                     const char *instead_of_it);
/// Write where a function is defined: "caribou.lua:28: ".
void dv_place_of_function(dv_scenario *scenario, dv_function function, char place[128]);
void dv_place_of_callback(dv_scenario *scenario, int32_t callback, char place[128]);
/// Write where a function is defined, but not as the beginning of a message: "caribou.lua:28".
void dv_line_of_function(dv_scenario *scenario, dv_function function, char line[128]);
/// Pop a function. Returns the name of the callback that it implements, or NULL.
const char *dv_pop_callback_name(lua_State *L);

#endif
