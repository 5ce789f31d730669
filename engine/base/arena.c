// Bump allocation over a list of blocks; see arena.h.
#include "base/arena.h"

#include "base/alloc.h"

#include <string.h>

#define ALIGNMENT 16
#define SMALLEST_BLOCK ((size_t)512)
#define LARGEST_USUAL_BLOCK ((size_t)1 << 20)

struct dv_arena_block {
    dv_arena_block *next;
    size_t size;
    _Alignas(ALIGNMENT) unsigned char bytes[];
};

struct dv_arena_held {
    dv_arena_held *next;
    void *thing;
    void (*release)(void *thing);
};

static size_t usual_size_after(const dv_arena_block *block) {
    if (!block)
        return SMALLEST_BLOCK;
    return block->size < LARGEST_USUAL_BLOCK / 2 ? block->size * 2 : LARGEST_USUAL_BLOCK;
}

// Enter the next block kept from before if `size` fits in it; otherwise insert a new one before it.
static bool enter_next_block(dv_arena *arena, size_t size) {
    dv_arena_block *last = arena->current;
    dv_arena_block **link = last ? &last->next : &arena->first;
    if (!*link || (*link)->size < size) {
        size_t usual = usual_size_after(last);
        size_t block_size = size > usual ? size : usual;
        dv_arena_block *block = dv_alloc(sizeof *block + block_size);
        if (!block)
            return false;
        block->size = block_size;
        block->next = *link;
        *link = block;
    }
    arena->current = *link;
    arena->used = 0;
    return true;
}

void *dv_arena_alloc(dv_arena *arena, size_t size) {
    if (size > SIZE_MAX / 2)
        return NULL;
    // At least one unit, so that no two allocations share an address.
    size_t rounded = size ? (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT : ALIGNMENT;
    if (!arena->current || arena->current->size - arena->used < rounded) {
        if (!enter_next_block(arena, rounded))
            return NULL;
    }
    void *block = arena->current->bytes + arena->used;
    arena->used += rounded;
    return memset(block, 0, size);
}

char *dv_arena_copy_string(dv_arena *arena, const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = dv_arena_alloc(arena, size);
    if (copy)
        memcpy(copy, text, size);
    return copy;
}

bool dv_arena_reserve(dv_arena *arena, void **items, uint32_t *capacity, uint32_t needed,
                      size_t item_size) {
    if (needed <= *capacity)
        return true;
    uint32_t grown = dv_grown_capacity(*capacity, needed);
    void *larger = dv_arena_alloc(arena, grown * item_size);
    if (!larger)
        return false;
    if (*capacity)
        memcpy(larger, *items, *capacity * item_size);
    *items = larger;
    *capacity = grown;
    return true;
}

bool dv_arena_hold(dv_arena *arena, void *thing, void (*release)(void *thing)) {
    dv_arena_held *held = dv_arena_alloc(arena, sizeof *held);
    if (!held) {
        release(thing);
        return false;
    }
    *held = (dv_arena_held){arena->held, thing, release};
    arena->held = held;
    return true;
}

static void release_held(dv_arena *arena) {
    for (const dv_arena_held *held = arena->held; held; held = held->next)
        held->release(held->thing);
    arena->held = NULL;
}

void dv_arena_reset(dv_arena *arena) {
    release_held(arena);
    arena->current = NULL;
    arena->used = 0;
}

void dv_arena_free(dv_arena *arena) {
    release_held(arena);
    for (dv_arena_block *block = arena->first; block;) {
        dv_arena_block *next = block->next;
        dv_free(block);
        block = next;
    }
    *arena = (dv_arena){0};
}
