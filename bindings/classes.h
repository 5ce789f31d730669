// The classes that scripts see, as tables: each field and method has one row, which says what it is
// called, what editors and `drover help` tell of it, and which C function is behind it.
//
// The stub for editors, the reference, the names that `drover check` knows and messages about wrong
// names are all made from these rows.
#ifndef DV_BINDINGS_CLASSES_H
#define DV_BINDINGS_CLASSES_H

#include "drover/world.h"

#include <lua.h>

/// What is asked of a handle's class: `self` is the handle's bits, and it is alive.
typedef void (*dv_getter)(lua_State *L, const dv_world *world, uint64_t self);
/// Assign the value at 3. Raises or fails on a wrong one.
typedef dv_result (*dv_setter)(lua_State *L, dv_world *world, uint64_t self, dv_error *error);

typedef struct dv_field_row {
    const char *name;
    const char *type; ///< in lua-language-server's words, with a ? at the end where it can be nil
    const char *doc;
    dv_getter get; ///< pushes one value
    dv_setter set; ///< NULL: it cannot be assigned
} dv_field_row;

#endif
