// What agents remember, packed ahead of a snapshot that is due, so that the snapshot copies most of
// it instead of walking every table in one tick.
//
// Invariant: the bytes of an agent that is packed and not marked DV_PACKED_TOUCHED are those that
// writing it now would give.
//
// Assignments to a field of an agent are seen, but Lua writes to the tables inside without a word.
// It gets at such a table in three ways. From the agent itself: reading the field is seen. From
// another agent that holds the same table: `tables` knows which agent has which, and who shares one
// is touched. From anything else: an upvalue, a coroutine, memory of groups and the world; all that
// is searched when packing begins, and who holds a table found there is touched. Tables made later
// get into an agent by ways that are seen.
//
// The tables of an agent are entered when its turn to be packed comes, or before the first of them
// is handed to a script, whichever comes first: later the script may have moved them. What is
// packed counts once all had their turn, since only then is known who shares a table.
#ifndef DROVER_BINDINGS_MEMORY_PACKED_H
#define DROVER_BINDINGS_MEMORY_PACKED_H

#include "memory_tables.h"

#include "drover/world.h"

#include <stdbool.h>

/// Bytes in the making, whose room is used again.
typedef struct dv_kept_bytes {
    unsigned char *bytes;
    uint32_t size, capacity;
    uint32_t most;    ///< bytes to be kept
    bool is_too_much; ///< more than those, and not all of it here
} dv_kept_bytes;

enum dv_packed_mark {
    DV_PACKED_TOUCHED = 1, ///< has to be written as it is when the snapshot is taken
    DV_PACKED_MET = 2      ///< its tables are among `tables`
};

typedef struct dv_packed_agent {
    uint64_t agent; ///< 0: not packed
    uint32_t offset, size;
    uint32_t tables; ///< how many it has, its memory included
} dv_packed_agent;

/// Owner of tables that scripts can reach without an agent.
#define DV_PACKED_OUTSIDE (UINT32_MAX - 1)
#define DV_PACKED_NOBODY UINT32_MAX

typedef struct dv_packed {
    uint32_t limit;          ///< agents of which marks are kept; 0: nothing is packed
    uint8_t *marks;          ///< by index
    dv_packed_agent *agents; ///< by index, below `next`
    uint32_t mark_capacity, agent_capacity;
    uint32_t next; ///< the first agent whose turn has not come
    uint32_t rest; ///< so many snapshots nothing is packed for: it did not pay
    dv_kept_bytes bytes;
    dv_numbered_table *tables; ///< by address; the number is the owner
    uint32_t table_capacity, table_count;
    bool failed; ///< memory was short, or something is no data: all of it is to be forgotten
    const void *vectors; ///< their metatable
} dv_packed;

/// What is packed of an agent; NULL where it has to be written.
static inline const dv_packed_agent *dv_packed_agent_of(const dv_packed *p, dv_agent agent) {
    uint32_t i = (uint32_t)dv_agent_id(agent) - 1;
    bool is_packed = i < p->limit && p->next == p->limit && !(p->marks[i] & DV_PACKED_TOUCHED) &&
                     p->agents[i].agent == agent.bits;
    return is_packed ? &p->agents[i] : NULL;
}

/// Enter a table with its owner. Who had it before; DV_PACKED_NOBODY when nobody had. Where memory
/// is short `failed` is set.
uint32_t dv_packed_enter(dv_packed *p, const void *table, uint32_t owner);
/// Whether a table is one agent's own, and was not met before. Otherwise whoever has it is touched.
bool dv_packed_own(dv_packed *p, const void *table, uint32_t agent);

/// Enter all that Lua can reach without an agent's memory. False when it is too much to be worth
/// it. Raises when memory is short.
bool dv_packed_search_outside(lua_State *L, dv_packed *p);

#endif
