// Predictive avoidance. The agent starts at the origin and faces +x at 4 m/s with a top speed of 10
// m/s. Bodies of 0.5 m with 0.5 m of personal space touch at 1.5 m. The others approach at 4 m/s
// such that they touch at (1.2, 0.9), in the direction (0.8, 0.6).
#include "../program.h"
#include "../whole.h"
#include "crossing_world.h"

#define EXACT 1e-4f
#define AVOID "predictive_avoidance", NUMBER("radius", 30)

static dv_agent mover(lab *l, float speed) {
    return lab_spawn(l, SHEEP, dv_vec(0, 0, 0), 0, speed);
}

// What one that touches after `time` makes the agent do.
static dv_vec3 push_of_one_after(float time) {
    lab l = lab_open();
    dv_agent agent = mover(&l, 4);
    lab_spawn(&l, SHEEP, dv_vec(1.2f + 8 * time, 0.9f, 0), 180, 4);
    lab_step(&l);
    dv_vec3 push = ASK(&l, agent, AVOID);
    lab_close(&l);
    return push;
}

static void the_push_goes_by_bands_of_distance(void **state) {
    (void)state;
    dv_vec3 near = push_of_one_after(0.0625f), middle = push_of_one_after(0.5f);
    dv_vec3 far = push_of_one_after(1.25f), beyond = push_of_one_after(1.9f);
    // 0.25 m to go and 0.5 m between the bodies: 10 · 0.5 / 0.75 · (1 − 0.0625 / 4)
    assert_vector(near, -0.8f * 6.5625f, -0.6f * 6.5625f, 0, 1e-3f);
    // 2.5 m: 10 · 0.5 · (1 − 0.5 / 4)
    assert_vector(middle, -0.8f * 4.375f, -0.6f * 4.375f, 0, EXACT);
    // 5.5 m: 10 · 0.5 · (8 − 5.5) / 4 · (1 − 1.25 / 4)
    assert_vector(far, -0.8f * 2.1484375f, -0.6f * 2.1484375f, 0, EXACT);
    assert_zero(beyond); // 8.1 m
}

static void head_on_the_push_has_a_side(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = mover(&l, 4);
    dv_agent other = lab_spawn(&l, SHEEP, dv_vec(5.5f, 0, 0), 180, 4);
    lab_step(&l);
    // touching after 0.5 s: 4.375 m/s along (−1, 0.1) / √1.01
    assert_vector(ASK(&l, agent, AVOID), -4.353289f, 0.4353289f, 0, EXACT);
    assert_vector(ASK(&l, other, AVOID), 4.353289f, -0.4353289f, 0, EXACT);
    lab_close(&l);
}

static void pushes_add_up_to_the_cap_at_most(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = mover(&l, 4);
    lab_spawn(&l, SHEEP, dv_vec(5.2f, 0.9f, 0), 180, 4);
    lab_spawn(&l, SHEEP, dv_vec(5.2f, -0.9f, 0), 180, 4);
    lab_step(&l);
    assert_vector(ASK(&l, agent, AVOID), -7, 0, 0, EXACT);
    assert_vector(ASK(&l, agent, AVOID, NUMBER("strength", 5)), -10, 0, 0, EXACT);
    assert_zero(ASK(&l, agent, AVOID, NUMBER("strength", 0)));
    lab_close(&l);
}

static void what_does_not_collide_is_zero(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = mover(&l, 4);
    lab_step(&l);
    assert_zero(ASK(&l, agent, AVOID));
    lab_spawn(&l, SHEEP, dv_vec(5, 1.6f, 0), 180, 4);   // passing beside
    lab_spawn(&l, SHEEP, dv_vec(3, 0, 0), 0, 4);        // keeping its distance
    lab_spawn(&l, SHEEP, dv_vec(-5, 0, 0), 0, 9);       // behind, out of view
    lab_spawn(&l, SHEEP, dv_vec(0.2f, 1.6f, 0), 90, 2); // near, but parting
    lab_step(&l);
    assert_vector(ASK(&l, agent, AVOID, NUMBER("clearance", 0)), 0, 0, 0, 0);
    assert_zero(ASK(&l, agent, AVOID, NUMBER("horizon", 0)));
    lab_close(&l);
}

