// Writing what is remembered, value by value: the order is that of pairs, so that what is equal is
// written, and hashed, alike.
#ifndef DROVER_BINDINGS_MEMORY_WRITING_H
#define DROVER_BINDINGS_MEMORY_WRITING_H

#include "memory_private.h"
#include "memory_tables.h"

/// Keys that are integers and strings, as nearly all memory has, are put in order quickly when they
/// are so few.
#define DV_FEW_KEYS 32
#define DV_KNOWN_ORDERS 8

/// Keys of a table as Lua gives them, all of them strings, and their order. Those of the next agent
/// of a kind are the same strings in the same places, as a rule.
typedef struct dv_key_order {
    const void *keys[DV_FEW_KEYS]; ///< alive as long as what is written
    uint8_t order[DV_FEW_KEYS];
    int count;
} dv_key_order;

typedef struct dv_writing {
    lua_State *L;
    dv_stream *stream;
    dv_table_set tables; ///< those written so far
    dv_packed *packed;   ///< the agent `owner` is packed into it; NULL: memory is written as it is
    uint32_t owner;
    const void *vectors; ///< their metatable
    dv_key_order orders[DV_KNOWN_ORDERS];
    unsigned next_order;
    size_t used; ///< of `bytes`, which the stream does not have yet
    unsigned char bytes[4096];
} dv_writing;

/// Pushes one value, which stays on the stack as long as `w` is used.
void dv_writing_begin(dv_writing *w, lua_State *L, dv_stream *stream);
/// Hand the stream what it does not have yet.
void dv_writing_flush(dv_writing *w);

void dv_put_bytes(dv_writing *w, const void *bytes, size_t count);
void dv_put_tag(dv_writing *w, enum dv_memory_tag tag);
/// Write the value at an index, which is `depth` tables deep. Raises when it cannot be remembered.
void dv_put_value(dv_writing *w, int index, const dv_place *at, int depth);
/// Write the memory of an agent, which is at an index, and its label, which is at the next.
void dv_put_agent(dv_writing *w, int index, dv_agent agent);

/// Write functions of streams: one whose context is a dv_kept_bytes, and one that keeps nothing.
void dv_keep_bytes(dv_stream *stream, const void *bytes, size_t count);
void dv_leave_bytes(dv_stream *stream, const void *bytes, size_t count);

#endif
