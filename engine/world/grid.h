// A grid of cells over the world, for finding what is near a place.
//
// Invariant: once the grid is filled, the items of cell c are start[c] … start[c + 1] − 1, in the
// order in which they were counted. The cells of a row follow one another along x, so a stretch of
// a row is one run of items.
#ifndef DV_WORLD_GRID_H
#define DV_WORLD_GRID_H

#include "base/math.h"
#include "drover/world.h"

#define DV_BLOCK_COLUMNS 32u
#define DV_BLOCK_ROWS 4u

typedef struct dv_block {
    uint64_t key;   ///< its layer, row, and column
    uint32_t taken; ///< how many were taken before it
} dv_block;

typedef struct dv_blocks {
    dv_block *all; ///< in the order in which they are taken, then by key
    uint32_t count, most, capacity;
    uint32_t *table; ///< by a hash of the key: the number of the block + 1; 0: none
    uint32_t table_size, table_capacity;
    uint32_t *places; ///< by the order in which they were taken: where they are in `all`
    uint32_t place_capacity;
} dv_blocks;

typedef struct dv_grid {
    uint32_t columns, rows, layers;
    dv_vec3 origin;
    dv_vec3 cell; ///< m, the size of one
    uint32_t *start;
    uint32_t capacity;
    bool has_blocks; ///< it has cells only in its blocks, block after block
    uint32_t block_layers;
    dv_blocks blocks;
} dv_grid;

/// The size and kind of a grid.
typedef struct dv_grid_def {
    dv_vec3 low, high;
    bool wraps; ///< the box is the whole world, and the world wraps
    bool is_volume;
    float cell_width; ///< m, smallest size of a cell along x
    float cell_depth; ///< m, smallest size of a cell along y and z
    uint64_t most_cells;
} dv_grid_def;

/// How many cells the box would have if there could be any number of them.
double dv_grid_cells_wanted(const dv_grid_def *def);
/// Make a grid of empty cells. Cells are larger than asked for if there would be too many. False
/// when out of memory.
bool dv_grid_lay(dv_grid *grid, const dv_grid_def *def);
void dv_grid_free(dv_grid *grid);
uint32_t dv_grid_cell_count(const dv_grid *grid);
/// Make all cells empty. False when out of memory.
bool dv_grid_clear(dv_grid *grid);

/// Of so many cells along an axis, the one (m from the origin); the nearest for a place outside.
static inline uint32_t dv_cell_along(float offset, float size, uint32_t count) {
    float cell = offset / size;
    return !(cell > 0) ? 0 : cell >= (float)count ? count - 1 : (uint32_t)cell;
}

/// The column, row, and layer of a place; the nearest ones for a place outside.
static inline void dv_grid_locate(const dv_grid *grid, dv_vec3 place, uint32_t *column,
                                  uint32_t *row, uint32_t *layer) {
    *column = dv_cell_along(place.x - grid->origin.x, grid->cell.x, grid->columns);
    *row = dv_cell_along(place.y - grid->origin.y, grid->cell.y, grid->rows);
    *layer =
        grid->layers > 1 ? dv_cell_along(place.z - grid->origin.z, grid->cell.z, grid->layers) : 0;
}

/// The cell of a place; the nearest one for a place outside.
uint32_t dv_grid_cell(const dv_grid *grid, dv_vec3 place);

// To fill a grid, call dv_grid_count with the cell of every item, dv_grid_begin, dv_grid_take with
// the cells in the same order, which returns the place of each item, and dv_grid_end.
static inline void dv_grid_count(dv_grid *grid, uint32_t cell) { grid->start[cell + 1]++; }
void dv_grid_begin(dv_grid *grid);
static inline uint32_t dv_grid_take(dv_grid *grid, uint32_t cell) { return grid->start[cell]++; }
void dv_grid_end(dv_grid *grid);

// Blocks
//
// Where items leave most of the box empty, as towns do on a map, cells come in blocks of 32 columns
// by 4 rows (by 4 layers in a volume), and only the blocks that hold an item exist:
//
//     +----+              the box
//     |.: .|
//     +----+----+         a block has its cells row after row
//          | .: |
//          +----+                                      +----+
//                                                      |  : |
//                                                      +----+

static inline uint32_t dv_block_cells(const dv_grid *grid) {
    return DV_BLOCK_COLUMNS * DV_BLOCK_ROWS * grid->block_layers;
}

static inline uint32_t dv_cell_in_block(const dv_grid *grid, uint32_t layer, uint32_t row,
                                        uint32_t column) {
    return (layer % grid->block_layers * DV_BLOCK_ROWS + row % DV_BLOCK_ROWS) * DV_BLOCK_COLUMNS +
           column % DV_BLOCK_COLUMNS;
}

