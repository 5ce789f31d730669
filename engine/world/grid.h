// A grid of cells over the world: whom to look at around a place.
//
// Invariant: once filled, the items of cell c are those from start[c] to before start[c + 1], in
// the order in which they were counted; cells of one row follow each other along x, so that a
// stretch of a row is one run of items.
#ifndef DV_WORLD_GRID_H
#define DV_WORLD_GRID_H

#include "drover/world.h"

typedef struct dv_grid {
    uint32_t columns, rows, layers;
    dv_vec3 origin;
    dv_vec3 cell; ///< m, the size of one
    uint32_t *start;
    uint32_t capacity;
} dv_grid;

/// What a grid is laid over.
typedef struct dv_grid_def {
    dv_vec3 low, high;
    bool wraps; ///< the box is the world, and its ends meet
    bool is_volume;
    float cell_width; ///< m along x, at least
    float cell_depth; ///< m along y and z, at least
    uint64_t most_cells;
} dv_grid_def;

/// Lay the cells, all empty: of the size asked for, or larger where those were too many. False when
/// memory is short.
bool dv_grid_lay(dv_grid *grid, const dv_grid_def *def);
void dv_grid_free(dv_grid *grid);

/// The cell of a place; the nearest one for a place outside.
uint32_t dv_grid_cell(const dv_grid *grid, dv_vec3 place);

// Filling: count every item's cell, begin, take a place for every item in the same order, end.
static inline void dv_grid_count(dv_grid *grid, uint32_t cell) { grid->start[cell + 1]++; }
void dv_grid_begin(dv_grid *grid);
static inline uint32_t dv_grid_take(dv_grid *grid, uint32_t cell) { return grid->start[cell]++; }
void dv_grid_end(dv_grid *grid);

/// A stretch of cells along one axis; in a world that wraps it may go over the edge.
typedef struct dv_cells {
    uint32_t first, count, cells; ///< of the axis
    bool is_all;                  ///< it wraps, and the stretch goes all around
    float shift;                  ///< m, to add to offsets to places in it
    float span;                   ///< m, to add as well for those over the edge
} dv_cells;

/// The cells that a stretch from `low` to `high` touches, metres from the grid's origin: in an open
/// grid clamped to it, in one that wraps after `span` metres counted from a first cell onward and
/// over the edge, each at most once.
dv_cells dv_cells_between(float low, float high, float size, uint32_t cells);
dv_cells dv_cells_around(float low, float high, float size, uint32_t cells, float span);

/// The n-th cell of a stretch and what to add to offsets to places in it. They come in rising
/// order: those over the edge first.
static inline uint32_t dv_nth_cell(const dv_cells *stretch, uint32_t n, float *shift) {
    uint32_t end = stretch->first + stretch->count;
    uint32_t over = end > stretch->cells ? end - stretch->cells : 0;
    *shift = n < over ? stretch->shift + stretch->span : stretch->shift;
    return n < over ? n : stretch->first + n - over;
}

#endif
