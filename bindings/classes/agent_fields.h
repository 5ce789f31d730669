// The fields that every agent has in Lua, identified by number.
#ifndef DV_BINDINGS_AGENT_FIELDS_H
#define DV_BINDINGS_AGENT_FIELDS_H

#include "classes/classes.h"

/// 0: no field; from 1 on: a row of dv_agent_field_rows; after the rows: a property of the body.
typedef uint32_t dv_agent_field;

/// Ends with an empty row.
extern const dv_field_row dv_agent_field_rows[];

/// Whether slots and memory must not use the field's name. False for 0.
bool dv_agent_field_is_reserved(dv_agent_field name);
/// Whether the field can be read after the agent is removed.
bool dv_is_field_of_the_gone(dv_agent_field name);
/// Push the value of a field.
void dv_push_agent_field(lua_State *L, const dv_world *world, dv_agent agent, dv_agent_field name);
/// Assign the value at 3 to a field. The key at 2 is the field's name.
dv_result dv_set_agent_field(lua_State *L, dv_world *world, dv_agent agent, dv_agent_field name,
                             dv_error *error);
/// Add the number of each field to the table at the top, by name.
void dv_add_agent_fields(lua_State *L);
/// Push the list of field names, or only those that are reserved.
void dv_push_agent_field_names(lua_State *L, bool reserved_only);

#endif
