// Walk down a wave; see way.h.
#include "navigation/way.h"

#include "base/alloc.h"
#include "base/math.h"

#define NOWHERE (-1)
// The distance between waypoints on a straight run, in cells. With waypoints only at the ends of
// runs, as in Reich, the straightened way keeps corners of the eight directions where it could
// leave a run in the middle.
#define CELLS_A_PIECE 4

static bool is_at(const dv_way *way, dv_vec3 place) {
    const dv_vec3 *last = &way->points[way->count - 1];
    return last->x == place.x && last->y == place.y;
}

static bool add_point(dv_way *way, dv_vec3 point) {
    if (!dv_reserve((void **)&way->points, &way->capacity, way->count + 1, sizeof *way->points))
        return false;
    way->points[way->count++] = point;
    return true;
}

static bool add_turn(dv_way *way, dv_vec3 point) {
    return is_at(way, point) || add_point(way, point);
}

/// Add the end, replacing a turn at the same place. The start is kept: both ends of a vertical way
/// are at the same place.
static bool add_end(dv_way *way, dv_vec3 point) {
    if (way->count > 1 && is_at(way, point))
        way->count--;
    return add_point(way, point);
}

void dv_way_free(dv_way *way) {
    dv_free(way->points);
    *way = (dv_way){0};
}

// Walking

static bool leads_down(const dv_map *map, const dv_wave *wave, uint32_t cell, int direction) {
    uint32_t next = dv_map_neighbor(map, cell, direction);
    return !(map->cells[next] & DV_CELL_BLOCKED) && wave->weights[next] != DV_UNREACHED &&
           wave->weights[next] + dv_wave_step(wave, map, cell, next, direction) ==
               wave->weights[cell] &&
           !dv_map_squeezes(map, cell, direction);
}

/// Of the directions that a shortest way can take, the one that turns least.
static int direction_down(const dv_map *map, const dv_wave *wave, uint32_t cell, int before) {
    static const int turns[DV_DIRECTIONS] = {0, 1, -1, 2, -2, 3, -3, 4};
    for (int i = 0; i < DV_DIRECTIONS; i++) {
        int direction = (before + turns[i] + DV_DIRECTIONS) % DV_DIRECTIONS;
        if (leads_down(map, wave, cell, direction))
            return direction;
    }
    return NOWHERE;
}

/// A passage that a shortest way can take, the first in the list; NULL: none.
static const dv_passage *passage_down(const dv_map *map, const dv_wave *wave, uint32_t from) {
    const dv_narrows *narrows = wave->narrows;
    for (uint32_t i = dv_narrows_first(narrows, from); i != DV_NO_MORE;
         i = narrows->passages[i].next) {
        const dv_passage *passage = &narrows->passages[i];
        if (wave->weights[passage->to] != DV_UNREACHED &&
            wave->weights[passage->to] + dv_wave_weight_through(wave, map, from, passage) ==
                wave->weights[from])
            return passage;
    }
    return NULL;
}

/// Where a way has come while it is walked.
typedef struct walker {
    dv_map_place place;
    uint32_t cell; ///< or narrow place
    int before;    ///< the direction of the last step, or NOWHERE
    uint32_t steps;
} walker;

static dv_vec3 point_of(const dv_map *map, const dv_wave *wave, const walker *w) {
    return dv_narrows_point(wave->narrows, map, w->cell, w->place);
}

static bool step_on(dv_way *way, const dv_map *map, walker *w, int direction) {
    if ((direction != w->before || w->steps % CELLS_A_PIECE == 0) &&
        !add_turn(way, dv_map_center(map, w->place)))
        return false;
    w->place.column += dv_direction_x[direction];
    w->place.row += dv_direction_y[direction];
    w->cell = dv_map_neighbor(map, w->cell, direction);
    w->before = direction;
    return true;
}

static bool pass_on(dv_way *way, const dv_map *map, const dv_wave *wave, walker *w,
                    const dv_passage *passage) {
    if (!add_turn(way, point_of(map, wave, w)))
        return false;
    w->place.column += passage->columns;
    w->place.row += passage->rows;
    w->cell = passage->to;
    w->before = NOWHERE;
    return true;
}

