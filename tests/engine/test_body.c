// What bodies of every model have: drag, momentum, a minimum speed, a minimum force, a turn rate. 2
// kg, 40 N, 10 m/s, and 0.25 s at 50 ticks a second: at most 0.4 m/s per tick.
#include "../program.h"
#include "../world_hash.h"
#include "pushed_world.h"

#include <stdio.h>

#define CLOSE 1e-5f

static lab open_body(dv_steering *steer, dv_property property, double value) {
    lab_kinds kinds = {0};
    kinds.properties[property] = dv_value_number(value);
    return open_pushed(lab_def(), steer, kinds);
}

static void drag_takes_its_share_of_the_speed(void **state) {
    (void)state;
    lab l = open_body(PUSH(0, 0, 0), DV_DAMPING, 0.5);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 8);
    lab_step(&l);
    assert_vector(dv_agent_velocity(l.world, agent), 8 / 1.01f, 0, 0, CLOSE);
    steps(&l, 49); // 1.01^-50, near e^-0.5
    assert_vector(dv_agent_velocity(l.world, agent), 8 * 0.6080f, 0, 0, 1e-3f);
    lab_close(&l);
}

static void momentum_lets_acceleration_follow(void **state) {
    (void)state;
    // 1 m/s / 0.25 s = 4 m/s² asked; of it 0.02 / (0.08 + 0.02) = a fifth in the first tick
    lab l = open_body(PUSH(1, 0, 0), DV_SMOOTHING, 0.08);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    lab_step(&l);
    assert_vector(dv_agent_velocity(l.world, agent), 0.8f * 0.02f, 0, 0, CLOSE);
    lab_step(&l); // 0.8 + (4 − 0.8) / 5 = 1.44
    assert_vector(dv_agent_velocity(l.world, agent), 2.24f * 0.02f, 0, 0, CLOSE);
    lab_close(&l);
}

static void smoothed_acceleration_fades_to_nothing(void **state) {
    (void)state;
    lab l = open_body(MAKE("push", {"x", dv_value_name("amount")}), DV_SMOOTHING, 0.5);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    lab_set_amount(&l, agent, 2);
    steps(&l, 20);
    assert_true(l.world->agents.ax[0] > 1);
    lab_set_amount(&l, agent, 0);
    steps(&l, 1000);
    assert_true(l.world->agents.ax[0] == 0);
    lab_close(&l);
}

static void reload(lab *l) {
    static const char path[] = "test_body.snap";
    uint64_t hash = world_hash(l->world);
    assert_int_equal(dv_world_save(l->world, path, &l->error), DV_OK);
    if (dv_world_load(l->world, path, &l->error) != DV_OK)
        fail_msg("%s", l->error.message);
    remove(path);
    assert_true(world_hash(l->world) == hash);
}

// Point masses that no kind smooths have no columns for it, until one of them does.
static void smoothing_may_be_an_agents_own(void **state) {
    (void)state;
    lab l = open_body(PUSH(1, 0, 0), DV_SMOOTHING, 0);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    lab_step(&l);
    dv_agent_halt(l.world, agent);
    assert_false(l.world->agents.has_inertia);
    reload(&l);
    assert_false(l.world->agents.has_inertia);
    agent = dv_world_agent_at(l.world, 0);
    assert_int_equal(dv_agent_set_property(l.world, agent, DV_SMOOTHING, 0.08, &l.error), DV_OK);
    lab_step(&l);
    assert_vector(dv_agent_velocity(l.world, agent), 0.8f * 0.02f, 0, 0, CLOSE);
    lab_spawn(&l, SHEEP, dv_vec(5, 5, 0), 0, 0);
    reload(&l);
    agent = dv_world_agent_at(l.world, 0);
    assert_float_equal(l.world->agents.ax[0], 0.8f, CLOSE);
    lab_step(&l);
    assert_vector(dv_agent_velocity(l.world, agent), 2.24f * 0.02f, 0, 0, CLOSE);
    // What is left of it is kept, though nobody has it any more.
    dv_agent_set_property(l.world, agent, DV_SMOOTHING, NAN, &l.error);
    reload(&l);
    assert_float_equal(l.world->agents.ax[0], 1.44f, CLOSE);
    lab_close(&l);
}

static void a_halt_ends_momentum_too(void **state) {
    (void)state;
    lab l = open_body(MAKE("push", {"x", dv_value_name("amount")}), DV_SMOOTHING, 0.5);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    lab_set_amount(&l, agent, 2);
    steps(&l, 20);
    lab_set_amount(&l, agent, 0);
    dv_agent_halt(l.world, agent);
    lab_step(&l);
    assert_zero(dv_agent_velocity(l.world, agent));
    lab_close(&l);
}

static void a_body_with_a_slowest_speed_keeps_it(void **state) {
    (void)state;
    lab l = open_body(STOP(), DV_MIN_SPEED, 3);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 90, 8);
    steps(&l, 200);
    assert_vector(dv_agent_velocity(l.world, agent), 0, 3, 0, CLOSE);
    lab_close(&l);
    // From rest it gets there as its force allows: 0.4 m/s a tick.
    l = open_body(PUSH(0, 0, 0), DV_MIN_SPEED, 3);
    agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 90, 0);
    lab_step(&l);
    assert_vector(dv_agent_velocity(l.world, agent), 0, 0.4f, 0, CLOSE);
    steps(&l, 20);
    assert_vector(dv_agent_velocity(l.world, agent), 0, 3, 0, CLOSE);
    lab_close(&l);
}

