// The fields that every agent has in Lua, by number.
#ifndef DV_BINDINGS_AGENT_FIELDS_H
#define DV_BINDINGS_AGENT_FIELDS_H

#include "classes.h"

/// 0: none; from 1 on a row of dv_agent_field_rows; behind these a property of the body.
typedef uint32_t dv_agent_field;

/// Ends with an empty one.
extern const dv_field_row dv_agent_field_rows[];

/// Whether no slot or memory may have its name. False of 0.
bool dv_agent_field_is_reserved(dv_agent_field name);
/// Whether it may be asked of an agent that is gone.
bool dv_is_field_of_the_gone(dv_agent_field name);
void dv_push_agent_field(lua_State *L, const dv_world *world, dv_agent agent, dv_agent_field name);
/// Assign the value at 3; the field's name is at 2.
dv_result dv_set_agent_field(lua_State *L, dv_world *world, dv_agent agent, dv_agent_field name,
                             dv_error *error);
/// Put the numbers of fields, by name, into the table at the top.
void dv_add_agent_fields(lua_State *L);
/// Push the list of their names; of those that are reserved alone.
void dv_push_agent_field_names(lua_State *L, bool reserved_only);

#endif
