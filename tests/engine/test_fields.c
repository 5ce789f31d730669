// Fields: amounts that are left on the ground, spread, and evaporate.
#include "../program.h"
#include "field_bench.h"

#include "tick/phases.h"

#include <stdlib.h>

static void cells_fill_the_bounds(void **state) {
    (void)state;
    bench b;
    bench_open(&b, (dv_field_def){.cell = 3}, def_of(20, 9, DV_EDGE_OPEN));
    dv_field_map map = dv_field_cells_of(b.world, b.field);
    assert_int_equal(map.columns, 7);
    assert_int_equal(map.rows, 3);
    assert_vector(map.max, 20, 9, 0, 0);
    add(&b, 20, 9, 0.25, 0); // the far corner belongs to the last cell
    assert_float_equal(at(&b, 19, 8), 0.25, 1e-9);
    add(&b, 20.1, 9, 0.25, 0);
    add(&b, -0.1, 4, 0.25, 0);
    assert_float_equal(total(&b), 0.25, 1e-9);
    assert_float_equal(at(&b, 20.1, 9), 0, 0);
    bench_close(&b);
}

static void far_away_nothing_is_added(void **state) {
    (void)state;
    const double far[] = {1e19, -1e30, 3e38};
    for (size_t i = 0; i < sizeof far / sizeof *far; i++) {
        bench b;
        bench_open(&b, (dv_field_def){.cell = 1}, def_of(20, 10, DV_EDGE_OPEN));
        add(&b, far[i], 5, 1, 1);
        add(&b, 5, far[i], 1, 3);
        add(&b, far[i], far[i], 1, 0);
        assert_float_equal(total(&b), 0, 0);
        bench_close(&b);
        bench_open(&b, (dv_field_def){.cell = 1, .max = 10}, def_of(20, 10, DV_EDGE_WRAP));
        add(&b, far[i], 5, 5, 1); // somewhere, in the cells of a disc
        assert_float_equal(total(&b), 5, 1e-6);
        dv_vec3 place;
        double most;
        assert_true(dv_field_highest(b.world, b.field, (dv_region){0}, &place, &most));
        assert_true(most < 5);
        bench_close(&b);
    }
}

static void a_cell_holds_from_nothing_to_the_most(void **state) {
    (void)state;
    bench b;
    bench_open(&b, (dv_field_def){.cell = 1, .max = 5}, def_of(4, 4, DV_EDGE_OPEN));
    add(&b, 1, 1, 4, 0);
    add(&b, 1, 1, 4, 0);
    assert_float_equal(at(&b, 1, 1), 5, 1e-7);
    add(&b, 1, 1, -9, 0);
    assert_float_equal(at(&b, 1, 1), 0, 0);
    assert_int_equal(dv_field_set(b.world, b.field, dv_vec(2, 2, 0), 1e30, NULL), DV_OK);
    assert_float_equal(at(&b, 2, 2), 5, 1e-7);
    assert_int_equal(dv_field_fill(b.world, b.field, 0.5, NULL), DV_OK);
    assert_float_equal(total(&b), 8, 1e-6);
    bench_close(&b);
}

static void what_is_added_in_a_disc_is_the_amount_in_all(void **state) {
    (void)state;
    bench b;
    bench_open(&b, (dv_field_def){.cell = 0.5, .max = 100}, def_of(20, 20, DV_EDGE_OPEN));
    add(&b, 10.2, 9.9, 7, 3);
    int64_t full = (int64_t)(7.0 / 100 * DV_FIELD_FULL + 0.5);
    assert_int_equal(units_of(&b), full);
    assert_float_equal(at(&b, 10.2, 12.5), at(&b, 8, 9.9), 1e-6);
    assert_float_equal(at(&b, 10.2, 13.3), 0, 0);
    add(&b, 0.1, 0.1, 7, 3); // the cells of a quarter get all of it
    assert_int_equal(units_of(&b), 2 * full);
    add(&b, 5, 5, 7, 0.01); // no center is as near
    assert_float_equal(at(&b, 5, 5), 7, 1e-6);
    bench_close(&b);
}

