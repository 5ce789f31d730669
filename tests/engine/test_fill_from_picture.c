// Fields filled from pictures: each cell gets the mean of what it covers, to the last unit.
#include "../program.h"
#include "field_bench.h"

#include <math.h>
#include <stdlib.h>

/// A world of `columns` × `rows` cells of 1 m.
static void open_cells(bench *b, uint32_t columns, uint32_t rows, double max, dv_edge edge) {
    dv_world_def def = dv_world_def_default();
    def.bounds = (dv_bounds){{-3, 5, 0}, {(float)columns - 3, (float)rows + 5, 1}, edge};
    bench_open(b, (dv_field_def){.cell = 1, .max = max}, def);
}

static void fill(bench *b, const unsigned char *values, uint32_t width, uint32_t height,
                 double amount) {
    if (dv_field_fill_from(b->world, b->field, values, width, height, amount, &b->error) != DV_OK)
        fail_msg("%s", b->error.message);
}

/// What a cell holds, with rows counted from the top.
static int32_t units_at(const bench *b, uint32_t column, uint32_t row) {
    const dv_field_grid *grid = &dv_field_record_of(b->world, b->field.bits)->grid;
    return dv_cells_units(grid, column, grid->layout.rows - 1 - row);
}

static void as_many_pixels_as_cells_are_the_cells(void **state) {
    (void)state;
    static const unsigned char values[] = {255, 0, 51, 102, 204, 255};
    bench b;
    open_cells(&b, 3, 2, 5, DV_EDGE_OPEN);
    fill(&b, values, 3, 2, 5);
    // The first row is at the top, where y is highest.
    assert_float_equal(dv_field_at(b.world, b.field, dv_vec(-2.5f, 6.5f, 0)), 5, 0);
    assert_float_equal(dv_field_at(b.world, b.field, dv_vec(-0.5f, 6.5f, 0)), 1, 1e-8);
    assert_float_equal(dv_field_at(b.world, b.field, dv_vec(-2.5f, 5.5f, 0)), 2, 1e-8);
    assert_float_equal(dv_field_at(b.world, b.field, dv_vec(-0.5f, 5.5f, 0)), 5, 0);
    fill(&b, values, 3, 2, 2.5);
    assert_float_equal(dv_field_at(b.world, b.field, dv_vec(-2.5f, 6.5f, 0)), 2.5, 1e-8);
    assert_float_equal(dv_field_at(b.world, b.field, dv_vec(-1.5f, 6.5f, 0)), 0, 0);
    bench_close(&b);
}

static void a_cell_gets_the_mean_of_its_pixels(void **state) {
    (void)state;
    static const unsigned char values[] = {255, 0, 10, 20, //
                                           255, 0, 30, 40};
    bench b;
    open_cells(&b, 2, 1, 1, DV_EDGE_OPEN);
    fill(&b, values, 4, 2, 1);
    assert_int_equal(units_at(&b, 0, 0), DV_FIELD_FULL / 2);
    assert_int_equal(units_at(&b, 1, 0), lrint(DV_FIELD_FULL * 25.0 / 255));
    bench_close(&b);
}

static void a_small_cell_gets_the_pixel_that_it_is_in(void **state) {
    (void)state;
    static const unsigned char values[] = {255, 0, 51, 204};
    bench b;
    open_cells(&b, 6, 4, 1, DV_EDGE_WRAP);
    fill(&b, values, 2, 2, 1);
    for (uint32_t row = 0; row < 4; row++)
        for (uint32_t column = 0; column < 6; column++)
            assert_int_equal(units_at(&b, column, row),
                             lrint(DV_FIELD_FULL / 255.0 * values[row / 2 * 2 + column / 3]));
    bench_close(&b);
}

