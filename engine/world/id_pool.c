#include "world/id_pool.h"

#include "base/alloc.h"
#include "base/result.h"

#define MAX_IDS (1u << DV_HANDLE_INDEX_BITS)

void dv_ids_free(dv_id_pool *ids) {
    dv_free(ids->generations);
    dv_free(ids->alive);
    dv_free(ids->free_indices);
    *ids = (dv_id_pool){0};
}

dv_result dv_fail_for_want_of_indices(uint32_t most, uint32_t alive, const char *what,
                                      dv_error *error) {
    if (alive == most)
        return dv_fail(error, DV_ERROR_LIMIT, "a world holds at most %u %ss", most, what);
    return dv_fail(error, DV_ERROR_LIMIT,
                   "a world holds at most %u %ss: it has %u, and %u numbers are used up", most,
                   what, alive, most - alive);
}

dv_result dv_ids_reserve(dv_id_pool *ids, const char *what, dv_error *error) {
    return dv_ids_reserve_more(ids, 1, what, error);
}

dv_result dv_ids_reserve_more(dv_id_pool *ids, uint32_t wanted, const char *what, dv_error *error) {
    if (ids->free_count >= wanted)
        return DV_OK;
    uint32_t more = wanted - ids->free_count;
    if (more > MAX_IDS - ids->count)
        return dv_fail_for_want_of_indices(MAX_IDS, ids->alive_count, what, error);
    uint32_t needed = ids->count + more;
    if (dv_reserve((void **)&ids->generations, &ids->generation_capacity, needed,
                   sizeof *ids->generations) &&
        dv_reserve((void **)&ids->alive, &ids->alive_capacity, needed, sizeof *ids->alive) &&
        dv_reserve((void **)&ids->free_indices, &ids->free_capacity, needed,
                   sizeof *ids->free_indices))
        return DV_OK;
    return dv_fail(error, DV_ERROR_MEMORY, "no memory for another %s", what);
}

uint32_t dv_ids_take(dv_id_pool *ids) {
    uint32_t index;
    if (ids->free_count > 0) {
        index = ids->free_indices[--ids->free_count];
    } else {
        index = ids->count++;
        ids->generations[index] = 0;
    }
    ids->alive[index] = 1;
    ids->alive_count++;
    return index;
}

void dv_ids_give_back(dv_id_pool *ids, uint32_t index) {
    ids->alive[index] = 0;
    ids->alive_count--;
    if (++ids->generations[index] < DV_LAST_GENERATION)
        ids->free_indices[ids->free_count++] = index;
}

uint64_t dv_ids_handle(const dv_id_pool *ids, const dv_world *world, dv_handle_type type,
                       uint32_t index) {
    if (index >= ids->count || !ids->alive[index])
        return 0;
    return dv_handle_make(type, dv_world_id(world), ids->generations[index], index);
}

bool dv_ids_find(const dv_id_pool *ids, const dv_world *world, dv_handle_type type, uint64_t bits,
                 uint32_t *index) {
    uint32_t found = dv_handle_index(bits);
    if (dv_handle_type_of(bits) != type || dv_handle_world(bits) != dv_world_id(world) ||
        found >= ids->count || !ids->alive[found] ||
        ids->generations[found] != dv_handle_generation(bits))
        return false;
    *index = found;
    return true;
}
