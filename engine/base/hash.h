// Hashing of state and file content: 64-bit XXH3, fed in pieces or at once. How the bytes are cut
// into pieces does not matter. Callers see to a canonical byte order and to padding.
#ifndef DV_BASE_HASH_H
#define DV_BASE_HASH_H

#include "drover/base.h"

#include <stdalign.h>

#define DV_HASH_STATE_SIZE 576

/// A hash being built; lives where the caller likes and needs no freeing.
typedef struct dv_hash {
    alignas(64) unsigned char state[DV_HASH_STATE_SIZE];
} dv_hash;

void dv_hash_begin(dv_hash *hash);
void dv_hash_add(dv_hash *hash, const void *bytes, size_t size);

/// Return the hash of all that was added; more may be added after.
uint64_t dv_hash_end(const dv_hash *hash);

/// Hash one piece of memory.
uint64_t dv_hash_bytes(const void *bytes, size_t size);

/// Add one more number to the hash of a list of numbers.
static inline uint64_t dv_hash_join(uint64_t sum, uint64_t next) {
    const uint64_t both[2] = {sum, next};
    return dv_hash_bytes(both, sizeof both);
}

#endif
