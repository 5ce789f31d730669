// Cells of several places at once, equal to what dv_cells_find finds for each.
#ifndef DV_FIELDS_CELL_LANES_H
#define DV_FIELDS_CELL_LANES_H

#include "base/compiler.h"
#include "base/sine_lanes.h"
#include "fields/field_grid.h"

#include <math.h>

/// Where cells are along one axis.
typedef struct dv_cell_axis {
    double start, span; ///< m
    double density;     ///< cells per m
    double last;        ///< the last index
    bool wraps;
} dv_cell_axis;

static inline dv_cell_axis dv_cell_axis_of(double start, double span, uint32_t count, bool wraps) {
    return (dv_cell_axis){start, span, count / span, count - 1, wraps};
}

/// The indices of cells along an axis. A lane of `are_inside` is cleared where a place lies outside
/// the bounds; its index is then 0.
static DV_ALWAYS_INLINE void dv_find_cells_along(const dv_cell_axis *axis, const dv_doubles *places,
                                                 dv_counts *indices, dv_wide_mask *are_inside) {
    dv_doubles offsets = *places - axis->start;
    dv_wide_mask are_beyond = ~((offsets >= 0) & (offsets < axis->span));
    // Few lie beyond an edge.
    for (int lane = 0; lane < DV_ANGLES && axis->wraps; lane++)
        if (are_beyond[lane])
            offsets[lane] -= axis->span * floor(offsets[lane] / axis->span);
    dv_wide_mask are_within = (offsets >= 0) & (offsets <= axis->span);
    dv_doubles cells = offsets * axis->density;
    // The far edge belongs to the last cell.
    dv_doubles last = (dv_doubles){0} + axis->last;
    cells = DV_WHERE_WIDE(cells < last, cells, last);
    cells = (dv_doubles)((dv_wide_mask)cells & are_within);
    *indices = __builtin_convertvector(cells, dv_counts);
    *are_inside &= are_within;
}

#endif
