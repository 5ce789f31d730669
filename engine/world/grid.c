#include "world/grid.h"

#include "base/alloc.h"
#include "base/math.h"

#include <math.h>
#include <string.h>

#define MAX_CELLS_A_SIDE 65536.0f

static uint32_t cells_along(float span, float size) {
    // The span between very large coordinates overflows to infinity; sizes are finite.
    float cells = floorf((span < 1e38f ? span : 1e38f) / size);
    return cells < 1 ? 1 : cells > MAX_CELLS_A_SIDE ? (uint32_t)MAX_CELLS_A_SIDE : (uint32_t)cells;
}

static bool is_too_fine(const dv_grid *grid, uint64_t most_cells) {
    return (uint64_t)grid->columns * grid->rows * grid->layers > most_cells ||
           (float)grid->columns >= MAX_CELLS_A_SIDE || (float)grid->rows >= MAX_CELLS_A_SIDE;
}

double dv_grid_cells_wanted(const dv_grid_def *def) {
    dv_vec3 span = dv_subtract(def->high, def->low);
    double columns = 1 + (double)span.x / (double)def->cell_width;
    double rows = 1 + (double)span.y / (double)def->cell_depth;
    return columns * rows * (def->is_volume ? 1 + (double)span.z / (double)def->cell_depth : 1);
}

static void shape_grid(dv_grid *grid, const dv_grid_def *def) {
    dv_vec3 span = dv_subtract(def->high, def->low);
    float width = def->cell_width, depth = def->cell_depth;
    // An open grid has one cell more than fit into the span; one that wraps is divided evenly.
    uint32_t more = def->wraps ? 0 : 1;
    for (;; width *= 2, depth *= 2) {
        grid->columns = cells_along(span.x, width) + more;
        grid->rows = cells_along(span.y, depth) + more;
        grid->layers = def->is_volume ? cells_along(span.z, depth) + more : 1;
        if (!is_too_fine(grid, def->most_cells))
            break;
    }
    grid->origin = def->low;
    grid->cell = dv_vec(width, depth, depth);
    if (def->wraps)
        grid->cell = dv_vec(span.x / (float)grid->columns, span.y / (float)grid->rows,
                            def->is_volume ? span.z / (float)grid->layers : depth);
}

bool dv_grid_lay(dv_grid *grid, const dv_grid_def *def) {
    dv_grid laid = *grid;
    shape_grid(&laid, def);
    laid.has_blocks = false;
    if (!dv_grid_clear(&laid))
        return false;
    *grid = laid;
    return true;
}

uint32_t dv_grid_cell_count(const dv_grid *grid) {
    return grid->has_blocks ? grid->blocks.count * dv_block_cells(grid)
                            : grid->columns * grid->rows * grid->layers;
}

bool dv_grid_clear(dv_grid *grid) {
    uint32_t needed = dv_grid_cell_count(grid) + 1;
    if (needed > grid->capacity) {
        size_t bytes = needed * sizeof *grid->start;
        uint32_t *start = grid->start ? dv_resize(grid->start, bytes) : dv_alloc_aligned(bytes);
        if (!start)
            return false;
        grid->start = start;
        grid->capacity = needed;
    }
    memset(grid->start, 0, needed * sizeof *grid->start);
    return true;
}

void dv_grid_free(dv_grid *grid) {
    dv_free(grid->start);
    dv_free(grid->blocks.all);
    dv_free(grid->blocks.table);
    dv_free(grid->blocks.places);
    *grid = (dv_grid){0};
}

uint32_t dv_grid_cell(const dv_grid *grid, dv_vec3 place) {
    uint32_t column, row, layer;
    dv_grid_locate(grid, place, &column, &row, &layer);
    return (layer * grid->rows + row) * grid->columns + column;
}

void dv_grid_begin(dv_grid *grid) {
    uint32_t cells = dv_grid_cell_count(grid);
    for (uint32_t cell = 0; cell < cells; cell++)
        grid->start[cell + 1] += grid->start[cell];
}

// dv_grid_take has moved each start to the end of its cell, which is the start of the next cell.
void dv_grid_end(dv_grid *grid) {
    uint32_t cells = dv_grid_cell_count(grid);
    memmove(grid->start + 1, grid->start, cells * sizeof *grid->start);
    grid->start[0] = 0;
}
