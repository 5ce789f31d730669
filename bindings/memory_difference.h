// The inside of comparing what two scenarios remember: memory_difference.c finds what differs,
// memory_shared.c the names that both codes declare.
#ifndef DROVER_BINDINGS_MEMORY_DIFFERENCE_H
#define DROVER_BINDINGS_MEMORY_DIFFERENCE_H

#include "script.h"

/// A name of memory that both codes declare.
typedef struct dv_shared_name {
    uint32_t types[2]; ///< kind or group type of the first code and of the second
    char *name;
} dv_shared_name;

typedef struct dv_shared_names {
    dv_shared_name *items; ///< by type of the first, then in order of names
    uint32_t count, capacity;
    bool out_of_memory;
} dv_shared_names;

typedef struct dv_memories_compared {
    dv_scenario *sides[2];
    dv_shared_names kinds, groups, world;
    uint32_t agent_limit, group_limit;
    uint64_t *hashes[2]; ///< of agents by index, of groups, of world.memory
    // What is asked of one side, while its Lua runs.
    int side;
    bool of_groups, of_world; ///< whose memory is asked about; neither: an agent's
    uint32_t type;
    dv_shared_names *listing;
    const char *field;
    uint32_t owner; ///< index of an agent or group
    char *text;
} dv_memories_compared;

/// Call a C function, which takes the comparison, in the Lua of one side.
dv_result dv_ask_side(dv_memories_compared *c, int side, lua_CFunction question, dv_error *error);

/// Add to c->listing the names that c->type declares, or those that world.memory has now.
int dv_list_memory_names(lua_State *L);
/// List those of all kinds and group types.
dv_result dv_share_memory_names(dv_memories_compared *c, dv_error *error);
void dv_free_memory_names(dv_shared_names *list);

#endif
