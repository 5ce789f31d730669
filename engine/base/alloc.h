// Every byte Drover holds is allocated here. Allocations are counted, the allocator is replaceable
// (dv_set_allocator), and allocations fail on demand so that tests can cover every failure path.
// All functions may be called from any thread.
//
// Invariant: a small header before each block holds its size and alignment, so one dv_free and one
// dv_resize serve every block. Blocks of dv_resize_known have no header and go back only to that
// function.
#ifndef DV_BASE_ALLOC_H
#define DV_BASE_ALLOC_H

#include "drover/base.h"

#define DV_COLUMN_ALIGNMENT 64

/// Allocate `size` zeroed bytes aligned for any type; NULL when memory is short. A size of 0 gives
/// an empty block that must still be freed.
void *dv_alloc(size_t size);

/// The same without zeroing. The system maps the pages of a large block when they are first
/// written, so a caller that fills the block in parts also pays for it in parts.
void *dv_alloc_untouched(size_t size);

/// Allocate `size` zeroed bytes aligned to DV_COLUMN_ALIGNMENT, for columns.
void *dv_alloc_aligned(size_t size);

/// Grow or shrink a block, keeping its alignment; new bytes are zero. NULL on failure, and then the
/// old block is unchanged. A NULL block is allocated as by dv_alloc. A size of 0 does not free.
void *dv_resize(void *block, size_t new_size);

/// Free a block from any function above; NULL is fine.
void dv_free(void *block);

/// Allocate, resize, or free a block without a header, for owners of many small blocks who know the
/// size of each, as Lua does. A NULL block of size 0 is allocated; a new size of 0 frees the block
/// and returns NULL. New bytes are not zeroed, since zeroing a long string would double its cost.
/// Growing returns NULL on failure and leaves the block unchanged. Shrinking never fails: if the
/// allocator refuses, the same block now counts as the smaller size.
void *dv_resize_known(void *block, size_t old_size, size_t new_size);

/// Copy a string into a new block; NULL on failure.
char *dv_copy_string(const char *text);

/// The capacity to grow to for at least `needed` items: at least half more, so that adding items
/// one by one stays cheap, and a multiple of 64 above 64.
uint32_t dv_grown_capacity(uint32_t capacity, uint32_t needed);

/// Make room for `needed` items of `item_size` bytes in the array that `*items` points to (NULL
/// when still empty), growing `*capacity` as dv_grown_capacity does. False, with both unchanged,
/// when memory is short. Cast the address of a typed pointer: `dv_reserve((void **)&points,
/// &capacity, n, sizeof *points)`.
bool dv_reserve(void **items, uint32_t *capacity, uint32_t needed, size_t item_size);

/// Give back what dv_reserve allocated beyond `needed` items, if the allocator can.
void dv_trim(void **items, uint32_t *capacity, uint32_t needed, size_t item_size);

/// The number of allocations and resizes since the program started, failed ones included.
uint64_t dv_allocations(void);

/// The number of those that failed. If this grew during an operation that failed, memory may be the
/// only reason.
uint64_t dv_refused_allocations(void);

/// Make the `nth` allocation from now fail (1 is the next), and with `and_after` every later one
/// too; 0 stops failing. For tests.
void dv_fail_allocation(uint64_t nth, bool and_after);

#endif
