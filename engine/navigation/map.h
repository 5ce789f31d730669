// The obstacle map of a plan: the boundary divided into cells that are free or blocked, with a
// frame one cell wide around it so that every cell of the map has eight neighbors.
//
// Invariant: a cell is free exactly when its center is farther from every barrier than the reach
// plus half the cell's diagonal. So every point of a free cell keeps the clearance, and so does any
// way through free cells. On a map that wraps, frame cells mirror the cells across; on others the
// frame is blocked.
//
// A map can have prices (prices.h): what a meter costs in each cell, compared with plain ground.
//
// A map can be marked for a search with narrow places (narrows.h). The marks leave blocked cells
// blocked and free ones free. Frame cells carry none.
#ifndef DV_NAVIGATION_MAP_H
#define DV_NAVIGATION_MAP_H

#include "base/math.h"
#include "navigation/barriers.h"
#include "navigation/work.h"

#define DV_CELL_BLOCKED 1u
#define DV_CELL_FRAME 2u
#define DV_CELL_NEAR 4u      ///< a barrier is within the clearance and one and a half diagonals
#define DV_CELL_CONTESTED 8u ///< two barriers are, or two sides of one may be
#define DV_CELL_DEEP 16u     ///< no point of the cell keeps the clearance

/// The eight directions, counter-clockwise from +x.
#define DV_DIRECTIONS 8
extern const int8_t dv_direction_x[DV_DIRECTIONS], dv_direction_y[DV_DIRECTIONS];

typedef struct dv_map {
    int32_t columns, rows;
    uint32_t stride;                         ///< from a cell to the one above it
    int32_t steps[DV_DIRECTIONS];            ///< from a cell to its neighbors
    double low_x, low_y, middle_x, middle_y; ///< m, of the boundary
    double width, depth;                     ///< m, of a cell
    bool wraps;
    bool is_marked; ///< cells carry DV_CELL_NEAR, DV_CELL_CONTESTED, and DV_CELL_DEEP
    uint8_t *cells;
    uint32_t *prices; ///< of a meter in each cell, in 1 / DV_PLAIN_PRICE; NULL: plain ground
} dv_map;

#define DV_PLAIN_PRICE 256u ///< of a meter of plain ground

/// Lay a map over a boundary and draw the barriers on it, within the limits of `work`. Call
/// dv_map_free even when this fails.
dv_result dv_map_make(dv_map *map, const dv_barriers *barriers, dv_vec3 min, dv_vec3 max,
                      bool wraps, double resolution, dv_plan_work *work, dv_error *error);
/// Mark where narrow places may be, with the barriers and the boundary of dv_map_make. False when
/// `work` runs out.
bool dv_map_mark(dv_map *map, const dv_barriers *barriers, dv_vec3 min, dv_vec3 max,
                 dv_plan_work *work);
void dv_map_free(dv_map *map);
/// How many cells a map has from one side to the opposite one (m), none of which is longer than the
/// resolution (m). The float between both sides is rounded, and may tell one more or less.
double dv_map_cells_along(float low, float high, double resolution);

/// The number of cells, frame included.
static inline size_t dv_map_size(const dv_map *map) {
    return (size_t)map->stride * ((size_t)map->rows + 2);
}

/// Half the diagonal of a cell (m).
static inline double dv_map_half_diagonal(const dv_map *map) {
    return sqrt(map->width * map->width + map->depth * map->depth) / 2;
}

/// A place on the map. On a map that wraps, columns and rows continue past the edges.
typedef struct dv_map_place {
    int32_t column, row;
} dv_map_place;

/// The place that a point of the boundary is in.
dv_map_place dv_map_place_of(const dv_map *map, dv_vec3 point);
/// The center of a place (m).
dv_vec3 dv_map_center(const dv_map *map, dv_map_place place);
/// The cell at a place; false when the place is off the map.
bool dv_map_find(const dv_map *map, dv_map_place place, uint32_t *cell);

/// The lowest sum of the prices of two cells.
uint64_t dv_map_lowest_price(const dv_map *map);
/// What a straight way costs, in meters of plain ground.
double dv_map_price_along(const dv_map *map, dv_vec3 from, dv_vec3 to);

/// The cell that a frame cell mirrors, on a map that wraps.
uint32_t dv_map_across(const dv_map *map, uint32_t cell);

/// The neighbor of a cell in a direction, across the edge on a map that wraps.
static inline uint32_t dv_map_neighbor(const dv_map *map, uint32_t cell, int direction) {
    uint32_t next = cell + (uint32_t)map->steps[direction];
    return map->wraps && map->cells[next] & DV_CELL_FRAME ? dv_map_across(map, next) : next;
}

/// The sum of the prices of two cells; 1 on a map without prices.
static inline uint64_t dv_map_price_between(const dv_map *map, uint32_t a, uint32_t b) {
    return map->prices ? (uint64_t)map->prices[a] + map->prices[b] : 1;
}

/// Whether a step squeezes diagonally between two blocked cells that touch at a corner. Odd
/// directions are diagonal.
static inline bool dv_map_squeezes(const dv_map *map, uint32_t cell, int direction) {
    if (!(direction & 1))
        return false;
    uint8_t before = map->cells[cell + (uint32_t)map->steps[direction - 1]];
    uint8_t after = map->cells[cell + (uint32_t)map->steps[(direction + 1) % DV_DIRECTIONS]];
    return before & after & DV_CELL_BLOCKED;
}

#endif
