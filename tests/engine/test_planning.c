// Planning from end to end: paths that keep the clearance, doors that are too narrow, the reasons
// why there is no path, edges that wrap, heights, and refused arguments.
#include "../program.h"
#include "../whole.h"
#include "planning_world.h"

#include "base/hash.h"
#include "navigation/shared.h"
#include "world/world_data.h"

#include <stdlib.h>

// In the open

static void a_way_in_the_open_is_one_line(void **state) {
    (void)state;
    lab l = open_field(DV_EDGE_OPEN, DV_PLANE);
    const dv_vec3 *corners;
    for (int i = 0; i < 24; i++) {
        dv_vec3 to = dv_vec((float)(i - 11), (float)(7 - i % 5), 0);
        dv_plan_def def = plan_between(dv_vec(0.1f, 0.2f, 0), to, 0.5f, 0.4f);
        dv_path path = plan_way(&l, &def);
        assert_int_equal(dv_path_spine(l.world, path, &corners), 2);
        assert_vector(corners[0], 0.1f, 0.2f, 0, 0);
        assert_vector(corners[1], to.x, to.y, 0, 0);
        assert_float_equal(dv_path_radius(l.world, path), 0.4f, 0);
        assert_int_equal(dv_path_remove(l.world, path), DV_OK);
    }
    lab_close(&l);
}

// A taut string about a disc of 1 m round the wall's end at (0, 6), from 5 m on either side: two
// tangents of √(61 − 1) and an arc of 2π − 2 atan(5 / 6) − 2 acos(1 / √61).
static void a_way_around_a_wall_is_little_longer_than_a_taut_string(void **state) {
    (void)state;
    const double taut = 2 * 7.745967 + (2 * DV_PI - 2 * 0.694738 - 2 * 1.442418);
    const float cells[] = {0.1f, 0.25f, 0.5f};
    for (int i = 0; i < 3; i++) {
        lab l = open_field(DV_EDGE_CONTAIN, DV_PLANE);
        put_wall(&l, 0, -25, 0, 6);
        dv_plan_def def = plan_between(dv_vec(-5, 0, 0), dv_vec(5, 0, 0), 1, cells[i]);
        dv_path path = plan_way(&l, &def);
        double length = dv_path_length(l.world, path);
        assert_keeps_clear(&l, path, 1);
        assert_true(length > taut - ROUNDED);
        // Eight directions lengthen by 1 / cos(π / 8) at most; cells of the map lie up to three
        // farther out on either side.
        assert_true(length < 1.0824 * (taut + 6 * (double)cells[i]));
        lab_close(&l);
    }
}

static uint64_t world_hash(lab *l) {
    uint64_t hash;
    assert_int_equal(dv_world_hash(l->world, &hash, &l->error), DV_OK);
    return hash;
}

static void snapshots_know_which_paths_were_planned(void **state) {
    (void)state;
    const dv_vec3 ends[] = {{0, 0, 0}, {5, 0, 0}};
    uint64_t hashes[2];
    for (int planned = 0; planned < 2; planned++) {
        lab l = open_field(DV_EDGE_OPEN, DV_PLANE);
        dv_snapshot snapshot;
        dv_path gone = lab_path(&l, ends, 2, 1, false, false), path, other;
        assert_int_equal(dv_path_remove(l.world, gone), DV_OK);
        other = lab_path(&l, ends, 2, 1, false, false);
        dv_plan_def def = plan_between(ends[0], ends[1], 0.5f, 1);
        path = planned ? plan_way(&l, &def) : lab_path(&l, ends, 2, 1, false, false);
        hashes[planned] = world_hash(&l);
        assert_int_equal(dv_world_take_snapshot(l.world, &snapshot, &l.error), DV_OK);
        assert_true(dv_snapshot_hash(&snapshot) == hashes[planned]);
        assert_int_equal(dv_path_remove(l.world, path), DV_OK);
        assert_false(dv_path_planned(l.world, path));
        assert_int_equal(dv_world_return_to(l.world, &snapshot, &l.error), DV_OK);
        assert_int_equal(dv_path_planned(l.world, path), planned);
        assert_false(dv_path_planned(l.world, other));
        dv_snapshot_free(&snapshot);
        lab_close(&l);
    }
    assert_true(hashes[0] == hashes[1]); // a look at a path doesn't count
}

// Doors

/// A wall along x = 0 with a door of 0.8 m at y = −2 and one of 3 m about y = 11.
static lab open_house(void) {
    lab l = open_field(DV_EDGE_CONTAIN, DV_PLANE);
    put_wall(&l, 0, -25, 0, -2.4f);
    put_wall(&l, 0, -1.6f, 0, 9.5f);
    put_wall(&l, 0, 12.5f, 0, 25);
    return l;
}

/// Where a way crosses x = 0.
static double crossing_of(const lab *l, dv_path path) {
    for (double s = 0; s < dv_path_length(l->world, path); s += 0.01) {
        dv_vec3 point = dv_path_point(l->world, path, s, NULL);
        if (point.x >= 0)
            return point.y;
    }
    return NAN;
}

static void clearance_closes_the_nearer_door(void **state) {
    (void)state;
    lab l = open_house();
    dv_plan_def def = plan_between(dv_vec(-6, -2, 0), dv_vec(6, -3, 0), 0.2f, 0.1f);
    dv_path near = plan_way(&l, &def);
    assert_true(crossing_of(&l, near) > -2.2 && crossing_of(&l, near) < -1.8);
    assert_keeps_clear(&l, near, 0.2);
    def.clearance = 0.45f; // 0.9 m are more than the door has
    dv_path far = plan_way(&l, &def);
    assert_true(crossing_of(&l, far) > 9.95 && crossing_of(&l, far) < 12.05);
    assert_keeps_clear(&l, far, 0.45);
    def.clearance = 1.6f;
    assert_no_way(&l, &def, DV_PLAN_NO_WAY);
    lab_close(&l);
}

