// Plans in wide worlds: the map is a window around the goal, which grows until its way is the best.
#include "../program.h"
#include "../whole.h"
#include "planning_world.h"

#include "base/alloc.h"
#include "navigation/shared.h"
#include "navigation/wave.h"
#include "navigation/windows.h"

#include <stdlib.h>

static lab open_wide(dv_edge edge, float half) {
    dv_world_def def = lab_def();
    def.bounds = (dv_bounds){{-half, -half, -half}, {half, half, half}, edge};
    return lab_open_with(def, (lab_kinds){0});
}

/// Houses of 4 to 14 m, but none near the middle.
static void build_town(lab *l, uint64_t *n, float half, int houses, float free) {
    for (int i = 0; i < houses; i++) {
        float x = lab_random(n, -half, half), y = lab_random(n, -half, half);
        float width = lab_random(n, 4, 14), depth = lab_random(n, 4, 14);
        float heading = lab_random(n, -3, 3);
        if (fabsf(x) > free || fabsf(y) > free)
            put_box(l, dv_vec(x, y, 0), dv_vec(width, depth, 4), heading);
    }
}

static uint64_t cells_taken(lab *l, dv_plan_def *def, dv_plan_outcome *outcome, dv_path *path) {
    uint64_t most = UINT64_C(1) << 40, left = most;
    dv_world_forget_wave(l->world);
    def->cells = &left;
    *path = try_plan(l, def, outcome);
    def->cells = NULL;
    return most - left;
}

/// The index of obstacles answers for many points, in a world that has stepped.
static void assert_keeps_away(const lab *l, dv_path path, float clearance) {
    double length = dv_path_length(l->world, path);
    for (double s = 0; s <= length; s += 0.1) {
        dv_surface_point nearest;
        dv_vec3 point = dv_path_point(l->world, path, s, NULL);
        assert_false(dv_obstacles_nearest(&l->world->obstacles, DV_PLANE, point, clearance - 1e-3f,
                                          &nearest));
    }
}

/// A U of three walls, open to the west.
static void put_u(lab *l) {
    put_wall(l, 6, -6, 6, 6);
    put_wall(l, -6, 6, 6, 6);
    put_wall(l, -6, -6, 6, -6);
}

static void a_way_out_of_a_yard_costs_the_same_in_a_town(void **state) {
    (void)state;
    dv_path path;
    dv_plan_outcome outcome;
    lab alone = open_wide(DV_EDGE_CONTAIN, 40);
    put_u(&alone);
    dv_plan_def def = plan_between(dv_vec(4, 1, 0), dv_vec(15, 0, 0), 0.3f, 0.25f);
    uint64_t cells = cells_taken(&alone, &def, &outcome, &path);
    double length = dv_path_length(alone.world, path);
    lab_close(&alone);
    for (int edge = DV_EDGE_OPEN; edge <= DV_EDGE_WRAP; edge++) {
        lab town = open_wide((dv_edge)edge, 2500);
        uint64_t n = 5;
        put_u(&town);
        build_town(&town, &n, 2500, 10000, 30);
        lab_step(&town);
        uint64_t in_town = cells_taken(&town, &def, &outcome, &path);
        assert_int_equal(outcome, DV_PLAN_FOUND);
        assert_true(in_town < 3 * cells);
        assert_float_equal(dv_path_length(town.world, path), length, 0.3);
        assert_keeps_away(&town, path, 0.3f);
        lab_close(&town);
    }
}

/// The cost of the way along cells by a search of the whole world, in meters; INFINITY: no way.
static double search_whole(const lab *l, const dv_plan_def *def) {
    dv_barriers barriers;
    dv_map map;
    dv_wave wave;
    dv_plan_work work = {.left = UINT64_MAX};
    dv_error error;
    const dv_bounds *bounds = &l->world->bounds;
    assert_true(dv_barriers_gather(&barriers, l->world, 0, 0, def->clearance));
    assert_int_equal(dv_map_make(&map, &barriers, bounds->min, bounds->max,
                                 bounds->edge == DV_EDGE_WRAP, (double)def->resolution, &work,
                                 &error),
                     DV_OK);
    assert_true(dv_wave_begin(&wave, &map, NULL));
    dv_joint goal = {.place = dv_map_place_of(&map, def->to)},
             start = {.place = dv_map_place_of(&map, def->from)};
    assert_true(dv_map_find(&map, goal.place, &goal.cell));
    assert_true(dv_map_find(&map, start.place, &start.cell));
    const dv_joints goals = {&goal, 1, 1}, starts = {&start, 1, 1};
    assert_true(dv_wave_run(&wave, &map, &goals, &starts, &work));
    uint64_t weight = wave.weights[start.cell];
    double cost = weight == DV_UNREACHED ? (double)INFINITY : (double)weight / wave.weight_of_meter;
    dv_wave_free(&wave);
    dv_map_free(&map);
    dv_barriers_free(&barriers);
    return cost;
}

