// Keep what plans share; see shared.h for the invariant.
#include "navigation/shared.h"

#include "base/alloc.h"
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

static void free_kept(void *wave) {
    for (dv_shared_wave *shared = wave; shared;) {
        dv_shared_wave *next = shared->next;
        dv_shared_wave_free(shared);
        shared = next;
    }
}

void dv_hash_add_shape(dv_hash *hash, const dv_obstacle_record *shape) {
    const float numbers[] = {shape->position.x, shape->position.y, shape->position.z,
                             shape->heading,    shape->radius,     shape->half_height};
    uint32_t points = dv_outline_count(shape);
    const uint32_t kinds[] = {shape->shape, shape->hollow, points};
    dv_hash_add(hash, numbers, sizeof numbers);
    dv_hash_add(hash, kinds, sizeof kinds);
    if (points)
        dv_hash_add(hash, shape->outline->points, points * sizeof *shape->outline->points);
}

static void add_barrier(dv_hash *hash, const dv_barrier *barrier) {
    const float numbers[] = {barrier->reach, barrier->up};
    dv_hash_add(hash, numbers, sizeof numbers);
    dv_hash_add_shape(hash, barrier->obstacle);
}

uint64_t dv_barriers_hash(const dv_barriers *barriers) {
    dv_hash hash;
    dv_hash_begin(&hash);
    for (uint32_t i = 0; i < barriers->count; i++)
        add_barrier(&hash, &barriers->all[i]);
    return dv_hash_end(&hash);
}

dv_shared_wave *dv_shared_wave_take(dv_world *world, uint64_t key) {
    dv_shared_wave *shared = world->shared_wave, *before = NULL;
    while (shared && shared->key != key) {
        before = shared;
        shared = shared->next;
    }
    if (shared && before)
        before->next = shared->next;
    else if (shared)
        world->shared_wave = shared->next;
    return shared;
}

/// Leave out the waves that were used longest ago if all have too many cells.
static void trim(dv_shared_wave *newest) {
    uint64_t cells = 0;
    for (dv_shared_wave *wave = newest; wave->next; wave = wave->next) {
        cells += dv_map_size(&wave->map);
        if (cells + dv_map_size(&wave->next->map) > DV_MOST_SHARED_CELLS) {
            free_kept(wave->next);
            wave->next = NULL;
            return;
        }
    }
}

void dv_shared_wave_keep(dv_world *world, dv_shared_wave *shared) {
    shared->next = world->shared_wave;
    world->shared_wave = shared;
    world->free_shared_wave = free_kept;
    trim(shared);
}
