// Reads the arguments of constructors: of behaviors, blends, guards, and stress behaviors.
#ifndef DROVER_BINDINGS_ARGUMENTS_H
#define DROVER_BINDINGS_ARGUMENTS_H

#include "drover/drover.h"

#include <lauxlib.h>

#define DV_MAX_ARGUMENTS 64

typedef struct dv_arguments {
    dv_argument list[DV_MAX_ARGUMENTS];
    uint32_t count;
} dv_arguments;

/// Read positional parameters, where nil omits one, then a table of the others. Names and lists
/// created here stay on the stack until the constructor returns.
void dv_read_arguments(lua_State *L, const dv_entry *entry, int count, const char *path,
                       dv_arguments *all);

/// Whether the key at an index is an index of a list of this length.
bool dv_is_list_index(lua_State *L, int key, lua_Unsigned length);

/// Read a table of parameters by name: { separation = { radius = 2 } } becomes "separation.radius".
/// `prefix` is what these names begin with, or "". The first `part_count` entries of the list in
/// the table are the parts of a blend, which are skipped.
void dv_read_table(lua_State *L, const dv_entry *entry, int table, const char *prefix,
                   lua_Unsigned part_count, dv_arguments *all, const char *path);

/// Whether the only parameter is a Lua function. dv_read_function adds this function to the
/// scenario's list of callbacks and sets `callback` to its index; dv_forget_callback removes it
/// again.
bool dv_takes_function(const dv_entry *entry);
void dv_read_function(lua_State *L, const dv_entry *entry, int *callback, const char *path,
                      dv_arguments *all);
/// Accept f { function } for f(function).
void dv_unwrap_function(lua_State *L, const char *path);
void dv_forget_callback(lua_State *L, int callback);

#endif