static bool is_free(const lab *l, dv_vec3 place) {
    dv_surface_point nearest;
    return !dv_obstacles_nearest(&l->world->obstacles, DV_PLANE, place, 1.5f, &nearest);
}

static dv_vec3 free_within(const lab *l, uint64_t *n, dv_vec3 around, float half) {
    for (;;) {
        float x = around.x + lab_random(n, -half, half), y = around.y + lab_random(n, -half, half);
        const dv_bounds *bounds = &l->world->bounds;
        bool is_inside =
            x > bounds->min.x && x < bounds->max.x && y > bounds->min.y && y < bounds->max.y;
        if (is_inside && is_free(l, dv_vec(x, y, 0)))
            return dv_vec(x, y, 0);
    }
}

// Long walls make ways long. A way along cells is up to 8 % longer than when it is straightened.
static void ways_are_as_short_as_those_of_the_whole_world(void **state) {
    (void)state;
    int found = 0, long_ones = 0;
    const uint64_t seeds = (uint64_t)few_or_all(3, 10);
    for (uint64_t seed = 0; seed < seeds; seed++) {
        uint64_t n = 1000 * seed;
        const float half = 150;
        lab l = open_wide(seed % 2 ? DV_EDGE_CONTAIN : DV_EDGE_WRAP, half);
        build_town(&l, &n, half, 300, 0);
        for (int i = 0; i < 40; i++) {
            float x = lab_random(&n, -half, half), y = lab_random(&n, -half, half);
            float length = lab_random(&n, 10, 120);
            put_wall(&l, x, y, i % 2 ? x + length : x, i % 2 ? y : y + length);
        }
        lab_step(&l);
        for (int i = 0; i < 12; i++) {
            dv_vec3 from = free_within(&l, &n, dv_vec(0, 0, 0), half);
            dv_plan_def def =
                plan_between(from, free_within(&l, &n, from, i % 3 ? 20 : 80), 0.3f, 0.3f);
            dv_plan_outcome outcome;
            dv_path path = try_plan(&l, &def, &outcome);
            double whole = search_whole(&l, &def);
            assert_true(outcome == DV_PLAN_FOUND || whole == (double)INFINITY);
            if (outcome != DV_PLAN_FOUND)
                continue;
            double length = dv_path_length(l.world, path),
                   straight = dv_length_double(dv_offset_between(l.world, def.from, def.to));
            if (length > 1.005 * whole + 1)
                fail_msg("seed %d, plan %d: %g m instead of %g", (int)seed, i, length, whole);
            found++;
            long_ones += length > 2 * straight;
        }
        lab_close(&l);
    }
    assert_true(found > 10 * (int)seeds && long_ones > (int)seeds);
}

static void a_long_wall_is_walked_around(void **state) {
    (void)state;
    for (int edge = DV_EDGE_OPEN; edge <= DV_EDGE_CONTAIN; edge++) {
        lab l = open_wide((dv_edge)edge, 3000);
        put_wall(&l, 0, -1000, 0, 1000); // more than a window with the smallest cells
        put_ball(&l, 2900, 2900, 0, 5);
        dv_plan_def def = plan_between(dv_vec(-2, 0, 0), dv_vec(2, 0, 0), 0.3f, 0.25f);
        dv_path path = plan_way(&l, &def);
        double length = dv_path_length(l.world, path);
        assert_true(length > 2000 && length < 2010);
        lab_close(&l);
    }
}

