// The memory of agents, packed in the ticks between snapshots. A snapshot then copies most of it,
// instead of walking every table within one tick.
//
// Invariant: if an agent is packed and marked neither as touched nor as shared, its packed bytes
// are the bytes that writing it now would produce. So the bytes of an agent whose memory does not
// change serve many snapshots.
//
// The binding sees each assignment to a field of an agent, but not the writes to tables inside its
// memory. A script can reach such a table in three ways. Through the agent: the binding sees the
// field being read. Through another agent that holds the same table: `tables` maps each table to
// its owner, and agents that share a table are marked as shared. Through anything else (an
// upvalue, a coroutine, the memory of a group or of the world): each round begins with a search of
// all that, and marks the agents whose tables it finds. A table made later can only get into an
// agent's memory by an assignment that the binding sees.
//
// Before each snapshot there is a cycle of rounds, each half as long as the one before. A round
// packs the agents that were touched since the last round began; at first, that is all agents. So
// about as many agents are packed in each tick of any round, and few are touched in the last, which
// takes one tick. If a script got hold of a table since the last search, then either the search at
// the beginning of the round finds the table and marks its agent as shared, or the script has let
// go of it and the agent can be packed. An agent's tables are entered in its turn, or just before a
// script gets the first of them, whichever is earlier; after that the script may have moved them.
// What the snapshot has to write itself is what scripts touch in the last round.
//
// A packed agent owns all its tables. An agent that is not packed may have one of them, too: when
// an owner lets go of a table that two others have, only one of those was marked. So each snapshot
// first goes through the tables of the agents that it has to write, and marks their owners.
//
// Most scripts that change every agent in every tick assign numbers. Such an assignment does not
// touch a packed agent: it overwrites the old value in the packed bytes if the new one takes as
// many. The same goes for booleans, vectors, and handles. An agent's layout says where they are.
#ifndef DROVER_BINDINGS_MEMORY_PACKED_H
#define DROVER_BINDINGS_MEMORY_PACKED_H

#include "memory/memory_tables.h"

#include "drover/world.h"

#include <stdbool.h>

/// A layout has room for this many fields. What does not fit cannot be overwritten.
#define DV_LAYOUT_FIELDS 16u

/// A buffer of bytes that is filled again and again without being freed.
typedef struct dv_kept_bytes {
    unsigned char *bytes;
    uint32_t size, capacity;
    uint32_t most;    ///< capacity limit in bytes; more are not kept
    bool is_too_much; ///< more than `most` bytes were written; the rest is missing
} dv_kept_bytes;

enum dv_packed_mark {
    DV_PACKED_TOUCHED = 1, ///< may have changed since it was packed
    DV_PACKED_SHARED = 2,  ///< has a table that can be reached in other ways: never packed
    DV_PACKED_MET = 4,     ///< its tables are entered
    DV_PACKED_DUE = 8,     ///< was touched before this round, and its turn is still to come
    DV_PACKED_UNMOVED = 16 ///< its bytes are in `spare`
};

/// The fields of a memory that can be overwritten in packed bytes: those right in it whose values
/// have a fixed size. Most agents of a kind share one layout.
typedef struct dv_packed_layout {
    uint32_t count;
    const void *keys[DV_LAYOUT_FIELDS]; ///< addresses of the field names, which the definition of
                                        ///< the kind keeps alive
    uint32_t offsets[DV_LAYOUT_FIELDS]; ///< of the values, from the beginning of the agent's bytes
} dv_packed_layout;

typedef struct dv_packed_agent {
    uint64_t agent;                 ///< 0: not packed
    const dv_packed_layout *layout; ///< NULL: none of its fields can be overwritten
    uint32_t offset, size;
    uint32_t tables; ///< number of tables in its memory, counting the memory itself
    uint32_t turn;   ///< the turn in which its tables were entered
} dv_packed_agent;

/// A number that is no agent's: the owner of tables that scripts can reach without going through an
/// agent.
#define DV_PACKED_OUTSIDE UINT32_MAX

typedef struct dv_packed {
    uint32_t limit;          ///< number of agents that have a mark; 0: nothing is packed
    uint8_t *marks;          ///< by agent index: a set of dv_packed_mark
    dv_packed_agent *agents; ///< by agent index
    uint32_t mark_capacity, agent_capacity;
    uint32_t cycle;  ///< number of ticks in this cycle; 0: between cycles
    uint32_t rounds; ///< number of rounds of this cycle that have begun
    uint32_t due;    ///< number of agents whose turn in this round is still to come
    uint32_t next;   ///< the first agent that may be one of them
    uint32_t turn;   ///< number of turns and searches so far
    uint32_t search; ///< the turn of the last search
    uint32_t rest;   ///< number of snapshots to skip, because packing did not pay
    dv_kept_bytes bytes;
    dv_kept_bytes spare;       ///< the buffer from which bytes move to `bytes`; else empty
    dv_numbered_table *tables; ///< hashed by address; `number` is the index of the owner
    uint32_t table_capacity;
    uint32_t table_count;      ///< counts tables that no longer exist, too
    uint32_t outside;          ///< number of objects that the last search met
    dv_packed_layout *layouts; ///< hashed by content, DV_MAX_LAYOUTS places; NULL: none so far
    uint32_t layout_count;
    bool failed;         ///< out of memory, or a value that is not data: discard everything
    const void *vectors; ///< the metatable of vectors
} dv_packed;

/// Packed agents have at most this many different layouts. A layout depends on the sizes of all
/// values that are written before a field.
#define DV_MAX_LAYOUTS 1024u

/// How many ticks are left in the cycle when the round that has begun ends. The last round ends at
/// 0.
static inline uint32_t dv_packed_round_end(const dv_packed *p) { return p->cycle >> p->rounds; }

/// Whether all rounds are done, so that a snapshot can use what is packed.
static inline bool dv_packed_is_ready(const dv_packed *p) {
    return p->cycle > 0 && dv_packed_round_end(p) == 0 && p->due == 0;
}

/// The packed bytes of an agent; NULL if the snapshot has to write it.
static inline const dv_packed_agent *dv_packed_agent_of(const dv_packed *p, dv_agent agent) {
    uint32_t i = (uint32_t)dv_agent_id(agent) - 1;
    const int changed = DV_PACKED_TOUCHED | DV_PACKED_SHARED;
    bool is_packed = i < p->limit && dv_packed_is_ready(p) && !(p->marks[i] & changed) &&
                     p->agents[i].agent == agent.bits;
    return is_packed ? &p->agents[i] : NULL;
}

/// Enter a table of an agent whose turn it is. Returns false if the table has another owner, or if
/// the agent refers to it twice; its owners are then marked as shared. Also false when out of
/// memory, with p->failed set.
bool dv_packed_own(dv_packed *p, const void *table, uint32_t agent);
/// Enter a table that is reachable without an agent. Returns true the first time this search meets
/// it, unless an agent owns it; that agent is then marked as shared.
bool dv_packed_meet_outside(dv_packed *p, const void *table);

/// The layout with this content, for agents to refer to; NULL if there are too many, or when out of
/// memory.
const dv_packed_layout *dv_packed_keep_layout(dv_packed *p, const dv_packed_layout *layout);
/// Forget all layouts, so that no agent has one until it is packed again.
void dv_packed_forget_layouts(dv_packed *p);

/// Enter every table that Lua can reach without going through an agent's memory. Returns false if
/// the search is too long to be worth it. Raises when out of memory.
bool dv_packed_search_outside(lua_State *L, dv_packed *p);

#endif