static dv_vec3 turned(double x, double y, double angle) {
    double sine = dv_sin(angle), cosine = dv_cos(angle);
    return dv_vec((float)(x * cosine - y * sine), (float)(x * sine + y * cosine), 0);
}

/// A wall through `middle` that is turned by an angle, with a gap there.
static dv_plan_outcome try_gap(dv_vec3 middle, double angle, double gap, float clearance,
                               float resolution) {
    lab l = open_field(DV_EDGE_CONTAIN, DV_PLANE);
    for (int side = -1; side <= 1; side += 2) {
        dv_vec3 end = dv_add(middle, turned(0, side * gap / 2, angle));
        dv_vec3 far = dv_add(middle, turned(0, side * 80.0, angle));
        put_wall(&l, end.x, end.y, far.x, far.y);
    }
    dv_plan_def def = plan_between(dv_add(middle, turned(-9, 0.3, angle)),
                                   dv_add(middle, turned(9, -0.7, angle)), clearance, resolution);
    dv_plan_outcome outcome;
    dv_path path = try_plan(&l, &def, &outcome);
    if (outcome == DV_PLAN_FOUND)
        assert_keeps_clear(&l, path, (double)clearance);
    lab_close(&l);
    return outcome;
}

static void gaps_are_shut_below_twice_the_clearance_and_open_three_cells_above(void **state) {
    (void)state;
    uint64_t n = 0;
    for (int i = 0; i < 60; i++) {
        float x = lab_random(&n, -1, 1), y = lab_random(&n, -1, 1);
        dv_vec3 middle = dv_vec(x, y, 0);
        double angle = i % 4 ? (double)lab_random(&n, -3, 3) : i * DV_PI / 16;
        float clearance = lab_random(&n, 0.2f, 1.5f), resolution = lab_random(&n, 0.1f, 0.6f);
        double shut = 2 * (double)clearance - 0.001;
        double open = 2 * (double)clearance + 3 * (double)resolution;
        assert_int_equal(try_gap(middle, angle, shut, clearance, resolution), DV_PLAN_NO_WAY);
        assert_int_equal(try_gap(middle, angle, open, clearance, resolution), DV_PLAN_FOUND);
    }
}

static void nothing_leaks_through_a_wall_without_clearance(void **state) {
    (void)state;
    for (int i = 0; i < 16; i++)
        assert_int_equal(try_gap(dv_vec(0.05f, 0.02f, 0), i * 0.2, 0, 0, 0.5f), DV_PLAN_NO_WAY);
}

// Why there is no way

static void every_reason_is_its_own(void **state) {
    (void)state;
    lab l = open_field(DV_EDGE_CONTAIN, DV_PLANE);
    put_ball(&l, 0, 0, 0, 2);
    put_box(&l, dv_vec(10, 10, 0), dv_vec(4, 4, 1), 0);
    dv_plan_def def = plan_between(dv_vec(-5, 0, 0), dv_vec(5, 0, 0), 0.5f, 0.25f);
    def.to = def.from;
    assert_no_way(&l, &def, DV_PLAN_SAME_PLACE);
    def.to = dv_vec(0, 1.5f, 0);
    assert_no_way(&l, &def, DV_PLAN_TO_BLOCKED);
    def.to = dv_vec(0, 2.4f, 0);
    assert_no_way(&l, &def, DV_PLAN_TO_TOO_NEAR);
    def.to = dv_vec(0, 2.5f, 0); // touching is not too near
    assert_keeps_clear(&l, plan_way(&l, &def), 0.5);
    def.to = dv_vec(0, 26, 0);
    assert_no_way(&l, &def, DV_PLAN_TO_OUTSIDE);
    def.from = dv_vec(11, 11, 0);
    def.to = dv_vec(5, 0, 0);
    assert_no_way(&l, &def, DV_PLAN_FROM_BLOCKED);
    def.from = dv_vec(-26, 0, 0);
    assert_no_way(&l, &def, DV_PLAN_FROM_OUTSIDE);
    lab_close(&l);
}

static void who_starts_too_near_walks_straight_out(void **state) {
    (void)state;
    lab l = open_field(DV_EDGE_CONTAIN, DV_PLANE);
    put_wall(&l, 0, -10, 0, 10);
    dv_plan_def def = plan_between(dv_vec(-0.1f, 0.1f, 0), dv_vec(6, 0, 0), 1, 0.25f);
    dv_path path = plan_way(&l, &def);
    dv_vec3 before = dv_path_point(l.world, path, 0, NULL);
    assert_vector(before, -0.1f, 0.1f, 0, 0);
    bool is_clear = false;
    for (double s = 0; s < dv_path_length(l.world, path); s += 0.05) {
        double gap = gap_at(&l, dv_path_point(l.world, path, s, NULL));
        assert_true(is_clear ? gap > 1 - ROUNDED : gap >= gap_at(&l, before) - ROUNDED);
        is_clear = is_clear || gap >= 1;
        before = dv_path_point(l.world, path, s, NULL);
    }
    assert_true(is_clear);
    lab_close(&l);
}

// Random worlds