static void a_disc_wraps_and_covers_each_cell_once(void **state) {
    (void)state;
    bench b;
    bench_open(&b, (dv_field_def){.cell = 1, .max = 1000}, def_of(10, 6, DV_EDGE_WRAP));
    add(&b, 0.5, 0.5, 9, 1.5);
    assert_float_equal(at(&b, 9.5, 5.5), 1, 1e-5);
    assert_float_equal(at(&b, 1.5, 5.5), 1, 1e-5);
    assert_float_equal(at(&b, -0.5, 0.5), 1, 1e-5);
    assert_int_equal(dv_field_fill(b.world, b.field, 0, NULL), DV_OK);
    add(&b, 7, 3, 60, 1e6);
    assert_float_equal(at(&b, 0.5, 0.5), 1, 1e-5);
    assert_float_equal(at(&b, 7.5, 3.5), 1, 1e-5);
    bench_close(&b);
}

/// The shortest distance (m) along an axis of a world that wraps.
static double apart(double a, double b, double side) {
    double way = fabs(a - b);
    return way < side - way ? way : side - way;
}

// A disc that is as wide as the world, but does not reach its corners, from anywhere within a cell.
static void a_disc_as_wide_as_the_world_has_the_nearest_image_of_each_cell(void **state) {
    (void)state;
    static const double places[] = {0.1, 0.3, 0.5, 0.7, 0.9, 4.2};
    for (int i = 0; i < 36; i++) {
        double x = places[i % 6], y = places[i / 6], radius = 5.05;
        bench b;
        bench_open(&b, (dv_field_def){.cell = 1, .max = 1000}, def_of(10, 9, DV_EDGE_WRAP));
        bool is_in[9][10];
        int count = 0;
        for (int row = 0; row < 9; row++)
            for (int column = 0; column < 10; column++) {
                double off_x = apart(column + 0.5, x, 10), off_y = apart(row + 0.5, y, 9);
                is_in[row][column] = off_x * off_x + off_y * off_y <= radius * radius;
                count += is_in[row][column];
            }
        add(&b, x, y, count, radius);
        for (int row = 0; row < 9; row++)
            for (int column = 0; column < 10; column++)
                assert_float_equal(at(&b, column + 0.5, row + 0.5), is_in[row][column], 1e-5);
        bench_close(&b);
    }
}

/// Widths that fill neither vectors nor blocks evenly.
static const double widths[] = {1, 7, 64, 65, 130, 200};

static void spreading_keeps_the_sum_to_the_last_unit(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++)
        for (int wraps = 0; wraps < 2; wraps++) {
            bench b;
            bench_open(&b, (dv_field_def){.cell = 1, .diffusion = 3},
                       def_of(widths[i], 40, wraps ? DV_EDGE_WRAP : DV_EDGE_CONTAIN));
            scatter(&b, 300);
            int64_t before = units_of(&b);
            double highest = 0;
            step(&b, 50);
            assert_true(before > 0);
            assert_int_equal(units_of(&b), before);
            step(&b, 20000 / (int)widths[i]);
            assert_int_equal(units_of(&b), before);
            dv_vec3 place;
            assert_true(dv_field_highest(b.world, b.field, (dv_region){0}, &place, &highest));
            if (widths[i] <= 7) // by now it is even
                assert_float_equal(highest, total(&b) / (widths[i] * 40), 0.01);
            bench_close(&b);
        }
}

