// Every byte Drover holds comes from here: counted, replaceable (dv_set_allocator), and failing on
// demand so that tests can walk every failure path. All functions may be called from any thread.
//
// Invariant: a block is preceded by a small header that knows its size and alignment, so one
// dv_free and one dv_resize serve every block; those of dv_resize_known have none and go to it
// alone.
#ifndef DV_BASE_ALLOC_H
#define DV_BASE_ALLOC_H

#include "drover/base.h"

#define DV_COLUMN_ALIGNMENT 64

/// Allocate `size` zeroed bytes aligned for any type; NULL when memory is out. A size of 0 gives a
/// block that holds nothing but must be freed.
void *dv_alloc(size_t size);

/// The same with bytes that hold anything: the system gives the pages of a large block when they
/// are first written, so who writes a share at a time also pays for a share at a time.
void *dv_alloc_untouched(size_t size);

/// Allocate `size` zeroed bytes aligned to DV_COLUMN_ALIGNMENT, for columns.
void *dv_alloc_aligned(size_t size);

/// Grow or shrink a block, keeping its alignment; bytes gained are zero. NULL on failure, and then
/// the old block stays as it was. A NULL block is allocated as by dv_alloc. A size of 0 does not
/// free.
void *dv_resize(void *block, size_t new_size);

/// Free a block of any of these functions; NULL is fine.
void dv_free(void *block);

/// For owners of many small blocks who know the size of each, as Lua does: a block costs its size
/// and no more. NULL of size 0 is allocated, a new size of 0 frees and gives NULL; bytes gained
/// hold anything, as zeroing a long string would double what it costs. NULL on failure, and then
/// the block stays as it was. Making it smaller never fails: where the allocator refuses, it is the
/// same block, from now on of the smaller size.
void *dv_resize_known(void *block, size_t old_size, size_t new_size);

/// Copy a string into a block of its own; NULL on failure.
char *dv_copy_string(const char *text);

/// The capacity that something of at least `needed` items grows to: by half at least, so that
/// adding one by one stays cheap, and a multiple of 64 where it is larger than that.
uint32_t dv_grown_capacity(uint32_t capacity, uint32_t needed);

/// Make room for `needed` items of `item_size` bytes in the array that `*items` points to (NULL
/// when still empty), growing `*capacity` as dv_grown_capacity does. False, with both unchanged,
/// when memory is out. Cast the address of a typed pointer: `dv_reserve((void **)&points,
/// &capacity, n, sizeof *points)`.
bool dv_reserve(void **items, uint32_t *capacity, uint32_t needed, size_t item_size);

/// Give back what dv_reserve made room for behind `needed` items, as far as memory lets it.
void dv_trim(void **items, uint32_t *capacity, uint32_t needed, size_t item_size);

/// Count the allocations and resizes asked for since the program started, failed ones included.
uint64_t dv_allocations(void);

/// Count those of them that gave nothing. What failed while this grew may have failed for that
/// alone.
uint64_t dv_refused_allocations(void);

/// Make the `nth` allocation from now fail (1 is the next), and with `and_after` every later one; 0
/// turns failing off. For tests.
void dv_fail_allocation(uint64_t nth, bool and_after);

#endif