static void flood(const lab *l, const dv_map *map, double reach, uint8_t *reached, int column,
                  int row) {
    int *stack = malloc((size_t)map->columns * (size_t)map->rows * 9 * sizeof *stack), top = 0;
    assert_non_null(stack);
    uint8_t *is_free = calloc((size_t)map->columns * (size_t)map->rows, 1);
    assert_non_null(is_free);
    for (int i = 0; i < map->columns * map->rows; i++)
        is_free[i] =
            gap_at(l, dv_map_center(map, (dv_map_place){i % map->columns, i / map->columns})) >=
            reach;
    stack[top++] = row * map->columns + column;
    while (top > 0) {
        int at = stack[--top], x = at % map->columns, y = at / map->columns;
        if (reached[at] || !is_free[at])
            continue;
        reached[at] = 1;
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
                if (x + dx < 0 || x + dx >= map->columns || y + dy < 0 || y + dy >= map->rows)
                    continue;
                if (dx && dy && !is_free[at + dx] && !is_free[at + dy * map->columns])
                    continue;
                stack[top++] = at + dx + dy * map->columns;
            }
    }
    free(is_free);
    free(stack);
}

/// Whether a plain flood over the cells' centers leads from one end to the other.
static bool floods(const lab *l, const dv_plan_def *def) {
    dv_map map;
    const dv_barriers nothing = {0};
    dv_plan_work all = {.left = UINT64_MAX};
    dv_error error;
    assert_int_equal(dv_map_make(&map, &nothing, dv_vec(-25, -25, 0), dv_vec(25, 25, 0), false,
                                 (double)def->resolution, &all, &error),
                     DV_OK);
    double reach = (double)def->clearance + dv_map_half_diagonal(&map);
    dv_map_place from = dv_map_place_of(&map, def->from), to = dv_map_place_of(&map, def->to);
    uint8_t *reached = calloc((size_t)map.columns * (size_t)map.rows, 1);
    assert_non_null(reached);
    flood(l, &map, reach, reached, from.column, from.row);
    bool is_reached = reached[to.row * map.columns + to.column];
    free(reached);
    dv_map_free(&map);
    return is_reached;
}

/// Whether the last plan of the tick has searched a second time.
static bool looked_for_narrows(const lab *l) {
    const dv_shared_wave *shared = l->world->shared_wave;
    assert_non_null(shared);
    return shared->knows_narrows;
}

static dv_vec3 free_place(const lab *l, uint64_t *n, float clearance) {
    for (;;) {
        float x = lab_random(n, -24, 24), y = lab_random(n, -24, 24);
        dv_vec3 place = dv_vec(x, y, 0);
        // So far that its cell is free too.
        if (gap_at(l, place) > (double)clearance + 1)
            return place;
    }
}

static dv_plan_def random_plan(const lab *l, uint64_t *n, float clearance, float resolution) {
    dv_vec3 from = free_place(l, n, clearance), to = free_place(l, n, clearance);
    return plan_between(from, to, clearance, resolution);
}

static void ways_keep_clear_and_lead_wherever_a_flood_does(void **state) {
    (void)state;
    uint64_t n = 3;
    int found = 0, not_found = 0, worlds = few_or_all(20, 60);
    for (int world = 0; world < worlds; world++) {
        lab l = open_field(DV_EDGE_CONTAIN, DV_PLANE);
        for (int i = 0; i < 90 + world % 3 * 40; i++)
            put_anything(&l, &n);
        float clearance = lab_random(&n, 0, 0.8f);
        float resolution = lab_random(&n, 0.3f, 0.7f);
        dv_plan_def def = random_plan(&l, &n, clearance, resolution);
        dv_plan_outcome outcome;
        dv_path path = try_plan(&l, &def, &outcome);
        // A plan looks for narrow places where the cells offer no way, or a long one.
        double straight = dv_length_double(dv_subtract(def.to, def.from));
        assert_true(floods(&l, &def) ? outcome == DV_PLAN_FOUND : looked_for_narrows(&l));
        assert_true(looked_for_narrows(&l) || dv_path_length(l.world, path) <= 1.1 * straight);
        if (outcome == DV_PLAN_FOUND) {
            assert_keeps_clear(&l, path, (double)clearance);
            assert_vector(dv_path_point(l.world, path, 0, NULL), def.from.x, def.from.y, 0, 0);
            assert_vector(dv_path_point(l.world, path, 1e9, NULL), def.to.x, def.to.y, 0, 0);
        }
        *(outcome == DV_PLAN_FOUND ? &found : &not_found) += 1;
        lab_close(&l);
    }
    assert_true(found >= worlds / 6 && not_found >= worlds / 12);
}

// The same bits wherever it is compiled.
static void ways_are_the_same_to_the_last_bit_everywhere(void **state) {
    (void)state;
    dv_hash hash;
    dv_hash_begin(&hash);
    uint64_t n = 11;
    for (int world = 0; world < 20; world++) {
        lab l = open_field(world % 2 ? DV_EDGE_WRAP : DV_EDGE_OPEN, DV_PLANE);
        for (int i = 0; i < 40; i++)
            put_anything(&l, &n);
        dv_plan_def def = random_plan(&l, &n, 0.2f, 0.35f);
        dv_plan_outcome outcome;
        dv_path path = try_plan(&l, &def, &outcome);
        const dv_vec3 *corners;
        uint32_t count = dv_path_spine(l.world, path, &corners);
        dv_hash_add(&hash, &outcome, sizeof outcome);
        if (count)
            dv_hash_add(&hash, corners, count * sizeof *corners);
        lab_close(&l);
    }
    assert_int_equal(dv_hash_end(&hash), 0x1a3eafe9ecee0610);
}

// Edges

