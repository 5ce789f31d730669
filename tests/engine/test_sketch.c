// Sketches drawn over a world: strokes stay in order, and each is stored completely or not at all.
#include "drover/sketch.h"

#include "../program.h"

#include "base/alloc.h"
#include "base/math.h"

#include <stdio.h>

static const dv_pen pen = {0x112233FF, 2, false, false}, filling = {0x445566FF, 1, true, false};

static void strokes_come_back_as_they_were_drawn(void **state) {
    (void)state;
    dv_sketch *sketch = dv_sketch_create();
    dv_vec3 corners[] = {{0, 0, 0}, {2, 0, 0}, {1, 3, 0}};
    dv_sketch_line(sketch, dv_vec(1, 2, 3), dv_vec(4, 5, 6), pen);
    dv_sketch_arc(sketch, dv_vec(7, 8, 9), 2.5f, -1, 0.5f, filling);
    dv_sketch_polygon(sketch, corners, 3, filling);
    dv_sketch_text(sketch, dv_vec(1, 1, 0), "stray", pen);
    dv_sketch_arrow(sketch, dv_vec(0, 0, 0), dv_vec(0, 1, 0), pen);
    dv_sketch_circle(sketch, dv_vec(6, 6, 6), 4, pen);
    assert_int_equal(dv_sketch_count(sketch), 6);

    dv_stroke line = dv_sketch_stroke(sketch, 0);
    assert_int_equal(line.shape, DV_STROKE_LINE);
    assert_int_equal(line.pen.color, pen.color);
    assert_int_equal(line.point_count, 2);
    assert_true(line.points[1].z == 6);
    assert_null(line.text);

    dv_stroke arc = dv_sketch_stroke(sketch, 1);
    assert_int_equal(arc.shape, DV_STROKE_ARC);
    assert_true(arc.pen.fills);
    assert_true(arc.points[0].y == 8 && arc.radius == 2.5f && arc.first == -1 && arc.last == 0.5f);

    dv_stroke polygon = dv_sketch_stroke(sketch, 2);
    assert_int_equal(polygon.point_count, 3);
    assert_true(polygon.points[2].y == 3);

    assert_string_equal(dv_sketch_stroke(sketch, 3).text, "stray");
    assert_int_equal(dv_sketch_stroke(sketch, 4).shape, DV_STROKE_ARROW);
    assert_true(dv_sketch_stroke(sketch, 5).radius == 4);
    dv_sketch_destroy(sketch);
}

static void what_is_not_finite_is_left_out(void **state) {
    (void)state;
    dv_sketch *sketch = dv_sketch_create();
    dv_sketch_line(sketch, dv_vec(0, NAN, 0), dv_vec(1, 1, 1), pen);
    dv_sketch_circle(sketch, dv_vec(0, 0, 0), INFINITY, pen);
    dv_sketch_arc(sketch, dv_vec(0, 0, 0), 1, 0, NAN, pen);
    assert_int_equal(dv_sketch_count(sketch), 0);
    assert_true(dv_sketch_complete(sketch));
    dv_sketch_destroy(sketch);
}

static void faded_strokes_keep_a_part_of_their_opacity(void **state) {
    (void)state;
    dv_sketch *sketch = dv_sketch_create();
    const dv_pen half = {.color = 0x11223380u, .width = 1};
    dv_sketch_fade(sketch, 0.5f);
    dv_sketch_circle(sketch, dv_vec(0, 0, 0), 1, half);
    dv_sketch_fade(sketch, 7);
    dv_sketch_circle(sketch, dv_vec(0, 0, 0), 1, half);
    dv_sketch_fade(sketch, -1);
    dv_sketch_circle(sketch, dv_vec(0, 0, 0), 1, half);
    assert_int_equal(dv_sketch_stroke(sketch, 0).pen.color, 0x11223340u);
    assert_int_equal(dv_sketch_stroke(sketch, 1).pen.color, 0x11223380u);
    assert_int_equal(dv_sketch_stroke(sketch, 2).pen.color, 0x11223300u);
    dv_sketch_clear(sketch);
    dv_sketch_circle(sketch, dv_vec(0, 0, 0), 1, half);
    assert_int_equal(dv_sketch_stroke(sketch, 0).pen.color, 0x11223380u);
    dv_sketch_destroy(sketch);
}

static void a_polygon_needs_two_points(void **state) {
    (void)state;
    dv_sketch *sketch = dv_sketch_create();
    dv_vec3 one = {1, 1, 1};
    dv_sketch_polygon(sketch, &one, 1, pen);
    dv_sketch_polygon(sketch, NULL, 0, pen);
    assert_int_equal(dv_sketch_count(sketch), 0);
    dv_sketch_destroy(sketch);
}

static void a_cleared_sketch_draws_again_without_allocating(void **state) {
    (void)state;
    dv_sketch *sketch = dv_sketch_create();
    for (int i = 0; i < 100; i++)
        dv_sketch_text(sketch, dv_vec(0, 0, 0), "some words", pen);
    dv_sketch_clear(sketch);
    assert_int_equal(dv_sketch_count(sketch), 0);
    uint64_t before = dv_allocations();
    for (int i = 0; i < 100; i++)
        dv_sketch_text(sketch, dv_vec(0, 0, 0), "other text", pen);
    assert_true(dv_allocations() == before);
    assert_string_equal(dv_sketch_stroke(sketch, 99).text, "other text");
    dv_sketch_destroy(sketch);
}

static void a_stroke_that_does_not_fit_is_missing_whole(void **state) {
    (void)state;
    for (uint64_t nth = 1; nth <= 3; nth++) {
        dv_sketch *sketch = dv_sketch_create();
        dv_fail_allocation(nth, true);
        dv_sketch_text(sketch, dv_vec(0, 0, 0), "lost", pen);
        dv_fail_allocation(0, false);
        assert_int_equal(dv_sketch_count(sketch), 0);
        assert_false(dv_sketch_complete(sketch));
        dv_sketch_text(sketch, dv_vec(0, 0, 0), "kept", pen);
        assert_string_equal(dv_sketch_stroke(sketch, 0).text, "kept");
        dv_sketch_clear(sketch);
        assert_true(dv_sketch_complete(sketch));
        dv_sketch_destroy(sketch);
    }
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strokes_come_back_as_they_were_drawn),
        cmocka_unit_test(what_is_not_finite_is_left_out),
        cmocka_unit_test(faded_strokes_keep_a_part_of_their_opacity),
        cmocka_unit_test(a_polygon_needs_two_points),
        cmocka_unit_test(a_cleared_sketch_draws_again_without_allocating),
        cmocka_unit_test(a_stroke_that_does_not_fit_is_missing_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
