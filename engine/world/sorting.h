// Sorting agents into records, eight at a time where they follow each other in the columns.
#ifndef DV_WORLD_SORTING_H
#define DV_WORLD_SORTING_H

#include "world/columns.h"
#include "world/sensed.h"

/// The cells of agents `first` to `first` + DV_LANES − 1, as dv_grid_cell.
typedef void dv_find_cells(const dv_grid *grid, const dv_columns *columns, uint32_t first,
                           uint32_t *cells);
/// Write the records of such agents at their ranks.
typedef void dv_put_records(dv_sensed *sensed, const dv_columns *columns, uint32_t first,
                            const uint32_t *ranks);

#endif
