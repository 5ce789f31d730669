// Leader following. The leader is at the origin, faces +x, and moves at (2, 0) m/s. Bodies have a
// radius of 0.5 m, so the rectangle in front of it reaches 1 m to each side and is 3 m long.
#include "../program.h"
#include "behavior_world.h"

#define EXACT 1e-4f
#define FOLLOW(...) "leader_following", {"leader", dv_value_name("target")}, __VA_ARGS__
#define ALONE NUMBER("radius", 0)

static dv_agent follower(lab *l, dv_agent leader, float x, float y, float speed) {
    dv_agent agent = lab_spawn(l, SHEEP, dv_vec(x, y, 0), 0, speed);
    lab_aim(l, agent, leader);
    return agent;
}

static dv_agent leader_of(lab *l) { return lab_spawn(l, DOG, dv_vec(0, 0, 0), 0, 2); }

static void it_arrives_behind_the_leader(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent leader = leader_of(&l), agent = follower(&l, leader, -5, 0, 1);
    // 3 m from the place 2 m behind: 3 / (4 · 0.25 s) = 3 m/s
    assert_vector(ASK(&l, agent, FOLLOW(ALONE)), 2, 0, 0, EXACT);
    // 1 m from the place 4 m behind: 1 m/s, as it moves already
    assert_vector(ASK(&l, agent, FOLLOW(ALONE, NUMBER("offset", 4))), 0, 0, 0, EXACT);
    // 2 m and 0.5 s at 2 m/s behind: 2 m away
    assert_vector(ASK(&l, agent, FOLLOW(ALONE, NUMBER("offset_time", 0.5))), 1, 0, 0, EXACT);
    lab_close(&l);
}

static void it_clears_the_way_in_front_of_the_leader(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent leader = leader_of(&l);
    dv_agent left = follower(&l, leader, 2, 0.4f, 1), right = follower(&l, leader, 2, -0.4f, 1);
    dv_agent amid = follower(&l, leader, 2.9f, 0, 1), beyond = follower(&l, leader, 3.1f, 0, 1);
    dv_agent beside = follower(&l, leader, 2, 1.1f, 1);
    assert_vector(ASK(&l, left, FOLLOW(ALONE)), -1, 10, 0, EXACT);
    assert_vector(ASK(&l, right, FOLLOW(ALONE)), -1, -10, 0, EXACT);
    assert_vector(ASK(&l, amid, FOLLOW(ALONE)), -1, 10, 0, EXACT);
    assert_true(ASK(&l, beyond, FOLLOW(ALONE)).x < -1);
    assert_true(ASK(&l, beside, FOLLOW(ALONE)).x < -1);
    // further ahead counts with a longer horizon
    assert_vector(ASK(&l, beyond, FOLLOW(ALONE, NUMBER("horizon", 2))), -1, 10, 0, EXACT);
    lab_close(&l);
}

static void followers_keep_apart_but_not_from_the_leader(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent leader = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 2);
    dv_agent agent = follower(&l, leader, -2, 0, 0);
    lab_spawn(&l, DOG, dv_vec(-2, 1, 0), 0, 0);
    lab_step(&l);
    assert_zero(ASK(&l, agent, FOLLOW(NUMBER("radius", 3)))); // in place; dogs are no followers
    lab_spawn(&l, SHEEP, dv_vec(-2, -1, 0), 0, 0);
    dv_agent_set_position(l.world, leader, dv_vec(0, 0, 0), NULL);
    lab_step(&l);
    assert_vector(ASK(&l, agent, FOLLOW(NUMBER("radius", 3))), 0, 10, 0, EXACT);
    assert_vector(ASK(&l, agent, FOLLOW(NUMBER("radius", 3), {"kind", dv_value_name("dog")})), 0,
                  -10, 0, EXACT);
    lab_close(&l);
}

static void without_a_leader_it_steers_zero(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 4);
    assert_zero(ASK(&l, agent, FOLLOW(ALONE)));
    lab_aim(&l, agent, agent); // it leads
    assert_zero(ASK(&l, agent, FOLLOW(ALONE)));
    lab_close(&l);
}

static void on_top_of_the_leader_it_is_finite(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent leader = leader_of(&l), agent = follower(&l, leader, 0, 0, 0);
    lab_step(&l);
    // neither in front nor behind: 2 m to go to the place behind
    assert_vector(ASK(&l, agent, FOLLOW(NUMBER("radius", 2))), -2, 0, 0, EXACT);
    lab_close(&l);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_arrives_behind_the_leader),
        cmocka_unit_test(it_clears_the_way_in_front_of_the_leader),
        cmocka_unit_test(followers_keep_apart_but_not_from_the_leader),
        cmocka_unit_test(without_a_leader_it_steers_zero),
        cmocka_unit_test(on_top_of_the_leader_it_is_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
