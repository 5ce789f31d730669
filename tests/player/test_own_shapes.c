// Shapes that scenarios bring are filled exactly, whatever their form, direction, and heading, and
// each is cut into triangles once.
#include "player/draw/own_shapes.h"
#include "player/draw/raster.h"
#include "player/draw/shapes.h"
#include "player/draw/sprites.h"

#include "../program.h"

#include "base/alloc.h"

#include <math.h>
#include <stddef.h>

enum { side = 200, length = 120 };

#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof *(array)))

static const dv_shape_point fork[] = {
    {0.5f, 0.4f},   {-0.5f, 0.4f},   {-0.5f, -0.4f},  {0.5f, -0.4f},
    {0.5f, -0.25f}, {-0.3f, -0.25f}, {-0.3f, -0.08f}, {0.2f, -0.08f},
    {0.2f, 0.08f},  {-0.3f, 0.08f},  {-0.3f, 0.25f},  {0.5f, 0.25f},
};
static const dv_shape_point spiral[] = {
    {0.5f, 0.5f},   {-0.5f, 0.5f}, {-0.5f, -0.5f}, {0.5f, -0.5f},  {0.5f, 0.3f},   {-0.3f, 0.3f},
    {-0.3f, -0.3f}, {0.3f, -0.3f}, {0.3f, 0.1f},   {-0.1f, 0.1f},  {-0.1f, -0.1f}, {0.1f, -0.1f},
    {0.1f, 0},      {0, 0},        {0, 0.05f},     {0.2f, 0.05f},  {0.2f, -0.2f},  {-0.2f, -0.2f},
    {-0.2f, 0.2f},  {0.4f, 0.2f},  {0.4f, -0.4f},  {-0.4f, -0.4f}, {-0.4f, 0.4f},  {0.5f, 0.4f},
};
// Points in the middle of sides, some of them across from each other.
static const dv_shape_point plus[] = {
    {0.5f, 0.1f},   {0.3f, 0.1f},   {0.1f, 0.1f},  {0.1f, 0.5f},  {0, 0.5f},
    {-0.1f, 0.5f},  {-0.1f, 0.1f},  {-0.5f, 0.1f}, {-0.5f, 0},    {-0.5f, -0.1f},
    {-0.1f, -0.1f}, {-0.1f, -0.5f}, {0.1f, -0.5f}, {0.1f, -0.1f}, {0.5f, -0.1f},
};

static double area_of_points(const dv_shape_point *p, uint32_t count) {
    double area = 0;
    for (uint32_t i = 0; i < count; i++) {
        dv_shape_point q = p[(i + 1) % count];
        area += ((double)p[i].x * (double)q.y - (double)q.x * (double)p[i].y) / 2;
    }
    return fabs(area);
}

/// Draw a figure in white on black, and measure the area that it covers, in square pixels.
static double drawn_area(dv_batch *batch) {
    static uint32_t pixels[side * side];
    dv_raster raster = {.area = {pixels, side, side, side}};
    double area = 0;
    for (int i = 0; i < side * side; i++)
        pixels[i] = 0xff000000u;
    assert_int_equal(dv_raster_draw(&raster, batch), DV_OK);
    for (int i = 0; i < side * side; i++)
        area += (double)(pixels[i] & 0xff) / 255;
    dv_raster_free(&raster);
    return area;
}

static dv_figure figure_of(const dv_shape_parts *own, float heading) {
    return (dv_figure){.own = own,
                       .center = {side / 2, side / 2},
                       .forward_x = cosf(heading),
                       .forward_y = -sinf(heading),
                       .length = length,
                       .color = 0xffffffffu,
                       .outline = 0xffffffffu,
                       .detail = DV_DETAIL_ALL};
}

static void assert_filled(const dv_shape_point *points, uint32_t count) {
    dv_own_shapes shapes = {0};
    const dv_shape_polygon polygon = {.points = points, .count = count};
    const dv_own_shape own = {.polygons = &polygon, .count = 1, .hash = 7};
    double expected = area_of_points(points, count) * length * length;
    assert_null(dv_shape_problem(points, count));
    const dv_shape_parts *parts = dv_own_parts(&shapes, &own);
    assert_non_null(parts);
    assert_int_equal(parts->parts[0].triangles, parts->parts[0].count - 2);
    for (int i = 0; i < 8; i++) {
        dv_batch batch = {0};
        dv_figure figure = figure_of(parts, 0.1f + 0.7853982f * (float)i);
        dv_figure_silhouette(&batch, &figure, 0, 0xffffffffu);
        assert_float_equal(drawn_area(&batch), expected, expected * 0.01);
        // Seen from the side, all of it is still there.
        dv_batch_clear(&batch);
        figure.roll = 0.5f;
        dv_figure_silhouette(&batch, &figure, 0, 0xffffffffu);
        double tilted = drawn_area(&batch) / expected;
        assert_true(tilted > 0.8 * cos(0.5) && tilted < 1.2 * cos(0.5));
        dv_batch_free(&batch);
    }
    dv_own_shapes_free(&shapes);
}

static void polygons_are_filled_at_every_heading(void **state) {
    (void)state;
    assert_filled(fork, COUNT(fork));
    assert_filled(plus, COUNT(plus));
    assert_filled(spiral, COUNT(spiral));
}

