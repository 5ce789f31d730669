// The obstacle map and the wave: cells are marked as if each obstacle were drawn alone, weights are
// calculated by hand, paths run straight, and none passes between two blocked cells that touch.
#include "../program.h"
#include "planning_world.h"

#include "navigation/way.h"

#include <stdlib.h>

static dv_map make_map(const dv_barriers *barriers, float width, float depth, bool wraps,
                       double resolution) {
    dv_map map;
    dv_error error;
    if (dv_map_make(&map, barriers, dv_vec(-width / 2, -depth / 2, 0),
                    dv_vec(width / 2, depth / 2, 0), wraps, resolution,
                    &(dv_plan_work){.left = UINT64_MAX}, &error) != DV_OK)
        fail_msg("%s", error.message);
    return map;
}

/// A map of cells of 1 m as drawn, the uppermost row first, # being blocked.
static dv_map draw_map(const char *picture, int columns, int rows, bool wraps) {
    const dv_barriers nothing = {0};
    dv_map map = make_map(&nothing, (float)columns, (float)rows, false, 1);
    assert_int_equal(map.columns, columns);
    assert_int_equal(map.rows, rows);
    for (int i = 0; i < columns * rows; i++) {
        uint32_t cell;
        assert_true(dv_map_find(&map, (dv_map_place){i % columns, rows - 1 - i / columns}, &cell));
        if (picture[i] == '#')
            map.cells[cell] = DV_CELL_BLOCKED;
    }
    map.wraps = wraps;
    for (uint32_t cell = 0; wraps && cell < dv_map_size(&map); cell++)
        if (map.cells[cell] & DV_CELL_FRAME)
            map.cells[cell] = DV_CELL_FRAME | map.cells[dv_map_across(&map, cell)];
    return map;
}

static dv_joint joint_at(const dv_map *map, int column, int row) {
    dv_joint joint = {.place = {column, row}};
    assert_true(dv_map_find(map, joint.place, &joint.cell));
    return joint;
}

static dv_wave run_wave(const dv_map *map, dv_joint goal, dv_joint start) {
    dv_wave wave;
    assert_true(dv_wave_begin(&wave, map, NULL));
    dv_joints from = {&start, 1, 1}, to = {&goal, 1, 1};
    assert_true(dv_wave_run(&wave, map, &to, &from, &(dv_plan_work){.left = UINT64_MAX}));
    return wave;
}

static uint64_t weight_at(const dv_map *map, const dv_wave *wave, int column, int row) {
    return wave->weights[joint_at(map, column, row).cell];
}

static void the_wave_goes_around_what_is_blocked(void **state) {
    (void)state;
    dv_map map = draw_map("....."
                          ".###."
                          "...#."
                          ".....",
                          5, 4, false);
    // From the lower left corner: a straight step weighs 408, one aslant 577.
    dv_wave wave = run_wave(&map, joint_at(&map, 0, 0), joint_at(&map, 4, 3));
    assert_int_equal(weight_at(&map, &wave, 0, 0), 0);
    assert_int_equal(weight_at(&map, &wave, 2, 0), 2 * 408);
    assert_int_equal(weight_at(&map, &wave, 2, 1), 408 + 577);
    assert_int_equal(weight_at(&map, &wave, 0, 3), 3 * 408);
    assert_int_equal(weight_at(&map, &wave, 1, 3), 2 * 408 + 577);
    assert_int_equal(weight_at(&map, &wave, 3, 3), 4 * 408 + 577);
    assert_int_equal(weight_at(&map, &wave, 4, 1), 3 * 408 + 577);
    assert_int_equal(weight_at(&map, &wave, 4, 3), 5 * 408 + 577);
    assert_int_equal(weight_at(&map, &wave, 2, 2), 0); // blocked
    dv_wave_free(&wave);
    dv_map_free(&map);
    assert_int_equal(dv_allocated_bytes(), 0);
}

