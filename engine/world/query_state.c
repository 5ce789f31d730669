// Saving and restoring what was sensed in the last tick. After a world returns to an earlier tick,
// queries between ticks have the same results as they had then.
#include "base/alloc.h"
#include "base/result.h"
#include "world/world_data.h"

#include <string.h>

struct dv_query_state {
    dv_sensed sensed;
    float largest_radius[DV_MAX_KINDS], largest_sight[DV_MAX_KINDS];
    bool has_paces, knows_last_tick;
    dv_program *program; ///< whose numbers of kinds the records have
    uint32_t limit;      ///< entries of the columns
    uint32_t *generation;
    uint32_t *rank;
    uint16_t *draws;
    float *pace;
    dv_vec3 *steering;
    uint32_t *applied; ///< the first of an agent's `entries` + 1; 0: none
    dv_applied *entries;
    uint32_t entry_count;
};

bool dv_world_knows_last_tick(const dv_world *world) { return world->knows_last_tick; }

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
    const dv_blocks *b = &grid->blocks;
    *copy = *grid;
    copy->blocks.all = NULL;
    copy->blocks.table = copy->blocks.places = NULL;
    copy->blocks.place_capacity = 0;
    return copy_items((void **)&copy->start, grid->start, capacity, capacity,
                      sizeof *grid->start) &&
           copy_items((void **)&copy->blocks.all, b->all, b->count, b->capacity, sizeof *b->all) &&
           copy_items((void **)&copy->blocks.table, b->table, b->table_size, b->table_capacity,
                      sizeof *b->table);
}

