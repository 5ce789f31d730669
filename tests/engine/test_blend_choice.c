// Blends in which one part at a time steers: which part, what is drawn at random, and for how long.
#include "../program.h"
#include "blend_world.h"

#define EXACT 1e-5f
#define CROWD 1000

static void spawn_crowd(lab *l, dv_agent agents[CROWD]) {
    for (int i = 0; i < CROWD; i++)
        agents[i] = anyone(l);
}

/// How many of the crowd were steered by the part that yields x.
static int followers_of(const lab *l, const dv_agent agents[CROWD], float x) {
    int followers = 0;
    for (int i = 0; i < CROWD; i++)
        followers += dv_agent_steering(l->world, agents[i]).x == x;
    return followers;
}

/// Four standard deviations of what a share p of the crowd may come to.
static void assert_share(int followers, double p) {
    double deviation = sqrt(CROWD * p * (1 - p));
    if (fabs(followers - p * CROWD) > 4 * deviation)
        fail_msg("%d of %d is not a share of %g", followers, CROWD, p);
}

static void dither_asks_parts_with_their_probability(void **state) {
    (void)state;
    lab l = open_fixed(50, BLEND("dither", weighing_number(1, 0.3), weighing_number(2, 0.5),
                                 weighing_number(0, 1), part(3)));
    dv_agent agents[CROWD];
    spawn_crowd(&l, agents);
    lab_step(&l);
    int first = followers_of(&l, agents, 1), second = followers_of(&l, agents, 2);
    assert_share(first, 0.3);
    assert_share(second, 0.7 * 0.5);
    assert_int_equal(followers_of(&l, agents, 3), CROWD - first - second);
    lab_close(&l);
}

static void dither_is_sure_of_one_and_of_zero(void **state) {
    (void)state;
    lab l = open_fixed(50, BLEND("dither", weighing_number(1, 0), part(2), part(3)));
    dv_agent agents[CROWD];
    spawn_crowd(&l, agents);
    calls = 0;
    lab_step(&l);
    assert_int_equal(followers_of(&l, agents, 2), CROWD);
    assert_int_equal(calls, CROWD); // neither the first nor the third
    lab_close(&l);
}

static void dither_that_passes_over_all_steers_zero(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = anyone(&l);
    assert_zero(lab_ask(&l, agent, BLEND("dither", weighing_number(1, 0), part(0))));
    dv_part unsure = weighing(1, dv_value_name("amount")); // an empty slot
    assert_zero(lab_ask(&l, agent, BLEND("dither", unsure)));
    lab_close(&l);
}

static void two_dithers_draw_their_own_numbers(void **state) {
    (void)state;
    dv_part one = {BLEND("dither", weighing_number(1, 0.5)), {0}};
    dv_part ten = {BLEND("dither", weighing_number(10, 0.5)), {0}};
    lab l = open_fixed(50, BLEND("sum", one, ten));
    dv_agent agents[CROWD];
    spawn_crowd(&l, agents);
    lab_step(&l);
    static const float sums[] = {0, 1, 10, 11};
    for (int i = 0; i < 4; i++)
        assert_share(followers_of(&l, agents, sums[i]), 0.25);
    lab_close(&l);
}

#define TENTHS 40

/// Who steers an agent in each tenth of a second; it must not change within one.
static void choices_of(double tick_rate, dv_steering *steering, float choices[TENTHS]) {
    lab l = open_fixed(tick_rate, steering);
    dv_agent agent = anyone(&l);
    int last = -1;
    for (uint64_t tick = 0; tick < TENTHS * (uint64_t)tick_rate / 10; tick++) {
        int tenth = (int)(tick * 10 / (uint64_t)tick_rate);
        float x = step_and_ask(&l, agent).x;
        if (tenth != last)
            choices[tenth] = x;
        assert_true(choices[tenth] == x);
        last = tenth;
    }
    assert_int_equal(last, TENTHS - 1);
    lab_close(&l);
}

