#include "world/id_pool.h"

#include "base/alloc.h"

#define MOST_IDS (1u << DV_HANDLE_INDEX_BITS)
#define GENERATION_MASK ((1u << DV_HANDLE_GENERATION_BITS) - 1)

void dv_ids_free(dv_id_pool *ids) {
    dv_free(ids->generations);
    dv_free(ids->alive);
    dv_free(ids->free_indices);
    *ids = (dv_id_pool){0};
}

bool dv_ids_reserve(dv_id_pool *ids) {
    if (ids->free_count > 0)
        return true;
    uint32_t needed = ids->count + 1;
    return needed <= MOST_IDS &&
           dv_reserve((void **)&ids->generations, &ids->generation_capacity, needed,
                      sizeof *ids->generations) &&
           dv_reserve((void **)&ids->alive, &ids->alive_capacity, needed, sizeof *ids->alive) &&
           dv_reserve((void **)&ids->free_indices, &ids->free_capacity, needed,
                      sizeof *ids->free_indices);
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
    ids->generations[index] = (ids->generations[index] + 1) & GENERATION_MASK;
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
