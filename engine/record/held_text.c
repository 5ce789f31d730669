// Text that is held back; see held_text.h.
#include "record/held_text.h"

#include "base/alloc.h"

#include <string.h>

bool dv_held_begin(dv_held_text *held) {
    if (!dv_reserve((void **)&held->starts, &held->start_capacity, held->count + 1,
                    sizeof *held->starts))
        return false;
    held->starts[held->count++] = held->size;
    return true;
}

bool dv_held_add(dv_held_text *held, const char *bytes, size_t size) {
    if (size > held->capacity - held->size) {
        size_t capacity = held->capacity ? held->capacity * 2 : 4096;
        while (capacity < held->size + size)
            capacity *= 2;
        char *larger = dv_resize(held->bytes, capacity);
        if (!larger)
            return false;
        held->bytes = larger;
        held->capacity = capacity;
    }
    if (size > 0)
        memcpy(held->bytes + held->size, bytes, size);
    held->size += size;
    return true;
}

static size_t let_all_go(dv_held_text *held, const char **bytes) {
    size_t size = held->size;
    *bytes = held->bytes;
    held->size = held->count = 0;
    return size;
}

size_t dv_held_join(dv_held_text *held, const char **bytes) {
    if (held->count == 1)
        return let_all_go(held, bytes);
    held->count -= held->count > 0;
    return 0;
}

static void reverse_bytes(char *bytes, size_t size) {
    for (size_t i = 0; i < size / 2; i++) {
        char byte = bytes[i];
        bytes[i] = bytes[size - 1 - i];
        bytes[size - 1 - i] = byte;
    }
}

/// Move the first bytes behind the rest, in place.
static void rotate_bytes(char *bytes, size_t size, size_t first) {
    reverse_bytes(bytes, first);
    reverse_bytes(bytes + first, size - first);
    reverse_bytes(bytes, size);
}

size_t dv_held_release(dv_held_text *held, const char **bytes) {
    if (held->count <= 1)
        return let_all_go(held, bytes);
    size_t first = held->starts[1];
    if (first > 0) // otherwise `bytes` may be NULL
        rotate_bytes(held->bytes, held->size, first);
    held->size -= first;
    held->count--;
    for (uint32_t i = 0; i < held->count; i++)
        held->starts[i] = held->starts[i + 1] - first;
    *bytes = first > 0 ? held->bytes + held->size : "";
    return first;
}

size_t dv_held_drop(dv_held_text *held, const char **bytes) {
    size_t end = held->size;
    if (held->count > 0)
        held->size = held->starts[--held->count];
    *bytes = end > held->size ? held->bytes + held->size : "";
    return end - held->size;
}

void dv_held_free(dv_held_text *held) {
    dv_free(held->bytes);
    dv_free(held->starts);
    *held = (dv_held_text){0};
}
