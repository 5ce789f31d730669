#include "fields/field_grid.h"

#include "base/alloc.h"
#include "base/math.h"

#include <math.h>
#include <string.h>

// Layout

bool dv_cells_lay_out(dv_field_layout *layout, double cell) {
    const double rounding = 1e-6;
    double columns = ceil(layout->width / cell - rounding);
    double rows = ceil(layout->height / cell - rounding);
    columns = columns < 1 ? 1 : columns;
    rows = rows < 1 ? 1 : rows;
    if (!(columns * rows <= (double)DV_MAX_FIELD_CELLS))
        return false;
    layout->columns = (uint32_t)columns;
    layout->rows = (uint32_t)rows;
    return true;
}

double dv_cells_side(const dv_field_layout *layout) {
    return fmin(layout->width / layout->columns, layout->height / layout->rows);
}

dv_field_rates dv_cells_rates_of(const dv_field_layout *layout, double evaporation,
                                 double diffusion, double dt) {
    double side = dv_cells_side(layout);
    double share = diffusion * dt / (side * side);
    double passes = ceil(share / DV_FIELD_MOST_SHARE);
    return (dv_field_rates){.loss = (float)(1 - dv_exp(-evaporation * dt)),
                            .share = passes > 0 ? (float)(share / passes) : 0,
                            .passes = (uint32_t)fmin(passes, UINT32_MAX)};
}

// Grids

static bool begin_cells(dv_field_cells *cells, size_t units, size_t blocks) {
    cells->units = dv_alloc(units * sizeof *cells->units);
    cells->live = dv_alloc(blocks);
    return cells->units && cells->live;
}

static void end_cells(dv_field_cells *cells) {
    dv_free(cells->units);
    dv_free(cells->live);
}

bool dv_cells_begin(dv_field_grid *grid, const dv_field_layout *layout) {
    *grid = (dv_field_grid){.layout = *layout,
                            .stride = layout->columns + 2,
                            .blocks = (layout->columns + DV_FIELD_BLOCK - 1) / DV_FIELD_BLOCK};
    size_t units = (size_t)grid->stride * layout->rows,
           blocks = (size_t)grid->blocks * layout->rows;
    grid->pending = dv_alloc((size_t)layout->columns * layout->rows * sizeof *grid->pending);
    grid->touched = dv_alloc(blocks);
    if (begin_cells(&grid->now, units, blocks) && begin_cells(&grid->next, units, blocks) &&
        grid->pending && grid->touched)
        return true;
    dv_cells_end(grid);
    return false;
}

void dv_cells_end(dv_field_grid *grid) {
    end_cells(&grid->now);
    end_cells(&grid->next);
    dv_free(grid->pending);
    dv_free(grid->touched);
    *grid = (dv_field_grid){0};
}

// Amounts

int64_t dv_cells_round(double units) {
    const double most = 1e18;
    double whole = floor(units + 0.5);
    return (int64_t)(whole > most ? most : whole < -most ? -most : whole);
}

static int32_t cut(int64_t units) {
    return units < 0 ? 0 : units > DV_FIELD_FULL ? DV_FIELD_FULL : (int32_t)units;
}

void dv_cells_put(dv_field_grid *grid, uint32_t column, uint32_t row, int64_t units) {
    int32_t kept = cut(units);
    dv_cells_line(grid, &grid->now, row)[column] = kept;
    if (kept > 0)
        grid->now.live[(size_t)row * grid->blocks + column / DV_FIELD_BLOCK] = 1;
}

/// A sum that would not fit stays at the end of what fits, which is far beyond a full cell.
static int64_t add_within(int64_t a, int64_t b) {
    const int64_t most = INT64_MAX / 4;
    return b > 0 && a > most - b ? most : b < 0 && a < -most - b ? -most : a + b;
}

void dv_cells_add(dv_field_grid *grid, uint32_t column, uint32_t row, int64_t units) {
    int64_t *pending = &grid->pending[(size_t)row * grid->layout.columns + column];
    *pending = add_within(*pending, units);
    grid->touched[(size_t)row * grid->blocks + column / DV_FIELD_BLOCK] = 1;
    grid->has_pending = true;
}

void dv_cells_set_later(dv_field_grid *grid, uint32_t column, uint32_t row, int64_t units) {
    dv_cells_add(grid, column, row, 0);
    grid->pending[(size_t)row * grid->layout.columns + column] =
        cut(units) - dv_cells_units(grid, column, row);
}

void dv_cells_settle(dv_field_grid *grid) {
    if (!grid->has_pending)
        return;
    uint32_t columns = grid->layout.columns;
    for (uint32_t row = 0; row < grid->layout.rows; row++)
        for (uint32_t block = 0; block < grid->blocks; block++) {
            uint8_t *touched = &grid->touched[(size_t)row * grid->blocks + block];
            uint32_t first = block * DV_FIELD_BLOCK, end = first + DV_FIELD_BLOCK;
            int64_t *pending = grid->pending + (size_t)row * columns;
            if (!*touched)
                continue;
            for (uint32_t i = first; i < end && i < columns; i++) {
                if (pending[i] != 0)
                    dv_cells_put(grid, i, row, dv_cells_units(grid, i, row) + pending[i]);
                pending[i] = 0;
            }
            *touched = 0;
        }
    grid->has_pending = false;
}

// Spreading

