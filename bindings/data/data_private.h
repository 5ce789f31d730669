// What the readers of data files share.
#ifndef DROVER_BINDINGS_DATA_PRIVATE_H
#define DROVER_BINDINGS_DATA_PRIVATE_H

#include "data/data.h"

#include <lauxlib.h>

#include <stdbool.h>

/// A file being read.
typedef struct dv_data_file {
    const char *path, *bytes; ///< UTF-8
    size_t size;
    bool is_refused; ///< the error that was raised is what is wrong with the file
} dv_data_file;

/// Raise what is wrong with a file; its path and a colon come before that.
_Noreturn void dv_refuse_data_file(lua_State *L, dv_data_file *file, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/// Push what a file holds.
void dv_push_csv(lua_State *L, dv_data_file *file);
void dv_push_json(lua_State *L, dv_data_file *file);
void dv_push_wkt(lua_State *L, dv_data_file *file);

/// Call a C function with `context` as a light userdata; it pushes `results` values. Returns false,
/// with the error on the stack, if it raised one: free what C holds, and pass it on with lua_error.
bool dv_data_call(lua_State *L, lua_CFunction function, void *context, int results);

#endif
