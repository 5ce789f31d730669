// Which cell of the obstacle index contains a place.
#ifndef DV_WORLD_OBSTACLE_CELLS_H
#define DV_WORLD_OBSTACLE_CELLS_H

#include "world/obstacles.h"

/// A cell coordinate clamped to 0 … count − 1.
static inline uint32_t dv_held_to_cells(double cell, uint32_t count) {
    if (!(cell > 0))
        return 0;
    return cell >= count ? count - 1 : (uint32_t)cell;
}

/// The column and the row of a coordinate (m); the nearest one for places outside the index.
static inline uint32_t dv_obstacle_column(const dv_obstacles *obstacles, double x) {
    return dv_held_to_cells((x - obstacles->origin_x) * obstacles->cells_a_meter,
                            obstacles->columns);
}

static inline uint32_t dv_obstacle_row(const dv_obstacles *obstacles, double y) {
    return dv_held_to_cells((y - obstacles->origin_y) * obstacles->cells_a_meter, obstacles->rows);
}

#endif