// In personal space, a body counts in any direction, and when it moves away, too.
static void near_bodies_are_kept_off(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = mover(&l, 4);
    dv_agent other = lab_spawn(&l, SHEEP, dv_vec(0, -1.25f, 0), 270, 4);
    lab_step(&l);
    // 0.25 m of 0.5 are left: once the cap away, and a tenth of it past the other
    assert_vector(ASK(&l, agent, AVOID), 1, 10, 0, EXACT);
    assert_zero(ASK(&l, agent, AVOID, NUMBER("clearance", 0.25)));
    dv_agent_set_position(l.world, other, dv_vec(0, -0.5f, 0), NULL);
    lab_step(&l);
    assert_true(fabsf(dv_length(ASK(&l, agent, AVOID)) - 20) < EXACT); // twice at most
    lab_close(&l);
}

static void coinciding_bodies_part(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent a = mover(&l, 0), b = mover(&l, 0);
    lab_step(&l);
    dv_vec3 of_a = ASK(&l, a, AVOID), of_b = ASK(&l, b, AVOID);
    assert_vector(dv_add(of_a, of_b), 0, 0, 0, EXACT);
    assert_true(dv_length(of_a) > 10 - EXACT);
    lab_close(&l);
}

static scene open_scene(void) {
    return scene_open(avoid_and_arrive(lab_make("predictive_avoidance", NULL, 0), 1), DV_PLANE);
}

static void pairs_pass_head_on_and_across(void **state) {
    (void)state;
    static const float aside[] = {0, 1e-6f, 0.02f, 0.3f, 0.6f};
    for (size_t i = 0; i < sizeof aside / sizeof *aside; i++) {
        scene s = open_scene();
        scene_add_head_on(&s, aside[i]);
        scene_run(&s, 0.3f, 300);
        assert_true(s.least_gap > 0.2f);
        scene_close(&s);
        s = open_scene();
        scene_add(&s, dv_vec(-8, 0, 0), dv_vec(8, 0, 0), WALKER_SPEED);
        scene_add(&s, dv_vec(0, -8 - aside[i], 0), dv_vec(0, 8, 0), WALKER_SPEED);
        scene_run(&s, 0.3f, 300);
        assert_true(s.least_gap > 0.2f);
        scene_close(&s);
    }
}

static void four_at_a_crossing_pass(void **state) {
    (void)state;
    scene s = open_scene();
    scene_add_crossing(&s);
    scene_run(&s, 0.3f, 400);
    assert_true(s.least_gap > 0.2f);
    scene_close(&s);
}

static void cross_circle(double weight, double tick_rate, uint64_t seed) {
    dv_steering *avoid = MAKE("predictive_avoidance", NUMBER("strength", 0.5));
    scene s = scene_open_at(tick_rate, avoid_and_arrive(avoid, weight), DV_PLANE);
    scene_add_circle(&s, 10, 24, seed);
    scene_run(&s, 0.5f, (int)(120 * tick_rate));
    if (s.least_gap < 0)
        fail_msg("weight %g, %g Hz, seed %d: bodies overlap by %g m", weight, tick_rate, (int)seed,
                 (double)-s.least_gap);
    scene_close(&s);
}

// All of them want through the middle at the same time.
static void a_circle_of_24_gets_across(void **state) {
    (void)state;
    static const double weights[] = {1, 1.5, 2, 3};
    const uint64_t seeds = (uint64_t)few_or_all(3, 10);
    for (int i = 0; i < 4; i++)
        for (uint64_t seed = 1; seed <= seeds; seed++) {
            cross_circle(weights[i], 20, seed);
            cross_circle(weights[i], 60, seed);
        }
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_push_goes_by_bands_of_distance),
        cmocka_unit_test(head_on_the_push_has_a_side),
        cmocka_unit_test(pushes_add_up_to_the_cap_at_most),
        cmocka_unit_test(what_does_not_collide_is_zero),
        cmocka_unit_test(near_bodies_are_kept_off),
        cmocka_unit_test(coinciding_bodies_part),
        cmocka_unit_test(pairs_pass_head_on_and_across),
        cmocka_unit_test(four_at_a_crossing_pass),
        cmocka_unit_test(a_circle_of_24_gets_across),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
