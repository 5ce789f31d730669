// How Lua represents what is in the world: agents, groups, obstacles, paths, flows, regions, and
// surfaces are light userdata that hold the bits of their handle.
#ifndef DROVER_BINDINGS_CLASSES_HANDLES_H
#define DROVER_BINDINGS_CLASSES_HANDLES_H

#include "classes/classes.h"
#include "scenario_data.h"

#include "drover/drover.h"

#include <lua.h>

/// Create the metatable that all handles share.
void dv_open_handles(lua_State *L);
/// The type of a value as messages name it: its Lua type, or the class of a handle or engine
/// object.
const char *dv_type_name(lua_State *L, int index);
/// Push the same with its article: "a number", "an image".
const char *dv_push_a_type(lua_State *L, int index);
/// Push a handle, or nil for a null handle.
void dv_push_handle(lua_State *L, uint64_t bits);
/// The handle at an index; 0 if the value is not a handle.
uint64_t dv_to_handle(lua_State *L, int index);
/// The living agent, group, … at an index. Raises an error that names the argument otherwise.
dv_agent dv_check_any_agent(lua_State *L, int index);
static inline dv_agent dv_check_agent(lua_State *L, int index) {
    // This runs at every method call, and most calls are for the agent whose step is running.
    dv_agent agent = {(uint64_t)(uintptr_t)lua_touserdata(L, index)};
    return agent.bits == dv_scenario_of(L)->acting ? agent : dv_check_any_agent(L, index);
}
dv_group dv_check_group(lua_State *L, int index);
dv_obstacle dv_check_obstacle(lua_State *L, int index);
dv_path dv_check_path(lua_State *L, int index);
dv_flow dv_check_flow(lua_State *L, int index);
dv_field dv_check_field(lua_State *L, int index);
dv_region dv_check_region(lua_State *L, int index);
/// The region at the top, which is the value of a key: "count: within: the region is gone".
dv_region dv_check_region_of(lua_State *L, const char *what, const char *key);
/// The number of what is declared as a group, flow, field, or link (`what`), given at 2 by name or
/// reference.
uint32_t dv_check_declared(lua_State *L, const char *what, uint32_t count,
                           const char *(*name_of)(const dv_program *program, uint32_t type));
/// The class of a handle; NULL: there is none for its type.
const dv_class *dv_class_of_handle(uint64_t bits);
/// Push an agent's display name: "wolf#12".
void dv_push_agent_name(lua_State *L, const dv_world *world, dv_agent agent);

#endif
