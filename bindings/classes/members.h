// Fields and methods of agents and groups.
#ifndef DROVER_BINDINGS_CLASSES_MEMBERS_H
#define DROVER_BINDINGS_CLASSES_MEMBERS_H

#include "reload/generation_data.h"

#include "drover/drover.h"

#include <lua.h>

/// Get or set a field or method. The handle is at stack index 1, the key at 2, and the value at 3.
/// Getting returns 1 value. `known` is the cached meaning of the key, or NULL.
int dv_agent_index(lua_State *L, dv_agent agent, const dv_known_name *known);
int dv_agent_set_field(lua_State *L, dv_agent agent);
int dv_group_field(lua_State *L, dv_group group);
int dv_group_set_field(lua_State *L, dv_group group);
/// Push the table of agents' methods.
void dv_push_agent_methods(lua_State *L);
/// The name closest to `name` among those of all agents and of a kind.
const char *dv_nearest_agent_name(lua_State *L, uint32_t kind, const char *name);
/// The same where that name itself does not fit: NULL if it is `name`.
const char *dv_nearest_other_name(lua_State *L, uint32_t kind, const char *name);
/// Push the list of names that all agents have.
void dv_push_agent_names(lua_State *L);
/// Push the names that slots and memory of agents must not use. For groups, this is all names.
void dv_push_reserved_agent_names(lua_State *L);

/// Add the numbers of fields to the table of methods at the top, which resolves names.
void dv_add_agent_members(lua_State *L);
/// Push what the key at 2 means in a kind: a slot's number, true for memory, or nil.
void dv_push_kind_name(lua_State *L, uint32_t kind);

#endif
