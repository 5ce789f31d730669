// Counted, replaceable allocation; see alloc.h.
#include "base/alloc.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define LEAST_HUGE ((size_t)1 << 20) // bytes

// The header directly before the caller's bytes. `offset` is the distance back to the allocator's
// block; only in aligned blocks is it more than the size of the header.
typedef struct block_header {
    uint64_t size;
    uint32_t offset;
    uint32_t alignment;
} block_header;

_Static_assert(sizeof(block_header) % _Alignof(max_align_t) == 0, "the header keeps alignment");

// The columns of a million agents span more pages than a processor's TLB covers, and are read in
// random order. On systems without huge pages nothing changes.
static void ask_for_huge_pages(void *block, size_t size) {
#if defined(MADV_HUGEPAGE)
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t first = ((uintptr_t)block + page - 1) / page * page;
    uintptr_t last = ((uintptr_t)block + size) / page * page;
    madvise((void *)first, last - first, MADV_HUGEPAGE);
#else
    (void)block, (void)size;
#endif
}

static void *system_reallocate(void *context, void *pointer, size_t old_size, size_t new_size) {
    (void)context;
    (void)old_size;
    if (new_size == 0) {
        free(pointer);
        return NULL;
    }
    void *block = realloc(pointer, new_size);
    if (block && new_size >= LEAST_HUGE)
        ask_for_huge_pages(block, new_size);
    return block;
}

static dv_allocator current_allocator = {system_reallocate, NULL};
static atomic_size_t allocated_bytes;
static atomic_uint_fast64_t allocation_count;
static atomic_uint_fast64_t refused_count;
static atomic_uint_fast64_t failing_allocation;
static atomic_bool failing_after;

dv_result dv_set_allocator(dv_allocator allocator) {
    if (atomic_load(&allocated_bytes) != 0)
        return DV_ERROR_ARGUMENT;
    // Without a function, restore the system's allocator, so that a host can undo its replacement.
    current_allocator = allocator.reallocate ? allocator : (dv_allocator){system_reallocate, NULL};
    return DV_OK;
}

size_t dv_allocated_bytes(void) { return atomic_load(&allocated_bytes); }

uint64_t dv_allocations(void) { return atomic_load(&allocation_count); }

uint64_t dv_refused_allocations(void) { return atomic_load(&refused_count); }

/// Count a failed allocation.
static void *note_refusal(void *block) {
    if (!block)
        atomic_fetch_add(&refused_count, 1);
    return block;
}

void dv_fail_allocation(uint64_t nth, bool and_after) {
    atomic_store(&failing_allocation, nth ? dv_allocations() + nth : 0);
    atomic_store(&failing_after, and_after);
}

static bool must_fail(void) {
    uint64_t number = atomic_fetch_add(&allocation_count, 1) + 1;
    uint64_t failing = atomic_load(&failing_allocation);
    return failing && (number == failing || (number > failing && atomic_load(&failing_after)));
}

static block_header *header_of(void *block) { return (block_header *)block - 1; }

static size_t whole_size(const block_header *header) {
    size_t padding = header->alignment > _Alignof(max_align_t) ? header->alignment : 0;
    return header->size + sizeof *header + padding;
}

static bool fits_with_header(size_t size) {
    return size <= SIZE_MAX - sizeof(block_header) - DV_COLUMN_ALIGNMENT;
}

static void *allocate_block(size_t size, uint32_t alignment, bool is_zeroed) {
    if (!fits_with_header(size))
        return NULL;
    block_header shape = {.size = size, .alignment = alignment};
    size_t whole = whole_size(&shape);
    unsigned char *base = current_allocator.reallocate(current_allocator.context, NULL, 0, whole);
    if (!base)
        return NULL;
    if (is_zeroed)
        memset(base, 0, whole);
    uintptr_t first = (uintptr_t)base + sizeof shape;
    uintptr_t aligned = (first + alignment - 1) / alignment * alignment;
    shape.offset = (uint32_t)(aligned - (uintptr_t)base);
    unsigned char *block = base + shape.offset;
    *header_of(block) = shape;
    atomic_fetch_add(&allocated_bytes, whole);
    return block;
}

void *dv_alloc(size_t size) {
    return note_refusal(must_fail() ? NULL : allocate_block(size, _Alignof(max_align_t), true));
}

