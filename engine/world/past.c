#include "world/past.h"

#include "base/alloc.h"

#include <string.h>

/// The entry that is `back` entries older than the newest of all.
static void *entry_at(const dv_past *past, uint32_t back) {
    uint32_t index = (past->next + past->capacity - 1 - back) % past->capacity;
    return past->entries + index * past->size;
}

static uint64_t tick_at(const dv_past *past, uint32_t back) {
    uint64_t tick;
    memcpy(&tick, entry_at(past, back), sizeof tick);
    return tick;
}

static void drop_newest(dv_past *past, uint32_t count) {
    past->next = (past->next + past->capacity - count) % past->capacity;
    past->count -= count;
}

static void drop_later(dv_past *past) {
    drop_newest(past, past->later);
    past->later = 0;
}

bool dv_past_begin(dv_past *past, uint32_t capacity, size_t size, size_t same_size) {
    *past = (dv_past){.size = size, .same_size = same_size, .capacity = capacity};
    past->entries = dv_alloc(capacity * size);
    return past->entries != NULL;
}

void dv_past_free(dv_past *past) {
    dv_free(past->entries);
    *past = (dv_past){0};
}

uint32_t dv_past_count(const dv_past *past) { return past->count - past->later; }

void *dv_past_at(const dv_past *past, uint32_t back) {
    return back < dv_past_count(past) ? entry_at(past, past->later + back) : NULL;
}

void *dv_past_add(dv_past *past, const void *entry) {
    void *next = past->later > 0 ? entry_at(past, past->later - 1) : NULL;
    if (next && memcmp(next, entry, past->same_size) == 0) {
        past->later--;
        return memcpy(next, entry, past->size);
    }
    drop_later(past);
    past->next = (past->next + 1) % past->capacity;
    past->count += past->count < past->capacity;
    return memcpy(entry_at(past, 0), entry, past->size);
}

void dv_past_reach(dv_past *past, uint64_t tick) {
    if (past->later > 0 && tick_at(past, past->later - 1) < tick)
        drop_later(past);
}

void dv_past_go(dv_past *past, uint64_t from, uint64_t to) {
    dv_past_reach(past, from);
    past->later = 0;
    while (past->later < past->count && tick_at(past, past->later) >= to)
        past->later++;
}

void dv_past_take(dv_past *past, const dv_past *other, uint64_t first) {
    uint32_t since = 0, taken = 0, happened = dv_past_count(past);
    while (since < happened && tick_at(past, past->later + since) >= first)
        since++;
    while (taken < dv_past_count(other) && tick_at(other, other->later + taken) >= first)
        taken++;
    // The same code did the same again, so most of the time there is nothing to take.
    if (taken == since)
        return;
    drop_newest(past, past->later + since);
    past->later = 0;
    while (taken > 0)
        dv_past_add(past, dv_past_at(other, --taken));
}
