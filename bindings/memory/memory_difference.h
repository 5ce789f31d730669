// Internals of comparing the memories of two scenarios. memory_difference.c finds the first
// difference; memory_shared.c finds the names that both versions of the code declare.
#ifndef DROVER_BINDINGS_MEMORY_DIFFERENCE_H
#define DROVER_BINDINGS_MEMORY_DIFFERENCE_H

#include "scenario_data.h"

/// A name that both versions of the code declare in the memory of a kind or group type.
typedef struct dv_shared_name {
    uint32_t types[2]; ///< the kind or group type, as numbered in the first code and in the second
    char *name;
} dv_shared_name;

typedef struct dv_shared_names {
    dv_shared_name *items; ///< by type of the first code, then by name
    uint32_t count, capacity;
    bool out_of_memory;
} dv_shared_names;

/// One comparison. sides[0] and sides[1] are in separate Lua states.
typedef struct dv_memories_compared {
    dv_scenario *sides[2];
    dv_shared_names kinds, groups, world;
    uint32_t agent_limit, group_limit;
    uint64_t *hashes[2]; ///< one for each agent by index, then one for each group, then
                         ///< world.memory
    // Arguments and results of a call into the Lua state of one side.
    int side;
    bool of_groups, of_world; ///< whose memory the call is about; if neither is set, an agent's
    uint32_t type;
    dv_shared_names *listing;
    const char *field;
    uint32_t owner; ///< index of an agent or group
    /// receives the value as text: DV_DIFFERENCE_VALUE bytes
    char *text;
} dv_memories_compared;

/// Call `question`, a C function that takes `c` as light userdata, in the Lua state of one side.
dv_result dv_query_side(dv_memories_compared *c, int side, lua_CFunction question, dv_error *error);

/// Append to c->listing the names that c->type declares, or those in world.memory if c->of_world is
/// set.
int dv_list_memory_names(lua_State *L);
/// Fill c->kinds and c->groups with the names that both versions of the code declare.
dv_result dv_share_memory_names(dv_memories_compared *c, dv_error *error);
void dv_free_memory_names(dv_shared_names *list);

#endif