/// Go to the end of the wave. A way takes no place twice.
static dv_walk walk_down(dv_way *way, const dv_map *map, const dv_wave *wave, walker *w) {
    uint32_t places = dv_map_size(map) + (wave->narrows ? wave->narrows->count : 0);
    for (; w->steps <= places; w->steps++) {
        bool is_cell = w->cell < dv_map_size(map);
        int before = w->before == NOWHERE ? 0 : w->before;
        int direction = is_cell ? direction_down(map, wave, w->cell, before) : NOWHERE;
        const dv_passage *passage = direction == NOWHERE ? passage_down(map, wave, w->cell) : NULL;
        if (direction == NOWHERE && !passage)
            return DV_WALK_ARRIVES;
        if (passage ? !pass_on(way, map, wave, w, passage) : !step_on(way, map, w, direction))
            return DV_WALK_NO_MEMORY;
    }
    return DV_WALK_IS_LOST;
}

/// The goal joint by which the wave entered a cell; NULL: it came from another cell.
static const dv_joint *joint_at(const dv_wave *wave, const dv_joints *goal, uint32_t cell) {
    for (uint32_t i = 0; i < goal->count; i++)
        if (goal->all[i].cell == cell && goal->all[i].weight == wave->weights[cell])
            return &goal->all[i];
    return NULL;
}

dv_walk dv_way_walk(dv_way *way, const dv_map *map, const dv_wave *wave, const dv_joint *start,
                    const dv_joints *goal, dv_vec3 from, dv_vec3 to) {
    walker w = {.place = start->place, .cell = start->cell, .before = NOWHERE};
    if (!add_point(way, from))
        return DV_WALK_NO_MEMORY;
    dv_walk walk = walk_down(way, map, wave, &w);
    if (walk != DV_WALK_ARRIVES)
        return walk;
    const dv_joint *end = joint_at(wave, goal, w.cell);
    if (!end)
        return DV_WALK_IS_LOST;
    dv_vec3 image = dv_vec((float)(to.x + (w.place.column - end->place.column) * map->width),
                           (float)(to.y + (w.place.row - end->place.row) * map->depth), 0);
    bool fits = add_turn(way, point_of(map, wave, &w)) && add_end(way, image);
    return fits ? DV_WALK_ARRIVES : DV_WALK_NO_MEMORY;
}

// Straightening

/// Whether the straight way costs no more than the one around by a waypoint. With the same price
/// everywhere, it never does.
static bool is_worth_it(const dv_map *map, dv_vec3 from, dv_vec3 by, dv_vec3 to) {
    return !map->prices ||
           dv_map_price_along(map, from, to) <=
               (dv_map_price_along(map, from, by) + dv_map_price_along(map, by, to)) * (1 + 1e-6);
}

/// Make one pass; returns whether it left out any waypoint.
static bool leave_out_some(dv_way *way, const dv_map *map, const dv_barriers *barriers) {
    uint32_t kept = 1, count = way->count;
    dv_vec3 *points = way->points;
    for (uint32_t i = 1; i + 1 < count; i++)
        if (!is_worth_it(map, points[kept - 1], points[i], points[i + 1]) ||
            !dv_barriers_allow_way(barriers, points[kept - 1], points[i + 1]))
            points[kept++] = points[i];
    points[kept++] = points[count - 1];
    way->count = kept;
    return kept < count;
}

bool dv_way_straighten(dv_way *way, const dv_map *map, const dv_barriers *barriers,
                       dv_plan_work *work) {
    bool goes_on = true;
    // What a pass adds up is about the length of the way, once straight and once around.
    uint64_t cells = map->prices ? 2 * CELLS_A_PIECE * (uint64_t)way->count : 0;
    while (way->count > 2 && goes_on) {
        if (!dv_plan_take(work, cells + way->count * (1 + (uint64_t)barriers->count)))
            return false;
        goes_on = leave_out_some(way, map, barriers);
    }
    return true;
}

static double length_between(dv_vec3 a, dv_vec3 b) {
    return dv_length_double(dv_vec(b.x - a.x, b.y - a.y, 0));
}

bool dv_way_slope(dv_way *way, float from_z, float to_z, bool leads_out) {
    uint32_t level = leads_out && from_z != to_z; // legs
    double length = 0, along = 0;
    if (way->count == level + 1 && !add_point(way, way->points[level]))
        return false;
    for (uint32_t i = level + 1; i < way->count; i++)
        length += length_between(way->points[i - 1], way->points[i]);
    for (uint32_t i = 0; i < way->count; i++) {
        if (i > level)
            along += length_between(way->points[i - 1], way->points[i]);
        way->points[i].z =
            (float)(from_z + ((double)to_z - from_z) * (length > 0 ? along / length : 0));
    }
    way->points[way->count - 1].z = to_z;
    return true;
}
