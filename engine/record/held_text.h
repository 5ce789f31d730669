// Text that waits until it is known whether it will be: sections, begun one after another, of which
// the oldest goes out and the newest can be dropped.
#ifndef DV_RECORD_HELD_TEXT_H
#define DV_RECORD_HELD_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Invariant: bytes before the start of the oldest section there are none.
typedef struct dv_held_text {
    char *bytes;
    size_t size, capacity;
    size_t *starts; ///< of the sections, oldest first
    uint32_t count, start_capacity;
} dv_held_text;

static inline bool dv_is_held(const dv_held_text *held) { return held->count > 0; }

/// Begin a section. False, with nothing lost, when memory is short, as below.
bool dv_held_begin(dv_held_text *held);
/// Add to the newest section.
bool dv_held_add(dv_held_text *held, const char *bytes, size_t size);
/// Make one of the two newest sections; the bytes that are held no more, good until the next call,
/// when there was only one.
size_t dv_held_join(dv_held_text *held, const char **bytes);
/// Let the oldest section go: its bytes, good until the next call.
size_t dv_held_let_go(dv_held_text *held, const char **bytes);
/// Drop the newest section: its bytes, good until the next call.
size_t dv_held_drop(dv_held_text *held, const char **bytes);
void dv_held_free(dv_held_text *held);

#endif
