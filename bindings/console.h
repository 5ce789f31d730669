// What lines of the console can name, and how they show values.
#ifndef DROVER_BINDINGS_CONSOLE_H
#define DROVER_BINDINGS_CONSOLE_H

#include <drover/world.h>
#include <lua.h>

#define DV_CONSOLE_SCOPES 3

/// Push the tables in which a line looks up its globals, the first first: the console's own names,
/// the globals set in it (nil if there are none), and the library.
void dv_console_push_scopes(lua_State *L, dv_agent selected);

/// Push the first two of these.
void dv_console_push_names(lua_State *L, dv_agent selected);

/// Push the text of the value at an index: strings and numbers as they are, tables with what is in
/// them.
void dv_console_push_text(lua_State *L, int index);

#endif
