// Keep what plans share; see shared.h for the invariant.
#include "navigation/shared.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "world/world_data.h"

static void free_search(dv_search *search) {
    dv_wave_free(&search->wave);
    dv_free(search->goal.all);
}

void dv_shared_wave_free(dv_shared_wave *shared) {
    if (!shared)
        return;
    dv_map_free(&shared->map);
    free_search(&shared->wide);
    dv_narrows_free(&shared->narrows);
    free_search(&shared->narrow);
    dv_free(shared);
}

static void free_kept(void *wave) { dv_shared_wave_free(wave); }

static void add_barrier(dv_hash *hash, const dv_barrier *barrier) {
    const dv_obstacle_record *obstacle = barrier->obstacle;
    const float numbers[] = {obstacle->position.x, obstacle->position.y, obstacle->heading,
                             obstacle->radius,     barrier->reach,       barrier->up};
    uint32_t points = dv_outline_count(obstacle);
    const uint32_t kinds[] = {obstacle->shape, obstacle->hollow, points};
    dv_hash_add(hash, numbers, sizeof numbers);
    dv_hash_add(hash, kinds, sizeof kinds);
    if (points)
        dv_hash_add(hash, obstacle->outline->points, points * sizeof *obstacle->outline->points);
}

uint64_t dv_barriers_hash(const dv_barriers *barriers) {
    dv_hash hash;
    dv_hash_begin(&hash);
    for (uint32_t i = 0; i < barriers->count; i++)
        add_barrier(&hash, &barriers->all[i]);
    return dv_hash_end(&hash);
}

dv_shared_wave *dv_shared_wave_take(dv_world *world, uint64_t key) {
    dv_shared_wave *shared = world->shared_wave;
    world->shared_wave = NULL;
    if (!shared || shared->key == key)
        return shared;
    dv_shared_wave_free(shared);
    return NULL;
}

void dv_shared_wave_keep(dv_world *world, dv_shared_wave *shared) {
    dv_world_forget_wave(world);
    world->shared_wave = shared;
    world->free_shared_wave = free_kept;
}