// 3 pixels over 2 cells, and 2 over 3: the middle one is shared.
static void what_straddles_an_edge_is_shared(void **state) {
    (void)state;
    static const unsigned char three[] = {255, 90, 0}, two[] = {255, 0};
    bench b;
    open_cells(&b, 2, 1, 1, DV_EDGE_OPEN);
    fill(&b, three, 3, 1, 1);
    assert_int_equal(units_at(&b, 0, 0), lrint(DV_FIELD_FULL / 255.0 * (255 + 45) / 1.5));
    assert_int_equal(units_at(&b, 1, 0), lrint(DV_FIELD_FULL / 255.0 * 45 / 1.5));
    bench_close(&b);
    open_cells(&b, 1, 3, 1, DV_EDGE_OPEN);
    fill(&b, two, 1, 2, 1);
    assert_int_equal(units_at(&b, 0, 0), DV_FIELD_FULL);
    assert_int_equal(units_at(&b, 0, 1), DV_FIELD_FULL / 2);
    assert_int_equal(units_at(&b, 0, 2), 0);
    bench_close(&b);
}

/// The mean over a cell, computed from every part of a pixel: a pixel has columns × rows of them.
static int32_t mean_by_parts(const unsigned char *values, uint32_t width, uint32_t height,
                             uint32_t columns, uint32_t rows, uint32_t column, uint32_t row) {
    uint64_t sum = 0, most = 255ull * width * height;
    for (uint32_t y = row * height; y < (row + 1) * height; y++)
        for (uint32_t x = column * width; x < (column + 1) * width; x++)
            sum += values[(size_t)(y / rows) * width + x / columns];
    return (int32_t)((sum * DV_FIELD_FULL * 2 + most) / (2 * most));
}

static void any_sizes_are_averaged_exactly(void **state) {
    (void)state;
    static const uint32_t sizes[][4] = {{7, 5, 3, 11},  {1, 1, 9, 4},   {64, 3, 64, 7},
                                        {13, 17, 1, 1}, {10, 10, 4, 4}, {5, 40, 65, 2}};
    uint64_t n = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        uint32_t width = sizes[i][0], height = sizes[i][1];
        uint32_t columns = sizes[i][2], rows = sizes[i][3];
        unsigned char *values = malloc((size_t)width * height);
        assert_non_null(values);
        for (uint32_t k = 0; k < width * height; k++)
            values[k] = (unsigned char)(dv_random_unit((dv_random_key){0}, n++) * 256);
        bench b;
        open_cells(&b, columns, rows, 1, DV_EDGE_OPEN);
        fill(&b, values, width, height, 1);
        for (uint32_t row = 0; row < rows; row++)
            for (uint32_t column = 0; column < columns; column++)
                assert_int_equal(units_at(&b, column, row),
                                 mean_by_parts(values, width, height, columns, rows, column, row));
        bench_close(&b);
        free(values);
    }
}

static void values_may_have_sixteen_bits(void **state) {
    (void)state;
    static const uint16_t values[] = {0, 1, 40000, 40001, 65534, 65535};
    bench b;
    open_cells(&b, 3, 2, 65535, DV_EDGE_OPEN);
    assert_int_equal(dv_field_fill_from_16(b.world, b.field, values, 3, 2, 65535, &b.error), DV_OK);
    for (uint32_t i = 0; i < 6; i++)
        assert_int_equal(units_at(&b, i % 3, i / 3),
                         (((uint64_t)values[i] << 30) + 65535 / 2) / 65535);
    bench_close(&b);
}

static void the_largest_picture_of_sixteen_bits_fits(void **state) {
    (void)state;
    const uint32_t side = DV_MAX_FILL_PIXELS;
    uint16_t *values = malloc((size_t)side * side * sizeof *values);
    assert_non_null(values);
    memset(values, 0xff, (size_t)side * side * sizeof *values);
    bench b;
    open_cells(&b, 1, 1, 2, DV_EDGE_OPEN);
    assert_int_equal(dv_field_fill_from_16(b.world, b.field, values, side, side, 2, &b.error),
                     DV_OK);
    assert_int_equal(units_at(&b, 0, 0), DV_FIELD_FULL);
    bench_close(&b);
    free(values);
}