static bool copy_sensed(dv_sensed *copy, const dv_sensed *s) {
    *copy = *s;
    copy->records = NULL;
    copy->forward = NULL;
    copy->places = NULL;
    copy->rare = NULL;
    copy->few = NULL;
    copy->grid.start = copy->rare_grid.start = NULL;
    copy->grid.blocks = copy->rare_grid.blocks = (dv_blocks){0};
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

/// The columns that are copied.
#define KEPT_COLUMNS(COLUMN)                                                                       \
    COLUMN(generation)                                                                             \
    COLUMN(rank)                                                                                   \
    COLUMN(draws)                                                                                  \
    COLUMN(pace)                                                                                   \
    COLUMN(steering)                                                                               \
    COLUMN(applied)

dv_query_state *dv_query_state_copy(const dv_query_state *state, dv_error *error) {
    dv_query_state *copy = dv_alloc(sizeof *copy);
    bool is_copied = copy != NULL;
    if (is_copied) {
        *copy = *state;
        dv_program_retain(copy->program);
        copy->entries = NULL;
        is_copied = copy_sensed(&copy->sensed, &state->sensed) &&
                    copy_items((void **)&copy->entries, state->entries, state->entry_count,
                               state->entry_count, sizeof *state->entries);
    }
#define COPY_COLUMN(name)                                                                          \
    is_copied = copy &&                                                                            \
                copy_items((void **)&copy->name, state->name, state->limit, state->limit,          \
                           sizeof *state->name) &&                                                 \
                is_copied;
    KEPT_COLUMNS(COPY_COLUMN)
#undef COPY_COLUMN
    if (is_copied)
        return copy;
    dv_query_state_free(copy);
    dv_fail(error, DV_ERROR_MEMORY, "out of memory");
    return NULL;
}

dv_query_state *dv_world_copy_query_state(const dv_world *world, dv_error *error) {
    // Nothing of this state is its own.
    dv_query_state state = {.sensed = world->sensed,
                            .has_paces = world->has_paces,
                            .knows_last_tick = world->knows_last_tick,
                            .program = world->program,
                            .limit = world->agents.limit,
                            .entries = world->applied,
                            .entry_count = world->applied_count};
#define SHARE_COLUMN(name) state.name = world->agents.name;
    KEPT_COLUMNS(SHARE_COLUMN)
#undef SHARE_COLUMN
    memcpy(state.largest_radius, world->largest_radius, sizeof state.largest_radius);
    memcpy(state.largest_sight, world->largest_sight, sizeof state.largest_sight);
    return dv_query_state_copy(&state, error);
}

/// Whether the numbers of kinds and states mean the same in two programs.
static bool have_same_kinds(const dv_program *a, const dv_program *b) {
    uint32_t kinds = dv_program_kind_count(a);
    if (a == b)
        return true;
    if (kinds != dv_program_kind_count(b))
        return false;
    for (uint32_t kind = 0; kind < kinds; kind++) {
        uint32_t states = dv_program_state_count(a, kind);
        if (strcmp(dv_program_kind_name(a, kind), dv_program_kind_name(b, kind)) != 0 ||
            states != dv_program_state_count(b, kind))
            return false;
        for (uint32_t i = 0; i < states; i++)
            if (strcmp(dv_program_state_name(a, kind, i), dv_program_state_name(b, kind, i)) != 0)
                return false;
    }
    return true;
}

/// Whether an agent of the state still lives in the world.
static bool is_still_there(const dv_world *world, const dv_query_state *state, uint32_t agent) {
    const dv_columns *c = &world->agents;
    return agent < c->limit && c->flags[agent] & DV_AGENT_ALIVE &&
           c->generation[agent] == state->generation[agent];
}

static void restore_sensed(dv_world *world, dv_query_state *state) {
    dv_sensed former = world->sensed;
    world->sensed = state->sensed;
    state->sensed = former;
    for (uint32_t rank = 0; rank < world->sensed.count; rank++) {
        dv_record *record = &world->sensed.records[rank];
        if (is_still_there(world, state, record->agent))
            continue;
        record->kind = DV_NO_KIND;
        record->agent = record->agent < world->agents.limit ? record->agent : 0;
    }
}

static void restore_columns(dv_world *world, const dv_query_state *state) {
    dv_columns *c = &world->agents;
    for (uint32_t i = 0; i < state->limit && i < c->limit; i++) {
        if (!is_still_there(world, state, i))
            continue;
        c->rank[i] = state->rank[i];
        c->draws[i] = state->draws[i];
        c->pace[i] = state->pace[i];
        c->steering[i] = state->steering[i];
    }
    world->has_drawn = true;
}

/// Give an agent the list of the state, for which there is room. Another program may have nothing
/// of that name, so all of it has to be bound again.
static void take_applied(dv_world *world, const dv_query_state *state, uint32_t agent) {
    uint32_t *link = &world->agents.applied[agent];
    for (uint32_t i = state->applied[agent]; i; i = state->entries[i - 1].next) {
        dv_applied *entry = &world->applied[world->applied_count++];
        *entry = state->entries[i - 1];
        entry->node = NULL;
        world->has_unbound = true;
        *link = world->applied_count;
        link = &entry->next;
    }
    *link = 0;
}

/// Snapshots have only what lasts beyond the tick in which a script applied it. Without memory, the
/// rest stays unknown.
static void restore_applied(dv_world *world, const dv_query_state *state) {
    if (state->entry_count == 0 ||
        !dv_reserve((void **)&world->applied, &world->applied_capacity,
                    world->applied_count + state->entry_count, sizeof *world->applied))
        return;
    for (uint32_t i = 0; i < state->limit && i < world->agents.limit; i++)
        if (state->applied[i] && is_still_there(world, state, i))
            take_applied(world, state, i);
}

void dv_world_restore_query_state(dv_world *world, dv_query_state *state) {
    if (have_same_kinds(world->program, state->program)) {
        restore_sensed(world, state);
        restore_columns(world, state);
        restore_applied(world, state);
        memcpy(world->largest_radius, state->largest_radius, sizeof state->largest_radius);
        memcpy(world->largest_sight, state->largest_sight, sizeof state->largest_sight);
        world->has_paces = state->has_paces;
        world->knows_last_tick = state->knows_last_tick;
    }
    dv_query_state_free(state);
}

void dv_query_state_free(dv_query_state *state) {
    if (!state)
        return;
    dv_program_release(state->program);
    dv_free(state->entries);
    dv_sensed_free(&state->sensed);
#define FREE_COLUMN(name) dv_free(state->name);
    KEPT_COLUMNS(FREE_COLUMN)
#undef FREE_COLUMN
    dv_free(state);
}
