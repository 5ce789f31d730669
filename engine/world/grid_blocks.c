// Blocks of cells: a grid whose items leave most of its box empty has cells only where they are.
#include "world/grid.h"

#include "base/alloc.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_CELLS_A_SIDE 4194304.0f // which single precision counts exactly
#define FEW_BLOCKS 32u              // that are looked up one by one
#define FIELD_BITS 21u              // of a key, for each axis: blocks along it
#define FIELD ((1u << FIELD_BITS) - 1)

static uint32_t cells_along(float span, float size, bool is_open) {
    float cells = floorf(span / size);
    return !(cells < MAX_CELLS_A_SIDE) ? 0 : (cells < 1 ? 1 : (uint32_t)cells) + is_open;
}

/// The key of a block. Keys ascend by layer, then row, then column.
static uint64_t key_of(uint32_t layer, uint32_t row, uint32_t column) {
    return ((uint64_t)layer << FIELD_BITS | row) << FIELD_BITS | column;
}

bool dv_grid_lay_blocks(dv_grid *grid, const dv_grid_def *def) {
    dv_vec3 span = dv_subtract(def->high, def->low);
    dv_grid laid = *grid;
    laid.has_blocks = true;
    laid.columns = cells_along(span.x, def->cell_width, !def->wraps);
    laid.rows = cells_along(span.y, def->cell_depth, !def->wraps);
    laid.layers = def->is_volume ? cells_along(span.z, def->cell_depth, !def->wraps) : 1;
    laid.block_layers = def->is_volume ? DV_BLOCK_ROWS : 1;
    laid.origin = def->low;
    laid.cell = dv_vec(def->cell_width, def->cell_depth, def->cell_depth);
    if (def->wraps)
        laid.cell = dv_vec(span.x / (float)laid.columns, span.y / (float)laid.rows,
                           def->is_volume ? span.z / (float)laid.layers : def->cell_depth);
    dv_blocks *b = &laid.blocks;
    uint64_t most = 1 + def->most_cells / dv_block_cells(&laid);
    uint32_t size = 64;
    while (size < 2 * most)
        size *= 2;
    bool has_room =
        laid.columns && laid.rows && laid.layers &&
        dv_reserve((void **)&b->all, &b->capacity, (uint32_t)most, sizeof *b->all) &&
        dv_reserve((void **)&b->table, &b->table_capacity, size, sizeof *b->table) &&
        dv_reserve((void **)&b->places, &b->place_capacity, (uint32_t)most, sizeof *b->places);
    grid->blocks = *b;
    if (!has_room)
        return false;
    b->most = (uint32_t)most;
    b->count = 0;
    b->table_size = size;
    memset(b->table, 0, size * sizeof *b->table);
    *grid = laid;
    return true;
}

/// The entry of the table that has a key, or is free for it.
static uint32_t *entry_of(const dv_blocks *b, uint64_t key) {
    uint32_t slot = (uint32_t)(key * 0x9E3779B97F4A7C15u >> 32) & (b->table_size - 1);
    while (b->table[slot] && b->all[b->table[slot] - 1].key != key)
        slot = (slot + 1) & (b->table_size - 1);
    return &b->table[slot];
}

/// Find the block with a key, or add it. False if there would be too many.
static bool take_block(dv_blocks *b, uint64_t key, uint32_t *block) {
    uint32_t *entry = entry_of(b, key);
    if (!*entry && b->count == b->most)
        return false;
    if (!*entry) {
        b->all[b->count] = (dv_block){key, b->count};
        *entry = ++b->count;
    }
    *block = *entry - 1;
    return true;
}

bool dv_grid_take_block(dv_grid *grid, dv_vec3 place, uint32_t *cell) {
    uint32_t column, row, layer;
    dv_grid_locate(grid, place, &column, &row, &layer);
    uint32_t block;
    if (!take_block(
            &grid->blocks,
            key_of(layer / grid->block_layers, row / DV_BLOCK_ROWS, column / DV_BLOCK_COLUMNS),
            &block))
        return false;
    *cell = block * dv_block_cells(grid) + dv_cell_in_block(grid, layer, row, column);
    return true;
}