static dv_steering *make_dither(void) {
    return BLEND("dither", weighing_number(1, 0.4), weighing_number(2, 0.5), part(3));
}

static dv_steering *make_random(void) {
    return BLEND("random", part(1), part(2), weighing_number(3, 2));
}

static dv_steering *make_rotate(void) { return BLEND("rotate", part(1), part(2), part(3)); }

static void choices_stand_for_a_tenth_of_a_second_at_any_tick_rate(void **state) {
    (void)state;
    static dv_steering *(*const makers[])(void) = {make_dither, make_random, make_rotate};
    static const double rates[] = {10, 30, 50, 60, 70, 1000};
    for (size_t m = 0; m < 3; m++) {
        float expected[TENTHS], found[TENTHS];
        choices_of(60, makers[m](), expected);
        bool has[4] = {false};
        for (int i = 0; i < TENTHS; i++)
            has[(int)expected[i]] = true;
        assert_true(has[1] && has[2] && has[3] && !has[0]);
        for (size_t r = 0; r < sizeof rates / sizeof *rates; r++) {
            choices_of(rates[r], makers[m](), found);
            assert_memory_equal(found, expected, sizeof found);
        }
    }
}

static void rotate_takes_parts_in_turn(void **state) {
    (void)state;
    static const float expected[] = {1, -20, 0, 3};
    float choices[TENTHS];
    choices_of(60, BLEND("rotate", part(1), weighing_number(2, -10), part(0), part(3)), choices);
    for (int i = 0; i < TENTHS; i++)
        assert_true(choices[i] == expected[i % 4]);
}

static void rotate_asks_one_part_a_tick(void **state) {
    (void)state;
    lab l = open_fixed(60, BLEND("rotate", part(1), part(2), part(3)));
    anyone(&l);
    calls = 0;
    for (int tick = 0; tick < 100; tick++)
        lab_step(&l);
    assert_int_equal(calls, 100);
    lab_close(&l);
}

// At five ticks a second two tenths pass with each: nobody must be passed over for ever.
static void rotate_skips_nobody_at_a_low_tick_rate(void **state) {
    (void)state;
    lab l = open_fixed(5, BLEND("rotate", part(1), part(2)));
    dv_agent agent = anyone(&l);
    for (int i = 0; i < 10; i++)
        assert_vector(step_and_ask(&l, agent), i % 2 ? 2 : 1, 0, 0, EXACT);
    lab_close(&l);
}

static void rotate_starts_over_on_entering_a_state(void **state) {
    (void)state;
    lab l = open_fixed(10, BLEND("rotate", part(1), part(2), part(3)));
    dv_agent agent = anyone(&l);
    assert_vector(step_and_ask(&l, agent), 1, 0, 0, EXACT);
    assert_vector(step_and_ask(&l, agent), 2, 0, 0, EXACT);
    assert_int_equal(dv_agent_become(l.world, agent, 1, NULL), DV_OK);
    assert_vector(step_and_ask(&l, agent), 1, 0, 0, EXACT);
    lab_close(&l);
}

// The same path and type: the place is kept, as far as there still is one.
static void rotate_goes_on_after_a_reload(void **state) {
    (void)state;
    lab l = open_fixed(10, BLEND("rotate", part(1), part(2), part(3), part(4)));
    lab longer = open_fixed(10, BLEND("rotate", part(10), part(20), part(30)));
    lab shorter = open_fixed(10, BLEND("rotate", part(100), part(200)));
    dv_agent agent = anyone(&l);
    assert_vector(step_and_ask(&l, agent), 1, 0, 0, EXACT);
    assert_int_equal(dv_world_swap_program(l.world, longer.program, NULL, NULL), DV_OK);
    assert_vector(step_and_ask(&l, agent), 20, 0, 0, EXACT);
    assert_vector(step_and_ask(&l, agent), 30, 0, 0, EXACT);
    assert_int_equal(dv_world_swap_program(l.world, shorter.program, NULL, NULL), DV_OK);
    assert_vector(step_and_ask(&l, agent), 100, 0, 0, EXACT);
    assert_vector(step_and_ask(&l, agent), 200, 0, 0, EXACT);
    dv_world_destroy(longer.world);
    dv_world_destroy(shorter.world);
    dv_program_release(longer.program);
    dv_program_release(shorter.program);
    lab_close(&l);
}

