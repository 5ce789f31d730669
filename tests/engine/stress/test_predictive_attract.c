// Predictive attraction. The agent is a sheep at the origin, its target a dog. Bodies have a radius
// of 0.5 m, and 1 m between them is close enough, so the threshold D is 2 m. Steps take half a
// second.
#include "../../program.h"
#include "stress_stage.h"

static stage hunting(void) {
    stage s = stage_for("predictive_attract");
    give_number(&s, "distance", 1);
    give_slot(&s, "target", SLOT_TARGET, DV_SLOT_AGENT);
    return s;
}

static dv_agent hunter_of(lab *l, dv_vec3 target, float heading, float speed) {
    dv_agent agent = lab_spawn(l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    lab_aim(l, agent, lab_spawn(l, DOG, target, heading, speed));
    lab_step(l);
    return agent;
}

// The fastest step has 2 m/s, at which distances close to a target that stands 10 m ahead.
static void a_target_that_stands_is_met_by_the_way_that_is_left(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = hunter_of(&l, dv_vec(10, 0, 0), 0, 0);
    stage s = hunting();
    add_step(&s, 1, 0, 0, 2);      // (9 − 2) / 2
    add_step(&s, 0.5f, 0, 0, 1);   // (9.5 − 2) / 1
    add_step(&s, 0, 0, 0, 0);      // a = 0: (10 − 2) / 2
    add_step(&s, -1, 0, 180, 2);   // diverging: (11 − 2) / 2
    add_step(&s, 0, 1, 90, 2);     // diverging: (√101 − 2) / 2
    add_step(&s, 8.5f, 0, 180, 2); // inside of D
    score(&s, &l, agent);
    const float times[] = {3.5f, 7.5f, 4, 4.5f, 4.02493781f, 0};
    for (uint32_t i = 0; i < 6; i++)
        assert_stress(&s, i, times[i]);
    lab_close(&l);
}

// Along (4, 3) from (0.8, 0.6) the target stands (9.2, −0.6) away: a = 4, b = −28, c = 81, and b²
// is less than 4ac. Nearest after 3.5 s, 6 m off: the 4 m left then take 2 s more; by the distance
// now, √85 − 2 m, it is 3.61 s.
static void who_misses_is_as_far_as_the_lesser_of_then_and_now(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = hunter_of(&l, dv_vec(10, 0, 0), 0, 0);
    stage s = hunting();
    add_step(&s, 0.8f, 0.6f, 36.8698976, 2);
    score(&s, &l, agent);
    assert_stress(&s, 0, 3.60977223f);
    lab_close(&l);
}

// The dog goes north at 3 m/s and is at (8, 0) when the step is done. At 5 m/s, by (4, 3), the two
// come straight together. Straight at it, by (5, 0), they pass at 4.116 m after 1.176 s; the rest
// closes at 5 − 3 m/s.
static void who_crosses_is_cut_off(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = hunter_of(&l, dv_vec(8, -1.5f, 0), 90, 3);
    stage s = hunting();
    add_step(&s, 0, 0, 36.8698976, 5); // (8 − 2) / 4
    add_step(&s, 0, 0, 0, 5);
    add_step(&s, 0, 0, 180, 5); // parting: (8 − 2) / 2
    score(&s, &l, agent);
    assert_stress(&s, 0, 1.5f);
    assert_stress(&s, 1, 1.17647059f + 1.05798302f);
    assert_stress(&s, 2, 3);
    lab_close(&l);
}

// One that flees as fast closes nothing by itself: distances count at a tenth of the speed.
static void one_as_fast_seems_far_and_not_infinitely_far(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = hunter_of(&l, dv_vec(5.5f, 0, 0), 0, 5);
    stage s = hunting();
    add_step(&s, 0, 0, 0, 5);   // it is at (8, 0) then, and keeps its distance: a = 0
    add_step(&s, 0, 0, 180, 5); // diverging
    score(&s, &l, agent);
    assert_stress(&s, 0, 12); // (8 − 2) / 0.5
    assert_stress(&s, 1, 12);
    lab_close(&l);
}

static void nobody_to_meet_is_no_stress(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = hunter_of(&l, dv_vec(8, 0, 0), 0, 0);
    lab_aim(&l, agent, (dv_agent){0});
    stage s = hunting();
    add_step(&s, 1, 0, 0, 2);
    score(&s, &l, agent);
    assert_float_equal(s.stress[0], 0, 0);
    lab_close(&l);
}

static void a_target_across_the_edge_is_met_there(void **state) {
    (void)state;
    dv_world_def def = lab_def();
    def.bounds.edge = DV_EDGE_WRAP;
    lab l = lab_open_with(def, (lab_kinds){0});
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(45, 0, 0), 0, 0);
    lab_aim(&l, agent, lab_spawn(&l, DOG, dv_vec(-45, 0, 0), 0, 0));
    lab_step(&l);
    stage s = hunting();
    add_step(&s, 46, 0, 0, 2);
    score(&s, &l, agent);
    assert_stress(&s, 0, 3.5f);
    lab_close(&l);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_target_that_stands_is_met_by_the_way_that_is_left),
        cmocka_unit_test(who_misses_is_as_far_as_the_lesser_of_then_and_now),
        cmocka_unit_test(who_crosses_is_cut_off),
        cmocka_unit_test(one_as_fast_seems_far_and_not_infinitely_far),
        cmocka_unit_test(nobody_to_meet_is_no_stress),
        cmocka_unit_test(a_target_across_the_edge_is_met_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