static void a_way_may_lead_across_an_edge_that_wraps(void **state) {
    (void)state;
    lab l = open_field(DV_EDGE_WRAP, DV_PLANE);
    dv_plan_def def = plan_between(dv_vec(-22, 3, 0), dv_vec(22, 3, 0), 0.5f, 0.25f);
    dv_path path = plan_way(&l, &def);
    assert_float_equal(dv_path_length(l.world, path), 6, 1e-5);
    assert_vector(dv_path_point(l.world, path, 6, NULL), -28, 3, 0, 1e-5f);
    // What stands across the edge is in the way here too.
    put_ball(&l, 24.5f, 3, 0, 2);
    path = plan_way(&l, &def);
    assert_true(dv_path_length(l.world, path) > 6.5);
    assert_keeps_clear(&l, path, 0.5);
    // A wall along the edge: the long way round. A boundary of its own wraps nowhere.
    put_wall(&l, -25, -25, -25, 25);
    path = plan_way(&l, &def);
    assert_float_equal(dv_path_length(l.world, path), 44, 1e-4);
    lab_close(&l);
    l = open_field(DV_EDGE_WRAP, DV_PLANE);
    def.has_boundary = true;
    def.min = dv_vec(-24, -10, 0);
    def.max = dv_vec(24, 10, 0);
    assert_float_equal(dv_path_length(l.world, plan_way(&l, &def)), 44, 1e-5);
    lab_close(&l);
}

static void random_ways_keep_clear_where_the_world_wraps(void **state) {
    (void)state;
    uint64_t n = 5;
    int found = 0;
    for (int world = 0; world < 30; world++) {
        lab l = open_field(DV_EDGE_WRAP, DV_PLANE);
        for (int i = 0; i < 40; i++)
            put_anything(&l, &n);
        dv_plan_def def = random_plan(&l, &n, 0.3f, 0.45f);
        dv_plan_outcome outcome;
        dv_path path = try_plan(&l, &def, &outcome);
        found += outcome == DV_PLAN_FOUND;
        if (outcome == DV_PLAN_FOUND)
            assert_keeps_clear(&l, path, 0.3);
        lab_close(&l);
    }
    assert_true(found >= 10);
}

static void an_open_map_has_room_around_all_that_stands_there(void **state) {
    (void)state;
    lab l = open_field(DV_EDGE_OPEN, DV_PLANE);
    put_wall(&l, 0, -40, 0, 40); // longer than the bounds
    dv_plan_def def = plan_between(dv_vec(-1, 0, 0), dv_vec(1, 0, 0), 0.5f, 0.5f);
    dv_path path = plan_way(&l, &def);
    assert_true(dv_path_length(l.world, path) > 80);
    assert_keeps_clear(&l, path, 0.5);
    def.has_boundary = true;
    def.min = dv_vec(-9, -9, 0);
    def.max = dv_vec(9, 9, 0);
    assert_no_way(&l, &def, DV_PLAN_NO_WAY);
    lab_close(&l);
}

// The middle between two of the balls is outside.
static void no_way_leaves_a_boundary(void **state) {
    (void)state;
    static const float balls[2][3][3] = {
        {{1.65f, -1.4f, 0.75f}, {0.5f, 0.5f, 0.75f}, {0.35f, -0.45f, 0.1f}},
        {{-1.62f, 1.3f, 0.32f}, {-1.18f, -0.04f, 0.54f}, {-1.08f, 0.6f, 0.14f}},
    };
    const dv_vec3 ends[2][2] = {{{-4, -0.6f, 0}, {4, 0.1f, 0}}, {{-4, -0.1f, 0}, {4, -0.7f, 0}}};
    int found = 0;
    for (int i = 0; i < 16; i++) {
        lab l = open_field(DV_EDGE_OPEN, DV_PLANE);
        for (int k = 0; k < 3; k++)
            put_ball(&l, balls[i % 2][k][0], balls[i % 2][k][1], 0, balls[i % 2][k][2]);
        dv_plan_def def =
            plan_between(ends[i % 2][0], ends[i % 2][1], (float)(1 + i / 2) * 0.025f, 0.4f);
        def.has_boundary = true;
        def.min = dv_vec(-5, -1, 0);
        def.max = dv_vec(5, 1, 0);
        const dv_vec3 *corners;
        dv_plan_outcome outcome;
        uint32_t count = dv_path_spine(l.world, try_plan(&l, &def, &outcome), &corners);
        for (uint32_t c = 0; c < count; c++)
            assert_true(fabsf(corners[c].y) <= 1 + (float)ROUNDED);
        found += outcome == DV_PLAN_FOUND;
        lab_close(&l);
    }
    assert_true(found >= 4);
}

// Far out

/// A world about a place, whose size is so many of its units, with a wall through the place.
typedef struct outpost {
    lab l;
    dv_vec3 middle, wall[2];
    double unit, angle; ///< m; of the wall's normal
} outpost;

/// The distance between neighboring positions at a place.
static double spacing_at(dv_vec3 place) {
    float out = (float)dv_greater(fabsf(place.x), fabsf(place.y));
    return (double)nextafterf(out, INFINITY) - out;
}

static dv_vec3 place_in(const outpost *o, double across, double along) {
    dv_vec3 off = turned(across * o->unit, along * o->unit, o->angle);
    return dv_add(o->middle, off);
}

static outpost open_outpost(dv_vec3 middle, double angle, dv_edge edge) {
    outpost o = {.middle = middle, .angle = angle};
    o.unit = dv_greater(1, 2 * spacing_at(middle));
    dv_world_def def = lab_def();
    float half = (float)(30 * o.unit);
    dv_vec3 corner = dv_vec(half, half, 25);
    def.bounds = (dv_bounds){dv_subtract(middle, corner), dv_add(middle, corner), edge};
    o.l = lab_open_with(def, (lab_kinds){0});
    o.wall[0] = place_in(&o, 0, -10);
    o.wall[1] = place_in(&o, 0, 10);
    put_wall(&o.l, o.wall[0].x, o.wall[0].y, o.wall[1].x, o.wall[1].y);
    return o;
}

/// Twice the area of a triangle, with the sign of the turn.
static double turn_of(dv_vec3 a, dv_vec3 b, dv_vec3 c) {
    return ((double)b.x - a.x) * ((double)c.y - a.y) - ((double)b.y - a.y) * ((double)c.x - a.x);
}