static void a_state_may_be_slower_than_the_slowest_speed(void **state) {
    (void)state;
    lab_kinds kinds = {.speed = dv_value_number(0)};
    kinds.properties[DV_MIN_SPEED] = dv_value_number(3);
    lab l = open_pushed(lab_def(), PUSH(0, 0, 0), kinds);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 90, 8);
    steps(&l, 50);
    assert_zero(dv_agent_velocity(l.world, agent));
    lab_close(&l);
}

static void what_cannot_stop_flies_round_to_what_is_behind(void **state) {
    (void)state;
    lab l = open_body(MAKE("seek", AT_POINT(-30, 0, 0)), DV_MIN_SPEED, 6);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 6);
    float nearest = 30;
    for (int tick = 0; tick < 600; tick++) {
        lab_step(&l);
        assert_true(speed_of(&l, agent) > 5.999f);
        float distance = dv_length(dv_subtract(place_of(&l, agent), dv_vec(-30, 0, 0)));
        nearest = distance < nearest ? distance : nearest;
    }
    assert_true(nearest < 1);
    lab_close(&l);
}

static void it_flies_round_no_faster_than_its_turn_rate(void **state) {
    (void)state;
    lab_kinds kinds = {0};
    kinds.properties[DV_MIN_SPEED] = dv_value_number(6);
    kinds.properties[DV_TURN_RATE] = dv_value_number(0.5);
    lab l = open_pushed(lab_def(), MAKE("seek", AT_POINT(-30, 0, 0)), kinds);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 6);
    steps(&l, 200); // 0.01 rad a tick
    assert_float_equal(dv_agent_heading(l.world, agent), 2, 1e-3);
    lab_close(&l);
}

static void a_weak_push_moves_nothing(void **state) {
    (void)state;
    // 2 kg · 1 m/s / 0.25 s = 8 N
    lab l = open_body(PUSH(1, 0, 0), DV_MIN_FORCE, 8.1);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    steps(&l, 10);
    assert_zero(dv_agent_velocity(l.world, agent));
    lab_close(&l);
    l = open_body(PUSH(1, 0, 0), DV_MIN_FORCE, 7.9);
    agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    lab_step(&l);
    assert_vector(dv_agent_velocity(l.world, agent), 0.08f, 0, 0, CLOSE);
    lab_close(&l);
}

static void no_turn_is_faster_than_the_turn_rate(void **state) {
    (void)state;
    lab l = open_body(PUSH(0, 100, 0), DV_TURN_RATE, 1);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 5);
    lab_step(&l);
    // asked (5, 0.4), which lies 0.08 rad aside; 0.02 rad are turned, the rest is lost
    double c = dv_cos(0.02), s = dv_sin(0.02), speed = 5 * c + 0.4 * s;
    assert_vector(dv_agent_velocity(l.world, agent), (float)(speed * c), (float)(speed * s), 0,
                  CLOSE);
    for (int tick = 0; tick < 100; tick++) {
        double before = dv_agent_heading(l.world, agent);
        lab_step(&l);
        assert_true(dv_agent_heading(l.world, agent) - before < 0.02 + 1e-6);
    }
    steps(&l, 200);
    assert_vector(dv_agent_forward(l.world, agent), 0, 1, 0, 1e-3f);
    lab_close(&l);
}

// Reynolds: no lateral force at rest. OpenSteer's cone lets such a body run on ahead; ours turns.
static void at_rest_a_turn_comes_before_the_start(void **state) {
    (void)state;
    lab l = open_body(MAKE("seek", AT_POINT(-20, 0, 0)), DV_TURN_RATE, 2);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 0);
    for (int tick = 1; tick <= 39; tick++) {
        lab_step(&l);
        assert_zero(place_of(&l, agent));
        assert_float_equal(dv_agent_heading(l.world, agent), 0.04 * tick, 1e-5);
    }
    steps(&l, 200);
    assert_true(place_of(&l, agent).x < -10);
    lab_close(&l);
}

static void with_a_turn_rate_arrival_still_settles(void **state) {
    (void)state;
    lab l = open_body(MAKE("arrival", AT_POINT(-12, 5, 0)), DV_TURN_RATE, 1.5);
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 0, 6);
    steps(&l, 1500);
    assert_vector(place_of(&l, agent), -12, 5, 0, 0.05f);
    assert_true(speed_of(&l, agent) < 0.02f);
    lab_close(&l);
}

TESTS {
    if (!register_pushes())
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drag_takes_its_share_of_the_speed),
        cmocka_unit_test(momentum_lets_acceleration_follow),
        cmocka_unit_test(smoothed_acceleration_fades_to_nothing),
        cmocka_unit_test(smoothing_may_be_an_agents_own),
        cmocka_unit_test(a_halt_ends_momentum_too),
        cmocka_unit_test(a_body_with_a_slowest_speed_keeps_it),
        cmocka_unit_test(a_state_may_be_slower_than_the_slowest_speed),
        cmocka_unit_test(what_cannot_stop_flies_round_to_what_is_behind),
        cmocka_unit_test(it_flies_round_no_faster_than_its_turn_rate),
        cmocka_unit_test(a_weak_push_moves_nothing),
        cmocka_unit_test(no_turn_is_faster_than_the_turn_rate),
        cmocka_unit_test(at_rest_a_turn_comes_before_the_start),
        cmocka_unit_test(with_a_turn_rate_arrival_still_settles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