/// From one cell, variance grows by 2 D t along each axis.
static void it_spreads_as_fast_as_it_says(void **state) {
    (void)state;
    const double diffusion[] = {0.2, 1, 8}; // the last takes several passes a tick
    for (size_t i = 0; i < sizeof diffusion / sizeof *diffusion; i++) {
        bench b;
        double variance = 0, all = 0, time = 40 / diffusion[i];
        bench_open(&b, (dv_field_def){.cell = 1, .diffusion = diffusion[i]},
                   def_of(101, 101, DV_EDGE_CONTAIN));
        add(&b, 50.5, 50.5, 1, 0);
        step(&b, (int)(time * 10 + 0.5));
        for (int y = 0; y < 101; y++)
            for (int x = 0; x < 101; x++) {
                variance += at(&b, x + 0.5, y + 0.5) * (x - 50) * (x - 50);
                all += at(&b, x + 0.5, y + 0.5);
            }
        assert_float_equal(variance / all, 80, 0.1);
        bench_close(&b);
    }
}

static void it_evaporates_by_half_in_the_half_life(void **state) {
    (void)state;
    const double rates[] = {0.1, 0.7, 5};
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        bench b;
        double half_life = 0.693147180559945 / rates[i];
        dv_world_def def = def_of(100, 3, DV_EDGE_OPEN);
        def.tick_rate = 100 / half_life;
        bench_open(&b, (dv_field_def){.cell = 1, .evaporation = rates[i]}, def);
        add(&b, 50, 1, 1, 0);
        add(&b, 3, 1, 0.01, 0);
        step(&b, 100);
        assert_float_equal(at(&b, 50, 1), 0.5, 1e-6);
        assert_float_equal(at(&b, 3, 1), 0.005, 1e-6);
        step(&b, 100 * 40);
        assert_int_equal(units_of(&b), 0); // in the end, nothing is left
        bench_close(&b);
    }
}

static void results_do_not_depend_on_the_width_of_vectors(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        uint64_t hashes[4];
        for (uint32_t k = 0; k < 4; k++) {
            bench b;
            dv_world_def def = def_of(widths[i], 33, i % 2 ? DV_EDGE_WRAP : DV_EDGE_OPEN);
            def.vector_bits = (const uint32_t[]){0, 128, 256, 512}[k];
            bench_open(&b, (dv_field_def){.cell = 1, .evaporation = 0.3, .diffusion = 1}, def);
            scatter(&b, 100);
            step(&b, 60);
            hashes[k] = hash_of(b.world);
            bench_close(&b);
        }
        assert_int_equal(hashes[0], hashes[1]);
        assert_int_equal(hashes[0], hashes[2]);
        assert_int_equal(hashes[0], hashes[3]);
    }
}

static void during_a_tick_everyone_reads_what_was_there(void **state) {
    (void)state;
    bench b;
    bench_open(&b, (dv_field_def){.cell = 1}, def_of(4, 4, DV_EDGE_OPEN));
    add(&b, 1, 1, 0.25, 0);
    b.world->is_stepping = true;
    add(&b, 1, 1, 0.9, 0);
    add(&b, 1, 1, -0.5, 0); // a sum that was never above the most
    add(&b, 2, 2, 0.5, 0);
    assert_int_equal(dv_field_set(b.world, b.field, dv_vec(2, 2, 0), 0.125, NULL), DV_OK);
    add(&b, 2, 2, 0.125, 0);
    assert_float_equal(at(&b, 1, 1), 0.25, 1e-9);
    assert_float_equal(at(&b, 2, 2), 0, 0);
    dv_tick_fields(b.world);
    b.world->is_stepping = false;
    assert_float_equal(at(&b, 1, 1), 0.65, 1e-8);
    assert_float_equal(at(&b, 2, 2), 0.25, 1e-8);
    bench_close(&b);
}

