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
    copy->few = NULL;
    copy->grid.start = copy->rare_grid.start = NULL;
    return copy_items((void **)&copy->records, s->records, s->count, s->capacity,
                      sizeof *s->records) &&
           copy_items((void **)&copy->forward, s->forward, s->count, s->capacity,
                      sizeof *s->forward) &&
           copy_items((void **)&copy->places, s->places, 0, s->capacity, sizeof *s->places) &&
           copy_items((void **)&copy->rare, s->rare, s->rare_count, s->rare_capacity,
                      sizeof *s->rare) &&
           copy_items((void **)&copy->few, s->few, s->few_count, s->few_capacity, sizeof *s->few) &&
           copy_grid(&copy->grid, &s->grid) && copy_grid(&copy->rare_grid, &s->rare_grid);
}

/// Pointers to the columns to copy, in a world or in a copy.
typedef struct kept_columns {
    uint32_t limit;
    const uint32_t *rank;
    const uint16_t *draws;
    const float *pace;
} kept_columns;

static bool copy_columns(dv_query_state *state, kept_columns c) {
    size_t limit = state->limit = c.limit;
    return copy_items((void **)&state->rank, c.rank, limit, limit, sizeof *c.rank) &&
           copy_items((void **)&state->draws, c.draws, limit, limit, sizeof *c.draws) &&
           copy_items((void **)&state->pace, c.pace, limit, limit, sizeof *c.pace);
}

/// Copy the arrays. The caller sets what remains: the values by kind, and `has_paces`.
static dv_query_state *copy_arrays(const dv_sensed *sensed, kept_columns columns, dv_error *error) {
    dv_query_state *state = dv_alloc(sizeof *state);
    if (!state || !copy_sensed(&state->sensed, sensed) || !copy_columns(state, columns)) {
        dv_query_state_free(state);
        dv_fail(error, DV_ERROR_MEMORY, "out of memory");
        return NULL;
    }
    return state;
}

dv_query_state *dv_world_copy_query_state(const dv_world *world, dv_error *error) {
    const dv_columns *c = &world->agents;
    dv_query_state *state =
        copy_arrays(&world->sensed, (kept_columns){c->limit, c->rank, c->draws, c->pace}, error);
    if (!state)
        return NULL;
    memcpy(state->largest_radius, world->largest_radius, sizeof state->largest_radius);
    memcpy(state->largest_sight, world->largest_sight, sizeof state->largest_sight);
    state->has_paces = world->has_paces;
    return state;
}

dv_query_state *dv_query_state_copy(const dv_query_state *state, dv_error *error) {
    const kept_columns columns = {state->limit, state->rank, state->draws, state->pace};
    dv_query_state *copy = copy_arrays(&state->sensed, columns, error);
    if (!copy)
        return NULL;
    memcpy(copy->largest_radius, state->largest_radius, sizeof copy->largest_radius);
    memcpy(copy->largest_sight, state->largest_sight, sizeof copy->largest_sight);
    copy->has_paces = state->has_paces;
    return copy;
}

void dv_world_restore_query_state(dv_world *world, dv_query_state *state) {
    dv_columns *c = &world->agents;
    if (c->limit == state->limit) {
        dv_sensed sensed = world->sensed;
        world->sensed = state->sensed;
        state->sensed = sensed;
        memcpy(world->largest_radius, state->largest_radius, sizeof state->largest_radius);
        memcpy(world->largest_sight, state->largest_sight, sizeof state->largest_sight);
        world->has_paces = state->has_paces;
    }
    if (c->limit == state->limit && c->limit > 0) {
        memcpy(c->rank, state->rank, c->limit * sizeof *c->rank);
        memcpy(c->draws, state->draws, c->limit * sizeof *c->draws);
        world->has_drawn = true;
        memcpy(c->pace, state->pace, c->limit * sizeof *c->pace);
    }
    dv_query_state_free(state);
}

void dv_query_state_free(dv_query_state *state) {
    if (!state)
        return;
    dv_sensed_free(&state->sensed);
    dv_free(state->rank);
    dv_free(state->draws);
    dv_free(state->pace);
    dv_free(state);
}
