// Hashes of what Lua values hold.
#ifndef DROVER_BINDINGS_VALUE_HASHES_H
#define DROVER_BINDINGS_VALUE_HASHES_H

#include "program/fingerprint.h"

#include <lua.h>

/// The hash of a number, string, boolean, or nil at an index; 0 for other types. Equal numbers have
/// equal hashes, as integers and as floats.
uint64_t dv_hash_plain(lua_State *L, int index);

/// The hash of the userdata at an index: of what a behavior, blend, guard, stress behavior, vector,
/// image, or setting is, else of its type. `code` supplies the hashes of functions in it.
uint64_t dv_hash_userdata(lua_State *L, int index, const dv_host_code *code);

/// A C function: hashes(list) returns a list of integers, one for each value in a list without
/// holes. Values have equal hashes if they are equal with all that they lead to: tables with equal
/// contents, and functions at the same place in a file, with the same code, that captured equal
/// values. What a mod put around a function counts as another function, and what it put in the
/// place of one as itself. A field `where` with a place in a script does not count.
int dv_hash_values(lua_State *L);

#endif
