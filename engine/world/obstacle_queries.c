// Queries about all obstacles along a segment. If obstacles have changed since the index was built,
// a query visits all of them, which is slower but has the same result.
#include "base/math.h"
#include "world/obstacle_cells.h"
#include "world/obstacle_shapes.h"
#include "world/obstacles.h"

/// An iterator over the obstacles that block `what` and whose bounding boxes may come within
/// `reach` of the segment from `start` to `end`. It may return an obstacle once for each row of
/// cells that the obstacle is in.
typedef struct visit {
    const dv_obstacles *obstacles;
    uint32_t what; ///< of dv_blocking
    double start_x, start_y, end_x, end_y, reach;
    double low_x, low_y, high_x, high_y;
    double slack; ///< m, upper bound for the rounding errors of boxes near the segment
    uint32_t next_row, last_row, row;
    uint32_t left, right;                       ///< columns of the whole segment
    uint32_t column, first_column, last_column; ///< in the current row
    uint32_t item, item_end;
} visit;

static inline visit visit_along(const dv_obstacles *obstacles, uint32_t what, dv_vec3 start,
                                dv_vec3 end, double reach) {
    // The ends of the segment were rounded to floats.
    double rounding = 1e-6 * (fabs((double)start.x) + fabs((double)start.y) + fabs((double)end.x) +
                              fabs((double)end.y));
    visit way = {
        .obstacles = obstacles,
        .what = what,
        .start_x = start.x,
        .start_y = start.y,
        .end_x = end.x,
        .end_y = end.y,
        .reach = reach + rounding,
        .slack = rounding + 1e-6 * reach + 1e-30,
        .next_row = 1,
    };
    way.low_x = dv_lesser(start.x, end.x) - way.reach;
    way.low_y = dv_lesser(start.y, end.y) - way.reach;
    way.high_x = dv_greater(start.x, end.x) + way.reach;
    way.high_y = dv_greater(start.y, end.y) + way.reach;
    if (obstacles->index_is_stale) {
        way.item_end = obstacles->count;
    } else if (obstacles->rows > 0) {
        way.next_row = dv_obstacle_row(obstacles, way.low_y);
        way.last_row = dv_obstacle_row(obstacles, way.high_y);
        way.left = dv_obstacle_column(obstacles, way.low_x);
        way.right = dv_obstacle_column(obstacles, way.high_x);
    }
    return way;
}

/// Narrow the columns of a row to those that the segment passes while it's within reach of the row.
static void narrow_row(visit *way, uint32_t row) {
    const dv_obstacles *obstacles = way->obstacles;
    double size = obstacles->cell_size;
    double margin = way->reach + size * 1e-3;
    double low = obstacles->origin_y + row * size - margin;
    double high = obstacles->origin_y + (row + 1) * size + margin;
    double rise = way->end_y - way->start_y, run = way->end_x - way->start_x;
    double enter = 0, leave = 1;
    if (rise != 0) {
        double to_low = (low - way->start_y) / rise, to_high = (high - way->start_y) / rise;
        enter = dv_clamp((float)dv_lesser(to_low, to_high) - 1e-3f, 0, 1);
        leave = dv_clamp((float)dv_greater(to_low, to_high) + 1e-3f, 0, 1);
    }
    double one = way->start_x + run * enter, other = way->start_x + run * leave;
    way->first_column = dv_obstacle_column(obstacles, dv_lesser(one, other) - margin);
    way->last_column = dv_obstacle_column(obstacles, dv_greater(one, other) + margin);
}

// If the segment has at most two columns, narrowing wouldn't pay.
static void begin_row(visit *way, uint32_t row) {
    way->first_column = way->left;
    way->last_column = way->right;
    if (way->right - way->left > 1)
        narrow_row(way, row);
    way->row = row;
    way->column = way->first_column;
}

static void begin_cell(visit *way) {
    size_t cell = (size_t)way->row * way->obstacles->columns + way->column;
    way->item = way->obstacles->cell_start[cell];
    way->item_end = way->obstacles->cell_start[cell + 1];
}

/// Whether the box of a round obstacle comes within `slack` of the segment's box.
static inline bool is_within(const visit *way, const dv_obstacle_record *round, double slack) {
    double reach = round->radius + slack, x = round->position.x, y = round->position.y;
    return x - reach <= way->high_x && x + reach >= way->low_x && y - reach <= way->high_y &&
           y + reach >= way->low_y;
}

