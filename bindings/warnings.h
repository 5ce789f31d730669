// Warnings about mistakes that do not stop a run.
#ifndef DROVER_BINDINGS_WARNINGS_H
#define DROVER_BINDINGS_WARNINGS_H

#include "scenario.h"

#include "drover/drover.h"

#include <lua.h>

/// Report a mistake that does not stop the run.
void dv_warn(const dv_scenario *scenario, const char *message);
/// Report it once per run for each text. Raises if out of memory.
void dv_warn_once(lua_State *L, const char *message);
/// Report it once per run for each subject, such as a line of a script.
void dv_warn_once_of(lua_State *L, const char *subject, const char *message);
/// Warn, once for each line of a script, of a position so far from the origin that it is rounded to
/// millimeters. Raises if out of memory.
void dv_warn_if_far(lua_State *L, const char *what, dv_vec3 position);
/// Note that a loading module built the guard at the top. Returns its number; 0 if none is loading.
/// Then note that the guard is used.
lua_Integer dv_note_guard(lua_State *L);
void dv_note_guard_use(lua_State *L, lua_Integer number);
/// Warn, once for each place, if a guard joins a chance per second to an event. Raises if out of
/// memory.
void dv_warn_of_chance_at_event(lua_State *L, const dv_guard *guard);
/// Attribute the guards and callbacks made from now on to the modules that are loading.
void dv_begin_loading(dv_scenario *scenario);
/// Warn about guards that modules built but that no definition or other guard uses and no script
/// can reach. Fails if out of memory.
dv_result dv_warn_of_unused_guards(dv_scenario *scenario, dv_error *error);
/// Warn about states whose speed comes from a number slot that was empty for some agent.
void dv_warn_of_lacking_speeds(dv_scenario *scenario);
/// Warn of kinds that steer bodies which stay where they are.
void dv_warn_of_fixed_bodies(const dv_scenario *scenario);
/// Warn, once per kind, of agents whose `wayfinding` got no plan in this tick.
void dv_warn_of_lost(dv_scenario *scenario);
/// Warn, once per run, of many agents at exactly one place.
void dv_warn_of_pile(dv_scenario *scenario);
/// Warn, once per kind, of agents that were inside an obstacle and were moved out in this tick.
void dv_warn_of_bodies_inside(dv_scenario *scenario);
/// Warn once per type of links if springs were too strong for the tick.
void dv_warn_of_strained(dv_scenario *scenario);

#endif
