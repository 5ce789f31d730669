// The latest entries of a record of what happened in a world, for people who watch it: a ring that
// a world which goes back in time, and forward again, goes along with.
//
// Invariants: an entry is a struct that begins with its tick, a uint64_t. From the oldest entry to
// the newest, ticks do not decrease. The newest `later` entries are yet to come: the world went
// back before them. They come back if the world goes forward again to their ticks, or does again
// what it did; anything else drops them.
#ifndef DV_WORLD_PAST_H
#define DV_WORLD_PAST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct dv_past {
    unsigned char *entries;
    size_t size;      ///< bytes of an entry
    size_t same_size; ///< bytes at the beginning of an entry that tell which event it is
    uint32_t capacity, count, later;
    uint32_t next; ///< index of the entry to write; the newest is before it
} dv_past;

/// Make an empty record; false when out of memory.
bool dv_past_begin(dv_past *past, uint32_t capacity, size_t size, size_t same_size);
void dv_past_free(dv_past *past);
/// How many entries have happened.
uint32_t dv_past_count(const dv_past *past);
/// The entry that is `back` entries older than the newest of those that have happened; NULL if
/// there is none.
void *dv_past_at(const dv_past *past, uint32_t back);
/// Add a copy of an entry, and return the copy. The oldest one makes room.
void *dv_past_add(dv_past *past, const void *entry);
/// The world goes from one tick to another without computing anything: what happened in the tick
/// where it arrives, or later, is yet to come.
void dv_past_go(dv_past *past, uint64_t from, uint64_t to);
/// The world has computed the ticks before `tick`: what is yet to come of them did not happen.
void dv_past_reach(dv_past *past, uint64_t tick);
/// Take the entries that have happened in another record from `first` on in place of those that
/// this one has since then.
void dv_past_take(dv_past *past, const dv_past *other, uint64_t first);

#endif
