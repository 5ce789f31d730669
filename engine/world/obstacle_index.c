// The index of obstacles: a grid of cells, each listing the obstacles in it.
#include "base/alloc.h"
#include "base/math.h"
#include "world/obstacle_cells.h"
#include "world/obstacle_shapes.h"
#include "world/obstacles.h"

#include <string.h>

#define MAX_CELLS_ALONG 1024.0
// Cells are large enough that an obstacle is in at most this many cells on average.
#define MAX_CELLS_EACH 16u

typedef struct cell_range {
    uint32_t first_column, last_column, first_row, last_row;
} cell_range;

static cell_range cells_of(const dv_obstacles *obstacles, const dv_obstacle_record *record) {
    dv_box box = dv_obstacle_box(record);
    return (cell_range){
        dv_obstacle_column(obstacles, box.low.x),
        dv_obstacle_column(obstacles, box.high.x),
        dv_obstacle_row(obstacles, box.low.y),
        dv_obstacle_row(obstacles, box.high.y),
    };
}

typedef struct spread {
    double low_x, low_y, low_z, high_x, high_y, high_z;
    double mean_size; ///< m, mean width and depth of bounding boxes
} spread;

static spread spread_of(const dv_obstacles *obstacles) {
    spread all = {INFINITY, INFINITY, INFINITY, -INFINITY, -INFINITY, -INFINITY, 0};
    for (uint32_t i = 0; i < obstacles->count; i++) {
        const dv_obstacle_record *record = &obstacles->records[i];
        if (!record->alive)
            continue;
        dv_box box = dv_obstacle_box(record);
        all.low_x = dv_lesser(all.low_x, box.low.x);
        all.low_y = dv_lesser(all.low_y, box.low.y);
        all.high_x = dv_greater(all.high_x, box.high.x);
        all.high_y = dv_greater(all.high_y, box.high.y);
        all.low_z = dv_lesser(all.low_z, box.low.z);
        all.high_z = dv_greater(all.high_z, box.high.z);
        all.mean_size +=
            ((double)box.high.x - box.low.x + box.high.y - box.low.y) / 2 / obstacles->alive_count;
    }
    return all;
}

static void lay_cells(dv_obstacles *obstacles, const spread *all, double size) {
    obstacles->box = (dv_box){dv_vec((float)all->low_x, (float)all->low_y, (float)all->low_z),
                              dv_vec((float)all->high_x, (float)all->high_y, (float)all->high_z)};
    obstacles->grain = 1e-6f * (fabsf(obstacles->box.low.x) + fabsf(obstacles->box.low.y) +
                                fabsf(obstacles->box.high.x) + fabsf(obstacles->box.high.y));
    obstacles->origin_x = (float)all->low_x;
    obstacles->origin_y = (float)all->low_y;
    obstacles->cell_size = (float)size;
    obstacles->cells_a_meter = 1 / (double)obstacles->cell_size;
    obstacles->columns = 1 + (uint32_t)((all->high_x - all->low_x) / size);
    obstacles->rows = 1 + (uint32_t)((all->high_y - all->low_y) / size);
}

static uint64_t count_items(const dv_obstacles *obstacles) {
    uint64_t items = 0;
    for (uint32_t i = 0; i < obstacles->count; i++) {
        if (!obstacles->records[i].alive)
            continue;
        cell_range cells = cells_of(obstacles, &obstacles->records[i]);
        items += (uint64_t)(cells.last_column - cells.first_column + 1) *
                 (cells.last_row - cells.first_row + 1);
    }
    return items;
}

/// Choose cells at least about as large as an obstacle, and about as many as obstacles at most.
/// Returns how many items all cells have together.
static uint64_t choose_cells(dv_obstacles *obstacles) {
    spread all = spread_of(obstacles);
    double width = all.high_x - all.low_x, depth = all.high_y - all.low_y;
    double size = dv_greater(all.mean_size, sqrt(width * depth / obstacles->alive_count));
    size = dv_greater(dv_greater(size, 1e-3), dv_greater(width, depth) / MAX_CELLS_ALONG);
    for (;; size *= 2) {
        lay_cells(obstacles, &all, size);
        uint64_t items = count_items(obstacles);
        if (items <= (uint64_t)MAX_CELLS_EACH * obstacles->alive_count)
            return items;
    }
}

static void count_in_cells(dv_obstacles *obstacles, uint32_t index) {
    cell_range range = cells_of(obstacles, &obstacles->records[index]);
    for (uint32_t row = range.first_row; row <= range.last_row; row++)
        for (uint32_t column = range.first_column; column <= range.last_column; column++)
            obstacles->cell_start[(size_t)row * obstacles->columns + column]++;
}

static void enter_in_cells(dv_obstacles *obstacles, uint32_t index) {
    cell_range range = cells_of(obstacles, &obstacles->records[index]);
    for (uint32_t row = range.first_row; row <= range.last_row; row++)
        for (uint32_t column = range.first_column; column <= range.last_column; column++) {
            size_t cell = (size_t)row * obstacles->columns + column;
            obstacles->cell_items[--obstacles->cell_start[cell]] = index;
        }
}

// cell_start first gets the number of items in each cell, then where each cell ends. Entering an
// obstacle moves that back by one, until it's where the cell begins. Obstacles are entered in
// descending order, so a cell's items are in ascending order.
static void fill_cells(dv_obstacles *obstacles) {
    uint32_t cells = obstacles->columns * obstacles->rows;
    memset(obstacles->cell_start, 0, (cells + 1) * sizeof *obstacles->cell_start);
    for (uint32_t i = 0; i < obstacles->count; i++)
        if (obstacles->records[i].alive)
            count_in_cells(obstacles, i);
    for (uint32_t cell = 1; cell <= cells; cell++)
        obstacles->cell_start[cell] += obstacles->cell_start[cell - 1];
    for (uint32_t i = obstacles->count; i-- > 0;)
        if (obstacles->records[i].alive)
            enter_in_cells(obstacles, i);
}

bool dv_obstacles_index(dv_obstacles *obstacles) {
    if (!obstacles->index_is_stale)
        return true;
    if (obstacles->alive_count == 0) {
        obstacles->columns = obstacles->rows = 0;
        obstacles->index_is_stale = false;
        return true;
    }
    uint64_t items = choose_cells(obstacles);
    if (!dv_reserve((void **)&obstacles->cell_start, &obstacles->cell_capacity,
                    obstacles->columns * obstacles->rows + 1, sizeof *obstacles->cell_start) ||
        !dv_reserve((void **)&obstacles->cell_items, &obstacles->item_capacity, (uint32_t)items,
                    sizeof *obstacles->cell_items))
        return false;
    fill_cells(obstacles);
    obstacles->index_is_stale = false;
    return true;
}
