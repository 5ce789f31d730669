// Reading the arguments of constructors: what steering.c shares with the rooms of other families.
#ifndef DROVER_BINDINGS_ARGUMENTS_H
#define DROVER_BINDINGS_ARGUMENTS_H

#include "script.h"

#define DV_MOST_ARGUMENTS 64

typedef struct dv_arguments {
    dv_argument list[DV_MOST_ARGUMENTS];
    uint32_t count;
} dv_arguments;

/// Parameters by position first, where nil leaves one out, then a table of the rest. Names and
/// lists that are made stay on the stack until the constructor returns.
void dv_read_arguments(lua_State *L, const dv_entry *entry, int count, const char *path,
                       dv_arguments *all);

/// What is made of a Lua function takes it as its only parameter; it is kept in the scenario's list
/// of callbacks until it is forgotten.
bool dv_takes_function(const dv_entry *entry);
void dv_read_function(lua_State *L, const dv_entry *entry, int *callback, const char *path,
                      dv_arguments *all);
/// f { function } is f(function).
void dv_unwrap_function(lua_State *L, const char *path);
void dv_forget_callback(lua_State *L, int callback);

/// Raise a message that names its place already.
int dv_raise_placed(lua_State *L, const dv_error *error);
/// Make a class of userdata with these metamethods, which scripts cannot get at.
void dv_new_class(lua_State *L, const char *name, const luaL_Reg *functions);
/// Let reading an unknown field of the table at the top raise.
void dv_forbid_unknown(lua_State *L, lua_CFunction unknown);

#endif