/// Whether a straight way leads through the wall. Rounding may let it graze the wall's ends.
static bool leads_through(const outpost *o, dv_vec3 from, dv_vec3 to) {
    dv_vec3 a = dv_lerp(o->wall[0], o->wall[1], 0.05f), b = dv_lerp(o->wall[0], o->wall[1], 0.95f);
    return turn_of(a, b, from) * turn_of(a, b, to) < 0 &&
           turn_of(from, to, a) * turn_of(from, to, b) < 0;
}

static void check_far_path(const outpost *o, dv_path path, const dv_plan_def *def) {
    const dv_vec3 *points;
    uint32_t count = dv_path_spine(o->l.world, path, &points);
    double reach = 60 * o->unit;
    assert_true(count >= 2);
    assert_vector(points[0], def->from.x, def->from.y, 0, 0);
    for (uint32_t i = 0; i < count; i++) {
        assert_true(fabs((double)points[i].x - o->middle.x) < reach);
        assert_true(fabs((double)points[i].y - o->middle.y) < reach);
        if (i && leads_through(o, points[i - 1], points[i]))
            fail_msg("through the wall at (%g, %g)", (double)points[i].x, (double)points[i].y);
    }
    dv_vec3 off = dv_subtract(points[count - 1], def->to);
    if (o->l.world->bounds.edge != DV_EDGE_WRAP)
        assert_vector(off, 0, 0, 0, 0);
    float near = (float)(4 * spacing_at(o->middle));
    assert_vector(
        dv_vec(remainderf(off.x, 60 * (float)o->unit), remainderf(off.y, 60 * (float)o->unit), 0),
        0, 0, 0, near);
}

/// Plan to one goal from many places, around the wall.
static void plan_far_out(const outpost *o, float resolution) {
    bool is_fine = (double)resolution >= 2 * spacing_at(place_in(o, 0, 0));
    for (int i = 0; i < 12; i++) {
        dv_plan_def def = plan_between(place_in(o, -2 - i, -18 + 3.7 * (i * 5 % 11)),
                                       place_in(o, 8, 0), 0.05f, resolution);
        dv_plan_outcome outcome;
        lab l = o->l;
        dv_path path = try_plan(&l, &def, &outcome);
        if (outcome == DV_PLAN_FOUND)
            check_far_path(o, path, &def);
        assert_string_equal(dv_plan_reason(outcome),
                            dv_plan_reason(is_fine ? DV_PLAN_FOUND : DV_PLAN_TOO_FAR_OUT));
    }
}

static void far_from_the_origin_there_is_a_way_or_a_reason(void **state) {
    (void)state;
    static const dv_edge edges[] = {DV_EDGE_OPEN, DV_EDGE_CONTAIN, DV_EDGE_WRAP};
    for (double distance = 1; distance < 1e9; distance *= distance < 1e5 ? 10 : 1.7)
        for (int direction = 0; direction < 8; direction++)
            for (int edge = 0; edge < 3; edge++) {
                dv_vec3 middle = turned(distance, 0, direction * DV_PI / 4);
                outpost o = open_outpost(middle, direction * 0.7, edges[edge]);
                plan_far_out(&o, 0.25f);
                plan_far_out(&o, (float)(o.unit > 1 ? 1.25 * o.unit : 0.3));
                lab_close(&o.l);
            }
}

static void marks_block_no_cell_however_coarse_positions_are(void **state) {
    (void)state;
    for (int direction = 0; direction < 8; direction++) {
        dv_vec3 middle = turned(3e6, 0, direction * DV_PI / 4);
        outpost o = open_outpost(middle, direction * 0.7, DV_EDGE_CONTAIN);
        dv_barriers barriers;
        dv_plan_work all = {.left = UINT64_MAX};
        dv_map map;
        dv_bounds bounds = o.l.world->bounds;
        assert_true(dv_barriers_gather(&barriers, o.l.world, 0, 0, 0.05f));
        assert_int_equal(
            dv_map_make(&map, &barriers, bounds.min, bounds.max, false, 0.25, &all, &o.l.error),
            DV_OK);
        uint8_t *drawn = malloc(dv_map_size(&map));
        assert_non_null(drawn);
        memcpy(drawn, map.cells, dv_map_size(&map));
        assert_true(dv_map_mark(&map, &barriers, bounds.min, bounds.max, &all));
        for (size_t i = 0; i < dv_map_size(&map); i++)
            assert_int_equal(map.cells[i] & DV_CELL_BLOCKED, drawn[i] & DV_CELL_BLOCKED);
        free(drawn);
        dv_map_free(&map);
        dv_barriers_free(&barriers);
        lab_close(&o.l);
    }
}

// Heights

static void what_hangs_higher_than_the_clearance_is_passed_below(void **state) {
    (void)state;
    lab l = open_field(DV_EDGE_CONTAIN, DV_VOLUME);
    put_box(&l, dv_vec(0, 0, 5), dv_vec(2, 40, 2), 0); // from z = 4 to 6
    dv_plan_def def = plan_between(dv_vec(-8, 0, 2), dv_vec(8, 0, 3), 0.9f, 0.25f);
    dv_path path = plan_way(&l, &def);
    assert_float_equal(dv_path_length(l.world, path), sqrt(257), 1e-4);
    assert_vector(dv_path_point(l.world, path, sqrt(257) / 2, NULL), 0, 0, 2.5f, 1e-4f);
    assert_keeps_clear(&l, path, 0.9);
    def.to.z = 4.5f;
    path = plan_way(&l, &def);
    assert_true(dv_path_length(l.world, path) > 40);
    assert_keeps_clear(&l, path, 0.9);
    def.to = dv_vec(-8, 0, 7); // straight up
    assert_float_equal(dv_path_length(l.world, plan_way(&l, &def)), 5, 0);
    lab_close(&l);
}

