// Reads values from a line of a log, and checks each of them.
#ifndef DV_PLAYER_REPLAY_FIELDS_H
#define DV_PLAYER_REPLAY_FIELDS_H

#include "base/arena.h"

#include <jansson.h>

// JSON numbers represent every whole number up to this one exactly.
#define DV_LARGEST_INTEGER ((uint64_t)1 << 53)

/// The line being read. The first failure sets `result` and `error`; values read after it are not
/// used.
typedef struct dv_fields {
    const json_t *line;
    dv_arena *memory;
    dv_result result;
    dv_error *error;
} dv_fields;

/// Fail with the message `"key": … expected`.
void dv_field_refuse(dv_fields *r, const char *key, const char *wanted);
/// Allocate from `memory`, zeroed like dv_arena_alloc. Fails when out of memory.
void *dv_field_allocate(dv_fields *r, size_t size);
/// A NUL-terminated copy.
char *dv_field_copy(dv_fields *r, const char *bytes, size_t size);

/// Decode a Base64 string. The result is NUL-terminated; NULL if it isn't valid.
char *dv_field_base64(dv_fields *r, const char *key, const json_t *value, size_t *size);
/// Text that may contain any bytes. The result is NUL-terminated; "" if it isn't text.
const char *dv_field_bytes(dv_fields *r, const json_t *from, const char *key, size_t *size);
/// Text without zero bytes.
const char *dv_field_text(dv_fields *r, const json_t *from, const char *key);
/// A number, "inf", "-inf", or "nan".
double dv_field_number(dv_fields *r, const char *key);
/// A whole number from 0 to `most`.
uint64_t dv_field_integer(dv_fields *r, const char *key, uint64_t most);
/// A hash of 16 hexadecimal digits.
uint64_t dv_field_hash(dv_fields *r, const json_t *from, const char *key);
/// The field "seed", a whole number in quotes.
uint64_t dv_field_seed(dv_fields *r);
/// A Boolean.
bool dv_field_switch(dv_fields *r, const char *key);

#endif
