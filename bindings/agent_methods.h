// What the files of agents' methods share: arguments they take alike.
#ifndef DV_BINDINGS_AGENT_METHODS_H
#define DV_BINDINGS_AGENT_METHODS_H

#include "classes.h"

#include "drover/program.h"

#include <lauxlib.h>

/// As luaL_optnumber, which asks more often.
static inline double dv_number_or(lua_State *L, int index, double fallback) {
    int is_number;
    double number = lua_tonumberx(L, index, &is_number);
    return is_number ? number : luaL_optnumber(L, index, fallback);
}

/// At 2: another agent, a point, or x, y and z.
dv_vec3 dv_check_other_place(lua_State *L, const dv_world *world);
/// At 2: the name of a slot of the agent's kind, and its number.
const dv_slot_def *dv_check_slot_name(lua_State *L, const dv_world *world, dv_agent agent,
                                      uint32_t *slot);

#endif