static int by_key(const void *a, const void *b) {
    const dv_block *x = a, *y = b;
    return (x->key > y->key) - (x->key < y->key);
}

bool dv_grid_sort_blocks(dv_grid *grid) {
    dv_blocks *b = &grid->blocks;
    qsort(b->all, b->count, sizeof *b->all, by_key);
    memset(b->table, 0, b->table_size * sizeof *b->table);
    for (uint32_t i = 0; i < b->count; i++) {
        *entry_of(b, b->all[i].key) = i + 1;
        b->places[b->all[i].taken] = i;
    }
    return dv_grid_clear(grid);
}

uint32_t dv_grid_sorted_cell(const dv_grid *grid, uint32_t cell) {
    uint32_t cells = dv_block_cells(grid);
    return grid->blocks.places[cell / cells] * cells + cell % cells;
}

// Walking

/// The first cell of a stretch from one on; UINT32_MAX if there is none.
static uint32_t next_in(const dv_block_axis *axis, uint32_t cell) {
    if (cell < axis->over)
        return cell;
    if (cell < axis->first)
        return axis->first;
    return cell < axis->end ? cell : UINT32_MAX;
}

/// The first block with cells of a stretch, from one on; UINT32_MAX if there is none.
static uint32_t next_block(const dv_block_axis *axis, uint32_t block) {
    uint32_t cell = next_in(axis, block * axis->side);
    return cell == UINT32_MAX ? cell : cell / axis->side;
}

static void begin_axis(dv_block_axis *axis, const dv_cells *stretch, uint32_t side) {
    uint32_t end = stretch->first + stretch->count;
    axis->side = side;
    axis->over = end > stretch->cells ? end - stretch->cells : 0;
    axis->first = stretch->first;
    axis->end = end - axis->over;
    axis->shift = stretch->shift;
    axis->shift_over = stretch->shift + stretch->span;
    axis->block = next_block(axis, 0);
}

void dv_block_walk_begin(dv_block_walk *w, const dv_grid *grid, const dv_cells *columns,
                         const dv_cells *rows, const dv_cells *layers) {
    w->grid = grid;
    begin_axis(&w->x, columns, DV_BLOCK_COLUMNS);
    begin_axis(&w->y, rows, DV_BLOCK_ROWS);
    begin_axis(&w->z, layers, grid->block_layers);
    uint64_t most = (uint64_t)(columns->count / w->x.side + 2) * (rows->count / w->y.side + 2) *
                    (layers->count / w->z.side + 2);
    w->is_small = most <= FEW_BLOCKS;
    w->at = 0;
    w->is_in_block = false;
}

/// Move on to the next block that exists, and has cells of the stretches, by looking up each; false
/// at the end.
static bool look_up_block(dv_block_walk *w) {
    const dv_blocks *b = &w->grid->blocks;
    while (w->z.block != UINT32_MAX) {
        uint32_t entry = *entry_of(b, key_of(w->z.block, w->y.block, w->x.block));
        w->x.block = next_block(&w->x, w->x.block + 1);
        if (w->x.block == UINT32_MAX) {
            w->x.block = next_block(&w->x, 0);
            w->y.block = next_block(&w->y, w->y.block + 1);
        }
        if (w->y.block == UINT32_MAX) {
            w->y.block = next_block(&w->y, 0);
            w->z.block = next_block(&w->z, w->z.block + 1);
        }
        if (entry) {
            w->at = entry - 1;
            return true;
        }
    }
    return false;
}

