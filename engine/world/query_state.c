// Saving and restoring what was sensed in the last tick. After a world returns to an earlier tick,
// queries between ticks have the same results as they had then.
#include "base/alloc.h"
#include "base/result.h"
#include "world/world_data.h"

#include <string.h>

struct dv_query_state {
    dv_sensed sensed;
    float largest_radius[DV_MAX_KINDS], largest_sight[DV_MAX_KINDS];
    bool has_paces;
    uint32_t limit; ///< entries of the columns
    uint32_t *rank;
    uint16_t *draws;
    float *pace;
};

/// Copy `count` items to a new array with room for `capacity`; false when out of memory. The copy
/// of NULL is NULL.
static bool copy_items(void **copy, const void *items, size_t count, size_t capacity, size_t size) {
    *copy = NULL;
    if (!items)
        return true;
    *copy = dv_alloc_aligned((capacity ? capacity : 1) * size);
    if (*copy && count > 0)
        memcpy(*copy, items, count * size);
    return *copy != NULL;
}

static bool copy_grid(dv_grid *copy, const dv_grid *grid) {
    size_t capacity = grid->capacity;
    *copy = *grid;
    return copy_items((void **)&copy->start, grid->start, capacity, capacity, sizeof *grid->start);
}

static bool copy_sensed(dv_sensed *copy, const dv_sensed *s) {
    *copy = *s;
    copy->records = NULL;
    copy->forward = NULL;
    copy->places = NULL;
    copy->rare = NULL;
    copy->grid.start = copy->rare_grid.start = NULL;
    return copy_items((void **)&copy->records, s->records, s->count, s->capacity,
                      sizeof *s->records) &&
           copy_items((void **)&copy->forward, s->forward, s->count, s->capacity,
                      sizeof *s->forward) &&
           copy_items((void **)&copy->places, s->places, 0, s->capacity, sizeof *s->places) &&
           copy_items((void **)&copy->rare, s->rare, s->rare_count, s->rare_capacity,
                      sizeof *s->rare) &&
           copy_grid(&copy->grid, &s->grid) && copy_grid(&copy->rare_grid, &s->rare_grid);
}

/// Pointers to the columns to copy, in a world or in saved senses.
typedef struct kept_columns {
    uint32_t limit;
    const uint32_t *rank;
    const uint16_t *draws;
    const float *pace;
} kept_columns;

static bool copy_columns(dv_query_state *senses, kept_columns c) {
    size_t limit = senses->limit = c.limit;
    return copy_items((void **)&senses->rank, c.rank, limit, limit, sizeof *c.rank) &&
           copy_items((void **)&senses->draws, c.draws, limit, limit, sizeof *c.draws) &&
           copy_items((void **)&senses->pace, c.pace, limit, limit, sizeof *c.pace);
}

/// Copy the arrays. The caller sets what remains: the values by kind, and `has_paces`.
static dv_query_state *copy_arrays(const dv_sensed *sensed, kept_columns columns, dv_error *error) {
    dv_query_state *senses = dv_alloc(sizeof *senses);
    if (!senses || !copy_sensed(&senses->sensed, sensed) || !copy_columns(senses, columns)) {
        dv_query_state_free(senses);
        dv_fail(error, DV_ERROR_MEMORY, "out of memory");
        return NULL;
    }
    return senses;
}

dv_query_state *dv_world_copy_query_state(const dv_world *world, dv_error *error) {
    const dv_columns *c = &world->agents;
    dv_query_state *senses =
        copy_arrays(&world->sensed, (kept_columns){c->limit, c->rank, c->draws, c->pace}, error);
    if (!senses)
        return NULL;
    memcpy(senses->largest_radius, world->largest_radius, sizeof senses->largest_radius);
    memcpy(senses->largest_sight, world->largest_sight, sizeof senses->largest_sight);
    senses->has_paces = world->has_paces;
    return senses;
}

dv_query_state *dv_query_state_copy(const dv_query_state *senses, dv_error *error) {
    const kept_columns columns = {senses->limit, senses->rank, senses->draws, senses->pace};
    dv_query_state *copy = copy_arrays(&senses->sensed, columns, error);
    if (!copy)
        return NULL;
    memcpy(copy->largest_radius, senses->largest_radius, sizeof copy->largest_radius);
    memcpy(copy->largest_sight, senses->largest_sight, sizeof copy->largest_sight);
    copy->has_paces = senses->has_paces;
    return copy;
}

void dv_world_restore_query_state(dv_world *world, dv_query_state *senses) {
    dv_columns *c = &world->agents;
    if (c->limit == senses->limit) {
        dv_sensed sensed = world->sensed;
        world->sensed = senses->sensed;
        senses->sensed = sensed;
        memcpy(world->largest_radius, senses->largest_radius, sizeof senses->largest_radius);
        memcpy(world->largest_sight, senses->largest_sight, sizeof senses->largest_sight);
        world->has_paces = senses->has_paces;
    }
    if (c->limit == senses->limit && c->limit > 0) {
        memcpy(c->rank, senses->rank, c->limit * sizeof *c->rank);
        memcpy(c->draws, senses->draws, c->limit * sizeof *c->draws);
        world->has_drawn = true;
        memcpy(c->pace, senses->pace, c->limit * sizeof *c->pace);
    }
    dv_query_state_free(senses);
}

void dv_query_state_free(dv_query_state *senses) {
    if (!senses)
        return;
    dv_sensed_free(&senses->sensed);
    dv_free(senses->rank);
    dv_free(senses->draws);
    dv_free(senses->pace);
    dv_free(senses);
}
