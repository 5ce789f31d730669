// The memory of agents, packed during the ticks before a snapshot is due. The snapshot then copies
// most of it, instead of walking every table within one tick.
//
// Invariant: if an agent is packed and not marked DV_PACKED_TOUCHED, its packed bytes are the bytes
// that writing it now would produce.
//
// The binding sees each assignment to a field of an agent, but not the writes to tables inside its
// memory. A script can reach such a table in three ways. Through the agent: the binding sees the
// field being read. Through another agent that holds the same table: `tables` maps each table to
// its owner, and agents that share a table are marked as touched. Through anything else (an
// upvalue, a coroutine, the memory of a group or of the world): packing begins with a search of
// all that, and marks the agents whose tables it finds. A table made later can only get into an
// agent's memory by an assignment that the binding sees.
//
// An agent's tables are entered when its turn to be packed comes, or just before a script gets the
// first of them, whichever is earlier; after that the script may have moved them. Packed bytes are
// used only once every agent has had its turn: until then a shared table may not have been found.
#ifndef DROVER_BINDINGS_MEMORY_PACKED_H
#define DROVER_BINDINGS_MEMORY_PACKED_H

#include "memory_tables.h"

#include "drover/world.h"

#include <stdbool.h>

/// A buffer of bytes that is filled again and again without being freed.
typedef struct dv_kept_bytes {
    unsigned char *bytes;
    uint32_t size, capacity;
    uint32_t most;    ///< how many bytes to keep
    bool is_too_much; ///< more were written, and the rest is missing
} dv_kept_bytes;

enum dv_packed_mark {
    DV_PACKED_TOUCHED = 1, ///< the snapshot has to write it anew
    DV_PACKED_MET = 2      ///< its tables have been entered in `tables`
};

typedef struct dv_packed_agent {
    uint64_t agent; ///< 0: not packed
    uint32_t offset, size;
    uint32_t tables; ///< number of tables in its memory, counting the memory itself
} dv_packed_agent;

/// The owner of tables that scripts can reach without going through an agent.
#define DV_PACKED_OUTSIDE (UINT32_MAX - 1)
#define DV_PACKED_NOBODY UINT32_MAX

typedef struct dv_packed {
    uint32_t limit;          ///< agents that have a mark; 0: nothing is packed
    uint8_t *marks;          ///< by index
    dv_packed_agent *agents; ///< by index, valid below `next`
    uint32_t mark_capacity, agent_capacity;
    uint32_t next; ///< the first agent whose turn has not come
    uint32_t rest; ///< number of snapshots to skip, because packing did not pay
    dv_kept_bytes bytes;
    dv_numbered_table *tables; ///< hashed by address; `number` is the index of the owner
    uint32_t table_capacity, table_count;
    bool failed;         ///< out of memory, or a value that is not data: discard everything
    const void *vectors; ///< the metatable of vectors
} dv_packed;

/// The packed bytes of an agent; NULL if the snapshot has to write it.
static inline const dv_packed_agent *dv_packed_agent_of(const dv_packed *p, dv_agent agent) {
    uint32_t i = (uint32_t)dv_agent_id(agent) - 1;
    bool is_packed = i < p->limit && p->next == p->limit && !(p->marks[i] & DV_PACKED_TOUCHED) &&
                     p->agents[i].agent == agent.bits;
    return is_packed ? &p->agents[i] : NULL;
}

/// Enter a table under an owner. Returns the owner that it had, or DV_PACKED_NOBODY. Sets `failed`
/// when out of memory.
uint32_t dv_packed_enter(dv_packed *p, const void *table, uint32_t owner);
/// Enter a table of an agent. True if nobody else has it; otherwise both owners are marked as
/// touched, and false is returned.
bool dv_packed_own(dv_packed *p, const void *table, uint32_t agent);

/// Enter every table that Lua can reach without going through an agent's memory. False if there is
/// too much to be worth it. Raises when out of memory.
bool dv_packed_search_outside(lua_State *L, dv_packed *p);

#endif