void *dv_alloc_untouched(size_t size) {
    return note_refusal(must_fail() ? NULL : allocate_block(size, _Alignof(max_align_t), false));
}

void *dv_alloc_aligned(size_t size) {
    return note_refusal(must_fail() ? NULL : allocate_block(size, DV_COLUMN_ALIGNMENT, true));
}

void dv_free(void *block) {
    if (!block)
        return;
    block_header *header = header_of(block);
    size_t whole = whole_size(header);
    void *base = (unsigned char *)block - header->offset;
    current_allocator.reallocate(current_allocator.context, base, whole, 0);
    atomic_fetch_sub(&allocated_bytes, whole);
}

// The allocator may move a block to an address with a different remainder of the column alignment,
// so an aligned block cannot be resized in place.
static void *move_aligned(void *block, size_t new_size) {
    size_t old_size = header_of(block)->size;
    void *moved = allocate_block(new_size, DV_COLUMN_ALIGNMENT, true);
    if (!moved)
        return NULL;
    memcpy(moved, block, old_size < new_size ? old_size : new_size);
    dv_free(block);
    return moved;
}

void *dv_resize(void *block, size_t new_size) {
    if (!block)
        return dv_alloc(new_size);
    if (must_fail() || !fits_with_header(new_size))
        return note_refusal(NULL);
    block_header *header = header_of(block);
    if (header->alignment > _Alignof(max_align_t))
        return note_refusal(move_aligned(block, new_size));
    size_t old_size = header->size;
    size_t old_whole = whole_size(header);
    size_t new_whole = new_size + sizeof *header;
    header = current_allocator.reallocate(current_allocator.context, header, old_whole, new_whole);
    if (!header)
        return note_refusal(NULL);
    header->size = new_size;
    unsigned char *bytes = (unsigned char *)(header + 1);
    if (new_size > old_size)
        memset(bytes + old_size, 0, new_size - old_size);
    atomic_fetch_add(&allocated_bytes, new_whole);
    atomic_fetch_sub(&allocated_bytes, old_whole);
    return bytes;
}

void *dv_resize_known(void *block, size_t old_size, size_t new_size) {
    bool must_grow = new_size > old_size;
    if (must_grow && must_fail())
        return note_refusal(NULL);
    void *resized =
        current_allocator.reallocate(current_allocator.context, block, old_size, new_size);
    if (!resized && must_grow)
        return note_refusal(NULL);
    atomic_fetch_add(&allocated_bytes, new_size);
    atomic_fetch_sub(&allocated_bytes, old_size);
    return resized || new_size == 0 ? resized : block;
}

char *dv_copy_string(const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = dv_alloc(size);
    if (copy)
        memcpy(copy, text, size);
    return copy;
}

uint32_t dv_grown_capacity(uint32_t capacity, uint32_t needed) {
    uint64_t wanted = (uint64_t)capacity + capacity / 2;
    if (wanted < needed)
        wanted = needed;
    if (wanted < 8)
        return 8;
    wanted = wanted <= 64 ? wanted : (wanted + 63) / 64 * 64;
    return wanted > UINT32_MAX ? UINT32_MAX : (uint32_t)wanted;
}

// The caller's pointer has a type of its own; aliasing rules allow access to it only by copying its
// bytes.
static bool set_capacity(void **items, uint32_t *capacity, uint32_t wanted, size_t item_size) {
    void *old;
    memcpy(&old, items, sizeof old);
    void *resized = dv_resize(old, wanted * item_size);
    if (!resized)
        return false;
    memcpy(items, &resized, sizeof resized);
    *capacity = wanted;
    return true;
}

bool dv_reserve(void **items, uint32_t *capacity, uint32_t needed, size_t item_size) {
    if (needed <= *capacity)
        return true;
    uint32_t wanted = dv_grown_capacity(*capacity, needed);
    return item_size <= SIZE_MAX / wanted && set_capacity(items, capacity, wanted, item_size);
}

void dv_trim(void **items, uint32_t *capacity, uint32_t needed, size_t item_size) {
    uint32_t wanted = dv_grown_capacity(0, needed);
    if (wanted < *capacity)
        set_capacity(items, capacity, wanted, item_size);
}
