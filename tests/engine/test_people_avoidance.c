// People avoidance. The agent starts at the origin and faces +x at 4 m/s with a top speed of 10
// m/s. Bodies of 0.5 m and a clearance of 0.3 m collide within 1.3 m; the horizon is 2 s.
#include "../program.h"
#include "crossing_world.h"

#define EXACT 1e-4f
#define AVOID "people_avoidance", NUMBER("radius", 1.5)
#define NO(name)                                                                                   \
    { name, dv_value_boolean(false) }

static dv_agent mover(lab *l, float speed) {
    return lab_spawn(l, SHEEP, dv_vec(0, 0, 0), 0, speed);
}

static void those_too_near_repel(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = mover(&l, 0);
    lab_spawn(&l, SHEEP, dv_vec(1.2f, 0, 0), 0, 0);
    lab_step(&l);
    // 10 · (1 − 1.2 / 1.5)
    assert_vector(ASK(&l, agent, AVOID), -2, 0, 0, EXACT);
    assert_vector(ASK(&l, agent, AVOID, NO("ascending")), -10, 0, 0, EXACT);
    assert_zero(ASK(&l, agent, "people_avoidance", NUMBER("radius", 1.19)));
    lab_close(&l);
}

static void head_on_it_steps_aside(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = mover(&l, 4);
    dv_agent other = lab_spawn(&l, SHEEP, dv_vec(8, 0.5f, 0), 180, 4);
    lab_step(&l);
    // nearest after 1 s: 10 · (1 − 1 / 4)
    assert_vector(ASK(&l, agent, AVOID), 0, -7.5f, 0, EXACT);
    assert_vector(ASK(&l, other, AVOID), 0, 7.5f, 0, EXACT);
    assert_zero(ASK(&l, agent, AVOID, NO("circumvention")));
    lab_close(&l);
}

static void where_ways_cross_one_hurries_and_one_waits(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent first = mover(&l, 4);
    dv_agent second = lab_spawn(&l, SHEEP, dv_vec(4, -5, 0), 90, 4);
    lab_step(&l);
    // nearest after 1.125 s: 1 − 1.125 / 4 = 0.71875
    assert_vector(ASK(&l, first, AVOID), 6 * 0.71875f, 0, 0, EXACT);
    assert_vector(ASK(&l, second, AVOID), 0, -4 * 0.71875f, 0, EXACT);
    assert_zero(ASK(&l, first, AVOID, NO("acceleration")));
    assert_zero(ASK(&l, second, AVOID, NO("deceleration")));
    lab_close(&l);
}

static void behind_a_slower_one_it_slows_down(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent behind = mover(&l, 4);
    dv_agent ahead = lab_spawn(&l, SHEEP, dv_vec(3, 0.3f, 0), 0, 2);
    lab_step(&l);
    // nearest after 1.5 s: 1 − 1.5 / 4 = 0.625
    assert_vector(ASK(&l, behind, AVOID), -2 * 0.625f, 0, 0, EXACT);
    assert_vector(ASK(&l, ahead, AVOID), 8 * 0.625f, 0, 0, EXACT);
    lab_close(&l);
}

static void nobody_near_and_no_collision_is_zero(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = mover(&l, 4);
    lab_spawn(&l, SHEEP, dv_vec(8, 1.4f, 0), 180, 4);
    lab_spawn(&l, SHEEP, dv_vec(-2, 0, 0), 180, 4);
    lab_step(&l);
    assert_zero(ASK(&l, agent, AVOID));
    lab_close(&l);
}

static scene open_scene(void) {
    return scene_open(avoid_and_arrive(lab_make("people_avoidance", NULL, 0), 1), DV_PLANE);
}

static void pairs_and_crossings_pass(void **state) {
    (void)state;
    static const float aside[] = {0, 1e-6f, 0.02f, 0.3f, 0.6f};
    for (size_t i = 0; i < sizeof aside / sizeof *aside; i++) {
        scene s = open_scene();
        scene_add_head_on(&s, aside[i]);
        scene_run(&s, 0.3f, 300);
        assert_true(s.least_gap > 0.1f);
        scene_close(&s);
    }
    scene s = open_scene();
    scene_add_crossing(&s);
    scene_run(&s, 0.3f, 400);
    assert_true(s.least_gap > 0);
    scene_close(&s);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(those_too_near_repel),
        cmocka_unit_test(head_on_it_steps_aside),
        cmocka_unit_test(where_ways_cross_one_hurries_and_one_waits),
        cmocka_unit_test(behind_a_slower_one_it_slows_down),
        cmocka_unit_test(nobody_near_and_no_collision_is_zero),
        cmocka_unit_test(pairs_and_crossings_pass),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
