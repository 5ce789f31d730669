// Hash state and file content: 64-bit XXH3, fed in pieces or all at once. The result does not
// depend on where the bytes are split. Callers must provide a canonical byte order and fixed
// padding.
#ifndef DV_BASE_HASH_H
#define DV_BASE_HASH_H

#include "drover/base.h"

#include <stdalign.h>

#define DV_HASH_STATE_SIZE 576

/// A hash in progress. It may live anywhere and needs no freeing.
typedef struct dv_hash {
    alignas(64) unsigned char state[DV_HASH_STATE_SIZE];
} dv_hash;

/// Start a hash.
void dv_hash_begin(dv_hash *hash);
/// Add bytes to a hash.
void dv_hash_add(dv_hash *hash, const void *bytes, size_t size);

/// The hash of everything added so far; more may be added afterwards.
uint64_t dv_hash_end(const dv_hash *hash);

/// The hash of one block of memory.
uint64_t dv_hash_bytes(const void *bytes, size_t size);

/// Add one number to the hash of a list of numbers.
static inline uint64_t dv_hash_join(uint64_t sum, uint64_t next) {
    const uint64_t both[2] = {sum, next};
    return dv_hash_bytes(both, sizeof both);
}

#endif