/// Whether a place keeps clear at all heights from its own to another.
static bool stands_free_between(const lab *l, dv_vec3 place, float other_z, double clearance) {
    double low = dv_lesser(place.z, other_z), high = dv_greater(place.z, other_z);
    for (double z = low; z <= high; z += 0.01) {
        place.z = (float)z;
        if (gap_at(l, place) < clearance + 0.02)
            return false;
    }
    return true;
}

static void random_ways_through_volumes_keep_clear(void **state) {
    (void)state;
    uint64_t n = 40;
    int found = 0;
    for (int world = 0; world < 40; world++) {
        lab l = open_field(DV_EDGE_CONTAIN, DV_VOLUME);
        for (int i = 0; i < 60; i++)
            put_anything(&l, &n);
        dv_plan_def def = random_plan(&l, &n, 0.4f, 0.5f);
        def.from.z = lab_random(&n, -3, 3);
        def.to.z = lab_random(&n, -3, 3);
        if (!stands_free_between(&l, def.from, def.to.z, 0.4))
            def.from.z = def.to.z = 0;
        dv_plan_outcome outcome;
        dv_path path = try_plan(&l, &def, &outcome);
        found += outcome == DV_PLAN_FOUND;
        if (outcome == DV_PLAN_FOUND)
            assert_keeps_clear(&l, path, 0.4);
        lab_close(&l);
    }
    assert_true(found >= 10);
}

// Seen from above, who starts above a ball or under a roof is too near to it.
static void who_starts_too_near_leaves_before_climbing(void **state) {
    (void)state;
    uint64_t n = 4;
    for (int i = 0; i < 100; i++) {
        lab l = open_field(i % 2 ? DV_EDGE_WRAP : DV_EDGE_CONTAIN, DV_VOLUME);
        if (i % 3)
            put_ball(&l, 0, 0, 0, 2);
        else
            put(&l, (dv_obstacle_def){.shape = DV_CYLINDER, .radius = 2, .height = 4});
        float beside = lab_random(&n, 1.9f, 2.4f);
        float angle = lab_random(&n, -3, 3), away = lab_random(&n, 2.6f, 12);
        float z = lab_random(&n, -4, 2);
        dv_vec3 to = dv_vec(away * cosf(angle), away * sinf(angle), z);
        dv_plan_def def = plan_between(dv_vec(beside, 0, 3), to, 0.5f, 0.2f);
        dv_path path = plan_way(&l, &def);
        assert_keeps_clear(&l, path, 0.5);
        assert_vector(dv_path_point(l.world, path, 1e9, NULL), to.x, to.y, to.z, 1e-4f);
        lab_close(&l);
    }
}

/// A shell of a shape about the origin, 2.5 m either way.
static dv_obstacle_def shell_of(dv_obstacle_shape shape) {
    return (dv_obstacle_def){
        .shape = shape, .radius = 2.5f, .width = 5, .depth = 5, .height = 5, .hollow = true};
}

static bool is_within(dv_obstacle_shape shape, dv_vec3 at) {
    if (shape == DV_SPHERE)
        return dv_length(at) < 2.5f;
    bool is_level = fabsf(at.z) < 2.5f;
    return is_level && (shape == DV_BOX ? fabsf(at.x) < 2.5f && fabsf(at.y) < 2.5f
                                        : at.x * at.x + at.y * at.y < 6.25f);
}

static void no_way_leads_through_a_shell_at_any_height(void **state) {
    (void)state;
    static const dv_obstacle_shape shapes[] = {DV_SPHERE, DV_CYLINDER, DV_BOX};
    uint64_t n = 9;
    int found = 0, inside = 0;
    for (int i = 0; i < 600; i++) {
        lab l = open_field(i % 2 ? DV_EDGE_CONTAIN : DV_EDGE_WRAP, DV_VOLUME);
        dv_obstacle_shape shape = shapes[i % 3];
        put(&l, shell_of(shape));
        float numbers[6];
        for (int k = 0; k < 6; k++)
            numbers[k] = lab_random(&n, -3, 3);
        dv_vec3 from = {numbers[0], numbers[1], numbers[2]};
        dv_vec3 to = {numbers[3], numbers[4], numbers[5]};
        dv_plan_def def = plan_between(from, to, 0.2f, 0.25f);
        dv_plan_outcome outcome;
        dv_path path = try_plan(&l, &def, &outcome);
        if (outcome == DV_PLAN_FOUND) {
            assert_int_equal(is_within(shape, from), is_within(shape, to));
            double least = dv_lesser(0.2, gap_at(&l, from));
            assert_keeps_clear(&l, path, least);
            found++;
            inside += is_within(shape, from);
        }
        lab_close(&l);
    }
    assert_true(found > 100 && inside > 30 && found - inside > 30);
}

// What is refused

static void assert_refused(lab *l, const dv_plan_def *def, dv_result code, const char *message) {
    dv_path path = {7};
    dv_plan_outcome outcome;
    assert_int_equal(dv_world_plan(l->world, def, &path, &outcome, &l->error), code);
    assert_string_equal(l->error.message, message);
    assert_int_equal(path.bits, 0);
}

