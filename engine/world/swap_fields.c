#include "world/swap_fields.h"

#include "base/alloc.h"
#include "base/result.h"
#include "world/limbo.h"
#include "world/world_data.h"

#include <string.h>

static dv_result out_of_memory(dv_error *error) {
    return dv_fail(error, DV_ERROR_MEMORY, "out of memory");
}

// What is dropped: a header, then the units of all cells, row by row

typedef struct dropped_cells {
    double unit;
    uint32_t columns, rows;
} dropped_cells;

static dv_dropped dropped_as(const char *name) {
    return (dv_dropped){.part = DV_DROPPED_FIELD, .name = name};
}

static bool drop(dv_world *world, const dv_field_record *record, const char *name) {
    const dv_field_layout *l = &record->grid.layout;
    size_t row_size = l->columns * sizeof(int32_t),
           size = sizeof(dropped_cells) + l->rows * row_size;
    unsigned char *bytes = dv_alloc_untouched(size);
    if (!bytes)
        return false;
    dropped_cells head = {record->unit, l->columns, l->rows};
    memcpy(bytes, &head, sizeof head);
    for (uint32_t row = 0; row < l->rows; row++)
        memcpy(bytes + sizeof head + row * row_size,
               dv_cells_line(&record->grid, &record->grid.now, row), row_size);
    bool is_put = dv_limbo_put(world->limbo, dropped_as(name), 0, bytes, size);
    dv_free(bytes);
    return is_put;
}

/// Put what a field with this name held back into its cells, if the limbo has it, which uses it up.
/// False when out of memory.
static bool give_back(dv_world *world, const char *name, dv_field_record *record) {
    size_t size;
    dropped_cells head;
    dv_field_grid old;
    const unsigned char *bytes = dv_limbo_get(world->limbo, dropped_as(name), 0, &size);
    if (!bytes)
        return true;
    memcpy(&head, bytes, sizeof head);
    dv_field_layout layout = dv_field_layout_in(&world->bounds, head.columns, head.rows);
    if (!dv_cells_begin(&old, &layout))
        return false;
    for (uint32_t row = 0; row < head.rows; row++)
        for (uint32_t column = 0; column < head.columns; column++) {
            size_t cell = (size_t)row * head.columns + column;
            int32_t units;
            memcpy(&units, bytes + sizeof head + cell * sizeof units, sizeof units);
            if (units > 0)
                dv_cells_put(&old, column, row, units);
        }
    dv_cells_resample(&record->grid, &old, head.unit / record->unit);
    dv_cells_end(&old);
    return dv_limbo_use_up(world->limbo, dropped_as(name), 0);
}

// Preparing

static bool becomes(const dv_translation *t, uint32_t index, uint32_t type) {
    return t->places[DV_FAMILY_FIELD][index] == (int32_t)type;
}

/// The index of the field that goes on as a field of the new program: the first one, if several
/// become it. −1: none.
static int32_t field_before(const dv_world *world, const dv_translation *t, uint32_t type) {
    for (uint32_t i = 0; i < world->fields.ids.count; i++)
        if (becomes(t, i, type))
            return (int32_t)i;
    return -1;
}

static bool has_same_cells(const dv_field_record *a, const dv_field_record *b) {
    return a->grid.layout.columns == b->grid.layout.columns &&
           a->grid.layout.rows == b->grid.layout.rows && a->unit == b->unit;
}

static uint32_t count_before(const dv_world *world, const dv_translation *t, uint32_t type) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < world->fields.ids.count; i++)
        count += becomes(t, i, type);
    return count;
}

/// New cells for a field that stays, if they change or if several fields become one.
static dv_result prepare_cells(const dv_world *world, const dv_translation *t, uint32_t type,
                               uint32_t index, dv_field_swap *swap, dv_error *error) {
    const dv_field_record *records = world->fields.records;
    dv_field_record fresh;
    dv_result result = dv_field_plan(world, t->to, type, &fresh, error);
    bool stays = has_same_cells(&records[index], &fresh) && count_before(world, t, type) == 1;
    if (result != DV_OK || stays)
        return result;
    result = dv_field_make(world, t->to, type, &swap->fresh[index], error);
    for (uint32_t i = 0; result == DV_OK && i < world->fields.ids.count; i++)
        if (becomes(t, i, type))
            dv_cells_resample(&swap->fresh[index].grid, &records[i].grid,
                              records[i].unit / fresh.unit);
    return result;
}

