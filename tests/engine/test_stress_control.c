// Control functions of stress behaviors, with values calculated by hand.
#include "stress/control.h"

#include "../program.h"

#include <stddef.h>

static const dv_control plain = {1, 1, 1, 1};

static void attraction_sums_the_squares_of_what_lies_beyond(void **state) {
    (void)state;
    // (5 − 1)² + (0.5 − 0.25)²
    assert_float_equal(dv_attract_stress(&plain, 5, -0.5f, 1, 0.25f), 16.0625f, 0);
    // (2 · 3)² + (4 · 0.5²)²
    dv_control control = {2, 1, 4, 2};
    assert_float_equal(dv_attract_stress(&control, 3, 0.5f, 0, 0), 37, 0);
    // 4 ^ 1.5 = 8
    control = (dv_control){1, 1.5f, 0, 1};
    assert_float_equal(dv_attract_stress(&control, 4, 3, 0, 0), 64, 1e-4f);
    assert_float_equal(dv_attract_stress(&plain, 1, -0.25f, 1, 0.25f), 0, 0);
    assert_float_equal(dv_attract_stress(&plain, -2, 0, 0, 0), 0, 0);
}

static void avoidance_grows_with_intrusion_and_facing(void **state) {
    (void)state;
    // Nothing from the distance on, whatever the angle.
    assert_float_equal(dv_avoid_stress(&plain, 3, 0, 3), 0, 0);
    assert_float_equal(dv_avoid_stress(&plain, 4, 0, 3), 0, 0);
    // Right behind: only the intrusion of 2.
    assert_float_equal(dv_avoid_stress(&plain, 1, (float)DV_PI, 3), 4, 0);
    // Ahead: 2² + π².
    assert_float_equal(dv_avoid_stress(&plain, 1, 0, 3), 13.8696044f, 1e-5f);
    // To the side, (0.5 · 2²)² + (2 · π/2)².
    dv_control control = {0.5f, 2, 2, 1};
    assert_float_equal(dv_avoid_stress(&control, 1, (float)(DV_PI / 2), 3), 13.8696044f, 1e-5f);
    assert_true(dv_avoid_stress(&plain, 0.5f, 1, 3) > dv_avoid_stress(&plain, 1, 1, 3));
    assert_true(dv_avoid_stress(&plain, 1, 0.5f, 3) > dv_avoid_stress(&plain, 1, -1, 3));
}

static void what_is_no_number_is_no_stress(void **state) {
    (void)state;
    assert_float_equal(dv_avoid_stress(&plain, NAN, 0, 3), 0, 0);
    assert_float_equal(dv_attract_stress(&plain, NAN, 0, 0, 0), 0, 0);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(attraction_sums_the_squares_of_what_lies_beyond),
        cmocka_unit_test(avoidance_grows_with_intrusion_and_facing),
        cmocka_unit_test(what_is_no_number_is_no_stress),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
