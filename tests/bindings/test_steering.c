// Steering in scripts: retained blends, chosen blends, behaviors applied for a tick, and evaluating
// a vector.
#include "../program.h"
#include "../read_script.h"
#include "scenario_fixture.h"

/// An agent that takes over any velocity at once; of its kind this is said, which is line 9.
static const char *quick(const char *kind) {
    return read_script_with("steering/quick.lua", "--[[kind]]", kind, NULL);
}

static void what_is_applied_lasts_a_tick_and_adds_to_the_blend(void **state) {
    expect_run(*state,
               read_script("steering/what_is_applied_lasts_a_tick_and_adds_to_the_blend.lua"), 5,
               "500\t250\n750\t125\n750\t125\n875\t62\n");
}

static void at_most_eight_are_applied_in_a_tick(void **state) {
    fixture *f = *state;
    expect_failing_run(f,
                       quick("step = function(self) for i = 1, self.world.tick == 0 and 8 or 9 do "
                             "self:apply(stray, 0) end end"),
                       2, "0\t0\n", "main.lua:9: more than 8 behaviors applied in one tick [a#1]");
    expect_failing_run(f, quick("step = function(self) self:apply(stray, 0/0) end"), 1, "",
                       "main.lua:9: weight: nan is not finite [a#1]");
    expect_failing_run(f, quick("step = function(self) self:apply(blend.sum) end"), 1, "",
                       "main.lua:9: apply: a behavior expected, got function [a#1]");
    expect_failing_run(
        f, quick("step = function(self) self:apply(stray, 'x') end"), 1, "",
        "main.lua:9: bad argument #2 to 'apply' (number expected, got string) [a#1]");
    expect_failing_run(f, quick("on = { when.lua(function(self) self:apply(stray) end) }"), 1, "",
                       "main.lua:9: guards, monitors, elections, custom behaviors and draw may "
                       "read the world but not "
                       "change it [a#1]");
}

static void what_update_applies_counts_for_the_tick(void **state) {
    expect_run(*state, read_script("steering/what_update_applies_counts_for_the_tick.lua"), 2,
               "false\ntrue\n");
}

// It would be gone when the tick that counts begins, and from a snapshot taken before.
static void applying_where_no_tick_would_steer_by_it_raises(void **state) {
    fixture *f = *state;
    open_main(f, read_script("steering/applying_where_no_tick_would_steer_by_it_raises.lua"));
    static const char between[] = "apply: no tick is running: a behavior counts for the tick in "
                                  "which it is applied, as in update, step or a switch of state\n";
    static const char first[] =
        "apply: the agent is not steered before the next tick: apply it then\n";
    char expected[1024];
    snprintf(expected, sizeof expected, "%s%s", between, between);
    expect_log(f, expected);
    assert_int_equal(dv_scenario_set(f->scenario, "size", "2", &f->error), DV_OK);
    expect_log(f, between);
    dv_input input = {.type = DV_KEY_PRESSED, .key = "a"};
    dv_scenario_input(f->scenario, &input);
    expect_log(f, between);
    step(f, 2);
    snprintf(expected, sizeof expected, "%s%s", first, first);
    expect_log(f, expected);
}

static void a_chosen_blend_serves_until_the_state_changes(void **state) {
    expect_run(*state, read_script("steering/a_chosen_blend_serves_until_the_state_changes.lua"), 8,
               "1000\t0\n0\t1000\n0\t1000\n1000\t0\n0\t1000\n-1000\t0\n-1000\t0\n");
    expect_failing_run(*state, quick("step = function(self) self:steer('upp') end"), 1, "",
                       "main.lua:9: steer: kind 'a' has no blend 'upp' among its blends [a#1]");
}

static void asking_for_a_vector_changes_nothing(void **state) {
    fixture *f = *state;
    static const char name[] = "steering/asking_for_a_vector_changes_nothing.lua";
    open_main(f, read_script_with(name, "asked = { stray, east, both }", "asked = {}", NULL));
    step(f, 20);
    uint64_t hash = hash_of(f);
    open_main(f, read_script(name));
    step(f, 20);
    assert_string_equal(banner_of(f), "");
    assert_int_equal(hash_of(f), hash);
}

static void steer_of_the_kind_serves_states_that_give_none(void **state) {
    expect_run(*state, read_script("steering/steer_of_the_kind_serves_states_that_give_none.lua"),
               6, "300\t0\n0\t200\n0\t200\n100\t0\n100\t0\n");
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(what_is_applied_lasts_a_tick_and_adds_to_the_blend),
        CASE(at_most_eight_are_applied_in_a_tick),
        CASE(what_update_applies_counts_for_the_tick),
        CASE(applying_where_no_tick_would_steer_by_it_raises),
        CASE(a_chosen_blend_serves_until_the_state_changes),
        CASE(asking_for_a_vector_changes_nothing),
        CASE(steer_of_the_kind_serves_states_that_give_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