static void what_cannot_be_planned_is_refused_with_one_message(void **state) {
    (void)state;
    lab l = open_field(DV_EDGE_WRAP, DV_PLANE);
    const dv_plan_def fine = plan_between(dv_vec(-8, 0, 0), dv_vec(8, 0, 0), 0.5f, 0.5f);
    dv_plan_def def = fine;
    def.clearance = -1;
    assert_refused(&l, &def, DV_ERROR_ARGUMENT, "plan: clearance must be 0 to 1e+09 m, not -1");
    def = fine;
    def.resolution = 0;
    assert_refused(&l, &def, DV_ERROR_ARGUMENT,
                   "plan: resolution must be above 0 and at most 1e+09 m, not 0");
    def = fine;
    def.to.y = NAN;
    assert_refused(&l, &def, DV_ERROR_ARGUMENT, "plan: to must be finite and within 1e+09 m");
    def = fine;
    def.has_boundary = true;
    assert_refused(&l, &def, DV_ERROR_ARGUMENT,
                   "plan: boundary must be at least the resolution wide, 0.5 m, not 0 x 0 m");
    def.min = dv_vec(-30, -10, 0);
    def.max = dv_vec(20, 10, 0);
    assert_refused(&l, &def, DV_ERROR_ARGUMENT,
                   "plan: boundary must lie inside the world's bounds, which wrap");
    def.max.x = INFINITY;
    assert_refused(&l, &def, DV_ERROR_ARGUMENT, "plan: boundary must be finite and within 1e+09 m");
    def = fine;
    def.resolution = 0.02f;
    plan_way(&l, &def); // in a part of the world
    def.has_boundary = true;
    def.min = dv_vec(-25, -25, 0);
    def.max = dv_vec(25, 25, 0);
    def.from = dv_vec(-24, 0, 0);
    assert_refused(
        &l, &def, DV_ERROR_LIMIT,
        "plan: resolution: cells of 0.02 m make a map of 2500 x 2500 cells, more than the "
        "4194304 allowed: use cells of 0.0246 m or a smaller boundary");
    def.resolution = 0.0246f;
    plan_way(&l, &def);
    lab_close(&l);
}

/// Plan with each allocation failing in turn, until none is left to fail. Returns how many there
/// are.
static int fail_each_allocation(lab *l, const dv_plan_def *def) {
    // So that what holds the paths has room already.
    assert_int_equal(dv_path_remove(l->world, plan_way(l, def)), DV_OK);
    dv_world_forget_wave(l->world);
    size_t before = dv_allocated_bytes();
    for (uint64_t nth = 1;; nth++) {
        dv_path path;
        dv_plan_outcome outcome;
        uint64_t refused = dv_refused_allocations();
        dv_fail_allocation(nth, false);
        dv_result result = dv_world_plan(l->world, def, &path, &outcome, &l->error);
        dv_fail_allocation(0, false);
        dv_world_forget_wave(l->world);
        // A plan that makes do without what it was refused is not the plan.
        assert_int_equal(result, dv_refused_allocations() > refused ? DV_ERROR_MEMORY : DV_OK);
        if (result == DV_OK)
            return (int)nth - 1;
        assert_int_equal(path.bits, 0);
        assert_int_equal(dv_allocated_bytes(), before);
    }
}

static void short_memory_is_told_and_leaves_nothing(void **state) {
    (void)state;
    lab l = open_house();
    // An end close to a wall has many joints.
    dv_plan_def def = plan_between(dv_vec(-0.3f, -6, 0), dv_vec(6, -3, 0), 0.45f, 0.25f);
    assert_true(fail_each_allocation(&l, &def) >= 12);
    lab_close(&l);
    // Rows of posts, 0.7 m apart in wide cells, are narrow places all over, with passages between.
    l = open_field(DV_EDGE_CONTAIN, DV_PLANE);
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 14; column++)
            put_ball(&l, 1.5f * (float)row - 2, (float)column + 0.13f * (float)row - 7, 0, 0.15f);
    def = plan_between(dv_vec(-6, 0, 0), dv_vec(6, 1, 0), 0.3f, 1);
    def.has_boundary = true;
    def.min = dv_vec(-8, -8, 0);
    def.max = dv_vec(8, 8, 0);
    assert_true(fail_each_allocation(&l, &def) >= 20);
    lab_close(&l);
}

static void a_plan_takes_no_more_cells_than_it_may(void **state) {
    (void)state;
    lab l = open_house();
    dv_plan_def def = plan_between(dv_vec(-0.3f, -6, 0), dv_vec(6, -3, 0), 0.45f, 0.25f);
    uint64_t cells = UINT64_C(1) << 40;
    def.cells = &cells;
    double length = dv_path_length(l.world, plan_way(&l, &def));
    uint64_t taken = (UINT64_C(1) << 40) - cells;
    dv_world_forget_wave(l.world);
    assert_true(taken > 1000);
    // Exactly as many as it takes are enough, every time.
    cells = taken;
    assert_true(dv_path_length(l.world, plan_way(&l, &def)) == length);
    assert_true(cells == 0);
    dv_world_forget_wave(l.world);
    size_t before = dv_allocated_bytes();
    for (uint64_t less = 1; less <= taken; less += 97) {
        cells = taken - less;
        assert_refused(&l, &def, DV_ERROR_LIMIT, "plan: more cells than are left for this tick");
        assert_true(cells == 0);
        assert_int_equal(dv_allocated_bytes(), before);
    }
    lab_close(&l);
}

/// The length of a way, and the cells that it took to plan.
static double plan_from(lab *l, dv_plan_def *def, dv_vec3 from, uint64_t *taken) {
    uint64_t cells = *taken = UINT64_C(1) << 40;
    def->cells = &cells;
    def->from = from;
    dv_path path = plan_way(l, def);
    *taken -= cells;
    double length = dv_path_length(l->world, path);
    dv_path_remove(l->world, path);
    return length;
}

