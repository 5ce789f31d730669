// Lay an obstacle map and draw barriers on it; see map.h for the invariant.
#include "navigation/map.h"

#include "base/alloc.h"
#include "base/result.h"
#include "world/obstacle_shapes.h"

#include <string.h>

const int8_t dv_direction_x[DV_DIRECTIONS] = {1, 1, 0, -1, -1, -1, 0, 1};
const int8_t dv_direction_y[DV_DIRECTIONS] = {0, 1, 1, 1, 0, -1, -1, -1};

// Laying

// Allows for the rounding of a resolution to a float.
double dv_map_cells_along(float low, float high, double resolution) {
    return ceil(((double)high - low) / resolution * (1 - 1e-6));
}

/// A resolution (m) that is surely coarse enough: even with one more cell each way, cells of that
/// size stay within DV_MAX_PLAN_CELLS.
static double finest_resolution(double across, double along) {
    double sum = across + along, most = DV_MAX_PLAN_CELLS - 1.0;
    return (sum + sqrt(sum * sum + 4 * most * across * along)) / (2 * most);
}

static dv_result count_cells(dv_map *map, dv_vec3 min, dv_vec3 max, double resolution,
                             dv_error *error) {
    double columns = dv_map_cells_along(min.x, max.x, resolution),
           rows = dv_map_cells_along(min.y, max.y, resolution);
    if (columns * rows <= DV_MAX_PLAN_CELLS) {
        map->columns = (int32_t)columns;
        map->rows = (int32_t)rows;
        return DV_OK;
    }
    return dv_fail(error, DV_ERROR_LIMIT,
                   "plan: resolution: cells of %g m make a map of %.0f x %.0f cells, more than the "
                   "%u allowed: use cells of %.3g m or a smaller boundary",
                   resolution, columns, rows, DV_MAX_PLAN_CELLS,
                   1.006 *
                       finest_resolution((double)max.x - min.x,
                                         (double)max.y - min.y)); // the message shows few digits
}

static uint32_t cell_at(const dv_map *map, int32_t column, int32_t row) {
    return (uint32_t)(row + 1) * map->stride + (uint32_t)(column + 1);
}

static void put_frame(dv_map *map) {
    uint8_t frame = DV_CELL_FRAME | DV_CELL_BLOCKED;
    memset(map->cells, frame, map->stride);
    memset(map->cells + cell_at(map, -1, map->rows), frame, map->stride);
    for (int32_t row = 0; row < map->rows; row++)
        map->cells[cell_at(map, -1, row)] = map->cells[cell_at(map, map->columns, row)] = frame;
}

uint32_t dv_map_across(const dv_map *map, uint32_t cell) {
    int32_t column = (int32_t)(cell % map->stride) - 1, row = (int32_t)(cell / map->stride) - 1;
    return cell_at(map, (column + map->columns) % map->columns, (row + map->rows) % map->rows);
}

static void show_across(dv_map *map, int32_t column, int32_t row) {
    uint32_t cell = cell_at(map, column, row);
    map->cells[cell] = DV_CELL_FRAME | map->cells[dv_map_across(map, cell)];
}

static void wrap_frame(dv_map *map) {
    for (int32_t column = -1; column <= map->columns; column++) {
        show_across(map, column, -1);
        show_across(map, column, map->rows);
    }
    for (int32_t row = 0; row < map->rows; row++) {
        show_across(map, -1, row);
        show_across(map, map->columns, row);
    }
}

// Drawing

// Measured from the middle, so that mirrored boundaries have centers mirrored to the last bit.
static double center_x(const dv_map *map, int32_t column) {
    return map->middle_x + (column + 0.5 - map->columns / 2.0) * map->width;
}

static double center_y(const dv_map *map, int32_t row) {
    return map->middle_y + (row + 0.5 - map->rows / 2.0) * map->depth;
}

static int32_t index_within(double place, int32_t count) {
    return place <= 0 ? 0 : place >= count ? count - 1 : (int32_t)place;
}

/// The distances from a barrier (m) that tell cells apart.
typedef struct limits {
    double deep, blocked, near;
} limits;

static limits limits_of(const dv_map *map, const dv_barrier *barrier) {
    double half = dv_map_half_diagonal(map), blocked = (double)barrier->reach + half;
    if (!map->is_marked)
        return (limits){blocked, blocked, blocked};
    return (limits){barrier->reach - half, blocked, barrier->reach + 3 * half};
}

