// Queueing. The agent starts at the origin with a top speed of 10 m/s and a radius of 0.5 m. The
// door is at (20, 0); braking begins 2 m behind the agent ahead.
#include "../program.h"
#include "crossing_world.h"

#define EXACT 1e-4f
#define QUEUE "queueing", AT_POINT(20, 0, 0), NUMBER("radius", 1.2)

static dv_agent mover(lab *l, float speed) {
    return lab_spawn(l, SHEEP, dv_vec(0, 0, 0), 0, speed);
}

static void alone_it_seeks_the_target(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = mover(&l, 4);
    lab_step(&l);
    assert_vector(ASK(&l, agent, QUEUE), 6, 0, 0, EXACT);
    assert_zero(ASK(&l, agent, "queueing", AT_TARGET));
    assert_zero(ASK(&l, agent, "queueing", AT_POINT(0, 0, 0)));
    lab_close(&l);
}

// The response of 0.25 s allows 1 / s of the gap: see arrival.
static void it_slows_down_behind_the_one_ahead(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = mover(&l, 4);
    dv_agent ahead = lab_spawn(&l, SHEEP, dv_vec(2.5f, 0, 0), 0, 3);
    lab_step(&l);
    // 1.5 m are left: 3 + 1.5 m/s
    assert_vector(ASK(&l, agent, QUEUE), 0.5f, 0, 0, EXACT);
    assert_vector(ASK(&l, ahead, QUEUE), 7, 0, 0, EXACT); // nobody is ahead of it
    lab_close(&l);
    l = lab_open();
    agent = mover(&l, 4);
    lab_spawn(&l, SHEEP, dv_vec(2.5f, 0, 0), 180, 5); // coming back counts as standing
    lab_step(&l);
    assert_vector(ASK(&l, agent, QUEUE), -2.5f, 0, 0, EXACT);
    lab_close(&l);
}

static void it_stands_where_it_touches_and_separates(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = mover(&l, 0);
    lab_spawn(&l, SHEEP, dv_vec(1, 0, 0), 0, 0);
    lab_step(&l);
    // separation: 1 / 1 m · 1.2 m · 10 m/s, truncated
    assert_vector(ASK(&l, agent, QUEUE), -10, 0, 0, EXACT);
    assert_zero(ASK(&l, agent, "queueing", AT_POINT(20, 0, 0), NUMBER("radius", 0.9)));
    lab_close(&l);
}

static void only_those_of_the_queue_and_ahead_count(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = mover(&l, 4);
    lab_spawn(&l, DOG, dv_vec(1.5f, 0, 0), 0, 0);    // of another kind
    lab_spawn(&l, SHEEP, dv_vec(1, 1.7f, 0), 0, 0);  // beside, out of the cone
    lab_spawn(&l, SHEEP, dv_vec(-1.5f, 0, 0), 0, 0); // behind
    lab_spawn(&l, SHEEP, dv_vec(3.1f, 0, 0), 0, 0);  // too far ahead
    lab_step(&l);
    assert_vector(ASK(&l, agent, QUEUE), 6, 0, 0, EXACT);
    assert_true(ASK(&l, agent, QUEUE, {"kind", dv_value_name("dog")}).x < 0);
    lab_close(&l);
}

static void of_two_equally_near_the_lower_id_goes_first(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent first = lab_spawn(&l, SHEEP, dv_vec(19, 0.7f, 0), 0, 0);
    dv_agent second = lab_spawn(&l, SHEEP, dv_vec(19, -0.7f, 0), 0, 0);
    lab_step(&l);
    dv_argument wide = NUMBER("angle", DV_PI);
    assert_true(dv_length(ASK(&l, first, QUEUE, wide)) > 10 - EXACT);
    assert_true(dv_length(ASK(&l, second, QUEUE, wide)) < 1);
    lab_close(&l);
}

// Bodies are 1 m wide: at 1.5 m, exp(−(1.5² − 1²)) = 0.28650 of the speed is lost.
#define CROWD "queueing", AT_POINT(20, 0, 0), NUMBER("density", 1)

