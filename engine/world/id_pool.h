// Indices of things that come and go, each with a generation that tells a thing from those that had
// its index before.
//
// Invariant: an index is alive or on the free list, once; the last freed is reused first; there is
// room on the list for every index, so that freeing never fails. A zeroed dv_id_pool is empty.
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
/// Make room for one more. False when memory is short or there are as many as handles can name.
bool dv_ids_reserve(dv_id_pool *ids);
/// Take an index; after dv_ids_reserve this does not fail.
uint32_t dv_ids_take(dv_id_pool *ids);
void dv_ids_give_back(dv_id_pool *ids, uint32_t index);
/// The handle of an index; 0 when it is not alive.
uint64_t dv_ids_handle(const dv_id_pool *ids, const dv_world *world, dv_handle_type type,
                       uint32_t index);
/// The index a handle names; false when it is stale, of another type or of another world.
bool dv_ids_find(const dv_id_pool *ids, const dv_world *world, dv_handle_type type, uint64_t bits,
                 uint32_t *index);

#endif
