// Memory for many small things that are freed together: a bump allocator over a list of blocks.
//
// Invariant: blocks up to `current` hold live allocations, `used` bytes of `current` are taken, and
// blocks after it are empty, kept from before the last reset. References that the arena holds are
// entries among the allocations. A zeroed dv_arena is an empty arena.
#ifndef DV_BASE_ARENA_H
#define DV_BASE_ARENA_H

#include "drover/base.h"

typedef struct dv_arena_block dv_arena_block;
typedef struct dv_arena_held dv_arena_held;

typedef struct dv_arena {
    dv_arena_block *first;
    dv_arena_block *current;
    size_t used;
    dv_arena_held *held; ///< the last first
} dv_arena;

/// Allocate `size` zeroed bytes aligned to 16; NULL when memory is short.
void *dv_arena_alloc(dv_arena *arena, size_t size);

/// Copy a string into the arena; NULL when memory is short.
char *dv_arena_copy_string(dv_arena *arena, const char *text);

/// Make room for `needed` items as dv_reserve does. The memory of an array that was outgrown is
/// freed with the arena.
bool dv_arena_reserve(dv_arena *arena, void **items, uint32_t *capacity, uint32_t needed,
                      size_t item_size);

/// Have `release` called for a thing when the arena's allocations end. False when memory is short;
/// then it has been called already.
bool dv_arena_hold(dv_arena *arena, void *thing, void (*release)(void *thing));

/// End every allocation but keep the blocks, so that repeating the same work allocates nothing.
void dv_arena_reset(dv_arena *arena);

/// Free everything; the arena is then empty and can be used again. An arena that lies in its own
/// memory must be copied first, and the copy freed.
void dv_arena_free(dv_arena *arena);

#endif