/// Move to the first block from `at` on with this key or a larger one, in steps that double: it is
/// mostly near.
static uint32_t first_from(const dv_blocks *b, uint32_t at, uint64_t key) {
    uint32_t step = 1, low = at;
    while (at < b->count && b->all[at].key < key) {
        low = at + 1;
        at = b->count - at > step ? at + step : b->count;
        step *= 2;
    }
    while (low < at) {
        uint32_t middle = low + (at - low) / 2;
        if (b->all[middle].key < key)
            low = middle + 1;
        else
            at = middle;
    }
    return low;
}

static void split_key(uint64_t key, uint32_t *layer, uint32_t *row, uint32_t *column) {
    *column = (uint32_t)key & FIELD;
    *row = (uint32_t)(key >> FIELD_BITS) & FIELD;
    *layer = (uint32_t)(key >> 2 * FIELD_BITS);
}

/// The same, from `at` on, by searching those that exist.
static bool find_block(dv_block_walk *w) {
    const dv_blocks *b = &w->grid->blocks;
    while (w->at < b->count) {
        uint32_t layer, row, column;
        split_key(b->all[w->at].key, &layer, &row, &column);
        uint32_t z = next_block(&w->z, layer), y = next_block(&w->y, row),
                 x = next_block(&w->x, column);
        uint64_t next;
        if (z == UINT32_MAX)
            return false;
        if (z > layer)
            next = key_of(z, 0, 0);
        else if (y == UINT32_MAX)
            next = key_of(layer + 1, 0, 0);
        else if (y > row)
            next = key_of(layer, y, 0);
        else if (x == UINT32_MAX)
            next = key_of(layer, row + 1, 0);
        else if (x > column)
            next = key_of(layer, row, x);
        else
            return true;
        w->at = first_from(b, w->at, next);
    }
    return false;
}

/// Enter the block at `at`, which has cells of the stretches.
static void enter_block(dv_block_walk *w) {
    uint32_t layer, row, column;
    split_key(w->grid->blocks.all[w->at].key, &layer, &row, &column);
    w->column = w->first_column = next_in(&w->x, column * w->x.side);
    w->row = w->first_row = next_in(&w->y, row * w->y.side);
    w->layer = next_in(&w->z, layer * w->z.side);
    w->end_column = (column + 1) * w->x.side;
    w->end_row = (row + 1) * w->y.side;
    w->end_layer = (layer + 1) * w->z.side;
    w->is_in_block = true;
}

static float shift_of(const dv_block_axis *axis, uint32_t cell) {
    return cell < axis->over ? axis->shift_over : axis->shift;
}

/// Move on from a run of cells that ends before a column.
static void pass(dv_block_walk *w, uint32_t column) {
    w->column = next_in(&w->x, column);
    if (w->column < w->end_column)
        return;
    w->column = w->first_column;
    w->row = next_in(&w->y, w->row + 1);
    if (w->row < w->end_row)
        return;
    w->row = w->first_row;
    w->layer = next_in(&w->z, w->layer + 1);
    if (w->layer < w->end_layer)
        return;
    w->is_in_block = false;
    w->at++;
}

bool dv_block_walk_next(dv_block_walk *w, uint32_t *first, uint32_t *end) {
    if (!w->is_in_block) {
        if (!(w->is_small ? look_up_block(w) : find_block(w)))
            return false;
        enter_block(w);
    }
    const dv_grid *grid = w->grid;
    const uint32_t *start = grid->start + (size_t)w->at * dv_block_cells(grid);
    uint32_t end_column = w->column < w->x.over ? w->x.over : w->x.end;
    end_column = end_column < w->end_column ? end_column : w->end_column;
    *first = start[dv_cell_in_block(grid, w->layer, w->row, w->column)];
    *end = start[dv_cell_in_block(grid, w->layer, w->row, end_column - 1) + 1];
    w->shift =
        dv_vec(shift_of(&w->x, w->column), shift_of(&w->y, w->row), shift_of(&w->z, w->layer));
    pass(w, end_column);
    return true;
}