static void random_takes_parts_by_their_odds(void **state) {
    (void)state;
    lab l = open_fixed(50, BLEND("random", part(1), weighing_number(2, 3), weighing_number(0, 20),
                                 weighing_number(4, 0), weighing_number(5, 4)));
    dv_agent agents[CROWD];
    spawn_crowd(&l, agents);
    lab_step(&l);
    // Of the active, whose weights are 1, 3 and 4.
    assert_share(followers_of(&l, agents, 1), 0.125);
    assert_share(followers_of(&l, agents, 2), 0.375);
    assert_share(followers_of(&l, agents, 5), 0.5);
    assert_int_equal(followers_of(&l, agents, 0) + followers_of(&l, agents, 4), 0);
    lab_close(&l);
}

static void random_with_nobody_active_steers_zero(void **state) {
    (void)state;
    lab l = lab_open();
    dv_agent agent = anyone(&l);
    assert_zero(lab_ask(&l, agent, BLEND("random", part(0), part(0), weighing_number(3, 0))));
    lab_close(&l);
}

// When a part falls silent only its own followers choose again, by the odds of the others.
static void random_stays_with_a_choice_while_others_come_and_go(void **state) {
    (void)state;
    lab l = open_fixed(1000, BLEND("random", part(1), part_of(dv_value_setting("level")), part(3)));
    dv_agent agents[CROWD];
    float before[CROWD];
    spawn_crowd(&l, agents);
    lab_step(&l);
    assert_share(followers_of(&l, agents, 5), 1.0 / 3);
    for (int i = 0; i < CROWD; i++)
        before[i] = dv_agent_steering(l.world, agents[i]).x;
    set_level(&l, 0);
    lab_step(&l);
    for (int i = 0; i < CROWD; i++)
        assert_true(before[i] == 5 || before[i] == dv_agent_steering(l.world, agents[i]).x);
    assert_share(followers_of(&l, agents, 1), 0.5);
    set_level(&l, 5);
    lab_step(&l);
    for (int i = 0; i < CROWD; i++)
        assert_true(before[i] == dv_agent_steering(l.world, agents[i]).x);
    lab_close(&l);
}

static void random_asks_no_more_than_it_must(void **state) {
    (void)state;
    lab l = open_fixed(50, BLEND("random", part(1), part(2), part(3)));
    anyone(&l);
    calls = 0;
    for (int tick = 0; tick < 50; tick++)
        lab_step(&l);
    assert_int_equal(calls, 50);
    lab_close(&l);
}

TESTS {
    if (!register_test_behaviors())
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dither_asks_parts_with_their_probability),
        cmocka_unit_test(dither_is_sure_of_one_and_of_zero),
        cmocka_unit_test(dither_that_passes_over_all_steers_zero),
        cmocka_unit_test(two_dithers_draw_their_own_numbers),
        cmocka_unit_test(choices_stand_for_a_tenth_of_a_second_at_any_tick_rate),
        cmocka_unit_test(rotate_takes_parts_in_turn),
        cmocka_unit_test(rotate_asks_one_part_a_tick),
        cmocka_unit_test(rotate_skips_nobody_at_a_low_tick_rate),
        cmocka_unit_test(rotate_starts_over_on_entering_a_state),
        cmocka_unit_test(rotate_goes_on_after_a_reload),
        cmocka_unit_test(random_takes_parts_by_their_odds),
        cmocka_unit_test(random_with_nobody_active_steers_zero),
        cmocka_unit_test(random_stays_with_a_choice_while_others_come_and_go),
        cmocka_unit_test(random_asks_no_more_than_it_must),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
