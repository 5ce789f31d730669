// Finds the world for a script function that runs now and the mod whose code calls, and raises the
// errors that scripts get.
#ifndef DROVER_BINDINGS_CLASSES_ACCESS_H
#define DROVER_BINDINGS_CLASSES_ACCESS_H

#include "scenario_data.h"

#include "drover/drover.h"

#include <lua.h>

/// Raise the error that there is no world here, or that scripts may only read it here.
int dv_raise_no_world(lua_State *L);
int dv_raise_only_reading(lua_State *L);

/// Push the name of the mod whose code calls the C function that runs, or nil.
void dv_push_calling_mod(lua_State *L);

/// The world. Raises if there is none.
static inline dv_world *dv_readable_world(lua_State *L) {
    const dv_scenario *scenario = dv_scenario_of(L);
    if (!scenario->world || scenario->activity == DV_LOADING)
        dv_raise_no_world(L);
    return scenario->world;
}

/// The world, for writing. Raises if there is none or if it is read-only now.
static inline dv_world *dv_writable_world(lua_State *L) {
    dv_world *world = dv_readable_world(L);
    if (dv_scenario_of(L)->activity == DV_READING)
        dv_raise_only_reading(L);
    return world;
}

/// Raise the message of a failed call.
void dv_raise_failure(lua_State *L, const dv_error *error);
static inline void dv_raise_if_failed(lua_State *L, dv_result result, const dv_error *error) {
    if (result != DV_OK)
        dv_raise_failure(L, error);
}
/// Raise a message that already names its place.
int dv_raise_placed(lua_State *L, const dv_error *error);
/// Raise "what [1]: it is written { name = , name = }", for values given without names.
int dv_raise_unnamed(lua_State *L, const char *what, const char *const *names, size_t count);
/// Raise "what 'name' (nearest?)".
int dv_raise_unknown(lua_State *L, const char *what, const char *name, const char *nearest);
/// Raise the same about a name that is not in a list. If no name in it is similar, the message
/// lists them all.
int dv_raise_unlisted(lua_State *L, const char *what, const char *name, const char *const *names,
                      size_t count);
int dv_raise_unknown_color(lua_State *L, const char *what, const char *name);
/// Raise "what 'key' (key?)" if the table at an index has a key that is not in `names`.
void dv_check_keys(lua_State *L, int index, const char *what, const char *const *names,
                   size_t count);

#endif
