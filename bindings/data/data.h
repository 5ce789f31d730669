// Reading data files of text: tables from CSV and JSON, geometries from WKT.
//
// Whatever is read is read-only, and depends on nothing but the file's path and bytes.
#ifndef DROVER_BINDINGS_DATA_H
#define DROVER_BINDINGS_DATA_H

#include <lua.h>

/// Key in the registry: what stands for null in a list.
#define DV_DATA_NULL "drover.null"

/// Push what a file holds, by the ending of its path, and return NULL; or push and return what is
/// wrong with the file, beginning with its path. The same path and bytes give the same value as
/// long as something has it. The file must be one of text. Raises if memory is short, or to stop;
/// the time that reading takes does not count, because a file's size is bounded.
const char *dv_data_push(lua_State *L, const char *path, const char *bytes, size_t size);

#endif
