// north_of: above a number, but not at it.
#include "../program.h"
#include "guard_world.h"

static void it_holds_beyond(void **state) {
    (void)state;
    scene s = scene_default();
    OPEN(&s, WHEN("north_of", NUMBER("y", 2)));
    scene_place(&s, s.deer, 0, 2);
    assert_int_equal(scene_step(&s), 0);
    scene_place(&s, s.deer, 0, 2.5f);
    assert_int_equal(scene_step(&s), 1);
    scene_close(&s);
}

TESTS {
    const struct CMUnitTest tests[] = {cmocka_unit_test(it_holds_beyond)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
