// Unaligned collision avoidance. The agent starts at the origin and faces +x at 4 m/s with a top
// speed of 10 m/s. Bodies of 0.5 m and a clearance of 0.5 m collide within 1.5 m; the horizon is 4
// s.
#include "../program.h"
#include "crossing_world.h"

#define EXACT 1e-4f
#define AVOID "unaligned_avoidance", NUMBER("horizon", 4), NUMBER("clearance", 0.5)

static dv_agent mover(lab *l, float speed) {
    return lab_spawn(l, SHEEP, dv_vec(0, 0, 0), 0, speed);
}

static void what_does_not_collide_is_zero(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = mover(&l, 4);
    lab_step(&l);
    assert_zero(ASK(&l, agent, AVOID));               // nobody there
    lab_spawn(&l, SHEEP, dv_vec(-4, 0, 0), 180, 4);   // parting
    lab_spawn(&l, SHEEP, dv_vec(3, 2, 0), 0, 4);      // keeping its distance
    lab_spawn(&l, SHEEP, dv_vec(5, 1.6f, 0), 180, 4); // passing beside
    lab_spawn(&l, SHEEP, dv_vec(9, 0.08f, 0), 0, 2);  // met after 4.5 s
    lab_step(&l);
    assert_zero(ASK(&l, agent, AVOID));
    lab_close(&l);
}

static void head_on_it_turns_from_where_the_other_will_be(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = mover(&l, 4);
    dv_agent other = lab_spawn(&l, SHEEP, dv_vec(9, 0.5f, 0), 180, 4);
    lab_step(&l);
    // nearest after 9 / 8 s: 10 m/s · (1 − 1.125 / 8)
    assert_vector(ASK(&l, agent, AVOID), 0, -8.59375f, 0, EXACT);
    assert_vector(ASK(&l, other, AVOID), 0, 8.59375f, 0, EXACT);
    lab_close(&l);
}

static void exactly_head_on_both_turn_left(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = mover(&l, 4);
    dv_agent other = lab_spawn(&l, SHEEP, dv_vec(9, 0, 0), 180, 4);
    lab_step(&l);
    assert_vector(ASK(&l, agent, AVOID), 0, 8.59375f, 0, EXACT);
    assert_vector(ASK(&l, other, AVOID), 0, -8.59375f, 0, EXACT);
    lab_close(&l);
}

static void side_by_side_it_turns_from_where_the_other_is(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = mover(&l, 4);
    lab_spawn(&l, SHEEP, dv_vec(3, 0.3f, 0), 0, 2);
    lab_step(&l);
    // nearest after 1.5 s: 10 m/s · (1 − 1.5 / 8)
    assert_vector(ASK(&l, agent, AVOID), 0, -8.125f, 0, EXACT);
    lab_close(&l);
}

// As in Reynolds' figure 12: both turn left, the one that is first speeds up, the other slows down.
static void of_two_that_cross_one_hurries_and_one_waits(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent first = mover(&l, 4);
    dv_agent second = lab_spawn(&l, SHEEP, dv_vec(4, -5, 0), 90, 4);
    lab_step(&l);
    // nearest after 36 / 32 s, the second then at (−0.5, −0.5): 1 − 1.125 / 8 = 0.859375
    assert_vector(ASK(&l, first, AVOID), 6 * 0.859375f, 10 * 0.859375f, 0, EXACT);
    assert_vector(ASK(&l, second, AVOID), -10 * 0.859375f, -4 * 0.859375f, 0, EXACT);
    lab_close(&l);
}

static void of_two_that_cross_at_once_the_lower_id_is_first(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent first = mover(&l, 4);
    dv_agent second = lab_spawn(&l, SHEEP, dv_vec(4, -4, 0), 90, 4);
    lab_step(&l);
    // nearest after 1 s: 1 − 1 / 8
    assert_vector(ASK(&l, first, AVOID), 6 * 0.875f, 10 * 0.875f, 0, EXACT);
    assert_vector(ASK(&l, second, AVOID), -10 * 0.875f, -4 * 0.875f, 0, EXACT);
    lab_close(&l);
}

static void one_that_stands_steps_out_of_the_way(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = mover(&l, 0);
    dv_agent other = lab_spawn(&l, SHEEP, dv_vec(-8, 0, 0), 0, 4);
    lab_step(&l);
    // met after 2 s; facing the other its left is −y, and the other's left is +y
    assert_vector(ASK(&l, agent, AVOID), 0, -7.5f, 0, EXACT);
    assert_vector(ASK(&l, other, AVOID), 0, 7.5f, 0, EXACT);
    lab_close(&l);
}

static void the_soonest_collision_counts(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = mover(&l, 4);
    lab_spawn(&l, SHEEP, dv_vec(9, 0.5f, 0), 180, 4);
    lab_spawn(&l, SHEEP, dv_vec(4, -0.5f, 0), 180, 4);
    lab_step(&l);
    // nearest after 0.5 s
    assert_vector(ASK(&l, agent, AVOID), 0, 9.375f, 0, EXACT);
    lab_close(&l);
}

