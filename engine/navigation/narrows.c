// Find narrow places; see narrows.h for the invariant.
//
// Where two obstacles are near, the middle between them is the best place for a body. To find it, a
// point moves straight away from the obstacle nearest to it until another is as near: there is the
// center of the largest disc that touches the first obstacle where the point began. Between the
// posts of a door, all such centers lie on one line, which leads through the door's exact middle;
// so do the passages between them. Finer cells were tried: with n times as many, gaps still have
// to be a few cells wider than the body.
#include "navigation/narrows.h"

#include "base/alloc.h"
#include "base/math.h"

#define CELLS_A_TILE 8
// Steps towards the middle: two or three where walls face each other.
#define MOST_STEPS 16
// Points a side where a cell is wider than the clearance.
#define MOST_POINTS 4
// Cells from a place to those that it may have a passage to, either way.
#define CELLS_AROUND 3
// How often a passage is divided that has to bend.
#define MOST_BENDS 5
// Coordinates may be off by this share through rounding.
#define ROUNDING 1e-6

void dv_narrows_free(dv_narrows *narrows) {
    dv_free(narrows->all);
    dv_free(narrows->passages);
    dv_free(narrows->first_place);
    dv_free(narrows->first_passage);
    *narrows = (dv_narrows){0};
}

dv_vec3 dv_narrows_point(const dv_narrows *narrows, const dv_map *map, uint32_t id,
                         dv_map_place place) {
    dv_vec3 center = dv_map_center(map, place);
    if (id < dv_map_size(map))
        return center;
    const dv_narrow *narrow = &narrows->all[id - dv_map_size(map)];
    return dv_vec(center.x + narrow->x, center.y + narrow->y, 0);
}

/// The search in a tile of the map.
typedef struct search {
    dv_narrows *narrows;
    dv_map *map;
    const dv_barriers *all;
    dv_barriers near;    ///< the barriers that matter in the tile
    dv_barriers nearest; ///< those that matter in a cell
    int32_t points;      ///< a side of each cell
    double wide;         ///< m, more than the clearance: there, free cells lead on
    dv_map_place low, high;
    dv_plan_work *work;
} search;

// Places

static dv_vec3 moved_along(dv_vec3 from, dv_vec3 direction, double by) {
    return dv_vec((float)(from.x + by * direction.x), (float)(from.y + by * direction.y), 0);
}

/// Move a point away from the nearest barrier until another is as near. False if none is in `wide`.
///
/// By a meter's way back, the distance from another barrier grows by at most a meter, and the
/// distance from the nearest one shrinks by a meter. So going back by half of what the other is too
/// near never goes too far; between opposite walls, it is exact.
static bool find_middle(const dv_barriers *near, double wide, dv_vec3 *point) {
    dv_vec3 away, other, from = *point;
    double least = dv_barriers_excess(near, from, &away), way = wide - least;
    double slack = ROUNDING * (1 + fabs((double)from.x) + fabs((double)from.y)), lack = 0;
    if (way <= 0)
        return false;
    for (int i = 0; i < MOST_STEPS; i++) {
        *point = moved_along(from, away, way);
        lack = least + way - dv_barriers_excess(near, *point, &other);
        if (lack <= slack)
            return i > 0;
        way = dv_greater(way - lack / 2, 0);
    }
    return true;
}

static bool is_on_map(const dv_map *map, dv_vec3 point) {
    return map->wraps || (fabs(point.x - map->middle_x) <= map->middle_x - map->low_x &&
                          fabs(point.y - map->middle_y) <= map->middle_y - map->low_y);
}

/// Whether the cell has a place there already.
static bool is_known(const search *s, uint32_t cell, dv_vec3 off) {
    double near = dv_map_half_diagonal(s->map) / (8 * s->points);
    for (uint32_t i = s->narrows->first_place[cell]; i != DV_NO_MORE; i = s->narrows->all[i].next)
        if (fabs((double)s->narrows->all[i].x - off.x) < near &&
            fabs((double)s->narrows->all[i].y - off.y) < near)
            return true;
    return false;
}

