// Shared by the files of agents' methods: reading arguments.
#ifndef DV_BINDINGS_AGENT_METHODS_H
#define DV_BINDINGS_AGENT_METHODS_H

#include "classes/classes.h"

#include "drover/program.h"

#include <lauxlib.h>

/// Like luaL_optnumber, but with a single type check if the value is a number.
static inline double dv_number_or(lua_State *L, int index, double fallback) {
    int is_number;
    double number = lua_tonumberx(L, index, &is_number);
    return is_number ? number : luaL_optnumber(L, index, fallback);
}

/// Read argument 2: another agent, a point, or x, y, and z.
dv_vec3 dv_check_other_place(lua_State *L, const dv_world *world);
/// Read argument 2, the name of a slot of the agent's kind. Sets `slot` to its number.
const dv_slot_def *dv_check_slot_name(lua_State *L, const dv_world *world, dv_agent agent,
                                      uint32_t *slot);

#endif