// A cheap test decides clear cases of round obstacles. The others are decided by their boxes, which
// are rounded outward.
static inline bool is_near(const visit *way, const dv_obstacle_record *record) {
    if (!(record->blocks & way->what) || (!record->outline && !is_within(way, record, way->slack)))
        return false;
    if (!record->outline && is_within(way, record, 0))
        return true;
    dv_box box = dv_obstacle_box(record);
    return box.low.x <= way->high_x && box.high.x >= way->low_x && box.low.y <= way->high_y &&
           box.high.y >= way->low_y;
}

/// Whether the visit met this obstacle before, in an earlier column of this row.
static bool came_before(const visit *way, const dv_obstacle_record *record) {
    const dv_obstacles *obstacles = way->obstacles;
    if (obstacles->index_is_stale || way->column == way->first_column)
        return false;
    return dv_obstacle_column(obstacles, dv_obstacle_box(record).low.x) < way->column;
}

static bool begin_next_cell(visit *way) {
    if (way->obstacles->index_is_stale || way->obstacles->rows == 0)
        return false;
    if (way->column < way->last_column) {
        way->column++;
    } else {
        if (way->next_row > way->last_row)
            return false;
        begin_row(way, way->next_row++);
    }
    begin_cell(way);
    return true;
}

static bool visit_next(visit *way, uint32_t *index) {
    const dv_obstacles *obstacles = way->obstacles;
    do {
        while (way->item < way->item_end) {
            uint32_t item = way->item++;
            uint32_t candidate = obstacles->index_is_stale ? item : obstacles->cell_items[item];
            const dv_obstacle_record *record = &obstacles->records[candidate];
            if (!is_near(way, record) || came_before(way, record))
                continue;
            *index = candidate;
            return true;
        }
    } while (begin_next_cell(way));
    return false;
}

static bool is_better(double distance, uint32_t index, double best, uint32_t best_index) {
    return distance < best || (distance == best && index < best_index);
}

// In a world that wraps, each obstacle has images a span away to either side. Instead of moving
// obstacles, this iterator moves the query. The first offset is zero, so that ties go to the
// obstacle itself rather than to an image.
typedef struct images {
    const dv_obstacles *obstacles;
    dv_vec3 low, high; ///< bounding box of the segment and its reach
    int next, count;
} images;

static inline images images_of(const dv_obstacles *obstacles, dv_space space, dv_vec3 start,
                               dv_vec3 end, float reach) {
    bool wraps = obstacles->span.x > 0;
    if (!wraps)
        return (images){.obstacles = obstacles, .count = 1};
    return (images){
        .obstacles = obstacles,
        .low = dv_vec((float)dv_lesser(start.x, end.x) - reach,
                      (float)dv_lesser(start.y, end.y) - reach,
                      (float)dv_lesser(start.z, end.z) - reach),
        .high = dv_vec((float)dv_greater(start.x, end.x) + reach,
                       (float)dv_greater(start.y, end.y) + reach,
                       (float)dv_greater(start.z, end.z) + reach),
        .count = space == DV_VOLUME ? 27 : 9,
    };
}

static bool may_meet(float low, float high, float shift, float other_low, float other_high) {
    // Far more than rounding errors.
    float margin = 1e-4f * (fabsf(shift) + 1);
    return !(low + shift > other_high + margin) && !(high + shift < other_low - margin);
}

static inline bool next_image(images *way, dv_vec3 *by) {
    static const float steps[] = {0, 1, -1};
    const dv_obstacles *obstacles = way->obstacles;
    const dv_box *box = &obstacles->box;
    while (way->next < way->count) {
        int image = way->next++;
        *by = dv_vec(0, 0, 0);
        if (image == 0)
            return true;
        *by = dv_vec(steps[image % 3] * obstacles->span.x, steps[image / 3 % 3] * obstacles->span.y,
                     steps[image / 9] * obstacles->span.z);
        if (obstacles->index_is_stale ||
            (may_meet(way->low.x, way->high.x, by->x, box->low.x, box->high.x) &&
             may_meet(way->low.y, way->high.y, by->y, box->low.y, box->high.y) &&
             may_meet(way->low.z, way->high.z, by->z, box->low.z, box->high.z)))
            return true;
    }
    return false;
}