static bool append_place(dv_narrows *narrows, uint32_t cell, dv_vec3 off) {
    if (!dv_reserve((void **)&narrows->all, &narrows->capacity, narrows->count + 1,
                    sizeof *narrows->all))
        return false;
    narrows->all[narrows->count++] = (dv_narrow){cell, off.x, off.y, DV_NO_MORE, DV_NO_MORE};
    return true;
}

static bool add_place(search *s, dv_map_place place, uint32_t cell, dv_vec3 point) {
    dv_narrows *narrows = s->narrows;
    dv_vec3 off = dv_subtract(point, dv_map_center(s->map, place));
    if (is_known(s, cell, off))
        return true;
    if (!append_place(narrows, cell, off))
        return false;
    narrows->all[narrows->count - 1].next = narrows->first_place[cell];
    narrows->first_place[cell] = narrows->count - 1;
    return true;
}

static void pick_around(const dv_barriers *all, dv_vec3 center, double margin, dv_barriers *near) {
    dv_vec3 around = dv_vec((float)margin, (float)margin, 0);
    dv_barriers_pick(all, dv_subtract(center, around), dv_add(center, around), near);
}

static bool search_cell(search *s, dv_map_place place, uint32_t cell) {
    dv_vec3 center = dv_map_center(s->map, place);
    uint64_t points = (uint64_t)s->points * (uint64_t)s->points;
    if (!dv_plan_take(s->work, 1 + s->near.count + points))
        return false;
    pick_around(&s->near, center, 9 * dv_map_half_diagonal(s->map), &s->nearest);
    for (uint64_t i = 0; i < points; i++) {
        double column = (double)(i % (uint64_t)s->points), row = (double)(i / (uint64_t)s->points);
        dv_vec3 point =
            dv_vec((float)(center.x + ((column + 0.5) / s->points - 0.5) * s->map->width),
                   (float)(center.y + ((row + 0.5) / s->points - 0.5) * s->map->depth), 0);
        if (find_middle(&s->nearest, s->wide, &point) && is_on_map(s->map, point) &&
            dv_barriers_clearance_state(&s->nearest, point) == DV_STANDS_FREE &&
            !add_place(s, place, cell, point))
            return false;
    }
    return true;
}

static bool is_doubtful(const dv_map *map, uint32_t cell) {
    uint8_t bits = map->cells[cell];
    return (bits & (DV_CELL_BLOCKED | DV_CELL_CONTESTED)) ==
               (DV_CELL_BLOCKED | DV_CELL_CONTESTED) &&
           !(bits & (DV_CELL_DEEP | DV_CELL_FRAME));
}

// Passages

static bool add_passage(dv_narrows *narrows, uint32_t from, dv_passage passage) {
    if (!dv_reserve((void **)&narrows->passages, &narrows->passage_capacity,
                    narrows->passage_count + 1, sizeof *narrows->passages))
        return false;
    uint32_t *first = from < narrows->cells ? &narrows->first_passage[from]
                                            : &narrows->all[from - narrows->cells].first_passage;
    passage.next = *first;
    narrows->passages[narrows->passage_count] = passage;
    *first = narrows->passage_count++;
    return true;
}

/// An end of a passage: a cell or narrow place, and where it is (m).
typedef struct passage_end {
    uint32_t id;
    dv_map_place place;
    dv_vec3 point;
} passage_end;

static passage_end end_at(const search *s, uint32_t id, dv_map_place place) {
    return (passage_end){id, place, dv_narrows_point(s->narrows, s->map, id, place)};
}

