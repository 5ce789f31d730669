// Stress of a field of cells of 1 m that hold at most 10.
#include "../../program.h"
#include "stress_stage.h"

#include "base/alloc.h"
#include "drover/fields.h"

static void put(lab *l, float x, float y, double amount) {
    dv_field scent = dv_world_field(l->world, 0);
    assert_int_equal(dv_field_set(l->world, scent, dv_vec(x, y, 0), amount, &l->error), DV_OK);
}

static lab open_lab(dv_agent *walker) {
    lab l = lab_open();
    *walker = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    lab_step(&l);
    put(&l, 1.5f, 0.5f, 5);
    put(&l, -1.5f, 0.5f, 10);
    put(&l, 49.5f, 0.5f, 2);
    return l;
}

static void the_amount_under_a_step_counts_as_a_share_of_the_most(void **state) {
    (void)state;
    dv_agent walker;
    lab l = open_lab(&walker);
    stage s = stage_for("field");
    add_step(&s, 1.5f, 0.5f, 0, 1);
    add_step(&s, -1.5f, 0.5f, 180, 1);
    add_step(&s, 0.5f, 1.5f, 90, 1);
    add_step(&s, 51, 0.5f, 0, 1); // beyond the edge, what the nearest cell holds
    score(&s, &l, walker);
    assert_stress(&s, 0, 0.5f);
    assert_stress(&s, 1, 1);
    assert_stress(&s, 2, 0);
    assert_stress(&s, 3, 0.2f);
    give_number(&s, "direction", -0.5);
    score(&s, &l, walker);
    assert_stress(&s, 1, 0.5f);
    give_number(&s, "direction", 1);
    score(&s, &l, walker);
    assert_stress(&s, 0, 0.5f);
    assert_stress(&s, 1, 0);
    assert_stress(&s, 2, 1);
    give_number(&s, "direction", 0);
    score(&s, &l, walker);
    for (int i = 0; i < 4; i++)
        assert_stress(&s, i, 0);
    dv_sketch *sketch = annotated(&s, &l, walker);
    assert_int_equal(dv_sketch_count(sketch), 1);
    dv_sketch_destroy(sketch);
    lab_close(&l);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_amount_under_a_step_counts_as_a_share_of_the_most),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
