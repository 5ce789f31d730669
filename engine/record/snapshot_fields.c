// Fields in a snapshot: for each its name, how many cells it has, and what they hold. Blocks of
// cells that hold nothing are only counted.
#include "base/alloc.h"
#include "record/snapshot_parts.h"
#include "world/fields.h"

static uint32_t cells_of_block(const dv_field_grid *grid, uint32_t block) {
    uint32_t left = grid->layout.columns - block * DV_FIELD_BLOCK;
    return left < DV_FIELD_BLOCK ? left : DV_FIELD_BLOCK;
}

static const int32_t *units_of_block(const dv_field_grid *grid, uint32_t row, uint32_t block) {
    return dv_cells_line(grid, &grid->now, row) + block * DV_FIELD_BLOCK;
}

/// A block that is live may hold nothing. That must not make a difference.
static bool holds_something(const dv_field_grid *grid, uint32_t row, uint32_t block) {
    const int32_t *units = units_of_block(grid, row, block);
    uint32_t count = cells_of_block(grid, block);
    bool any = false;
    for (uint32_t i = 0; i < count && grid->now.live[(size_t)row * grid->blocks + block]; i++)
        any = any || units[i] != 0;
    return any;
}

/// How many blocks hold nothing, and then the units of one that does, again and again.
static void write_units(dv_stream *s, const dv_field_grid *grid) {
    uint32_t empty = 0;
    for (uint32_t row = 0; row < grid->layout.rows; row++)
        for (uint32_t block = 0; block < grid->blocks; block++) {
            if (!holds_something(grid, row, block)) {
                empty++;
                continue;
            }
            dv_write_u32(s, empty);
            dv_write_bytes(s, units_of_block(grid, row, block),
                           cells_of_block(grid, block) * sizeof(int32_t));
            empty = 0;
        }
    dv_write_u32(s, empty);
}

static void read_block(dv_loading *l, dv_field_grid *grid, uint32_t row, uint32_t block) {
    uint32_t count = cells_of_block(grid, block);
    int32_t units[DV_FIELD_BLOCK];
    dv_read_bytes(l->reader, units, count * sizeof *units);
    for (uint32_t i = 0; dv_usable(l) && i < count; i++) {
        dv_damaged_unless(l, units[i] >= 0 && units[i] <= DV_FIELD_FULL);
        if (units[i] != 0)
            dv_cells_put(grid, block * DV_FIELD_BLOCK + i, row, units[i]);
    }
}

static void read_units(dv_loading *l, dv_field_grid *grid) {
    uint64_t count = (uint64_t)grid->blocks * grid->layout.rows, next = 0;
    while (dv_usable(l)) {
        next += dv_read_u32(l->reader);
        dv_damaged_unless(l, next <= count);
        if (next >= count || !dv_usable(l))
            return;
        read_block(l, grid, (uint32_t)(next / grid->blocks), (uint32_t)(next % grid->blocks));
        next++;
    }
}

void dv_write_fields(dv_stream *s, const dv_world *world) {
    const dv_fields *fields = &world->fields;
    dv_write_ids(s, &fields->ids);
    for (uint32_t i = 0; i < fields->ids.count; i++) {
        const dv_field_record *record = &fields->records[i];
        if (!fields->ids.alive[i])
            continue;
        dv_write_text(s, world->program->fields[record->type].name);
        dv_write_f64(s, world->program->fields[record->type].max);
        dv_write_u32(s, record->grid.layout.columns);
        dv_write_u32(s, record->grid.layout.rows);
        write_units(s, &record->grid);
    }
}

/// Name the field in the program of names, and make its cells.
static void read_field(dv_loading *l, dv_field_record *record) {
    dv_field_def def = {.name = dv_read_text(l), .where = "", .cell = 1};
    def.max = dv_read_f64(l->reader);
    uint32_t columns = dv_read_u32(l->reader), rows = dv_read_u32(l->reader);
    dv_damaged_unless(l,
                      columns >= 1 && rows >= 1 && (uint64_t)columns * rows <= DV_MAX_FIELD_CELLS);
    if (!dv_usable(l))
        return;
    record->type = l->names->field_count;
    dv_note(l, dv_program_add_field(l->names, &def, &l->reason));
    if (!dv_usable(l))
        return;
    record->unit = def.max / DV_FIELD_FULL;
    dv_field_layout layout = dv_field_layout_in(&l->world->bounds, columns, rows);
    l->out_of_memory = !dv_cells_begin(&record->grid, &layout);
    if (dv_usable(l))
        read_units(l, &record->grid);
}

void dv_read_fields(dv_loading *l) {
    dv_fields *fields = &l->world->fields;
    if (!dv_begin_records(l, &fields->ids, (void **)&fields->records, &fields->capacity,
                          sizeof *fields->records))
        return;
    for (uint32_t i = 0; dv_usable(l) && i < fields->ids.count; i++)
        if (fields->ids.alive[i])
            read_field(l, &fields->records[i]);
}