static bool add_both_ways(search *s, const passage_end *one, const passage_end *other) {
    int32_t columns = other->place.column - one->place.column;
    int32_t rows = other->place.row - one->place.row;
    float meters = dv_length(dv_subtract(other->point, one->point));
    dv_passage there = {.to = other->id, .columns = columns, .rows = rows, .meters = meters};
    dv_passage back = {.to = one->id, .columns = -columns, .rows = -rows, .meters = meters};
    return add_passage(s->narrows, one->id, there) && add_passage(s->narrows, other->id, back);
}

/// Find a free place beside the middle between two ends that cannot be connected straight.
static bool find_bend(const search *s, const passage_end *one, const passage_end *other,
                      dv_vec3 *bend) {
    dv_vec3 away, half = dv_scale(dv_add(one->point, other->point), 0.5f);
    double length = dv_length_double(dv_subtract(other->point, one->point));
    *bend = half;
    if (dv_barriers_excess(&s->nearest, half, &away) < -length / 4)
        return false;
    return find_middle(&s->nearest, s->wide, bend) &&
           dv_length_double(dv_subtract(*bend, half)) <= length / 4 && is_on_map(s->map, *bend) &&
           dv_barriers_clearance_state(&s->nearest, *bend) == DV_STANDS_FREE;
}

/// Connect two ends by a straight way that keeps clear or, around corners, by one with bends.
static bool connect_ends(search *s, const passage_end *one, const passage_end *other, int bends) {
    dv_vec3 point;
    if (!dv_plan_take(s->work, 1 + s->nearest.count))
        return false;
    if (dv_barriers_allow_way(&s->nearest, one->point, other->point))
        return add_both_ways(s, one, other);
    if (!bends || !find_bend(s, one, other, &point))
        return true;
    dv_vec3 off = dv_subtract(point, dv_map_center(s->map, one->place));
    uint32_t cell = DV_NO_MORE;
    dv_map_find(s->map, one->place, &cell);
    passage_end bend = {s->narrows->cells + s->narrows->count, one->place, point};
    return append_place(s->narrows, cell, off) && connect_ends(s, one, &bend, bends - 1) &&
           connect_ends(s, &bend, other, bends - 1);
}

static bool connect_within(search *s, const passage_end *one, uint32_t id, dv_map_place place,
                           double reach) {
    passage_end other = end_at(s, id, place);
    return dv_length_double(dv_subtract(other.point, one->point)) > reach ||
           connect_ends(s, one, &other, MOST_BENDS);
}

static bool connect_cell(search *s, const passage_end *one, dv_map_place place) {
    uint32_t cell;
    double side = 2 * dv_map_half_diagonal(s->map);
    if (!dv_map_find(s->map, place, &cell))
        return true;
    if (!(s->map->cells[cell] & DV_CELL_BLOCKED))
        return connect_within(s, one, cell, place, 1.25 * side);
    for (uint32_t i = s->narrows->first_place[cell]; i != DV_NO_MORE; i = s->narrows->all[i].next)
        if (s->narrows->cells + i > one->id &&
            !connect_within(s, one, s->narrows->cells + i, place, 1.75 * side / s->points))
            return false;
    return true;
}

static bool connect_around(search *s, const passage_end *one) {
    dv_map_place at = one->place, place;
    for (place.row = at.row - CELLS_AROUND; place.row <= at.row + CELLS_AROUND; place.row++)
        for (place.column = at.column - CELLS_AROUND; place.column <= at.column + CELLS_AROUND;
             place.column++)
            if (!connect_cell(s, one, place))
                return false;
    return true;
}

static bool connect_places(search *s, dv_map_place place, uint32_t cell) {
    if (s->narrows->first_place[cell] == DV_NO_MORE)
        return true;
    pick_around(&s->near, dv_map_center(s->map, place), 9 * dv_map_half_diagonal(s->map),
                &s->nearest);
    if (!dv_plan_take(s->work, s->near.count))
        return false;
    for (uint32_t i = s->narrows->first_place[cell]; i != DV_NO_MORE; i = s->narrows->all[i].next) {
        passage_end one = end_at(s, s->narrows->cells + i, place);
        if (!connect_around(s, &one))
            return false;
    }
    return true;
}