static void nothing_squeezes_through_where_blocked_cells_touch(void **state) {
    (void)state;
    dv_map shut = draw_map("..#"
                           ".#."
                           "#..",
                           3, 3, false);
    dv_wave wave = run_wave(&shut, joint_at(&shut, 0, 2), joint_at(&shut, 2, 0));
    assert_int_equal(weight_at(&shut, &wave, 2, 0), DV_UNREACHED);
    dv_wave_free(&wave);
    dv_map_free(&shut);
    // Past the corner of one it does.
    dv_map open = draw_map("..."
                           ".#."
                           "#..",
                           3, 3, false);
    wave = run_wave(&open, joint_at(&open, 0, 2), joint_at(&open, 2, 0));
    assert_int_equal(weight_at(&open, &wave, 2, 0), 2 * 408 + 577);
    dv_wave_free(&wave);
    dv_map_free(&open);
    assert_int_equal(dv_allocated_bytes(), 0);
}

static void the_wave_crosses_the_edge_of_a_map_that_wraps(void **state) {
    (void)state;
    dv_map map = draw_map("......"
                          "#....."
                          "......",
                          6, 3, true);
    dv_wave wave = run_wave(&map, joint_at(&map, 0, 0), joint_at(&map, 3, 1));
    assert_int_equal(weight_at(&map, &wave, 5, 0), 408);
    assert_int_equal(weight_at(&map, &wave, 0, 2), 408);
    assert_int_equal(weight_at(&map, &wave, 5, 2), 577);
    assert_int_equal(weight_at(&map, &wave, 3, 1), 2 * 408 + 577);
    dv_wave_free(&wave);
    dv_map_free(&map);
    assert_int_equal(dv_allocated_bytes(), 0);
}

static void cells_that_are_not_square_weigh_what_they_measure(void **state) {
    (void)state;
    const dv_barriers nothing = {0};
    // Three columns of 3 m, and three rows of 8 / 3.
    dv_map map = make_map(&nothing, 9, 8, false, 3);
    assert_int_equal(map.columns, 3);
    assert_int_equal(map.rows, 3);
    dv_wave wave = run_wave(&map, joint_at(&map, 0, 0), joint_at(&map, 2, 2));
    assert_int_equal(weight_at(&map, &wave, 0, 1), 408);
    assert_int_equal(weight_at(&map, &wave, 1, 0), 459); // 408 · 9/8
    assert_int_equal(weight_at(&map, &wave, 1, 1), 614); // 408 · √(1 + 81/64) = 614.1
    dv_wave_free(&wave);
    dv_map_free(&map);
    assert_int_equal(dv_allocated_bytes(), 0);
}

static uint32_t count_turns(const dv_way *way) {
    uint32_t turns = 0;
    for (uint32_t i = 1; i + 1 < way->count; i++) {
        dv_vec3 in = dv_subtract(way->points[i], way->points[i - 1]);
        dv_vec3 out = dv_subtract(way->points[i + 1], way->points[i]);
        turns += in.x * out.y != in.y * out.x;
    }
    return turns;
}

static void a_way_keeps_its_direction_where_that_is_as_short(void **state) {
    (void)state;
    const dv_barriers nothing = {0};
    dv_map map = make_map(&nothing, 12, 12, false, 1);
    for (int column = 0; column < 12; column++)
        for (int row = 0; row < 12; row++) {
            dv_joint start = joint_at(&map, 6, 5), goal = joint_at(&map, column, row);
            dv_joints to = {&goal, 1, 1};
            dv_wave wave = run_wave(&map, goal, start);
            dv_way way = {0};
            assert_int_equal(dv_way_walk(&way, &map, &wave, &start, &to,
                                         dv_map_center(&map, start.place),
                                         dv_map_center(&map, goal.place)),
                             DV_WALK_ARRIVES);
            int across = abs(column - 6), along = abs(row - 5);
            // All steps aslant in one run, all straight ones in another.
            bool bends = across && along && across != along;
            assert_int_equal(count_turns(&way), bends);
            dv_way_straighten(&way, &map, &nothing, &(dv_plan_work){.left = UINT64_MAX});
            assert_int_equal(way.count, 2);
            dv_way_free(&way);
            dv_wave_free(&wave);
        }
    dv_map_free(&map);
    assert_int_equal(dv_allocated_bytes(), 0);
}

