// Predictive avoidance. The agent is a sheep at the origin. Bodies have a radius of 0.5 m and keep
// 0.2 m between them: 1.2 m in all. Unless a case says otherwise, steps take a second, the horizon
// is one step, others may turn by 45°, and all shares are a fifth. So a moving agent keeps its
// speed and direction with a probability of 0.6 · 0.6 = 36 %; it becomes faster or slower with 12 %
// each, turns by 22.5° to either side with 8 % each, and by 45° with 4 % each.
#include "../../program.h"
#include "stress_stage.h"

static stage foreseeing(double horizon) {
    stage s = stage_for("predictive_avoid");
    s.steps.seconds = 1;
    give_number(&s, "horizon", horizon);
    give_number(&s, "turn", DV_PI / 4);
    const char *const shares[] = {"accelerate", "brake", "left", "right"};
    for (int i = 0; i < 4; i++)
        give_number(&s, shares[i], 0.2);
    give_number(&s, "angle", 2 * DV_PI);
    return s;
}

static dv_agent agent_of(lab *l) { return lab_spawn(l, SHEEP, dv_vec(0, 0, 0), 0, 0); }

// The dog comes from (0, −4) at 4 m/s: the middles of its cells are (0, 0) straight on, (0, ±2) at
// another pace, (1.531, −0.305) and (2.828, −1.172) turned to the right. They have 1 m.
static void stress_is_how_likely_somebody_will_be_there(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = agent_of(&l);
    lab_spawn(&l, DOG, dv_vec(0, -4, 0), 90, 4);
    lab_step(&l);
    stage s = foreseeing(1);
    add_step(&s, 0, 0, 0, 0);
    add_step(&s, 0, 4, 0, 0);
    add_step(&s, 2.21f, 0, 0, 0);
    add_step(&s, -2.21f, 0, 0, 0);
    add_step(&s, 4.5f, -1.172f, 0, 0);
    add_step(&s, -9, 0, 0, 0);
    score(&s, &l, agent);
    const float percent[] = {36, 12, 8, 8, 4, 0};
    for (uint32_t i = 0; i < 6; i++)
        assert_stress(&s, i, percent[i]);
    lab_close(&l);
}

static void biases_move_where_others_are_expected(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = agent_of(&l);
    lab_spawn(&l, DOG, dv_vec(0, -4, 0), 90, 4);
    lab_step(&l);
    stage s = foreseeing(1);
    add_step(&s, -2.21f, 0, 0, 0); // to its left
    add_step(&s, 2.21f, 0, 0, 0);
    add_step(&s, 0, 4, 0, 0);
    give_number(&s, "left", 0.9);
    give_number(&s, "right", 0);
    score(&s, &l, agent);
    assert_stress(&s, 0, 36); // 0.6 · 0.9 · 2/3
    assert_stress(&s, 1, 0);
    give_number(&s, "left", 0);
    give_number(&s, "accelerate", 0.5);
    give_number(&s, "brake", 0);
    score(&s, &l, agent);
    assert_stress(&s, 0, 0);
    assert_stress(&s, 2, 50); // 0.5 · 1
    lab_close(&l);
}

static void one_who_stands_is_where_he_is(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = agent_of(&l);
    lab_spawn(&l, DOG, dv_vec(3, 0, 0), 0, 0);
    lab_step(&l);
    stage s = foreseeing(1);
    add_step(&s, 1.79f, 0, 0, 0);
    add_step(&s, 1.81f, 0, 0, 0);
    score(&s, &l, agent);
    assert_stress(&s, 0, 0);
    assert_stress(&s, 1, 100);
    lab_close(&l);
}

// Looked three steps ahead, the weights are 1, ⅔ and ⅓. A sheep that goes on at 2 m/s from (−3, 0)
// is at (−1, 0) and (1, 0) then, one from (−1, 0) at (1, 0) and (3, 0).
static void later_steps_weigh_less(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = agent_of(&l);
    lab_spawn(&l, DOG, dv_vec(2, 0, 0), 0, 0);
    lab_step(&l);
    stage s = foreseeing(3);
    add_step(&s, -3, 0, 0, 2);
    add_step(&s, -1, 0, 0, 2);
    add_step(&s, 1, 0, 0, 0);
    score(&s, &l, agent);
    assert_stress(&s, 0, 100.0f / 3);
    assert_stress(&s, 1, 100); // 1 m before it in the second, 1 m past it in the third
    assert_stress(&s, 2, 200);
    lab_close(&l);
}

// One who has passed is nearest now and minded least.
static void who_has_passed_is_no_matter(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = agent_of(&l);
    lab_spawn(&l, DOG, dv_vec(0, 1.5f, 0), 90, 4);
    lab_step(&l);
    stage s = foreseeing(2);
    add_step(&s, 1, 0, 0, 1);
    score(&s, &l, agent);
    assert_stress(&s, 0, 0);
    lab_close(&l);
}

static void of_several_the_likeliest_counts(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = agent_of(&l);
    lab_spawn(&l, DOG, dv_vec(0, -4, 0), 90, 4);
    lab_spawn(&l, DOG, dv_vec(0, 4, 0), -90, 4);
    lab_step(&l);
    stage s = foreseeing(1);
    add_step(&s, 0, 0, 0, 0);
    score(&s, &l, agent);
    assert_stress(&s, 0, 36);
    lab_close(&l);
}

static void only_those_in_view_and_of_the_kind(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = agent_of(&l);
    lab_spawn(&l, DOG, dv_vec(-1, 0, 0), 0, 0);
    lab_step(&l);
    stage s = foreseeing(1);
    add_step(&s, 0, 0, 0, 0);
    give_kind(&s, SHEEP);
    score(&s, &l, agent);
    assert_stress(&s, 0, 0);
    give_kind(&s, DOG);
    score(&s, &l, agent);
    assert_stress(&s, 0, 100);
    give_number(&s, "angle", DV_PI);
    score(&s, &l, agent);
    assert_stress(&s, 0, 0);
    lab_close(&l);
}

static void nobody_is_foreseen_without_a_horizon(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = agent_of(&l);
    lab_spawn(&l, DOG, dv_vec(0.5f, 0, 0), 0, 0);
    lab_step(&l);
    stage s = foreseeing(0);
    add_step(&s, 0, 0, 0, 0);
    score(&s, &l, agent);
    assert_stress(&s, 0, 0);
    lab_close(&l);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stress_is_how_likely_somebody_will_be_there),
        cmocka_unit_test(biases_move_where_others_are_expected),
        cmocka_unit_test(one_who_stands_is_where_he_is),
        cmocka_unit_test(later_steps_weigh_less),
        cmocka_unit_test(who_has_passed_is_no_matter),
        cmocka_unit_test(of_several_the_likeliest_counts),
        cmocka_unit_test(only_those_in_view_and_of_the_kind),
        cmocka_unit_test(nobody_is_foreseen_without_a_horizon),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
