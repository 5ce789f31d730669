// Reads the arguments of constructors: shared by steering.c and the files of other constructors.
#ifndef DROVER_BINDINGS_ARGUMENTS_H
#define DROVER_BINDINGS_ARGUMENTS_H

#include "script.h"

#define DV_MAX_ARGUMENTS 64

typedef struct dv_arguments {
    dv_argument list[DV_MAX_ARGUMENTS];
    uint32_t count;
} dv_arguments;

/// Read positional parameters, where nil omits one, then a table of the others. Names and lists
/// created here stay on the stack until the constructor returns.
void dv_read_arguments(lua_State *L, const dv_entry *entry, int count, const char *path,
                       dv_arguments *all);

/// Whether the only parameter is a Lua function. dv_read_function adds this function to the
/// scenario's list of callbacks and sets `callback` to its index; dv_forget_callback removes it
/// again.
bool dv_takes_function(const dv_entry *entry);
void dv_read_function(lua_State *L, const dv_entry *entry, int *callback, const char *path,
                      dv_arguments *all);
/// Accept f { function } for f(function).
void dv_unwrap_function(lua_State *L, const char *path);
void dv_forget_callback(lua_State *L, int callback);

/// Raise a message that already names its place.
int dv_raise_placed(lua_State *L, const dv_error *error);
/// Create a class of userdata with these metamethods. Scripts cannot access the metatable.
void dv_new_class(lua_State *L, const char *name, const luaL_Reg *functions);
/// Make reading an unknown field of the table at the top call `unknown`, which raises.
void dv_forbid_unknown(lua_State *L, lua_CFunction unknown);

#endif
