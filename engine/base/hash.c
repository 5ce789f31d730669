// XXH3 from the system's xxHash, with a state that needs no allocation; see hash.h.
#define XXH_STATIC_LINKING_ONLY
#include "base/hash.h"

#include <xxhash.h>

// Columns are hashed, and stored in snapshots, exactly as they are in memory.
#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "Drover needs a little-endian machine: hashes and snapshots are the same on all of them"
#endif

// The streaming state of XXH3 has kept its size and alignment since xxHash 0.8.0.
_Static_assert(sizeof(XXH3_state_t) == DV_HASH_STATE_SIZE, "dv_hash holds the state of XXH3");
_Static_assert(_Alignof(XXH3_state_t) <= _Alignof(dv_hash), "dv_hash is aligned for XXH3");

void dv_hash_begin(dv_hash *hash) {
    XXH3_state_t *state = (XXH3_state_t *)hash->state;
    XXH3_INITSTATE(state);
    XXH3_64bits_reset(state);
}

void dv_hash_add(dv_hash *hash, const void *bytes, size_t size) {
    if (size)
        XXH3_64bits_update((XXH3_state_t *)hash->state, bytes, size);
}

uint64_t dv_hash_end(const dv_hash *hash) {
    return XXH3_64bits_digest((const XXH3_state_t *)hash->state);
}

uint64_t dv_hash_bytes(const void *bytes, size_t size) { return XXH3_64bits(bytes, size); }