/// Make a grid without blocks, which has cells of the size asked for. False when out of memory, or
/// if there are too many along an axis.
bool dv_grid_lay_blocks(dv_grid *grid, const dv_grid_def *def);
/// The cell of a place, in a block that exists from now on. False if the blocks would have more
/// cells than the most.
bool dv_grid_take_block(dv_grid *grid, dv_vec3 place, uint32_t *cell);
/// Sort the blocks once all are taken, and empty their cells. False when out of memory.
bool dv_grid_sort_blocks(dv_grid *grid);
/// Where a cell has gone that was taken before.
uint32_t dv_grid_sorted_cell(const dv_grid *grid, uint32_t cell);

/// A stretch of cells along one axis. In a world that wraps, it may cross the edge.
typedef struct dv_cells {
    uint32_t first, count, cells; ///< `cells`: how many the axis has
    bool is_all;                  ///< the world wraps, and the stretch has all cells of the axis
    float shift;                  ///< m, to add to offsets to places in the stretch
    float span;                   ///< m, to add as well in cells across the edge
} dv_cells;

/// floorf(place / size). Without an instruction for floorf, that would be a function call.
static inline float dv_cell_at(float place, float size) {
    float cell = place / size;
    if (!(cell > -1e9f && cell < 1e9f))
        return floorf(cell);
    float whole = (float)(int32_t)cell;
    return whole > cell ? whole - 1 : whole;
}

// These functions are inline and write their result in place instead of returning it: a processor
// stalls when a struct is written field by field and then copied as a whole.

/// The cells from `low` to `high` (m from the grid's origin) in an open grid, clamped to the grid.
static inline void dv_cells_between(float low, float high, float size, uint32_t cells,
                                    dv_cells *stretch) {
    float last = (float)(cells - 1), from = dv_clamp(dv_cell_at(low, size), 0, last);
    stretch->first = (uint32_t)from;
    stretch->count = (uint32_t)(dv_clamp(dv_cell_at(high, size), 0, last) - from) + 1;
    stretch->cells = cells;
    stretch->is_all = false;
    stretch->shift = stretch->span = 0;
}

/// The same in a grid that wraps after `span` meters. The stretch may cross the edge, but has each
/// cell at most once.
static inline void dv_cells_around(float low, float high, float size, uint32_t cells, float span,
                                   dv_cells *stretch) {
    // Places across the edge have a rounding error in proportion to the span.
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

/// The single cell of an axis that the grid doesn't divide.
static inline void dv_only_cell(dv_cells *stretch) {
    stretch->first = 0;
    stretch->count = stretch->cells = 1;
    stretch->is_all = false;
    stretch->shift = stretch->span = 0;
}

/// The n-th cell of a stretch, and what to add to offsets to places in it. Cells are in ascending
/// order, so those across the edge come first.
static inline uint32_t dv_nth_cell(const dv_cells *stretch, uint32_t n, float *shift) {
    uint32_t end = stretch->first + stretch->count;
    uint32_t over = end > stretch->cells ? end - stretch->cells : 0;
    *shift = n < over ? stretch->shift + stretch->span : stretch->shift;
    return n < over ? n : stretch->first + n - over;
}

/// A stretch of cells along an axis, and the blocks with cells of it.
typedef struct dv_block_axis {
    uint32_t side;           ///< cells of a block
    uint32_t over;           ///< the cells before this one are across the edge
    uint32_t first, end;     ///< the others
    float shift, shift_over; ///< m, see dv_nth_cell
    uint32_t block;          ///< the one to look up
} dv_block_axis;

/// A walk through the rows of blocks that have some cells, in order of their items.
typedef struct dv_block_walk {
    const dv_grid *grid;
    dv_vec3 shift; ///< m, to add to offsets to places in the row
    // The rest of the iteration.
    dv_block_axis x, y, z;
    uint32_t at;   ///< the block
    bool is_small; ///< look each block up instead of searching for the next that exists
    bool is_in_block;
    uint32_t column, row, layer; ///< the next cell in the block
    uint32_t first_column, first_row;
    uint32_t end_column, end_row, end_layer; ///< of the block
} dv_block_walk;

void dv_block_walk_begin(dv_block_walk *walk, const dv_grid *grid, const dv_cells *columns,
                         const dv_cells *rows, const dv_cells *layers);
/// Move on to the next row of a block: its items are `first` to `end` − 1. False at the end.
bool dv_block_walk_next(dv_block_walk *walk, uint32_t *first, uint32_t *end);

#endif
