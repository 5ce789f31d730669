// Bytes that are held back like those of held_text.h, but in a temporary file: for films, which
// would fill the memory. The file has no name, so nothing is left of it when the program dies.
#ifndef DV_RECORD_HELD_FILE_H
#define DV_RECORD_HELD_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Invariant: the sections are in the file one after the other, the oldest from starts[0] on, and
/// the newest ends at `end`, where the next byte goes. Without sections there is no file.
typedef struct dv_held_file {
    int descriptor; ///< if there are sections; −1 if opening the file failed
    uint64_t end;
    uint64_t *starts; ///< of each section, oldest first
    uint32_t count, capacity;
} dv_held_file;

/// What a section is let go to.
typedef void dv_held_sink(void *context, const char *bytes, size_t size);

/// Begin a section; the first one opens a file in `folder`. False if memory is short; nothing has
/// happened then. If the file can't be opened, `*failure` becomes the reason, from errno.
bool dv_held_file_begin(dv_held_file *held, const char *folder, int *failure);
/// Add to the newest section. False, with errno set, on failure.
bool dv_held_file_add(dv_held_file *held, const void *bytes, size_t size);
/// Let the oldest section go. False, with errno set, on failure; it is gone then, too.
bool dv_held_file_release(dv_held_file *held, dv_held_sink *sink, void *context);
/// Merge the two newest sections; a single one is let go.
bool dv_held_file_join(dv_held_file *held, dv_held_sink *sink, void *context);
/// Drop the newest section.
void dv_held_file_drop(dv_held_file *held);
/// Drop all sections, and free the memory.
void dv_held_file_free(dv_held_file *held);

#endif
