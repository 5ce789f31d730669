// Text that is held back in sections until it is known which to write. The oldest section is let go
// to be written; the newest can be dropped.
#ifndef DV_RECORD_HELD_TEXT_H
#define DV_RECORD_HELD_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Invariant: the oldest section starts at byte 0.
typedef struct dv_held_text {
    char *bytes;
    size_t size, capacity;
    size_t *starts; ///< of each section, oldest first
    uint32_t count, start_capacity;
} dv_held_text;

/// Whether a section has begun.
static inline bool dv_is_held(const dv_held_text *held) { return held->count > 0; }

/// Begin a section. False when memory is short; then nothing is lost. The same goes for
/// dv_held_add.
bool dv_held_begin(dv_held_text *held);
/// Add to the newest section.
bool dv_held_add(dv_held_text *held, const char *bytes, size_t size);
/// Merge the two newest sections and return 0. With a single section, let it go instead: return its
/// size and set `bytes`, which stays valid until the next call.
size_t dv_held_join(dv_held_text *held, const char **bytes);
/// Let the oldest section go and return its size. `bytes` stays valid until the next call.
size_t dv_held_release(dv_held_text *held, const char **bytes);
/// Drop the newest section and return its size. `bytes` stays valid until the next call.
size_t dv_held_drop(dv_held_text *held, const char **bytes);
void dv_held_free(dv_held_text *held);

#endif