static void in_a_crowd_the_room_ahead_gives_the_speed(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = mover(&l, 4);
    dv_agent ahead = lab_spawn(&l, SHEEP, dv_vec(1.5f, 0, 0), 0, 5); // how fast it moves is all one
    lab_step(&l);
    assert_vector(ASK(&l, agent, CROWD), 3.1350f, 0, 0, EXACT);
    dv_argument dense = NUMBER("density", 2); // exp(−2.5) = 0.08208
    assert_vector(ASK(&l, agent, "queueing", AT_POINT(20, 0, 0), dense), 5.1792f, 0, 0, EXACT);
    assert_vector(ASK(&l, ahead, CROWD), 5, 0, 0, EXACT); // nobody is ahead of it
    assert_vector(ASK(&l, agent, CROWD, NUMBER("distance", 0.4)), 6, 0, 0, EXACT); // unseen
    lab_close(&l);
}

// The way turns by 0.35 · 0.28650 = 0.10028 for each unit of it; the speed does not fall.
static void in_a_crowd_others_turn_the_way_aside_and_not_back(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = mover(&l, 4);
    lab_spawn(&l, SHEEP, dv_vec(0, 1.5f, 0), 0, 0);
    lab_spawn(&l, SHEEP, dv_vec(-1.5f, 0, 0), 0, 0); // behind
    lab_step(&l);
    assert_vector(ASK(&l, agent, CROWD), 5.9501f, -0.9977f, 0, EXACT);
    lab_close(&l);
}

static void in_a_crowd_who_touches_stands_and_who_overlaps_parts(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = mover(&l, 4);
    dv_agent ahead = lab_spawn(&l, SHEEP, dv_vec(1, 0, 0), 0, 0);
    lab_step(&l);
    assert_vector(ASK(&l, agent, CROWD), -4, 0, 0, EXACT);
    lab_close(&l);
    l = lab_open();
    agent = mover(&l, 0);
    ahead = lab_spawn(&l, SHEEP, dv_vec(0.95f, 0, 0), 0, 0);
    lab_step(&l);
    // 8 caps · 0.05 m / 1 m
    assert_vector(ASK(&l, agent, CROWD), -4, 0, 0, EXACT);
    assert_vector(ASK(&l, ahead, CROWD), 14, 0, 0, EXACT);
    lab_close(&l);
}

// At 5 m/s each they meet in 0.6 s, where the way turns aside by 2 · (1 − 0.2 / 1.3) · (1 − 0.6 /
// 2), which is more than 1, and in 1.2 s, by 2 · (1 − 0.6 / 1.3) · (1 − 1.2 / 2) = 0.43077.
static void in_a_crowd_who_comes_the_other_way_turns_the_way_aside(void **state) {
    (void)state;
    const dv_vec3 places[] = {{6, 0.2f, 0}, {12, 0.6f, 0}, {12, -0.6f, 0}, {12, 1.3f, 0}};
    const dv_vec3 expected[] = {
        {3.0711f, -7.0711f, 0}, {5.1841f, -3.9562f, 0}, {5.1841f, 3.9562f, 0}, {6, 0, 0}};
    for (int i = 0; i < 4; i++) {
        lab l = lab_open();
        dv_agent agent = mover(&l, 4);
        lab_spawn(&l, SHEEP, places[i], 180, 5);
        lab_step(&l);
        assert_vector(ASK(&l, agent, CROWD), expected[i].x, expected[i].y, 0, EXACT);
        lab_close(&l);
    }
}

// Face to face, each turns to its left. The second lets the first go first: 1 − exp(−3) = 0.95021.
static void in_a_crowd_two_face_to_face_pass(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = mover(&l, 0);
    dv_agent other = lab_spawn(&l, SHEEP, dv_vec(2, 0, 0), 180, 0);
    lab_step(&l);
    assert_vector(ASK(&l, agent, CROWD), 7.0711f, 7.0711f, 0, EXACT);
    assert_vector(ASK(&l, other, "queueing", AT_POINT(-20, 0, 0), NUMBER("density", 1)), -6.7190f,
                  -6.7190f, 0, EXACT);
    lab_close(&l);
}