static void gradients_point_to_more(void **state) {
    (void)state;
    bench b;
    bench_open(&b, (dv_field_def){.cell = 0.5, .max = 100}, def_of(10, 10, DV_EDGE_OPEN));
    for (double y = 0.25; y < 10; y += 0.5)
        for (double x = 0.25; x < 10; x += 0.5)
            add(&b, x, y, 3 * x + 2 * y, 0);
    assert_vector(dv_field_gradient(b.world, b.field, dv_vec(5.2f, 5.1f, 0)), 3, 2, 0, 1e-4f);
    assert_vector(dv_field_gradient(b.world, b.field, dv_vec(0, 10, 0)), 3, 2, 0, 1e-4f);
    assert_vector(dv_field_gradient(b.world, b.field, dv_vec(-1, 5, 0)), 0, 0, 0, 0);
    assert_vector(dv_field_gradient(b.world, b.field, dv_vec(NAN, 5, 0)), 0, 0, 0, 0);
    bench_close(&b);
}

static void totals_and_peaks_can_be_those_of_a_region(void **state) {
    (void)state;
    bench b;
    dv_region region;
    dv_vec3 place;
    double amount;
    bench_open(&b, (dv_field_def){.cell = 1, .max = 10}, def_of(20, 20, DV_EDGE_OPEN));
    dv_region_def def = dv_region_def_default();
    def.shape = (dv_obstacle_def){
        .shape = DV_BOX, .position = {5, 5, 0}, .width = 6, .depth = 6, .height = 1};
    assert_int_equal(dv_region_create(b.world, &def, &region, &b.error), DV_OK);
    add(&b, 4, 4, 2, 0);
    add(&b, 6, 6, 3, 0);
    add(&b, 15, 15, 4, 0);
    assert_float_equal(total(&b), 9, 1e-6);
    assert_float_equal(dv_field_total(b.world, b.field, region), 5, 1e-6);
    assert_true(dv_field_highest(b.world, b.field, region, &place, &amount));
    assert_vector(place, 6.5f, 6.5f, 0, 0);
    assert_float_equal(amount, 3, 1e-6);
    assert_true(dv_field_highest(b.world, b.field, (dv_region){0}, &place, &amount));
    assert_vector(place, 15.5f, 15.5f, 0, 0);
    bench_close(&b);
}

static void expect_refused(bench *b, dv_result result, const char *message) {
    assert_int_not_equal(result, DV_OK);
    assert_string_equal(b->error.message, message);
}

static void what_is_no_number_is_refused(void **state) {
    (void)state;
    bench b;
    bench_open(&b, (dv_field_def){.cell = 1}, def_of(4, 4, DV_EDGE_OPEN));
    dv_vec3 place = dv_vec(1, 1, 0);
    expect_refused(&b, dv_field_add(b.world, b.field, place, NAN, 0, &b.error),
                   "field 'scent': amount: a finite number expected");
    expect_refused(&b, dv_field_add(b.world, b.field, dv_vec(1, INFINITY, 0), 1, 0, &b.error),
                   "field 'scent': y: a finite number expected");
    expect_refused(&b, dv_field_add(b.world, b.field, place, 1, -2, &b.error),
                   "field 'scent': radius: -2 is below 0");
    expect_refused(&b, dv_field_fill(b.world, b.field, -INFINITY, &b.error),
                   "field 'scent': amount: a finite number expected");
    expect_refused(&b, dv_field_set(b.world, (dv_field){0}, place, 1, &b.error),
                   "the field is gone");
    assert_int_equal(units_of(&b), 0);
    bench_close(&b);
}