static void bodies_that_overlap_part(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = mover(&l, 0), other = lab_spawn(&l, SHEEP, dv_vec(0.6f, 0.8f, 0), 0, 0);
    lab_step(&l);
    assert_zero(ASK(&l, agent, AVOID)); // they just touch
    dv_agent_set_position(l.world, other, dv_vec(0.3f, 0.4f, 0), NULL);
    lab_step(&l);
    assert_vector(ASK(&l, agent, AVOID), -3, -4, 0, EXACT);
    dv_agent_set_position(l.world, other, dv_vec(0, 0, 0), NULL);
    lab_step(&l);
    dv_vec3 of_agent = ASK(&l, agent, AVOID), of_other = ASK(&l, other, AVOID);
    assert_vector(dv_add(of_agent, of_other), 0, 0, 0, EXACT);
    assert_true(dv_length(of_agent) > 10 - EXACT && dv_length(of_agent) <= 10);
    lab_close(&l);
}

static void only_the_asked_for_neighbors_count(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = mover(&l, 4);
    lab_spawn(&l, DOG, dv_vec(-6, 0.2f, 0), 0, 8);
    lab_step(&l);
    assert_true(ASK(&l, agent, AVOID).y < 0);
    assert_true(ASK(&l, agent, AVOID, {"kind", dv_value_name("dog")}).y < 0);
    assert_zero(ASK(&l, agent, AVOID, {"kind", dv_value_name("sheep")}));
    assert_zero(ASK(&l, agent, AVOID, {"state", dv_value_name("running")}));
    assert_zero(ASK(&l, agent, AVOID, NUMBER("angle", DV_PI)));
    assert_zero(ASK(&l, agent, AVOID, NUMBER("radius", 5.9)));
    assert_zero(ASK(&l, agent, "unaligned_avoidance", NUMBER("horizon", 0)));
    lab_close(&l);
}

static void threats_are_seen_across_a_wrapping_edge(void **state) {
    (void)state;
    dv_world_def def = lab_def();
    def.bounds.edge = DV_EDGE_WRAP;
    lab l = lab_open_with(def, (lab_kinds){0});
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(46, 0, 0), 0, 4);
    lab_spawn(&l, SHEEP, dv_vec(-45, 0.5f, 0), 180, 4);
    lab_step(&l);
    assert_vector(ASK(&l, agent, AVOID), 0, -8.59375f, 0, EXACT);
    lab_close(&l);
}

static void in_a_volume_it_turns_up_or_down(void **state) {
    (void)state;
    lab l = lab_open_volume();
    dv_agent agent = mover(&l, 4);
    lab_spawn(&l, SHEEP, dv_vec(9, 0, 0.5f), 180, 4);
    lab_step(&l);
    assert_vector(ASK(&l, agent, AVOID), 0, 0, -8.59375f, EXACT);
    lab_close(&l);
}

// Scenes

static scene open_scene(void) {
    return scene_open(avoid_and_arrive(MAKE("unaligned_avoidance", NUMBER("clearance", 0.3)), 1),
                      DV_PLANE);
}

static void a_pair_head_on_passes(void **state) {
    (void)state;
    static const float aside[] = {0, 1e-6f, 0.02f, 0.3f, 0.6f};
    for (size_t i = 0; i < sizeof aside / sizeof *aside; i++) {
        scene s = open_scene();
        scene_add_head_on(&s, aside[i]);
        scene_run(&s, 0.3f, 300);
        assert_true(s.least_gap > 0.1f);
        scene_close(&s);
    }
}

static void four_at_a_crossing_pass(void **state) {
    (void)state;
    scene s = open_scene();
    scene_add_crossing(&s);
    scene_run(&s, 0.3f, 400);
    assert_true(s.least_gap > 0);
    scene_close(&s);
}

// Two streams of 20 that cross: everybody meets many threats at about the same time.
static void streams_cross_without_wavering(void **state) {
    (void)state;
    scene s = open_scene();
    for (int i = 0; i < 20; i++) {
        float row = 2 * (float)(i % 4), rank = 3 * (float)(i / 4);
        scene_add(&s, dv_vec(-10 - rank, row, 0), dv_vec(24 - rank, row, 0), WALKER_SPEED);
        scene_add(&s, dv_vec(row, -10 - rank, 0), dv_vec(row, 24 - rank, 0), WALKER_SPEED);
    }
    scene_run(&s, 0.5f, 900);
    // without a memory of threats and sides they turn 45 times each
    if (s.turns > 30 * s.count || s.least_gap < 0)
        fail_msg("%d turns in %d ticks, %g m between bodies", s.turns, s.ticks,
                 (double)s.least_gap);
    scene_close(&s);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_does_not_collide_is_zero),
        cmocka_unit_test(head_on_it_turns_from_where_the_other_will_be),
        cmocka_unit_test(exactly_head_on_both_turn_left),
        cmocka_unit_test(side_by_side_it_turns_from_where_the_other_is),
        cmocka_unit_test(of_two_that_cross_one_hurries_and_one_waits),
        cmocka_unit_test(of_two_that_cross_at_once_the_lower_id_is_first),
        cmocka_unit_test(one_that_stands_steps_out_of_the_way),
        cmocka_unit_test(the_soonest_collision_counts),
        cmocka_unit_test(bodies_that_overlap_part),
        cmocka_unit_test(only_the_asked_for_neighbors_count),
        cmocka_unit_test(threats_are_seen_across_a_wrapping_edge),
        cmocka_unit_test(in_a_volume_it_turns_up_or_down),
        cmocka_unit_test(a_pair_head_on_passes),
        cmocka_unit_test(four_at_a_crossing_pass),
        cmocka_unit_test(streams_cross_without_wavering),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