static void who_is_shut_in_is_told_after_one_window(void **state) {
    (void)state;
    for (int inside = 0; inside < 2; inside++) {
        lab l = open_wide(DV_EDGE_CONTAIN, 3000);
        put_u(&l);
        put_wall(&l, -6, -6, -6, 6);
        dv_vec3 in = {2, 1, 0}, out = {10, 1, 0};
        dv_plan_def def = plan_between(inside ? in : out, inside ? out : in, 0.3f, 0.25f);
        dv_plan_outcome outcome;
        dv_path path;
        uint64_t cells = cells_taken(&l, &def, &outcome, &path);
        assert_int_equal(outcome, DV_PLAN_NO_WAY);
        assert_true(cells < 1000000); // of 576 million, most of them in search of narrow places
        lab_close(&l);
    }
}

// A gap that cells are too coarse for is a way out, too.
static void who_is_shut_in_but_for_a_narrow_gap_gets_out(void **state) {
    (void)state;
    lab l = open_wide(DV_EDGE_CONTAIN, 3000);
    put_u(&l);
    put_wall(&l, -6, -6, -6, 1);
    put_wall(&l, -6, 1.7f, -6, 6);
    dv_plan_def def = plan_between(dv_vec(2, 1, 0), dv_vec(10, 1, 0), 0.3f, 0.25f);
    dv_path path = plan_way(&l, &def);
    assert_keeps_clear(&l, path, 0.3);
    // A goal that a wall of the length of a street hides from there.
    put_wall(&l, -30, -300, -30, 300);
    def.to = dv_vec(-40, 0, 0);
    path = plan_way(&l, &def);
    assert_true(dv_path_length(l.world, path) > 600);
    lab_close(&l);
}

static void far_goals_are_found_with_larger_cells(void **state) {
    (void)state;
    uint64_t n = 3;
    lab l = open_wide(DV_EDGE_CONTAIN, 3000);
    build_town(&l, &n, 3000, 3000, 0);
    lab_step(&l);
    for (int i = 0; i < 4; i++) {
        dv_vec3 from = free_within(&l, &n, dv_vec(-2000, 0, 0), 900),
                to = free_within(&l, &n, dv_vec(2000, 0, 0), 900);
        dv_plan_def def = plan_between(from, to, 0.3f, 0.25f);
        dv_path path = plan_way(&l, &def);
        double straight = dv_length_double(dv_subtract(to, from));
        assert_true(dv_path_length(l.world, path) < 1.1 * straight);
        assert_keeps_away(&l, path, 0.3f);
    }
    lab_close(&l);
}

static void a_way_across_an_edge_is_found_in_a_wide_world(void **state) {
    (void)state;
    lab l = open_wide(DV_EDGE_WRAP, 2500);
    put_wall(&l, -2490, 2450, -2490, 2499);
    put_wall(&l, -2490, -2499, -2490, -2450);
    dv_plan_def def = plan_between(dv_vec(2495, 2490, 0), dv_vec(-2480, -2490, 0), 0.3f, 0.25f);
    dv_path path = plan_way(&l, &def);
    double length = dv_path_length(l.world, path);
    // Through the gap of 2 m between both walls, at the corner where all four edges meet.
    assert_true(length > 32 && length < 34);
    dv_vec3 end = dv_path_point(l.world, path, 1e9, NULL);
    assert_vector(end, 2520, 2510, 0, 1e-3f);
    lab_close(&l);
}

// Where the way by the road is longer but cheaper, it is taken, though it leaves the first window.
static void a_cheap_road_beside_the_window_is_taken(void **state) {
    (void)state;
    for (int speed = 1; speed <= 20; speed += 19) {
        const dv_terrain_def road = {.name = "road", .speed = speed, .weight = 0};
        dv_world_def wide = lab_def();
        wide.bounds = (dv_bounds){{-3000, -3000, 0}, {3000, 3000, 0}, DV_EDGE_CONTAIN};
        lab l = lab_open_with(wide, (lab_kinds){.terrain = &road, .terrain_count = 1});
        dv_region_def def = dv_region_def_default();
        def.shape = (dv_obstacle_def){
            .shape = DV_BOX, .position = {0, 60, 0}, .width = 2000, .depth = 8, .height = 1};
        dv_region region;
        assert_int_equal(dv_region_create(l.world, &def, &region, &l.error), DV_OK);
        assert_int_equal(dv_region_set_terrain(l.world, region, 0, &l.error), DV_OK);
        dv_plan_def plan = plan_between(dv_vec(-100, 0, 0), dv_vec(100, 0, 0), 0.3f, 0.5f);
        plan.counts_terrain = true;
        dv_path path = plan_way(&l, &plan);
        bool by_road = dv_path_length(l.world, path) > 220;
        assert_int_equal(by_road, speed > 1);
        lab_close(&l);
    }
}