dv_surface_point dv_obstacle_surface_near(const dv_obstacles *obstacles,
                                          const dv_obstacle_record *obstacle, dv_space space,
                                          dv_vec3 from) {
    dv_surface_point nearest = dv_obstacle_surface(obstacle, space, from);
    images ways = images_of(obstacles, space, from, from, INFINITY);
    ways.next = 1;
    for (dv_vec3 by; next_image(&ways, &by);) {
        dv_surface_point point = dv_obstacle_surface(obstacle, space, dv_add(from, by));
        if (!(point.distance < nearest.distance))
            continue;
        nearest = point;
        nearest.point = dv_subtract(point.point, by);
    }
    return nearest;
}

bool dv_obstacles_nearest(const dv_obstacles *obstacles, dv_space space, dv_vec3 from, float reach,
                          dv_surface_point *nearest) {
    bool found = false;
    images ways = images_of(obstacles, space, from, from, reach);
    for (dv_vec3 by; next_image(&ways, &by);) {
        dv_vec3 here = dv_add(from, by);
        visit near = visit_along(obstacles, DV_BLOCKS_MOVEMENT, here, here, reach);
        for (uint32_t index; visit_next(&near, &index);) {
            dv_surface_point point = dv_obstacle_surface(&obstacles->records[index], space, here);
            if (!(point.distance <= reach) ||
                (found && !is_better(point.distance, index, nearest->distance, nearest->obstacle)))
                continue;
            *nearest = point;
            nearest->point = dv_subtract(point.point, by);
            nearest->obstacle = index;
            found = true;
        }
    }
    return found;
}

// dv_obstacles_may_be_met is the most frequent query, and mostly finds nothing. So it tests only
// the box of the sweep, in floats, with a margin for rounding errors.
typedef struct rough_way {
    float low_x, low_y, high_x, high_y;
} rough_way;

static inline bool may_meet_roughly(const rough_way *way, const dv_obstacle_record *record) {
    if (!(record->blocks & DV_BLOCKS_MOVEMENT))
        return false;
    if (record->outline) {
        const dv_box *box = &record->outline->box;
        return box->low.x <= way->high_x && box->high.x >= way->low_x &&
               box->low.y <= way->high_y && box->high.y >= way->low_y;
    }
    float radius = record->radius, x = record->position.x, y = record->position.y;
    return x - radius <= way->high_x && x + radius >= way->low_x && y - radius <= way->high_y &&
           y + radius >= way->low_y;
}

static inline uint32_t rough_cell(float cell, uint32_t count) {
    if (!(cell > 0))
        return 0;
    return cell >= (float)(int32_t)count ? count - 1 : (uint32_t)(int32_t)cell;
}

static bool may_meet_any(const dv_obstacles *obstacles, const rough_way *way) {
    float x = obstacles->origin_x, y = obstacles->origin_y;
    float scale = (float)obstacles->cells_a_meter;
    uint32_t left = rough_cell((way->low_x - x) * scale, obstacles->columns);
    uint32_t right = rough_cell((way->high_x - x) * scale, obstacles->columns);
    uint32_t last_row = rough_cell((way->high_y - y) * scale, obstacles->rows);
    for (uint32_t row = rough_cell((way->low_y - y) * scale, obstacles->rows); row <= last_row;
         row++) {
        // The items of a row are contiguous.
        const uint32_t *cells = obstacles->cell_start + (size_t)row * obstacles->columns;
        for (uint32_t i = cells[left]; i < cells[right + 1]; i++)
            if (may_meet_roughly(way, &obstacles->records[obstacles->cell_items[i]]))
                return true;
    }
    return false;
}

bool dv_obstacles_may_be_met(const dv_obstacles *obstacles, dv_space space, dv_vec3 from,
                             dv_vec3 direction, float length, float radius) {
    dv_vec3 end = dv_add(from, dv_scale(direction, length));
    if (!obstacles->index_is_stale && obstacles->rows > 0 && !(obstacles->span.x > 0)) {
        float reach = radius + obstacles->grain + 1e-6f * (radius + length);
        rough_way way = {
            (from.x < end.x ? from.x : end.x) - reach, (from.y < end.y ? from.y : end.y) - reach,
            (from.x > end.x ? from.x : end.x) + reach, (from.y > end.y ? from.y : end.y) + reach};
        return may_meet_any(obstacles, &way);
    }
    images ways = images_of(obstacles, space, from, end, radius);
    for (dv_vec3 by; next_image(&ways, &by);) {
        visit way =
            visit_along(obstacles, DV_BLOCKS_MOVEMENT, dv_add(from, by), dv_add(end, by), radius);
        uint32_t index;
        if (visit_next(&way, &index))
            return true;
    }
    return false;
}