// Moving along a row by a meter changes the distance by at most a meter. So far from all limits,
// this many cells ahead are all alike.
static int32_t cells_alike(const dv_map *map, double distance, const limits *l, int32_t most) {
    double excess = fabs(distance - l->blocked);
    if (map->is_marked)
        excess = dv_lesser(excess, dv_lesser(fabs(distance - l->near), fabs(distance - l->deep)));
    double sure = excess / map->width - 0.01;
    return sure < 1 ? 1 : sure >= most ? most : 1 + (int32_t)sure;
}

static void mark_cells(uint8_t *cells, int32_t count, uint8_t bits) {
    if (bits == DV_CELL_BLOCKED) {
        memset(cells, DV_CELL_BLOCKED, (size_t)count);
        return;
    }
    for (int32_t i = 0; i < count; i++)
        cells[i] |= cells[i] & DV_CELL_NEAR ? bits | DV_CELL_CONTESTED : bits;
}

/// Marks block no cell, because a wave has crossed the free ones already. Where rounding moves
/// centers far, the steps along a row see other cells than when the map was drawn.
static uint8_t bits_of(const dv_map *map, const dv_barrier *barrier, double distance,
                       const limits *l) {
    if (!map->is_marked)
        return DV_CELL_BLOCKED;
    // Between the sides of a bent outline, too, there may be a narrow place.
    bool may_be_bent = barrier->obstacle->shape == DV_POLYGON;
    return (uint8_t)(DV_CELL_NEAR | (may_be_bent ? DV_CELL_CONTESTED : 0) |
                     (distance < l->deep ? DV_CELL_DEEP : 0));
}

/// Draw one row and return the number of cells examined.
static uint32_t draw_row(dv_map *map, const dv_barrier *barrier, dv_vec3 by, int32_t first,
                         int32_t last, int32_t row) {
    double y = center_y(map, row) - by.y;
    limits l = limits_of(map, barrier);
    uint32_t looks = 0;
    for (int32_t column = first; column <= last;) {
        dv_vec3 center = dv_vec((float)(center_x(map, column) - by.x), (float)y, 0);
        double distance = dv_obstacle_surface(barrier->obstacle, DV_PLANE, center).distance;
        int32_t alike = cells_alike(map, distance, &l, last - column + 1);
        if (distance < l.near)
            mark_cells(map->cells + cell_at(map, column, row), alike,
                       bits_of(map, barrier, distance, &l));
        column += alike;
        looks++;
    }
    return looks;
}

static bool draw_barrier(dv_map *map, const dv_barrier *barrier, dv_vec3 by, dv_plan_work *work) {
    dv_box box = dv_obstacle_box(barrier->obstacle);
    double reach = limits_of(map, barrier).near;
    double left = (box.low.x + (double)by.x - reach - map->low_x) / map->width;
    double right = (box.high.x + (double)by.x + reach - map->low_x) / map->width;
    double bottom = (box.low.y + (double)by.y - reach - map->low_y) / map->depth;
    double top = (box.high.y + (double)by.y + reach - map->low_y) / map->depth;
    if (right < 0 || top < 0 || left > map->columns || bottom > map->rows)
        return dv_plan_take(work, 1);
    int32_t last_row = index_within(top, map->rows);
    for (int32_t row = index_within(bottom, map->rows); row <= last_row; row++) {
        uint32_t looks = draw_row(map, barrier, by, index_within(left, map->columns),
                                  index_within(right, map->columns), row);
        if (!dv_plan_take(work, looks))
            return false;
    }
    return true;
}

static bool draw_all(dv_map *map, const dv_barriers *barriers, dv_vec3 min, dv_vec3 max,
                     dv_plan_work *work) {
    dv_image_range range = dv_barrier_images(barriers, min, max);
    for (int32_t y = range.first_y; y <= range.last_y; y++)
        for (int32_t x = range.first_x; x <= range.last_x; x++) {
            dv_vec3 by = dv_vec((float)x * barriers->span.x, (float)y * barriers->span.y, 0);
            for (uint32_t i = 0; i < barriers->count; i++)
                if (!draw_barrier(map, &barriers->all[i], by, work))
                    return false;
        }
    return true;
}

