// mind_south: a meter farther north is one less.
#include "../../program.h"
#include "stress_stage.h"

static void north_is_less(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent walker = lab_spawn(&l, SHEEP, dv_vec(0, 3, 0), 0, 0);
    stage s = stage_for("mind_south");
    lab_step(&l);
    add_step(&s, 0, 3, 0, 0);
    add_step(&s, 5, 4, 0, 0);
    score(&s, &l, walker);
    assert_stress(&s, 0, 10);
    assert_stress(&s, 1, 9);
    lab_close(&l);
}

TESTS {
    const struct CMUnitTest tests[] = {cmocka_unit_test(north_is_less)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
