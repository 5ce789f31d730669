// A walk over all that the functions of a generation can reach.
#ifndef DROVER_BINDINGS_REACHABLE_H
#define DROVER_BINDINGS_REACHABLE_H

#include "modules/source_trees.h"
#include "reload/generation_data.h"

#include <lua.h>

typedef struct dv_reachable dv_reachable;

/// A walk, breadth first. Initialize it with { .L = …, … }. The functions are called with the
/// stack as they must leave it, and may raise.
struct dv_reachable {
    lua_State *L;
    void *context;
    /// Called for each upvalue of each function of a script, whose value is at the top. `is_first`:
    /// no function with this upvalue was met before.
    void (*upvalue)(dv_reachable *walk, int function, int number, const char *name, bool is_first);
    /// Called for each table, coroutine, and userdata, before it is looked into; or NULL.
    void (*value)(dv_reachable *walk, int index);
    /// If given, only those fields of a table are looked into that a function with the table in a
    /// local names, such as `helper.count`; unless it uses the table in other ways, too.
    dv_source_trees *trees;
    bool is_of_setup; ///< all is done but for what only `setup` can reach
    int seen, queue;  ///< stack indices: what was met, by value, and cells by address; what waits
    lua_Integer first, last; ///< of the queue
    uint32_t values;
};

/// Walk over what the functions in the list at an index can reach, and the callbacks: first all
/// but what only `setup` can, then that, if `with_setup`. What would take too long is left out.
void dv_reach(dv_reachable *walk, const dv_generation *generation, int functions, bool with_setup);

/// Whether functions other than `setup` can reach an upvalue, or the table at an index.
bool dv_was_reached_upvalue(const dv_reachable *walk, int function, int number);
bool dv_was_reached(const dv_reachable *walk, int index);

/// Whether the value at an index is a table that scripts may write into, a coroutine, an iterator
/// of a library, or the place that such an iterator keeps.
bool dv_may_be_filled(lua_State *L, int index);
/// Whether it is what coroutine.wrap or string.gmatch returns.
bool dv_is_iterator(lua_State *L, int index);

/// Whether a function is of a script, not of the library. Fills in `source` and `linedefined`.
bool dv_is_of_script(lua_State *L, int function, lua_Debug *about);

#endif