// All of them

/// Gather the barriers of a tile that has doubtful cells. False if `work` runs out.
static bool open_tile(search *s) {
    dv_vec3 low = dv_map_center(s->map, s->low), high = dv_map_center(s->map, s->high);
    float margin = (float)(9 * dv_map_half_diagonal(s->map));
    dv_vec3 around = dv_vec(margin, margin, 0);
    dv_barriers_pick(s->all, dv_subtract(low, around), dv_add(high, around), &s->near);
    return dv_plan_take(s->work, s->all->count);
}

/// Call `visit` for the doubtful cells of a tile.
static bool visit_tile(search *s, bool (*visit)(search *s, dv_map_place place, uint32_t cell)) {
    dv_map_place place;
    bool is_open = false;
    for (place.row = s->low.row; place.row <= s->high.row; place.row++)
        for (place.column = s->low.column; place.column <= s->high.column; place.column++) {
            uint32_t cell;
            if (!dv_map_find(s->map, place, &cell) || !is_doubtful(s->map, cell))
                continue;
            if ((!is_open && !open_tile(s)) || !visit(s, place, cell))
                return false;
            is_open = true;
        }
    return true;
}

static bool visit_map(search *s, bool (*visit)(search *s, dv_map_place place, uint32_t cell)) {
    const dv_map *map = s->map;
    for (int32_t row = 0; row < map->rows; row += CELLS_A_TILE)
        for (int32_t column = 0; column < map->columns; column += CELLS_A_TILE) {
            s->low = (dv_map_place){column, row};
            s->high = (dv_map_place){column + CELLS_A_TILE - 1, row + CELLS_A_TILE - 1};
            if (s->high.column >= map->columns)
                s->high.column = map->columns - 1;
            if (s->high.row >= map->rows)
                s->high.row = map->rows - 1;
            if (!visit_tile(s, visit))
                return false;
        }
    return true;
}

static uint32_t *empty_lists(size_t count) {
    uint32_t *lists = dv_alloc(count * sizeof *lists);
    for (size_t i = 0; lists && i < count; i++)
        lists[i] = DV_NO_MORE;
    return lists;
}

static bool has_doubtful(const dv_map *map) {
    for (uint32_t cell = 0; cell < dv_map_size(map); cell++)
        if (is_doubtful(map, cell))
            return true;
    return false;
}

static bool find_places(search *s) {
    dv_narrows *narrows = s->narrows;
    narrows->first_place = empty_lists(dv_map_size(s->map));
    if (!narrows->first_place || !visit_map(s, search_cell))
        return false;
    if (!narrows->count)
        return true;
    narrows->first_passage = empty_lists(dv_map_size(s->map));
    return narrows->first_passage && visit_map(s, connect_places);
}

static int32_t points_a_side(const dv_map *map, double clearance) {
    double side = dv_greater(map->width, map->depth);
    return 2 * clearance * MOST_POINTS <= side ? MOST_POINTS
                                               : (int32_t)ceil(side / (2 * clearance));
}

bool dv_narrows_find(dv_narrows *narrows, dv_map *map, const dv_barriers *barriers,
                     double clearance, dv_plan_work *work) {
    *narrows = (dv_narrows){.cells = (uint32_t)dv_map_size(map)};
    if (!has_doubtful(map))
        return true;
    search s = {.narrows = narrows,
                .map = map,
                .all = barriers,
                .near = *barriers,
                .nearest = *barriers,
                .points = points_a_side(map, clearance),
                .wide = 3 * dv_map_half_diagonal(map),
                .work = work};
    s.near.all = dv_alloc((barriers->count + 1) * sizeof *s.near.all);
    s.nearest.all = dv_alloc((barriers->count + 1) * sizeof *s.nearest.all);
    bool fine = s.near.all && s.nearest.all && find_places(&s);
    dv_free(s.near.all);
    dv_free(s.nearest.all);
    return fine;
}