static dv_result prepare_added(dv_world *world, const dv_translation *t, uint32_t type,
                               dv_field_swap *swap, dv_error *error) {
    dv_field_record *added = &swap->added[swap->added_count];
    dv_result result = dv_field_make(world, t->to, type, added, error);
    if (result != DV_OK)
        return result;
    swap->added_count++;
    return give_back(world, t->to->fields[type].name, added) ? DV_OK : out_of_memory(error);
}

/// Drop what fields hold that are gone.
static bool drop_lost(dv_world *world, const dv_translation *t) {
    for (uint32_t i = 0; i < world->fields.ids.count; i++) {
        const dv_field_record *record = &world->fields.records[i];
        if (world->fields.ids.alive[i] && t->places[DV_FAMILY_FIELD][i] < 0 &&
            !drop(world, record, t->from->fields[record->type].name))
            return false;
    }
    return true;
}

dv_result dv_fields_prepare_swap(dv_world *world, const dv_translation *t, dv_field_swap *swap,
                                 dv_error *error) {
    dv_fields *fields = &world->fields;
    swap->count = fields->ids.count;
    swap->fresh = dv_alloc((swap->count + 1) * sizeof *swap->fresh);
    swap->added = dv_alloc((t->to->field_count + 1) * sizeof *swap->added);
    if (!swap->fresh || !swap->added || !drop_lost(world, t))
        return out_of_memory(error);
    dv_result result = DV_OK;
    for (uint32_t type = 0; result == DV_OK && type < t->to->field_count; type++) {
        int32_t before = field_before(world, t, type);
        result = before >= 0 ? prepare_cells(world, t, type, (uint32_t)before, swap, error)
                             : prepare_added(world, t, type, swap, error);
    }
    if (result == DV_OK)
        result = dv_ids_reserve_more(&fields->ids, swap->added_count, "field", error);
    if (result == DV_OK &&
        !dv_reserve((void **)&fields->records, &fields->capacity,
                    fields->ids.count + swap->added_count, sizeof *fields->records))
        result = out_of_memory(error);
    return result;
}

// Making the swap

static void take_cells(dv_world *world, const dv_translation *t, uint32_t index,
                       dv_field_record *fresh) {
    dv_field_record *record = &world->fields.records[index];
    uint32_t type = (uint32_t)t->places[DV_FAMILY_FIELD][index];
    if (fresh->grid.now.units) {
        dv_field_record old = *record;
        *record = *fresh;
        *fresh = old;
    }
    record->type = type;
}

void dv_fields_take_swap(dv_world *world, const dv_translation *t, dv_field_swap *swap) {
    dv_fields *fields = &world->fields;
    for (uint32_t i = 0; i < swap->count; i++) {
        int32_t type = t->places[DV_FAMILY_FIELD][i];
        bool stays = type >= 0 && field_before(world, t, (uint32_t)type) == (int32_t)i;
        if (stays)
            take_cells(world, t, i, &swap->fresh[i]);
        else if (fields->ids.alive[i])
            dv_field_drop(world, i);
    }
    for (uint32_t i = 0; i < swap->added_count; i++)
        fields->records[dv_ids_take(&fields->ids)] = swap->added[i];
}

void dv_fields_end_swap(dv_field_swap *swap, bool is_made) {
    for (uint32_t i = 0; swap->fresh && i < swap->count; i++)
        dv_cells_end(&swap->fresh[i].grid);
    for (uint32_t i = 0; !is_made && i < swap->added_count; i++)
        dv_cells_end(&swap->added[i].grid);
    dv_free(swap->fresh);
    dv_free(swap->added);
}