static void the_direction_of_points_does_not_matter(void **state) {
    (void)state;
    dv_shape_point turned[COUNT(fork)];
    for (uint32_t i = 0; i < COUNT(fork); i++)
        turned[i] = fork[COUNT(fork) - 1 - i];
    assert_filled(turned, COUNT(fork));
    dv_own_shapes shapes = {0};
    double areas[2];
    for (int i = 0; i < 2; i++) {
        const dv_shape_polygon polygon = {.points = i ? turned : fork, .count = COUNT(fork)};
        const dv_own_shape own = {.polygons = &polygon, .count = 1, .hash = (uint64_t)i + 1};
        dv_batch batch = {0};
        dv_figure figure = figure_of(dv_own_parts(&shapes, &own), 0);
        dv_figure_silhouette(&batch, &figure, 2, 0xffffffffu);
        areas[i] = drawn_area(&batch);
        dv_batch_free(&batch);
    }
    // An outline goes outward.
    assert_true(areas[0] > area_of_points(fork, COUNT(fork)) * length * length + 200);
    assert_float_equal(areas[0], areas[1], 1);
    dv_own_shapes_free(&shapes);
}

static void each_shape_is_cut_once_and_old_ones_are_forgotten(void **state) {
    (void)state;
    dv_own_shapes shapes = {0};
    const dv_shape_polygon polygon = {.points = fork, .count = COUNT(fork)};
    dv_own_shape own = {.polygons = &polygon, .count = 1, .hash = 1};
    assert_null(dv_own_parts(&shapes, NULL));
    const dv_shape_parts *first = dv_own_parts(&shapes, &own);
    for (own.hash = 2; own.hash < 2000; own.hash++)
        assert_non_null(dv_own_parts(&shapes, &own));
    own.hash = 1;
    assert_ptr_equal(dv_own_parts(&shapes, &own), first);
    dv_own_shapes_begin(&shapes);
    assert_int_equal(shapes.count, 0);
    dv_own_shapes_free(&shapes);
    assert_int_equal(dv_allocated_bytes(), 0);
}

static void a_shape_without_memory_is_left_out(void **state) {
    (void)state;
    const dv_shape_polygon polygon = {.points = fork, .count = COUNT(fork)};
    const dv_own_shape own = {.polygons = &polygon, .count = 1, .hash = 1};
    for (uint64_t i = 0; i < 2; i++) {
        dv_own_shapes shapes = {0};
        dv_fail_allocation(i + 1, true);
        assert_null(dv_own_parts(&shapes, &own));
        dv_fail_allocation(0, false);
        dv_own_shapes_free(&shapes);
        assert_int_equal(dv_allocated_bytes(), 0);
    }
}

/// Two shapes have different sprites, and details only one of them.
static void sprites_tell_shapes_apart(void **state) {
    (void)state;
    dv_own_shapes shapes = {0};
    dv_sprites sprites = {0};
    dv_batch batch = {0};
    const dv_shape_polygon polygons[] = {{.points = fork, .count = COUNT(fork)},
                                         {.points = plus, .count = COUNT(plus)}};
    dv_sprites_begin(&sprites);
    for (uint32_t i = 0; i < 4; i++) {
        const dv_own_shape own = {.polygons = &polygons[i % 2], .count = 1, .hash = i % 2 + 1};
        dv_figure figure = figure_of(dv_own_parts(&shapes, &own), 0);
        figure.length = 20;
        assert_true(dv_sprites_draw(&sprites, &batch, &figure));
    }
    assert_int_equal(sprites.count, 2);
    dv_batch_free(&batch);
    dv_sprites_free(&sprites);
    dv_own_shapes_free(&shapes);
}

// The shadow of a figure as long as shadows are, whose shape reaches as far as it may.
static void a_large_shape_leaves_sprites_to_others(void **state) {
    (void)state;
    static const dv_shape_point wide[] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
    dv_own_shapes shapes = {0};
    dv_sprites sprites = {0};
    dv_batch batch = {0};
    const dv_shape_polygon polygon = {.points = wide, .count = COUNT(wide)};
    const dv_own_shape own = {.polygons = &polygon, .count = 1, .hash = 7};
    dv_figure figure = figure_of(dv_own_parts(&shapes, &own), 0.7853982f);
    figure.length = 96;
    dv_sprites_begin(&sprites);
    assert_true(dv_sprites_shadow(&sprites, &batch, &figure));
    figure = (dv_figure){.center = {50, 50},
                         .forward_x = 1,
                         .length = 12,
                         .color = 0xffffffffu,
                         .outline = 0xff0000ffu,
                         .detail = DV_DETAIL_ALL};
    assert_true(dv_sprites_draw(&sprites, &batch, &figure));
    assert_int_equal(sprites.count, 2);
    dv_batch_free(&batch);
    dv_sprites_free(&sprites);
    dv_own_shapes_free(&shapes);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(polygons_are_filled_at_every_heading),
        cmocka_unit_test(the_direction_of_points_does_not_matter),
        cmocka_unit_test(each_shape_is_cut_once_and_old_ones_are_forgotten),
        cmocka_unit_test(a_shape_without_memory_is_left_out),
        cmocka_unit_test(sprites_tell_shapes_apart),
        cmocka_unit_test(a_large_shape_leaves_sprites_to_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
