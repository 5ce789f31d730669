// The values in a line of a log, each checked as it is read.
#ifndef DV_PLAYER_REPLAY_FIELDS_H
#define DV_PLAYER_REPLAY_FIELDS_H

#include "base/arena.h"

#include <jansson.h>

// Up to here every whole number is one of JSON's.
#define DV_LARGEST_INTEGER ((uint64_t)1 << 53)

/// A line while it is read. The first failure stays, and what is read after it is not used.
typedef struct dv_fields {
    const json_t *line;
    dv_arena *memory;
    dv_result result;
    dv_error *error;
} dv_fields;

/// Fail with `"key": … expected`.
void dv_field_refuse(dv_fields *r, const char *key, const char *wanted);
/// As dv_arena_alloc; fails when that does.
void *dv_field_allocate(dv_fields *r, size_t size);
/// A copy with a zero behind it.
char *dv_field_copy(dv_fields *r, const char *bytes, size_t size);

/// Bytes written as Base64, with a zero behind them; NULL when it is none.
char *dv_field_base64(dv_fields *r, const char *key, const json_t *value, size_t *size);
/// A text of any bytes, with a zero behind them; "" when it is none.
const char *dv_field_bytes(dv_fields *r, const json_t *from, const char *key, size_t *size);
const char *dv_field_text(dv_fields *r, const json_t *from, const char *key);
double dv_field_number(dv_fields *r, const char *key);
/// A whole number from 0 to `most`.
uint64_t dv_field_integer(dv_fields *r, const char *key, uint64_t most);
uint64_t dv_field_hash(dv_fields *r, const json_t *from, const char *key);
uint64_t dv_field_seed(dv_fields *r);
bool dv_field_switch(dv_fields *r, const char *key);

#endif