// It is 1.2 m past the target, further than the agent is before it: exp(−(2.2² − 1²)) = 0.02149.
static void in_a_crowd_one_past_the_target_is_in_the_way(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = mover(&l, 4);
    lab_spawn(&l, SHEEP, dv_vec(2.2f, 0, 0), 0, 0);
    lab_step(&l);
    assert_vector(ASK(&l, agent, "queueing", AT_POINT(1, 0, 0), NUMBER("density", 1)), 5.7851f, 0,
                  0, EXACT);
    lab_close(&l);
}

// Twelve from all over a half circle go through a door one after another.
static void everybody_gets_through_the_door(void **state) {
    (void)state;
    scene s = scene_open(MAKE("queueing", {"target", dv_value_name("place")}), DV_PLANE);
    for (int i = 0; i < 12; i++) {
        double angle = DV_PI * (0.5 + (i + 0.5) / 12);
        float far = 8 + (float)(i % 3);
        scene_add(&s, dv_vec(far * (float)dv_cos(angle), far * (float)dv_sin(angle), 0),
                  dv_vec(0, 0, 0), 0);
    }
    int passed = 0;
    for (int tick = 0; tick < 1200 && passed < 12; tick++) {
        lab_step(&s.l);
        scene_measure(&s);
        for (int i = 0; i < s.count; i++) {
            if (dv_length(dv_agent_position(s.l.world, s.walkers[i])) > 0.4f)
                continue;
            dv_agent_remove(s.l.world, s.walkers[i]);
            s.walkers[i--] = s.walkers[--s.count];
            passed++;
        }
    }
    assert_int_equal(passed, 12);
    if (s.least_gap < -0.1f)
        fail_msg("bodies overlapped by %g m", (double)-s.least_gap);
    scene_close(&s);
}

// A queue before a closed door: all come to rest, and nobody touches the one ahead.
static void a_queue_comes_to_rest(void **state) {
    (void)state;
    scene s = scene_open(
        MAKE("queueing", {"target", dv_value_name("place")}, NUMBER("radius", 0.5)), DV_PLANE);
    for (int i = 0; i < 6; i++)
        scene_add(&s, dv_vec(-3 * (float)i, 0, 0), dv_vec(5, 0, 0), i ? WALKER_SPEED : 0);
    dv_agent_set_property(s.l.world, s.walkers[0], DV_MAX_SPEED, 0, NULL);
    for (int tick = 0; tick < 1200; tick++) {
        lab_step(&s.l);
        scene_measure(&s);
    }
    for (int i = 0; i < 6; i++) {
        assert_true(dv_length(dv_agent_velocity(s.l.world, s.walkers[i])) < 1e-3f);
        float place = dv_agent_position(s.l.world, s.walkers[i]).x;
        assert_true(fabsf(place + 0.6f * (float)i) < 0.05f);
    }
    assert_true(s.least_gap > -1e-4f);
    scene_close(&s);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(alone_it_seeks_the_target),
        cmocka_unit_test(it_slows_down_behind_the_one_ahead),
        cmocka_unit_test(it_stands_where_it_touches_and_separates),
        cmocka_unit_test(only_those_of_the_queue_and_ahead_count),
        cmocka_unit_test(of_two_equally_near_the_lower_id_goes_first),
        cmocka_unit_test(in_a_crowd_the_room_ahead_gives_the_speed),
        cmocka_unit_test(in_a_crowd_others_turn_the_way_aside_and_not_back),
        cmocka_unit_test(in_a_crowd_who_touches_stands_and_who_overlaps_parts),
        cmocka_unit_test(in_a_crowd_who_comes_the_other_way_turns_the_way_aside),
        cmocka_unit_test(in_a_crowd_two_face_to_face_pass),
        cmocka_unit_test(in_a_crowd_one_past_the_target_is_in_the_way),
        cmocka_unit_test(everybody_gets_through_the_door),
        cmocka_unit_test(a_queue_comes_to_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
