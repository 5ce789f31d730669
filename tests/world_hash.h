// Computes the state hash of a world and checks that this works, for tests that compare hashes.
#ifndef DV_TEST_WORLD_HASH_H
#define DV_TEST_WORLD_HASH_H

#include "drover/drover.h"

#include "program.h"

#include <stddef.h>
#include <stdint.h>

static inline uint64_t world_hash(dv_world *world) {
    dv_error error;
    uint64_t hash = 0;
    if (dv_world_hash(world, &hash, &error) != DV_OK)
        fail_msg("%s", error.message);
    return hash;
}

#endif