static inline bool sweep_among(const dv_obstacles *obstacles, dv_space space, uint32_t what,
                               dv_vec3 from, dv_vec3 direction, float length, float radius,
                               dv_obstacle_counts *counts, const void *context, dv_sweep_hit *hit) {
    bool found = false;
    dv_vec3 end = dv_add(from, dv_scale(direction, length));
    images ways = images_of(obstacles, space, from, end, radius);
    for (dv_vec3 by; next_image(&ways, &by);) {
        dv_vec3 here = dv_add(from, by);
        visit way = visit_along(obstacles, what, here, dv_add(end, by), radius);
        for (uint32_t index; visit_next(&way, &index);) {
            dv_sweep_hit other = {.obstacle = index};
            if (!dv_obstacle_sweep(&obstacles->records[index], space, here, direction, length,
                                   radius, &other) ||
                (found && !is_better(other.distance, index, hit->distance, hit->obstacle)) ||
                (counts && !counts(context, index)))
                continue;
            *hit = other;
            hit->center = dv_subtract(other.center, by);
            found = true;
        }
    }
    return found;
}

bool dv_obstacles_sweep(const dv_obstacles *obstacles, dv_space space, dv_vec3 from,
                        dv_vec3 direction, float length, float radius, dv_sweep_hit *hit) {
    return sweep_among(obstacles, space, DV_BLOCKS_MOVEMENT, from, direction, length, radius, NULL,
                       NULL, hit);
}

bool dv_obstacles_sweep_among(const dv_obstacles *obstacles, dv_space space, dv_blocking what,
                              dv_vec3 from, dv_vec3 direction, float length, float radius,
                              dv_obstacle_counts *counts, const void *context, dv_sweep_hit *hit) {
    return sweep_among(obstacles, space, what, from, direction, length, radius, counts, context,
                       hit);
}

bool dv_obstacles_hide(const dv_obstacles *obstacles, dv_space space, dv_vec3 from, dv_vec3 to) {
    images ways = images_of(obstacles, space, from, to, 0);
    for (dv_vec3 by; next_image(&ways, &by);) {
        dv_vec3 here = dv_add(from, by), there = dv_add(to, by);
        visit way = visit_along(obstacles, DV_BLOCKS_SIGHT, here, there, 0);
        for (uint32_t index; visit_next(&way, &index);)
            if (dv_obstacle_hides(&obstacles->records[index], space, here, there))
                return true;
    }
    return false;
}

/// Whether the visit met this obstacle in an earlier row. Only for visits around a point, where all
/// rows have the same columns.
static bool came_in_row_before(const visit *near, uint32_t first_row,
                               const dv_obstacle_record *record) {
    const dv_obstacles *obstacles = near->obstacles;
    if (obstacles->index_is_stale || near->row == first_row)
        return false;
    return dv_obstacle_row(obstacles, dv_obstacle_box(record).low.y) < near->row;
}

void dv_obstacles_each_blocking(const dv_obstacles *obstacles, dv_space space, dv_blocking what,
                                dv_vec3 from, float reach,
                                void (*each)(void *context, uint32_t obstacle, dv_vec3 by),
                                void *context) {
    images ways = images_of(obstacles, space, from, from, reach);
    for (dv_vec3 by; next_image(&ways, &by);) {
        dv_vec3 here = dv_add(from, by);
        visit near = visit_along(obstacles, what, here, here, reach);
        uint32_t first_row = near.next_row;
        for (uint32_t index; visit_next(&near, &index);)
            if (!came_in_row_before(&near, first_row, &obstacles->records[index]))
                each(context, index, by);
    }
}

void dv_obstacles_each_near(const dv_obstacles *obstacles, dv_space space, dv_vec3 from,
                            float reach, void (*each)(void *context, uint32_t obstacle, dv_vec3 by),
                            void *context) {
    dv_obstacles_each_blocking(obstacles, space, DV_BLOCKS_MOVEMENT, from, reach, each, context);
}