static void too_many_cells_and_passes_are_refused(void **state) {
    (void)state;
    const struct {
        dv_field_def def;
        const char *message;
    } cases[] = {
        {{.name = "a", .where = "ants.lua:3", .cell = 0.0001, .max = 1},
         "ants.lua:3: field 'a': cell: 0.0001 m makes more than 4194304 cells in the bounds"},
        {{.name = "a", .cell = 0.5, .max = 1, .diffusion = 100},
         "field 'a': diffusion: 100 m²/s is too fast for cells of 0.5 m and a tick of 0.1 s: at "
         "most 32 m²/s"},
        {{.name = "a", .cell = 0.5, .max = 1, .diffusion = 33},
         "field 'a': diffusion: 33 m²/s is too fast for cells of 0.5 m and a tick of 0.1 s: at "
         "most 32 m²/s"},
        {{.name = "a", .cell = 0.02, .max = 1, .diffusion = 1e6},
         "field 'a': diffusion: 1e+06 m²/s is too fast for cells of 0.02 m and a tick of 0.1 s: at "
         "most 0.0512 m²/s"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dv_error error;
        dv_program *program = program_of(&cases[i].def, 1, &error);
        dv_world_def def = def_of(20, 20, DV_EDGE_OPEN);
        assert_null(dv_world_create(&def, program, &error));
        assert_string_equal(error.message, cases[i].message);
        dv_program_release(program);
    }
    assert_int_equal(dv_allocated_bytes(), 0);
}

static void a_program_refuses_bad_definitions(void **state) {
    (void)state;
    dv_error error;
    dv_program *program = dv_program_create();
    dv_field_def def = {.name = "a", .where = "ants.lua:3", .cell = 1, .max = 1};
    assert_int_equal(dv_program_add_field(program, &def, &error), DV_OK);
    assert_int_equal(dv_program_add_field(program, &def, &error), DV_ERROR_NAME);
    assert_string_equal(error.message, "ants.lua:3: field 'a' is declared twice");
    def.name = "b";
    def.evaporation = -1;
    assert_int_equal(dv_program_add_field(program, &def, &error), DV_ERROR_ARGUMENT);
    assert_non_null(strstr(error.message, "ants.lua:3: field 'b': evaporation"));
    dv_program_release(program);
}

static void a_volume_has_cells_on_its_ground(void **state) {
    (void)state;
    bench b;
    dv_world_def def = def_of(20, 20, DV_EDGE_CONTAIN);
    def.space = DV_VOLUME;
    def.bounds.min.z = 5;
    def.bounds.max.z = 15;
    bench_open(&b, (dv_field_def){.cell = 1}, def);
    assert_int_equal(dv_field_fill(b.world, b.field, 1, NULL), DV_OK);
    assert_float_equal(dv_field_at(b.world, b.field, dv_vec(3, 3, 12)), 1, 1e-9);
    assert_vector(dv_field_cells_of(b.world, b.field).min, 0, 0, 5, 0);
    dv_region region;
    dv_region_def box = dv_region_def_default();
    box.shape = (dv_obstacle_def){
        .shape = DV_BOX, .position = {5, 5, 5}, .width = 4, .depth = 4, .height = 2};
    assert_int_equal(dv_region_create(b.world, &box, &region, &b.error), DV_OK);
    assert_float_equal(dv_field_total(b.world, b.field, region), 16, 1e-6);
    bench_close(&b);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_fill_the_bounds),
        cmocka_unit_test(far_away_nothing_is_added),
        cmocka_unit_test(a_cell_holds_from_nothing_to_the_most),
        cmocka_unit_test(what_is_added_in_a_disc_is_the_amount_in_all),
        cmocka_unit_test(a_disc_as_wide_as_the_world_has_the_nearest_image_of_each_cell),
        cmocka_unit_test(a_disc_wraps_and_covers_each_cell_once),
        cmocka_unit_test(spreading_keeps_the_sum_to_the_last_unit),
        cmocka_unit_test(it_spreads_as_fast_as_it_says),
        cmocka_unit_test(it_evaporates_by_half_in_the_half_life),
        cmocka_unit_test(results_do_not_depend_on_the_width_of_vectors),
        cmocka_unit_test(during_a_tick_everyone_reads_what_was_there),
        cmocka_unit_test(gradients_point_to_more),
        cmocka_unit_test(totals_and_peaks_can_be_those_of_a_region),
        cmocka_unit_test(what_is_no_number_is_refused),
        cmocka_unit_test(too_many_cells_and_passes_are_refused),
        cmocka_unit_test(a_program_refuses_bad_definitions),
        cmocka_unit_test(a_volume_has_cells_on_its_ground),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