// What the map shows against what each center by itself would say. In a volume the half diagonal
// is added to the widest cut rather than to the shape: there it is blocked within the clearance,
// free beyond both.
static void assert_drawn_well(const lab *l, const dv_map *map, double clearance) {
    double most = clearance + dv_map_half_diagonal(map);
    double least = l->world->space == DV_PLANE ? most : clearance;
    for (int32_t row = 0; row < map->rows; row++)
        for (int32_t column = 0; column < map->columns; column++) {
            dv_map_place place = {column, row};
            uint32_t cell;
            assert_true(dv_map_find(map, place, &cell));
            dv_vec3 center = dv_map_center(map, place);
            double gap = gap_at(l, center);
            bool is_blocked = map->cells[cell] & DV_CELL_BLOCKED;
            if (is_blocked ? gap > most + 1e-5 : gap < least - 1e-5)
                fail_msg("(%g, %g): %g m from what is nearest", (double)center.x, (double)center.y,
                         gap);
        }
}

static void every_cell_is_drawn_as_if_by_itself(void **state) {
    (void)state;
    uint64_t n = 7;
    for (int world = 0; world < 24; world++) {
        dv_edge edge = world % 2 ? DV_EDGE_WRAP : DV_EDGE_CONTAIN;
        lab l = open_field(edge, world % 4 < 2 ? DV_PLANE : DV_VOLUME);
        int obstacles = 1 + world;
        for (int i = 0; i < obstacles; i++)
            put_anything(&l, &n);
        float clearance = world % 3 ? lab_random(&n, 0, 2) : 0;
        dv_barriers barriers;
        assert_true(dv_barriers_gather(&barriers, l.world, 0, 0, clearance));
        dv_map map = make_map(&barriers, 50, 50, edge == DV_EDGE_WRAP, 0.7);
        assert_drawn_well(&l, &map, (double)clearance);
        dv_map_free(&map);
        dv_barriers_free(&barriers);
        lab_close(&l);
    }
}

// The other way around: mirrored obstacles give a mirrored map, and mirrored weights.
static void mirrored_worlds_have_mirrored_waves(void **state) {
    (void)state;
    for (uint64_t seed = 100; seed < 1000; seed += 100) {
        dv_map maps[2];
        dv_wave waves[2];
        for (int side = 0; side < 2; side++) {
            lab l = open_field(DV_EDGE_CONTAIN, DV_PLANE);
            uint64_t n = seed;
            for (int i = 0; i < 40; i++) {
                float x = lab_random(&n, -22, 22), y = lab_random(&n, -22, 22);
                float size = lab_random(&n, 0.5f, 2), lean = lab_random(&n, -3, 3);
                float sign = side ? -1 : 1;
                if (i % 2)
                    put_ball(&l, sign * x, y, 0, size);
                else
                    put_wall(&l, sign * x, y, sign * (x + lean), y + 2 * size);
            }
            dv_barriers barriers;
            assert_true(dv_barriers_gather(&barriers, l.world, 0, 0, 0.4f));
            maps[side] = make_map(&barriers, 50, 50, false, 0.5);
            dv_joint goal = joint_at(&maps[side], side ? 99 : 0, 0);
            maps[side].cells[goal.cell] &= (uint8_t)~DV_CELL_BLOCKED;
            waves[side] = run_wave(&maps[side], goal, joint_at(&maps[side], side ? 0 : 99, 99));
            dv_barriers_free(&barriers);
            dv_world_destroy(l.world);
            dv_program_release(l.program);
        }
        uint32_t reached = 0;
        for (int row = 0; row < 100; row++)
            for (int column = 0; column < 100; column++) {
                uint64_t one = weight_at(&maps[0], &waves[0], column, row);
                assert_int_equal(one, weight_at(&maps[1], &waves[1], 99 - column, row));
                reached += one && one != DV_UNREACHED;
            }
        assert_true(reached > 1000);
        for (int side = 0; side < 2; side++) {
            dv_wave_free(&waves[side]);
            dv_map_free(&maps[side]);
        }
    }
    assert_int_equal(dv_allocated_bytes(), 0);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_wave_goes_around_what_is_blocked),
        cmocka_unit_test(nothing_squeezes_through_where_blocked_cells_touch),
        cmocka_unit_test(the_wave_crosses_the_edge_of_a_map_that_wraps),
        cmocka_unit_test(cells_that_are_not_square_weigh_what_they_measure),
        cmocka_unit_test(a_way_keeps_its_direction_where_that_is_as_short),
        cmocka_unit_test(every_cell_is_drawn_as_if_by_itself),
        cmocka_unit_test(mirrored_worlds_have_mirrored_waves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
