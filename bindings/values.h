// Converting values between definitions or slots and Lua.
#ifndef DROVER_BINDINGS_VALUES_H
#define DROVER_BINDINGS_VALUES_H

#include "drover/drover.h"

#include <lua.h>

/// The name of the setting that a value made by drover.setting refers to; NULL for other values.
const char *dv_to_setting(lua_State *L, int index);
void dv_open_values(lua_State *L); ///< add setting, mouse, and none to the table at the top

/// Pop the name of a mod, or nil, and push the name of a setting as that mod's code means it: in
/// the mod winter, "depth" is "winter:depth", the mod's before the scenario's. A name with a dot is
/// pushed as it is. See dv_program_setting_named.
const char *dv_push_in_scope(lua_State *L, const char *name);
/// The same for the mod that is loading.
const char *dv_push_setting_name(lua_State *L, const char *name);

/// Convert a value in a definition. Raises an error that begins with `path` if the type is not
/// allowed. Strings still belong to Lua. A list of names is kept in a userdata that is pushed.
dv_value dv_to_value(lua_State *L, int index, const char *path);

/// Convert a slot's content to and from Lua. Raises an error with the slot's name.
void dv_push_slot(lua_State *L, dv_slot_type type, dv_slot_value value);
dv_slot_value dv_check_slot(lua_State *L, int index, const dv_slot_def *slot);

/// The kinds that a value names: nil for any kind, a name, a reference, or a list of these.
dv_kind_set dv_check_kinds(lua_State *L, int index, const dv_program *program);
uint32_t dv_check_kind(lua_State *L, int index, const dv_program *program);
/// Push the name of a kind given by name or reference. Raises for other values.
const char *dv_check_kind_name(lua_State *L, int index);

/// The number at an index, in the range of a row: "neighbors: radius: -1 is not 0 m or more".
/// `what` begins the messages.
double dv_check_in_row(lua_State *L, int index, const char *what, const dv_parameter *row);

/// Push a value as readable text on one line: tables as { 1, 2, hunger = 3 }, long ones cut off.
void dv_push_short_text(lua_State *L, int index);
/// Replace the string at the top by one that a C string can show: \0 stands for each zero byte.
void dv_show_zeros(lua_State *L);

#endif
