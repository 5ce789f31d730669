// The inside of memory, for memory.c and the files that write it to snapshots and read it back.
#ifndef DROVER_BINDINGS_MEMORY_PRIVATE_H
#define DROVER_BINDINGS_MEMORY_PRIVATE_H

#include "script.h"

/// The bits of a handle that name its world; a snapshot leaves them out.
#define DV_WORLD_BITS (((1ull << DV_HANDLE_WORLD_BITS) - 1) << 46)
/// So many tables inside each other can be remembered.
#define DV_DEEPEST_MEMORY 100

/// One byte before each value.
enum dv_memory_tag {
    DV_TAG_NIL,
    DV_TAG_FALSE,
    DV_TAG_TRUE,
    DV_TAG_INTEGER,
    DV_TAG_FLOAT,
    DV_TAG_STRING,
    DV_TAG_HANDLE,
    DV_TAG_VECTOR,
    DV_TAG_TABLE, ///< its entries, ended by DV_TAG_NIL; numbered as first mentioned
    DV_TAG_SHARED ///< the number of a table written before
};

/// What becomes of the memory at the top under other defaults: names that are new take theirs,
/// names that are gone go, what was emptied stays so. A table that changes is a new one.
void dv_refresh_memory(lua_State *L, int old_defaults, int defaults);

/// Push the defaults of a kind or group type, and return its place.
int dv_push_memory_defaults(lua_State *L, int names, uint32_t type);

#endif
