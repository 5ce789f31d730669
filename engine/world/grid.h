// A grid of cells over the world: whom to look at around a place.
//
// Invariant: once filled, the items of cell c are those from start[c] to before start[c + 1], in
// the order in which they were counted; cells of one row follow each other along x, so that a
// stretch of a row is one run of items.
#ifndef DV_WORLD_GRID_H
#define DV_WORLD_GRID_H

#include "base/math.h"
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

// As floorf, without the call that it is where the processor has no instruction for it.
static inline float dv_cell_at(float place, float size) {
    float cell = place / size;
    if (!(cell > -1e9f && cell < 1e9f))
        return floorf(cell);
    float whole = (float)(int32_t)cell;
    return whole > cell ? whole - 1 : whole;
}

// Here and not in grid.c, and where they are wanted and not returned: what is written word by word
// and then copied as a whole, processors wait for.

/// The cells that a stretch from `low` to `high` touches, meters from the grid's origin: in an open
/// grid clamped to it, in one that wraps after `span` meters counted from a first cell onward and
/// over the edge, each at most once.
static inline void dv_cells_between(float low, float high, float size, uint32_t cells,
                                    dv_cells *stretch) {
    float last = (float)(cells - 1), from = dv_clamp(dv_cell_at(low, size), 0, last);
    stretch->first = (uint32_t)from;
    stretch->count = (uint32_t)(dv_clamp(dv_cell_at(high, size), 0, last) - from) + 1;
    stretch->cells = cells;
    stretch->is_all = false;
    stretch->shift = stretch->span = 0;
}

static inline void dv_cells_around(float low, float high, float size, uint32_t cells, float span,
                                   dv_cells *stretch) {
    // A little more, since places across the edge are rounded to the grain of the whole span.
    float margin = span * 1e-6f;
    float from = dv_cell_at(low - margin, size), to = dv_cell_at(high + margin, size);
    float touched = to - from + 1, first = from < 0 ? from + (float)cells : from;
    bool is_all = !(touched < (float)cells && first >= 0 && first < (float)cells);
    stretch->first = is_all ? 0 : (uint32_t)first;
    stretch->count = is_all ? cells : (uint32_t)touched;
    stretch->cells = cells;
    stretch->is_all = is_all;
    stretch->shift = !is_all && from < 0 ? -span : 0;
    stretch->span = is_all ? 0 : span;
}

/// The one cell of an axis that does not count.
static inline void dv_only_cell(dv_cells *stretch) {
    stretch->first = 0;
    stretch->count = stretch->cells = 1;
    stretch->is_all = false;
    stretch->shift = stretch->span = 0;
}

/// The n-th cell of a stretch and what to add to offsets to places in it. They come in rising
/// order: those over the edge first.
static inline uint32_t dv_nth_cell(const dv_cells *stretch, uint32_t n, float *shift) {
    uint32_t end = stretch->first + stretch->count;
    uint32_t over = end > stretch->cells ? end - stretch->cells : 0;
    *shift = n < over ? stretch->shift + stretch->span : stretch->shift;
    return n < over ? n : stretch->first + n - over;
}

#endif