static void a_hundred_ways_to_one_goal_take_one_wave(void **state) {
    (void)state;
    lab l = open_house();
    dv_plan_def def = plan_between(dv_vec(0, 0, 0), dv_vec(6, -3, 0), 0.3f, 0.25f);
    uint64_t n = 0, shared = 0, alone = 0, taken;
    for (int i = 0; i < 100; i++) {
        float x = lab_random(&n, -20, -1), y = lab_random(&n, -20, 20);
        double length = plan_from(&l, &def, dv_vec(x, y, 0), &taken);
        shared += taken;
        // The same way, planned alone: another tick, or a world that has changed, has its own wave.
        dv_shared_wave *kept = l.world->shared_wave;
        l.world->shared_wave = NULL;
        assert_true(plan_from(&l, &def, dv_vec(x, y, 0), &taken) == length);
        alone = alone > taken ? alone : taken;
        dv_world_forget_wave(l.world);
        l.world->shared_wave = kept;
    }
    assert_true(shared < 2 * alone);
    put_ball(&l, -10, 0, 0, 1);
    double around = plan_from(&l, &def, dv_vec(-15, 0, 0), &taken);
    assert_true(taken > alone / 4);
    dv_world_forget_wave(l.world);
    assert_true(plan_from(&l, &def, dv_vec(-15, 0, 0), &taken) == around);
    lab_close(&l);
}

static uint64_t cells_without_a_way(lab *l, dv_plan_def *def, dv_vec3 from) {
    uint64_t cells = UINT64_C(1) << 40, before = cells;
    def->cells = &cells;
    def->from = from;
    assert_no_way(l, def, DV_PLAN_NO_WAY);
    def->cells = NULL;
    return before - cells;
}

static void plans_without_a_way_look_for_narrow_places_once(void **state) {
    (void)state;
    lab l = open_field(DV_EDGE_CONTAIN, DV_PLANE);
    for (int i = -14; i <= 14; i++)
        put_ball(&l, 0, (float)i * 1.9f, 0, 0.7f); // gaps of half a meter
    dv_plan_def def = plan_between(dv_vec(-6, 0, 0), dv_vec(6, -3, 0), 0.3f, 0.25f);
    uint64_t first = cells_without_a_way(&l, &def, dv_vec(-6, 0, 0));
    assert_true(looked_for_narrows(&l));
    for (int i = 0; i < 10; i++)
        assert_true(cells_without_a_way(&l, &def, dv_vec((float)-7 - i, 3, 0)) < first / 100);
    // Who stands on the goal's side has a way as wide as ever.
    def.from = dv_vec(20, 20, 0);
    plan_way(&l, &def);
    // A budget too small for the second search is an error, not a missing way.
    dv_world_forget_wave(l.world);
    uint64_t cells = first - 1;
    def.cells = &cells;
    def.from = dv_vec(-6, 0, 0);
    dv_path path;
    dv_plan_outcome outcome;
    assert_int_equal(dv_world_plan(l.world, &def, &path, &outcome, &l.error), DV_ERROR_LIMIT);
    lab_close(&l);
}

static bool count_down(void *context) { return --*(int *)context == 0; }

static void a_plan_is_given_up_when_that_is_asked_for(void **state) {
    (void)state;
    lab l = open_house();
    dv_plan_def def = plan_between(dv_vec(-0.3f, -6, 0), dv_vec(6, -3, 0), 0.45f, 0.025f);
    int questions = -1;
    def.cancel = count_down;
    def.cancel_context = &questions;
    dv_path_remove(l.world, plan_way(&l, &def));
    dv_world_forget_wave(l.world);
    int asked = -1 - questions;
    assert_true(asked > 5);
    const int stride = stride_or_each(7);
    for (int answer = 1; answer <= asked; answer += stride) {
        questions = answer;
        dv_world_forget_wave(l.world); // of the smaller windows
        assert_refused(&l, &def, DV_ERROR_LIMIT, "plan: canceled");
        assert_int_equal(questions, 0); // and is not asked again
    }
    lab_close(&l);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_way_in_the_open_is_one_line),
        cmocka_unit_test(a_way_around_a_wall_is_little_longer_than_a_taut_string),
        cmocka_unit_test(snapshots_know_which_paths_were_planned),
        cmocka_unit_test(clearance_closes_the_nearer_door),
        cmocka_unit_test(gaps_are_shut_below_twice_the_clearance_and_open_three_cells_above),
        cmocka_unit_test(nothing_leaks_through_a_wall_without_clearance),
        cmocka_unit_test(every_reason_is_its_own),
        cmocka_unit_test(who_starts_too_near_walks_straight_out),
        cmocka_unit_test(ways_keep_clear_and_lead_wherever_a_flood_does),
        cmocka_unit_test(ways_are_the_same_to_the_last_bit_everywhere),
        cmocka_unit_test(a_way_may_lead_across_an_edge_that_wraps),
        cmocka_unit_test(random_ways_keep_clear_where_the_world_wraps),
        cmocka_unit_test(no_way_leaves_a_boundary),
        cmocka_unit_test(an_open_map_has_room_around_all_that_stands_there),
        cmocka_unit_test(far_from_the_origin_there_is_a_way_or_a_reason),
        cmocka_unit_test(marks_block_no_cell_however_coarse_positions_are),
        cmocka_unit_test(what_hangs_higher_than_the_clearance_is_passed_below),
        cmocka_unit_test(random_ways_through_volumes_keep_clear),
        cmocka_unit_test(who_starts_too_near_leaves_before_climbing),
        cmocka_unit_test(no_way_leads_through_a_shell_at_any_height),
        cmocka_unit_test(what_cannot_be_planned_is_refused_with_one_message),
        cmocka_unit_test(short_memory_is_told_and_leaves_nothing),
        cmocka_unit_test(a_plan_takes_no_more_cells_than_it_may),
        cmocka_unit_test(a_hundred_ways_to_one_goal_take_one_wave),
        cmocka_unit_test(plans_without_a_way_look_for_narrow_places_once),
        cmocka_unit_test(a_plan_is_given_up_when_that_is_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