/// Plans of a tick to one goal share the window for their distance.
static void a_crowd_shares_its_windows(void **state) {
    (void)state;
    uint64_t n = 9, cells = 0, most = 0;
    lab l = open_wide(DV_EDGE_CONTAIN, 1000);
    build_town(&l, &n, 1000, 1600, 3);
    lab_step(&l);
    for (int i = 0; i < 200; i++) {
        dv_plan_outcome outcome;
        dv_vec3 from = free_within(&l, &n, dv_vec(0, 0, 0), 60);
        dv_plan_def def = plan_between(from, dv_vec(0, 0, 0), 0.3f, 0.25f);
        uint64_t left = UINT64_MAX;
        def.cells = &left;
        try_plan(&l, &def, &outcome);
        cells += UINT64_MAX - left;
        most = most > UINT64_MAX - left ? most : UINT64_MAX - left;
    }
    if (cells > 5 * most)
        fail_msg("%.1f times the cells of one", (double)cells / (double)most);
    lab_close(&l);
}

/// The size of the cells in the first window for ends this far apart along x, in a world of 10 km.
static float first_cells(float apart) {
    dv_windows w = {.min = {-5000, -5000, 0},
                    .max = {5000, 5000, 0},
                    .may_coarsen = true,
                    .start = {-apart, 0, 0},
                    .resolution = 0.25};
    dv_windows_begin(&w, 2.5, 1);
    return dv_window_at(&w).resolution;
}

// As the documentation of dv_plan_def says.
static void cells_are_larger_where_ends_are_far_apart(void **state) {
    (void)state;
    assert_true(first_cells(235) == 0.25f);
    assert_true(first_cells(240) == 0.5f);
    assert_true(first_cells(470) == 0.5f);
    assert_true(first_cells(480) == 1);
}

static void a_boundary_asks_for_its_own_cells(void **state) {
    (void)state;
    lab l = open_wide(DV_EDGE_CONTAIN, 3000);
    dv_plan_def def = plan_between(dv_vec(-900, 0, 0), dv_vec(900, 0, 0), 0.3f, 0.25f);
    def.has_boundary = true;
    def.min = dv_vec(-1000, -1000, 0);
    def.max = dv_vec(1000, 1000, 0);
    dv_path path;
    dv_plan_outcome outcome;
    assert_int_equal(dv_world_plan(l.world, &def, &path, &outcome, &l.error), DV_ERROR_LIMIT);
    assert_string_equal(l.error.message,
                        "plan: resolution: cells of 0.25 m make a map of 8000 x 8000 cells, more "
                        "than the 4194304 allowed: use cells of 0.983 m or a smaller boundary");
    def.to = dv_vec(-880, 10, 0);
    plan_way(&l, &def);
    lab_close(&l);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_way_out_of_a_yard_costs_the_same_in_a_town),
        cmocka_unit_test(ways_are_as_short_as_those_of_the_whole_world),
        cmocka_unit_test(a_long_wall_is_walked_around),
        cmocka_unit_test(who_is_shut_in_is_told_after_one_window),
        cmocka_unit_test(who_is_shut_in_but_for_a_narrow_gap_gets_out),
        cmocka_unit_test(far_goals_are_found_with_larger_cells),
        cmocka_unit_test(a_way_across_an_edge_is_found_in_a_wide_world),
        cmocka_unit_test(a_cheap_road_beside_the_window_is_taken),
        cmocka_unit_test(a_crowd_shares_its_windows),
        cmocka_unit_test(cells_are_larger_where_ends_are_far_apart),
        cmocka_unit_test(a_boundary_asks_for_its_own_cells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
