// The part of the library that watched expressions have, which only reads.
#ifndef DROVER_BINDINGS_EXPRESSION_LIBRARY_H
#define DROVER_BINDINGS_EXPRESSION_LIBRARY_H

#include <lua.h>
#include <stdbool.h>

/// Whether a global of the library only reads.
bool dv_expression_has_global(const char *name);
/// Push that part of the library: a table of functions and of tables. Reading a field that such a
/// table doesn't have raises a message that says why.
void dv_push_expression_library(lua_State *L);
/// Pop a function. If expressions must not call it, push its name, such as "table.insert", and
/// return it; else push nothing and return NULL.
const char *dv_push_refused_name(lua_State *L);

#endif
