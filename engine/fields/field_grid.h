// The cells of a field: amounts on the ground that agents leave and read.
//
// An amount is a whole number of units, so sums are exact and do not depend on their order. A full
// cell holds DV_FIELD_FULL units. Cells are in rows from the left to the right, and rows from low y
// to high y. Blocks of DV_FIELD_BLOCK cells of a row that hold nothing are not visited.
//
// Invariant: cells hold 0 to DV_FIELD_FULL units. A block that is not `live` holds nothing, in both
// copies of the cells. What is added is `pending` until dv_cells_settle; there is nothing in blocks
// that are not `touched`.
#ifndef DV_FIELDS_FIELD_GRID_H
#define DV_FIELDS_FIELD_GRID_H

#include "drover/program.h"
#include "fields/field_spread.h"

#include <math.h>

#define DV_FIELD_FULL (1 << 30)
#define DV_FIELD_BLOCK 64u

/// Where the cells are.
typedef struct dv_field_layout {
    uint32_t columns, rows;
    double left, bottom, width, height; ///< m, of all cells together
    bool wraps;                         ///< the last column is beside the first, and so with rows
} dv_field_layout;

typedef struct dv_field_cells {
    int32_t *units; ///< by row and column; see dv_cells_line
    uint8_t *live;  ///< by row and block
} dv_field_cells;

typedef struct dv_field_grid {
    dv_field_layout layout;
    uint32_t stride; ///< from one row to the next, in cells; those beyond the columns are spare
    uint32_t blocks; ///< of a row
    dv_field_cells now;
    dv_field_cells next; ///< what cells hold after the next pass; before, what they held once
    int64_t *pending;    ///< by row and column, without spare cells
    uint8_t *touched;    ///< by row and block
    bool has_pending;
} dv_field_grid;

/// What happens to cells in a tick.
typedef struct dv_field_rates {
    float loss;      ///< the part that evaporates, 0 to 1
    float share;     ///< the part of a difference that a cell passes on in each pass
    uint32_t passes; ///< 0: nothing spreads
} dv_field_rates;

/// The largest share of a difference that a cell passes on in one pass. From a quarter on, amounts
/// would swing between cells; this leaves room for rounding.
#define DV_FIELD_MOST_SHARE 0.2

/// The shorter side of the cells (m).
double dv_cells_side(const dv_field_layout *layout);

/// The rates of a field that evaporates by `evaporation` (1/s) and spreads by `diffusion` (m²/s)
/// in ticks of `dt` (s). Passes are as many as DV_FIELD_MOST_SHARE requires.
dv_field_rates dv_cells_rates_of(const dv_field_layout *layout, double evaporation,
                                 double diffusion, double dt);

/// Lay out cells of about `cell` m that divide the area exactly. False if they were more than
/// DV_MAX_FIELD_CELLS.
bool dv_cells_lay_out(dv_field_layout *layout, double cell);

/// Make a grid that holds nothing. False, with nothing to free, when out of memory.
bool dv_cells_begin(dv_field_grid *grid, const dv_field_layout *layout);
void dv_cells_end(dv_field_grid *grid);

/// The index of a coordinate along `count` cells of a span that begins at 0. Agents ask often, so
/// this calls floor only for places beyond an edge that wraps, and otherwise converts.
static inline bool dv_cells_find_along(double offset, double span, uint32_t count, bool wraps,
                                       uint32_t *index) {
    if (wraps && !(offset >= 0 && offset < span))
        offset -= span * floor(offset / span);
    if (!(offset >= 0 && offset <= span))
        return false;
    uint32_t cell = (uint32_t)(offset * (count / span));
    // The far edge belongs to the last cell.
    *index = cell < count ? cell : count - 1;
    return true;
}

/// The column and row of a place (m); false if it is outside.
static inline bool dv_cells_find(const dv_field_layout *layout, double x, double y,
                                 uint32_t *column, uint32_t *row) {
    return dv_cells_find_along(x - layout->left, layout->width, layout->columns, layout->wraps,
                               column) &&
           dv_cells_find_along(y - layout->bottom, layout->height, layout->rows, layout->wraps,
                               row);
}

/// The index before (`step` −1) or behind (1) one of `count` along an axis; at an edge that does
/// not wrap, the same index.
static inline uint32_t dv_cells_beside(uint32_t index, uint32_t count, int step, bool wraps) {
    if (step < 0)
        return index > 0 ? index - 1 : wraps ? count - 1 : 0;
    return index + 1 < count ? index + 1 : wraps ? 0 : index;
}

/// Whole units. Far more than any cells could hold is cut.
int64_t dv_cells_round(double units);

static inline int32_t *dv_cells_line(const dv_field_grid *grid, const dv_field_cells *cells,
                                     uint32_t row) {
    return cells->units + (size_t)row * grid->stride + 1;
}

/// The units in a cell.
static inline int32_t dv_cells_units(const dv_field_grid *grid, uint32_t column, uint32_t row) {
    return dv_cells_line(grid, &grid->now, row)[column];
}

/// Set the units of a cell, at once. They are cut to what a cell can hold.
void dv_cells_put(dv_field_grid *grid, uint32_t column, uint32_t row, int64_t units);

/// Note that units are added to a cell when the grid settles.
void dv_cells_add(dv_field_grid *grid, uint32_t column, uint32_t row, int64_t units);
/// Note that a cell will hold `units`, and what is added to it after this call.
void dv_cells_set_later(dv_field_grid *grid, uint32_t column, uint32_t row, int64_t units);

/// Add what is pending. Cells that would hold less than nothing or more than they can are cut.
void dv_cells_settle(dv_field_grid *grid);

/// Do what happens in a tick: units spread, then evaporate.
void dv_cells_advance(dv_field_grid *grid, dv_field_rates rates, dv_field_spread *spread);

/// Share out what another grid holds, area by area, where one of its units is `factor` units here.
/// Sums are kept up to rounding, unless cells become too full.
void dv_cells_resample(dv_field_grid *to, const dv_field_grid *from, double factor);

#endif