static void the_largest_picture_fits(void **state) {
    (void)state;
    const uint32_t side = DV_MAX_FILL_PIXELS;
    unsigned char *values = malloc((size_t)side * side);
    assert_non_null(values);
    memset(values, 255, (size_t)side * side);
    bench b;
    open_cells(&b, 3, 1, 2, DV_EDGE_OPEN);
    fill(&b, values, side, side, 2);
    for (uint32_t column = 0; column < 3; column++)
        assert_int_equal(units_at(&b, column, 0), DV_FIELD_FULL);
    bench_close(&b);
    free(values);
}

typedef struct during {
    bench *b;
    double seen;
} during;

static void fill_in_update(void *context, dv_world *world, double dt) {
    (void)dt;
    during *d = context;
    const unsigned char white = 255;
    dv_vec3 place = dv_vec(-2, 6, 0);
    assert_int_equal(dv_field_add(world, d->b->field, place, 0.25, 0, &d->b->error), DV_OK);
    fill(d->b, &white, 1, 1, 0.5);
    d->seen = dv_field_at(world, d->b->field, place);
}

// As with other changes, who asks in the tick does not see it, and what was added before is gone.
static void during_a_tick_it_waits_for_the_end(void **state) {
    (void)state;
    bench b;
    during d = {.b = &b, .seen = -1};
    open_cells(&b, 3, 2, 1, DV_EDGE_OPEN);
    dv_host host = {.context = &d, .update = fill_in_update};
    dv_world_set_host(b.world, &host);
    assert_int_equal(dv_world_step(b.world, &b.error), DV_OK);
    assert_float_equal(d.seen, 0, 0);
    assert_float_equal(dv_field_at(b.world, b.field, dv_vec(-2, 6, 0)), 0.5, 0);
    bench_close(&b);
}

static void what_does_not_fit_is_refused(void **state) {
    (void)state;
    static const unsigned char values[4] = {255, 255, 255, 255};
    const struct {
        const unsigned char *values;
        uint32_t width, height;
        double amount;
        const char *message;
    } refusals[] = {
        {NULL, 2, 2, 1, "field 'scent': values: none are given"},
        {values, 0, 2, 1, "field 'scent': width: 0 is not from 1 to 4096 pixels"},
        {values, 2, 4097, 1, "field 'scent': height: 4097 is not from 1 to 4096 pixels"},
        {values, 2, 2, NAN, "field 'scent': amount: a finite number expected"},
        {values, 2, 2, INFINITY, "field 'scent': amount: a finite number expected"},
        {values, 2, 2, -1, "field 'scent': amount: -1 is not from 0 to 3, the field's max"},
        {values, 2, 2, 3.5, "field 'scent': amount: 3.5 is not from 0 to 3, the field's max"},
    };
    bench b;
    open_cells(&b, 3, 2, 3, DV_EDGE_OPEN);
    assert_int_equal(dv_field_fill(b.world, b.field, 1, &b.error), DV_OK);
    uint64_t before = hash_of(b.world);
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        assert_int_equal(dv_field_fill_from(b.world, b.field, refusals[i].values, refusals[i].width,
                                            refusals[i].height, refusals[i].amount, &b.error),
                         DV_ERROR_ARGUMENT);
        assert_string_equal(b.error.message, refusals[i].message);
        assert_true(hash_of(b.world) == before);
    }
    assert_int_equal(dv_field_fill_from(b.world, (dv_field){1}, values, 2, 2, 1, &b.error),
                     DV_ERROR_STALE);
    bench_close(&b);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_many_pixels_as_cells_are_the_cells),
        cmocka_unit_test(a_cell_gets_the_mean_of_its_pixels),
        cmocka_unit_test(a_small_cell_gets_the_pixel_that_it_is_in),
        cmocka_unit_test(what_straddles_an_edge_is_shared),
        cmocka_unit_test(any_sizes_are_averaged_exactly),
        cmocka_unit_test(the_largest_picture_fits),
        cmocka_unit_test(the_largest_picture_of_sixteen_bits_fits),
        cmocka_unit_test(values_may_have_sixteen_bits),
        cmocka_unit_test(during_a_tick_it_waits_for_the_end),
        cmocka_unit_test(what_does_not_fit_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
