// The velocity blend: the formula step by step, what it keeps between ticks, and when it resets.
#include "../program.h"
#include "blend_world.h"

#define EXACT 1e-5f

static dv_argument inertia(double number) { return (dv_argument)NUMBER("inertia", number); }

// A body at rest, ten ticks a second: v = (2 · v₋₁ + 1 · 4 + 3 · 8) / (2 + 1 + 3).
static void the_formula_is_mixed_ten_times_a_second(void **state) {
    (void)state;
    lab l = open_fixed(10, BLEND_WITH("velocity", inertia(2), part(4), weighing_number(8, 3),
                                      weighing_number(0, 50)));
    dv_agent agent = anyone(&l);
    assert_vector(step_and_ask(&l, agent), 28.0f / 6, 0, 0, EXACT);
    assert_vector(step_and_ask(&l, agent), (2 * 28.0f / 6 + 28) / 6, 0, 0, EXACT);
    assert_vector(step_and_ask(&l, agent), (2 * (2 * 28.0f / 6 + 28) / 6 + 28) / 6, 0, 0, EXACT);
    for (int i = 0; i < 100; i++)
        lab_step(&l);
    assert_vector(dv_agent_steering(l.world, agent), 7, 0, 0, EXACT); // 28 / 4
    lab_close(&l);
}

// What parts want is the velocity plus their vector, and the first v₋₁ is the agent's own: from
// 6 m/s along y, (1 · (0, 6) + 1 · (10, 6)) / 2 − (0, 6).
static void it_begins_with_the_velocity_of_the_agent(void **state) {
    (void)state;
    lab l = open_fixed(10, BLEND("velocity", part(10)));
    dv_agent agent = lab_spawn(&l, SHEEP, dv_vec(0, 0, 0), 90, 6);
    assert_vector(step_and_ask(&l, agent), 5, 0, 0, EXACT);
    // Now the body rests, but (5, 6) was wanted: ((5, 6) + (10, 0)) / 2.
    assert_vector(step_and_ask(&l, agent), 7.5f, 3, 0, EXACT);
    lab_close(&l);
}

static void without_inertia_it_is_the_mean(void **state) {
    (void)state;
    lab l = open_fixed(50, BLEND_WITH("velocity", inertia(0), part(2), part(5), part(0)));
    dv_agent agent = anyone(&l);
    for (int i = 0; i < 3; i++)
        assert_vector(step_and_ask(&l, agent), 3.5f, 0, 0, EXACT);
    lab_close(&l);
}

// At rest and wanting 8, what is missing halves ten times a second.
static void the_tick_rate_does_not_matter(void **state) {
    (void)state;
    static const double rates[] = {10, 20, 50, 60, 100, 250};
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        lab l = open_fixed(rates[i], BLEND("velocity", part(8)));
        dv_agent agent = anyone(&l);
        for (int tick = 0; tick < rates[i] / 2; tick++)
            lab_step(&l);
        assert_vector(dv_agent_steering(l.world, agent), 8 * (1 - 1.0f / 32), 0, 0, 2e-5f);
        lab_close(&l);
    }
}

static void with_nothing_to_do_it_is_zero_and_forgets(void **state) {
    (void)state;
    lab l = open_fixed(10, BLEND("velocity", part_of(dv_value_setting("level"))));
    dv_agent agent = anyone(&l);
    for (int i = 0; i < 3; i++)
        lab_step(&l);
    set_level(&l, 0);
    assert_zero(step_and_ask(&l, agent));
    set_level(&l, -6);
    assert_vector(step_and_ask(&l, agent), -3, 0, 0, EXACT);
    lab_close(&l);
}

static void entering_a_state_forgets(void **state) {
    (void)state;
    lab l = open_fixed(10, BLEND("velocity", part(8)));
    dv_agent agent = anyone(&l);
    assert_vector(step_and_ask(&l, agent), 4, 0, 0, EXACT);
    assert_vector(step_and_ask(&l, agent), 6, 0, 0, EXACT);
    assert_int_equal(dv_agent_become(l.world, agent, 1, NULL), DV_OK);
    assert_vector(step_and_ask(&l, agent), 4, 0, 0, EXACT);
    lab_close(&l);
}

static void two_in_one_composition_remember_apart(void **state) {
    (void)state;
    dv_part slow = {BLEND_WITH("velocity", inertia(3), part(8)), {0}};
    dv_part quick = {BLEND("velocity", part(-8)), {0}};
    lab l = open_fixed(10, BLEND("sum", slow, quick));
    dv_agent agent = anyone(&l);
    assert_vector(step_and_ask(&l, agent), 2 - 4, 0, 0, EXACT);
    assert_vector(step_and_ask(&l, agent), 3.5f - 6, 0, 0, EXACT);
    lab_close(&l);
}

static void asking_remembers_nothing(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = anyone(&l);
    dv_steering *steering = BLEND("velocity", part(8));
    dv_vec3 once = lab_ask(&l, agent, dv_steering_retain(steering));
    dv_vec3 twice = lab_ask(&l, agent, steering);
    assert_true(once.x > 0 && once.x == twice.x);
    lab_close(&l);
}

static void an_empty_slot_for_inertia_steers_zero(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = anyone(&l);
    dv_argument argument = {"inertia", dv_value_name("amount")};
    assert_zero(lab_ask(&l, agent, BLEND_WITH("velocity", argument, part(8))));
    lab_close(&l);
}

static void what_is_not_finite_is_not_remembered(void **state) {
    (void)state;
    lab l = open_fixed(
        10, BLEND("velocity", {BLEND("weighted", weighing(1e38, dv_value_setting("level"))), {0}}));
    dv_agent agent = anyone(&l);
    dv_agent_set_velocity(l.world, agent, dv_vec(3e38f, 0, 0), NULL);
    set_level(&l, 3);
    dv_vec3 vector = step_and_ask(&l, agent);
    assert_true(dv_is_finite(vector));
    set_level(&l, 0);
    assert_zero(step_and_ask(&l, agent));
    lab_close(&l);
}

TESTS {
    if (!register_test_behaviors())
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_formula_is_mixed_ten_times_a_second),
        cmocka_unit_test(it_begins_with_the_velocity_of_the_agent),
        cmocka_unit_test(without_inertia_it_is_the_mean),
        cmocka_unit_test(the_tick_rate_does_not_matter),
        cmocka_unit_test(with_nothing_to_do_it_is_zero_and_forgets),
        cmocka_unit_test(entering_a_state_forgets),
        cmocka_unit_test(two_in_one_composition_remember_apart),
        cmocka_unit_test(asking_remembers_nothing),
        cmocka_unit_test(an_empty_slot_for_inertia_steers_zero),
        cmocka_unit_test(what_is_not_finite_is_not_remembered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