dv_result dv_map_make(dv_map *map, const dv_barriers *barriers, dv_vec3 min, dv_vec3 max,
                      bool wraps, double resolution, dv_plan_work *work, dv_error *error) {
    double across = (double)max.x - min.x, along = (double)max.y - min.y;
    *map = (dv_map){
        .low_x = min.x,
        .low_y = min.y,
        .middle_x = ((double)min.x + max.x) / 2,
        .middle_y = ((double)min.y + max.y) / 2,
        .wraps = wraps,
    };
    dv_result result = count_cells(map, min, max, resolution, error);
    if (result != DV_OK)
        return result;
    map->width = across / map->columns;
    map->depth = along / map->rows;
    map->stride = (uint32_t)map->columns + 2;
    for (int i = 0; i < DV_DIRECTIONS; i++)
        map->steps[i] = dv_direction_x[i] + dv_direction_y[i] * (int32_t)map->stride;
    if (!dv_plan_take(work, dv_map_size(map)))
        return DV_ERROR_LIMIT;
    map->cells = dv_alloc(dv_map_size(map));
    if (!map->cells)
        return dv_fail(error, DV_ERROR_MEMORY, "no memory for a plan");
    put_frame(map);
    if (!draw_all(map, barriers, min, max, work))
        return DV_ERROR_LIMIT;
    if (wraps)
        wrap_frame(map);
    return DV_OK;
}

bool dv_map_mark(dv_map *map, const dv_barriers *barriers, dv_vec3 min, dv_vec3 max,
                 dv_plan_work *work) {
    map->is_marked = true;
    return draw_all(map, barriers, min, max, work);
}

void dv_map_free(dv_map *map) {
    dv_free(map->cells);
    dv_free(map->prices);
    *map = (dv_map){0};
}

// Places

dv_map_place dv_map_place_of(const dv_map *map, dv_vec3 point) {
    return (dv_map_place){
        index_within(floor((point.x - map->low_x) / map->width), map->columns),
        index_within(floor((point.y - map->low_y) / map->depth), map->rows),
    };
}

dv_vec3 dv_map_center(const dv_map *map, dv_map_place place) {
    return dv_vec((float)center_x(map, place.column), (float)center_y(map, place.row), 0);
}

bool dv_map_find(const dv_map *map, dv_map_place place, uint32_t *cell) {
    int32_t column = place.column, row = place.row;
    if (map->wraps) {
        column = (column % map->columns + map->columns) % map->columns;
        row = (row % map->rows + map->rows) % map->rows;
    }
    if (column < 0 || row < 0 || column >= map->columns || row >= map->rows)
        return false;
    *cell = cell_at(map, column, row);
    return true;
}

// Prices

uint64_t dv_map_lowest_price(const dv_map *map) {
    uint32_t lowest = UINT32_MAX;
    for (size_t i = 0; map->prices && i < dv_map_size(map); i++)
        lowest = map->prices[i] < lowest ? map->prices[i] : lowest;
    return map->prices ? 2 * (uint64_t)lowest : 1;
}

static double price_of(const dv_map *map, double x, double y) {
    uint32_t cell;
    dv_map_place place = {(int32_t)floor(x), (int32_t)floor(y)};
    bool found = map->prices && dv_map_find(map, place, &cell);
    return found ? map->prices[cell] / (double)DV_PLAIN_PRICE : 1;
}

/// Where a way along one axis, in cells, leaves the cell that it is in after a share `along` of it;
/// above 1: it ends there. A way that ends on the edge of a cell stays in it.
static double leaves_at(double from, double way, double along) {
    if (way == 0)
        return 2;
    double at = from + along * way, edge = way > 0 ? floor(at) + 1 : ceil(at) - 1;
    double next = (edge - from) / way;
    return next > along ? next : along + 1e-9;
}

double dv_map_price_along(const dv_map *map, dv_vec3 from, dv_vec3 to) {
    double x = (from.x - map->low_x) / map->width, y = (from.y - map->low_y) / map->depth;
    double way_x = ((double)to.x - from.x) / map->width;
    double way_y = ((double)to.y - from.y) / map->depth;
    double sum = 0, along = 0;
    while (along < 1) {
        double next =
            dv_lesser(1, dv_lesser(leaves_at(x, way_x, along), leaves_at(y, way_y, along)));
        double middle = (along + next) / 2;
        sum += (next - along) * price_of(map, x + middle * way_x, y + middle * way_y);
        along = next;
    }
    return sum * dv_length_double(dv_vec(to.x - from.x, to.y - from.y, 0));
}