static bool is_live(const dv_field_grid *grid, uint32_t row, uint32_t block) {
    return grid->now.live[(size_t)row * grid->blocks + block] != 0;
}

static uint32_t row_above(const dv_field_grid *grid, uint32_t row) {
    return dv_cells_beside(row, grid->layout.rows, 1, grid->layout.wraps);
}

static uint32_t row_below(const dv_field_grid *grid, uint32_t row) {
    return dv_cells_beside(row, grid->layout.rows, -1, grid->layout.wraps);
}

/// Whether a block holds something, or something may flow into it.
static bool may_hold(const dv_field_grid *grid, uint32_t row, uint32_t block) {
    bool wraps = grid->layout.wraps;
    uint32_t left = dv_cells_beside(block, grid->blocks, -1, wraps);
    uint32_t right = dv_cells_beside(block, grid->blocks, 1, wraps);
    return is_live(grid, row, block) || is_live(grid, row, left) || is_live(grid, row, right) ||
           is_live(grid, row_above(grid, row), block) || is_live(grid, row_below(grid, row), block);
}

/// Fill the spare cells at both ends of a row with their neighbors: over a closed edge nothing
/// flows, as if the cell beyond it held the same.
static void close_row(const dv_field_grid *grid, uint32_t row) {
    int32_t *cells = dv_cells_line(grid, &grid->now, row);
    uint32_t last = grid->layout.columns - 1;
    cells[-1] = cells[grid->layout.wraps ? last : 0];
    cells[last + 1] = cells[grid->layout.wraps ? 0 : last];
}

static void spread_row(dv_field_grid *grid, uint32_t row, float share, float loss,
                       dv_field_spread *spread) {
    const int32_t *cells = dv_cells_line(grid, &grid->now, row);
    const int32_t *above = dv_cells_line(grid, &grid->now, row_above(grid, row));
    const int32_t *below = dv_cells_line(grid, &grid->now, row_below(grid, row));
    int32_t *out = dv_cells_line(grid, &grid->next, row);
    for (uint32_t block = 0; block < grid->blocks; block++) {
        uint32_t first = block * DV_FIELD_BLOCK, left = grid->layout.columns - first;
        uint32_t count = left < DV_FIELD_BLOCK ? left : DV_FIELD_BLOCK;
        uint8_t *live = &grid->next.live[(size_t)row * grid->blocks + block];
        if (!may_hold(grid, row, block)) {
            if (*live)
                memset(out + first, 0, count * sizeof *out);
            *live = 0;
            continue;
        }
        dv_field_run run = {.cells = cells + first,
                            .above = above + first,
                            .below = below + first,
                            .out = out + first,
                            .count = count,
                            .share = share,
                            .loss = loss};
        *live = spread(&run) != 0;
    }
}

void dv_cells_advance(dv_field_grid *grid, dv_field_rates rates, dv_field_spread *spread) {
    uint32_t passes = rates.passes > 0 ? rates.passes : rates.loss > 0;
    for (uint32_t pass = 1; pass <= passes; pass++) {
        for (uint32_t row = 0; row < grid->layout.rows; row++)
            close_row(grid, row);
        for (uint32_t row = 0; row < grid->layout.rows; row++)
            spread_row(grid, row, rates.share, pass == passes ? rates.loss : 0, spread);
        dv_field_cells old = grid->now;
        grid->now = grid->next;
        grid->next = old;
    }
}

// Resampling

/// How much of a span from `low` to `high` is in cell `index` of cells that are `size` wide.
static double part_within(double low, double high, uint32_t index, double size) {
    double overlap = fmin(high, (index + 1) * size) - fmax(low, index * size);
    return overlap > 0 ? overlap / (high - low) : 0;
}

static void find_cells_of(double low, double high, double size, uint32_t count, uint32_t *first,
                          uint32_t *end) {
    double from = floor(low / size), to = ceil(high / size);
    *first = from > 0 ? (uint32_t)fmin(from, count) : 0;
    *end = to > 0 ? (uint32_t)fmin(to, count) : 0;
}

static void share_out(dv_field_grid *to, const dv_field_layout *from, uint32_t column, uint32_t row,
                      double units) {
    const dv_field_layout *l = &to->layout;
    double wide = l->width / l->columns, high = l->height / l->rows;
    double from_wide = from->width / from->columns, from_high = from->height / from->rows;
    double left = from->left + column * from_wide - l->left;
    double bottom = from->bottom + row * from_high - l->bottom;
    uint32_t first, end, first_row, end_row;
    find_cells_of(left, left + from_wide, wide, l->columns, &first, &end);
    find_cells_of(bottom, bottom + from_high, high, l->rows, &first_row, &end_row);
    for (uint32_t j = first_row; j < end_row; j++)
        for (uint32_t i = first; i < end; i++) {
            double part = part_within(left, left + from_wide, i, wide) *
                          part_within(bottom, bottom + from_high, j, high);
            dv_cells_add(to, i, j, dv_cells_round(part * units));
        }
}

void dv_cells_resample(dv_field_grid *to, const dv_field_grid *from, double factor) {
    for (uint32_t row = 0; row < from->layout.rows; row++)
        for (uint32_t column = 0; column < from->layout.columns; column++) {
            int32_t units =
                is_live(from, row, column / DV_FIELD_BLOCK) ? dv_cells_units(from, column, row) : 0;
            if (units > 0)
                share_out(to, &from->layout, column, row, units * factor);
        }
    dv_cells_settle(to);
}
