// Indices of things that come and go, each with a generation that tells a thing from those that had
// its index before.
//
// Invariant: an index is alive, on the free list once, or used up: dead with DV_LAST_GENERATION,
// which nothing else has. The last freed is reused first; there is room on the list for every
// index, so that freeing never fails. A zeroed dv_id_pool is empty. Agents and obstacles keep their
// indices by the same rule beside their own data.
#ifndef DV_WORLD_ID_POOL_H
#define DV_WORLD_ID_POOL_H

#include "drover/world.h"

typedef struct dv_id_pool {
    uint32_t count; ///< indices ever used
    uint32_t alive_count;
    uint32_t *generations;
    uint8_t *alive;
    uint32_t *free_indices;
    uint32_t free_count;
    uint32_t generation_capacity, alive_capacity, free_capacity;
} dv_id_pool;

void dv_ids_free(dv_id_pool *ids);
/// Make room for one more. Fails when memory is short or there are as many as handles can name;
/// `what` names one of them for the message.
dv_result dv_ids_reserve(dv_id_pool *ids, const char *what, dv_error *error);
/// Take an index; after dv_ids_reserve this does not fail.
uint32_t dv_ids_take(dv_id_pool *ids);
void dv_ids_give_back(dv_id_pool *ids, uint32_t index);
/// The handle of an index; 0 when it is not alive.
uint64_t dv_ids_handle(const dv_id_pool *ids, const dv_world *world, dv_handle_type type,
                       uint32_t index);
/// The index a handle names; false when it is stale, of another type or of another world.
bool dv_ids_find(const dv_id_pool *ids, const dv_world *world, dv_handle_type type, uint64_t bits,
                 uint32_t *index);

/// Fail because every one of `most` indices is alive or used up.
dv_result dv_fail_for_want_of_indices(uint32_t most, uint32_t alive, const char *what,
                                      dv_error *error);

#endif
