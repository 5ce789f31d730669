// Pools of indices for things that come and go. Each index has a generation, which tells a thing
// from those that had the same index before.
//
// Invariant: an index is alive, on the free list exactly once, or used up, which means dead with
// generation DV_LAST_GENERATION. The index freed last is reused first. The free list has room for
// every index, so freeing never fails. A zeroed dv_id_pool is empty. Agents and obstacles follow
// the same rules, but keep generations and free lists with their own data.
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
/// Make room for one more index. Fails if memory runs out or if handles have no more indices;
/// `what` is a noun in the singular for the message.
dv_result dv_ids_reserve(dv_id_pool *ids, const char *what, dv_error *error);
/// The same for `count` more indices.
dv_result dv_ids_reserve_more(dv_id_pool *ids, uint32_t count, const char *what, dv_error *error);
/// Take an index. Cannot fail after dv_ids_reserve.
uint32_t dv_ids_take(dv_id_pool *ids);
/// Free a living index; its handles become stale.
void dv_ids_give_back(dv_id_pool *ids, uint32_t index);
/// The handle of an index; 0 if it isn't alive.
uint64_t dv_ids_handle(const dv_id_pool *ids, const dv_world *world, dv_handle_type type,
                       uint32_t index);
/// The index in a handle; false if the handle is stale, of another type, or of another world.
bool dv_ids_find(const dv_id_pool *ids, const dv_world *world, dv_handle_type type, uint64_t bits,
                 uint32_t *index);

/// Return an error saying that all of `most` indices are alive or used up.
dv_result dv_fail_for_want_of_indices(uint32_t most, uint32_t alive, const char *what,
                                      dv_error *error);

#endif
