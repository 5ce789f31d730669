// Where scripts do what people ask about: told to a world that explains.
#ifndef DROVER_BINDINGS_CLASSES_NOTES_H
#define DROVER_BINDINGS_CLASSES_NOTES_H

#include "drover/drover.h"

#include <lua.h>

/// Note where the running function was called: by a script that asked for another state for an
/// agent.
void dv_note_become(lua_State *L, dv_world *world, dv_agent agent);
/// The same for an event just emitted, and its name. `source` may be null.
void dv_note_emit(lua_State *L, dv_world *world, dv_agent source, const char *name);

#endif
