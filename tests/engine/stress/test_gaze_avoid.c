// Stress of being looked at, with values calculated by hand. Observers have a range of 50 m and a
// field of view of 90°.
#include "../../program.h"
#include "stress_stage.h"

#include "base/alloc.h"

static lab open_lab(dv_agent *walker) {
    lab_kinds kinds = {.properties = {[DV_SIGHT_ANGLE] = dv_value_number(DV_PI / 2)}};
    lab l = lab_open_with(lab_def(), kinds);
    *walker = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    return l;
}

static stage gaze_of_dogs(void) {
    stage s = stage_for("gaze_avoid");
    give_kind(&s, DOG);
    return s;
}

static void wall(lab *l, float x, float from, float to) {
    const dv_vec3 ends[] = {{x, from, 0}, {x, to, 0}};
    dv_obstacle obstacle;
    dv_obstacle_def def = {.shape = DV_WALL, .points = ends, .point_count = 2};
    assert_int_equal(dv_obstacle_create(l->world, &def, &obstacle, &l->error), DV_OK);
}

static void who_sees_a_step_counts_one_over_the_distance(void **state) {
    (void)state;
    dv_agent walker;
    lab l = open_lab(&walker);
    stage s = gaze_of_dogs();
    lab_spawn(&l, DOG, dv_vec(10, 0, 0), 180, 0);
    lab_spawn(&l, SHEEP, dv_vec(10, 0, 0), 180, 0); // not hostile
    lab_step(&l);
    add_step(&s, 0, 0, 0, 0);
    add_step(&s, 7, 1, 0, 0);    // 18° off its way, √10 away
    add_step(&s, 7, 4, 0, 0);    // 53° off
    add_step(&s, -40, 0, 0, 0);  // as far as it sees
    add_step(&s, -41, 0, 0, 0);  // further
    add_step(&s, 9.9f, 0, 0, 0); // nearer than the body is wide
    score(&s, &l, walker);
    assert_stress(&s, 0, 0.1f);
    assert_stress(&s, 1, 0.31622777f);
    assert_stress(&s, 2, 0);
    assert_stress(&s, 3, 0.02f);
    assert_stress(&s, 4, 0);
    assert_stress(&s, 5, 2);
    lab_close(&l);
}

static void gazes_add_up_and_mist_shortens_them(void **state) {
    (void)state;
    dv_agent walker;
    lab l = open_lab(&walker);
    stage s = gaze_of_dogs();
    lab_spawn(&l, DOG, dv_vec(10, 0, 0), 180, 0);
    lab_spawn(&l, DOG, dv_vec(0, -4, 0), 90, 0);
    lab_step(&l);
    add_step(&s, 0, 0, 0, 0);
    score(&s, &l, walker);
    assert_stress(&s, 0, 0.1f + 0.25f);
    assert_int_equal(dv_world_set_visibility(l.world, 5, &l.error), DV_OK);
    score(&s, &l, walker);
    assert_stress(&s, 0, 0.25f);
    lab_close(&l);
}

// A wall near the eye hides the step. One that leaves a slit hides its middle, but not its left
// side, which is passed 0.075 m beside the middle at the wall.
static void obstacles_hide_from_gazes(void **state) {
    (void)state;
    dv_agent walker;
    lab l = open_lab(&walker);
    stage s = gaze_of_dogs();
    lab_spawn(&l, DOG, dv_vec(10, 0, 0), 180, 0);
    wall(&l, 8.5f, -2, 0.05f);
    lab_step(&l);
    add_step(&s, 0, 0, 0, 0);
    add_step(&s, 0, 3, 0, 0);
    score(&s, &l, walker);
    assert_stress(&s, 0, 0);
    assert_stress(&s, 1, 1 / sqrtf(109));
    give_number(&s, "rays", 3);
    score(&s, &l, walker);
    assert_stress(&s, 0, 0.1f);
    wall(&l, 8.6f, 0, 2);
    lab_step(&l);
    score(&s, &l, walker);
    assert_stress(&s, 0, 0);
    assert_stress(&s, 1, 0);
    lab_close(&l);
}

static void those_who_see_it_are_drawn(void **state) {
    (void)state;
    dv_agent walker;
    lab l = open_lab(&walker);
    stage s = gaze_of_dogs();
    lab_spawn(&l, DOG, dv_vec(10, 0, 0), 180, 0);
    lab_spawn(&l, DOG, dv_vec(20, 0, 0), 180, 0);
    lab_spawn(&l, DOG, dv_vec(10, 0, 0), 0, 0);
    lab_step(&l);
    dv_sketch *sketch = annotated(&s, &l, walker);
    assert_int_equal(dv_sketch_count(sketch), 2);
    dv_sketch_destroy(sketch);
    lab_close(&l);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_sees_a_step_counts_one_over_the_distance),
        cmocka_unit_test(gazes_add_up_and_mist_shortens_them),
        cmocka_unit_test(obstacles_hide_from_gazes),
        cmocka_unit_test(those_who_see_it_are_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
