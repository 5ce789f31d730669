// Writing memory, value by value. Tables are written in the order of `pairs`, so equal data has
// equal bytes and an equal hash.
#ifndef DROVER_BINDINGS_MEMORY_WRITING_H
#define DROVER_BINDINGS_MEMORY_WRITING_H

#include "memory/memory_packed.h"
#include "memory/memory_private.h"
#include "memory/memory_tables.h"

/// Tables with at most this many keys, all integers and strings, take a fast way to sort them.
/// Nearly all memory is like that.
#define DV_FEW_KEYS 32
#define DV_KNOWN_ORDERS 8

/// The keys of a table in the order in which lua_next gives them, all strings, and the sorted order
/// of their indices. The next agent of the same kind usually has the same strings in the same
/// order, so its keys need no sorting.
typedef struct dv_key_order {
    const void *keys[DV_FEW_KEYS]; ///< addresses of the strings, which live as long as the written
                                   ///< value does
    uint8_t order[DV_FEW_KEYS];
    int count;
} dv_key_order;

typedef struct dv_writing {
    lua_State *L;
    dv_stream *stream;
    dv_table_set tables; ///< tables written so far
    dv_packed *packed;   ///< where the agent `owner` is being packed; NULL: this is no packing
    uint32_t owner;
    dv_packed_layout *layout; ///< of the agent that is being packed; gets its fields
    uint32_t begin;           ///< where its packed bytes begin
    const void *vectors;      ///< the metatable of vectors
    dv_key_order orders[DV_KNOWN_ORDERS];
    unsigned next_order;
    size_t used; ///< number of `bytes` that the stream does not have yet
    unsigned char bytes[4096];
} dv_writing;

/// Prepare to write. Pushes one value, which must stay on the stack as long as `w` is in use.
void dv_writing_begin(dv_writing *w, lua_State *L, dv_stream *stream);
/// Pass the buffered bytes on to the stream.
void dv_writing_flush(dv_writing *w);

/// Append bytes, or a tag, to the data.
void dv_put_bytes(dv_writing *w, const void *bytes, size_t count);
void dv_put_tag(dv_writing *w, enum dv_memory_tag tag);
/// Write the value at an index, which is `depth` tables deep. Raises if it cannot be remembered.
void dv_put_value(dv_writing *w, int index, const dv_value_path *at, int depth);
/// Write the memory of an agent, which is at an index, and its label, which is at the next one.
void dv_put_agent(dv_writing *w, int index, dv_agent agent);

/// Write functions for streams. The first appends to the dv_kept_bytes that is its context; the
/// second discards the bytes.
void dv_keep_bytes(dv_stream *stream, const void *bytes, size_t count);
void dv_leave_bytes(dv_stream *stream, const void *bytes, size_t count);

#endif
