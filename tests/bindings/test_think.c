// Agents that step in Lua every k-th tick: at which ticks, how much time has passed for them, and
// how long applied behaviors last. All numbers are calculated by hand. Agent #i steps in tick t if
// t and i have the same remainder when divided by k.
#include "../program.h"
#include "shared_module.h"

#define STEPPING "think/stepping.lua"
#define PUSHING "think/pushing.lua"

/// The weight of `north` that the n-th agent steers by after each of some ticks.
static void expect_pushes(fixture *f, uint32_t n, int ticks, const int *expected) {
    for (int i = 0; i < ticks; i++) {
        step(f, 1);
        assert_string_equal(banner_of(f), "");
        dv_world *world = dv_scenario_world(f->scenario);
        dv_vec3 steering = dv_agent_steering(world, dv_world_agent_at(world, n - 1));
        if (steering.y != (float)expected[i])
            fail_msg("tick %d: %g, not %d", i, (double)steering.y, expected[i]);
    }
}

#define EXPECT_PUSHES(f, n, ...)                                                                   \
    expect_pushes(f, n, (int)(sizeof((int[]){__VA_ARGS__}) / sizeof(int)), (int[]){__VA_ARGS__})

static void agents_step_every_kth_tick_in_turn(void **state) {
    expect_run(*state, read_script(STEPPING), 7,
               "0: #3 1\n1: #1 2\n1: #4 2\n2: #2 3\n3: #3 3\n4: #1 3\n4: #4 3\n5: #2 3\n"
               "6: #3 3\n");
}

// Who is spawned in tick 4 is sensed from tick 5 on.
static void time_begins_with_the_first_tick_of_an_agent(void **state) {
    expect_run(*state, read_script("think/time_begins_with_the_first_tick_of_an_agent.lua"), 12,
               "5: #1 1\n6: #2 2\n7: #3 3\n8: #4 4\n9: #1 4\n10: #2 4\n11: #3 4\n");
}

static void a_think_of_one_is_every_tick(void **state) {
    expect_run(*state, read_script_with(STEPPING, "think = 3", "think = 1", "1, 4", "1, 2", NULL),
               2, "0: #1 1\n0: #2 1\n1: #1 1\n1: #2 1\n");
}

// The kind's serves states that give none, and its own step.
static void a_state_may_think_at_a_pace_of_its_own(void **state) {
    expect_run(*state, read_script("think/a_state_may_think_at_a_pace_of_its_own.lua"), 12,
               "1: kind 2\n1: one 2\n5: kind 4\n5: one 4\n"
               // entered in tick 6
               "7: two 2\n9: kind 4\n9: two 2\n10: three 1\n11: three 1\n");
}

static void guards_are_tested_in_every_tick(void **state) {
    expect_run(*state, read_script("think/guards_are_tested_in_every_tick.lua"), 5, "3\n");
}

static void what_is_applied_lasts_until_the_next_step(void **state) {
    fixture *f = *state;
    open_main(f, read_script("think/what_is_applied_lasts_until_the_next_step.lua"));
    EXPECT_PUSHES(f, 1, 0, 1, 1, 1, 4, 4, 4, 7);
}

static void it_adds_to_the_blend_and_to_itself(void **state) {
    fixture *f = *state;
    open_main(f, read_script("think/it_adds_to_the_blend_and_to_itself.lua"));
    EXPECT_PUSHES(f, 1, 1, 7, 7, 7, 7, 7);
}

static void a_step_that_applies_nothing_ends_it(void **state) {
    fixture *f = *state;
    open_main(f, read_script("think/a_step_that_applies_nothing_ends_it.lua"));
    EXPECT_PUSHES(f, 1, 0, 1, 1, 0, 0);
}

static void what_a_states_step_applied_ends_with_the_state(void **state) {
    fixture *f = *state;
    open_main(f, read_script("think/what_a_states_step_applied_ends_with_the_state.lua"));
    EXPECT_PUSHES(f, 1, 0, 1, 1, 0, 0, 10, 10);
    expect_log(f, "5: #1 3\n");
}

// As without think: what a step applies counts for the tick, whatever it returns.
static void what_a_step_that_leaves_its_state_applied_counts_for_the_tick(void **state) {
    fixture *f = *state;
    open_main(
        f, read_script("think/what_a_step_that_leaves_its_state_applied_counts_for_the_tick.lua"));
    EXPECT_PUSHES(f, 1, 0, 1, 0, 10, 10);
}

static void what_the_kinds_step_applied_outlives_a_state(void **state) {
    fixture *f = *state;
    open_main(f, read_script("think/what_the_kinds_step_applied_outlives_a_state.lua"));
    EXPECT_PUSHES(f, 1, 0, 1, 1, 1, 1, 5, 5);
}

static void the_steps_of_kind_and_state_end_their_own_only(void **state) {
    fixture *f = *state;
    open_main(f, read_script("think/the_steps_of_kind_and_state_end_their_own_only.lua"));
    EXPECT_PUSHES(f, 1, 0, 101, 101, 103, 103, 505, 505);
}

// Else a push from outside, given in every tick, would add up.
static void what_others_apply_counts_for_the_tick(void **state) {
    fixture *f = *state;
    open_main(f, read_script("think/what_update_applies_counts_for_the_tick.lua"));
    EXPECT_PUSHES(f, 1, 0, 1, 21, 31, 41, 51, 61);
    // #1 steps in tick 1, #2 in tick 2.
    open_main(f, read_script("think/what_an_agent_applies_to_another_counts_for_the_tick.lua"));
    EXPECT_PUSHES(f, 2, 0, 5, 0, 0, 0, 5);
}

static void at_most_eight_are_applied_with_what_lasts(void **state) {
    fixture *f = *state;
    open_main(f, read_script("think/at_most_eight_are_applied_with_what_lasts.lua"));
    EXPECT_PUSHES(f, 1, 0, 8, 8, 8, 8);
    expect_log(f, "2\tfalse\tmore than 8 behaviors applied in one tick\n"
                  "3\tfalse\tmore than 8 behaviors applied in one tick\n"
                  "4\tfalse\tmore than 8 behaviors applied in one tick\n");
    open_main(f, read_script("think/eight_are_applied_and_last.lua"));
    EXPECT_PUSHES(f, 1, 0, 8, 8, 8, 8, 8, 8);
}

static void an_agent_removed_and_spawned_again_starts_over(void **state) {
    fixture *f = *state;
    open_main(f, read_script("think/an_agent_removed_and_spawned_again_starts_over.lua"));
    EXPECT_PUSHES(f, 1, 0, 1, 0, 0, 0, 1, 1);
    expect_log(f, "1: #1 2\n5: #1 3\n");
}

static void open_threads(fixture *f, int threads, const char *source) {
    dv_scenario_options options = options_of(f);
    options.threads = threads;
    close_scenario(f);
    write_file(f, "main.lua", source);
    f->scenario = dv_scenario_open(f->folder, &options, &f->error);
    if (!f->scenario)
        fail_msg("%s", f->error.message);
}

#define TICKS 40

static void threads_make_no_difference(void **state) {
    fixture *f = *state;
    uint64_t hashes[TICKS];
    static const int threads[] = {1, 2, 4};
    for (int i = 0; i < 3; i++) {
        open_threads(f, threads[i], read_script("think/crowd.lua"));
        for (int t = 0; t < TICKS; t++) {
            step(f, 1);
            if (i == 0)
                hashes[t] = hash_of(f);
            assert_int_equal(hash_of(f), hashes[t]);
        }
        assert_string_equal(banner_of(f), "");
    }
}

static void a_loaded_world_goes_on_bit_for_bit(void **state) {
    fixture *f = *state;
    uint64_t hashes[TICKS + 1];
    char name[32], path[256];
    open_main(f, read_script("think/crowd.lua"));
    for (int t = 0; t <= TICKS; t++) {
        hashes[t] = hash_of(f);
        snprintf(name, sizeof name, "%d.snap", t);
        assert_int_equal(
            dv_world_save(dv_scenario_world(f->scenario), path_in(f, name, path), &f->error),
            DV_OK);
        step(f, 1);
    }
    for (int from = 0; from <= TICKS; from += 3) {
        open_main(f, read_script("think/crowd.lua"));
        step(f, from % 4);
        snprintf(name, sizeof name, "%d.snap", from);
        assert_int_equal(
            dv_world_load(dv_scenario_world(f->scenario), path_in(f, name, path), &f->error),
            DV_OK);
        for (int t = from; t <= TICKS; t++) {
            assert_int_equal(hash_of(f), hashes[t]);
            step(f, 1);
        }
    }
}

// What holds is part of what a world is: two that differ in nothing else go different ways.
static void what_lasts_is_in_the_hash(void **state) {
    fixture *f = *state;
    uint64_t hashes[2][3];
    for (int weight = 0; weight < 2; weight++) {
        open_main(f, read_script_with(PUSHING, "think = 4", "think = 3, body = { max_force = 0 }",
                                      "self.world.tick", weight ? "1" : "0", NULL));
        for (int t = 0; t < 3; t++) {
            hashes[weight][t] = hash_of(f);
            step(f, 1);
        }
    }
    assert_int_equal(hashes[0][1], hashes[1][1]);
    assert_int_not_equal(hashes[0][2], hashes[1][2]);
}

static void reload(fixture *f, const char *source) {
    write_file(f, "main.lua", source);
    dv_reload_report report = dv_scenario_reload(f->scenario);
    if (report.outcome != DV_RELOAD_SWAPPED)
        fail_msg("outcome %d: %s", report.outcome, report.message);
}

/// One agent that thinks so often.
static const char *thinking(const char *think) {
    return read_script_with(STEPPING, "think = 3,", think, "1, 4", "1, 1", NULL);
}

static void a_reload_may_change_how_often_agents_step(void **state) {
    fixture *f = *state;
    open_main(f, thinking("think = 2,"));
    step(f, 4);
    expect_log(f, "1: #1 2\n3: #1 2\n");
    reload(f, thinking("think = 3,"));
    step(f, 2);
    expect_log(f, "4: #1 1\n");
    reload(f, thinking("think = 2,"));
    step(f, 2);
    expect_log(f, "7: #1 3\n");
    reload(f, thinking(""));
    step(f, 2);
    expect_log(f, "8: #1 1\n9: #1 1\n");
    reload(f, thinking("think = 3,"));
    step(f, 4);
    expect_log(f, "10: #1 1\n13: #1 3\n");
}

static void what_lasts_outlives_a_reload_by_its_new_code(void **state) {
    fixture *f = *state;
    open_main(f, read_script(PUSHING));
    EXPECT_PUSHES(f, 1, 0, 1, 1);
    uint64_t before = hash_of(f);
    reload(f, read_script_with(PUSHING, "0, 1", "0, 3", NULL));
    assert_int_equal(hash_of(f), before);
    EXPECT_PUSHES(f, 1, 3);
    reload(f, read_script_with(PUSHING, "think = 4", "think = 8", "self.world.tick",
                               "2 * self.world.tick", NULL));
    EXPECT_PUSHES(f, 1, 1, 1, 1, 1, 1, 18, 18);
}

// In the place of the step of pushing.lua, which applies north.
#define STEP "function(self) self:apply(north, self.world.tick) end"

static void what_the_code_no_longer_has_ends_with_the_reload(void **state) {
    fixture *f = *state;
    open_main(f, read_script(PUSHING));
    EXPECT_PUSHES(f, 1, 0, 1, 1);
    reload(f, read_script_with(PUSHING,
                               "local north = drover.steer.custom(function() return 0, 1 end)", "",
                               STEP, "function() end", NULL));
    EXPECT_PUSHES(f, 1, 0, 0);
    open_main(f, read_script(PUSHING));
    EXPECT_PUSHES(f, 1, 0, 1, 1);
    reload(f, read_script_with(PUSHING, "think = 4,", "", "step = " STEP ",", "", NULL));
    EXPECT_PUSHES(f, 1, 0, 0);
    open_main(f, read_script(PUSHING));
    EXPECT_PUSHES(f, 1, 0, 1, 1);
    reload(f, read_script_with(PUSHING, "think = 4,", "", STEP, "function() end", NULL));
    EXPECT_PUSHES(f, 1, 0, 0);
}

// Suspended it neither steps nor steers, and that time is not its own.
static void who_is_suspended_does_not_wait(void **state) {
    fixture *f = *state;
    static const char name[] = "think/who_is_suspended_does_not_wait.lua";
    open_main(f, read_script(name));
    step(f, 9);
    expect_log(f, "1: #1 2\n3: #1 2\n");
    reload(f, read_script_with(name, "== 3", "== -1", NULL));
    step(f, 3);
    expect_log(f, "9: #1 1\n11: #1 2\n");
}

TESTS {
    const struct CMUnitTest cases[] = {
        CASE(agents_step_every_kth_tick_in_turn),
        CASE(time_begins_with_the_first_tick_of_an_agent),
        CASE(a_think_of_one_is_every_tick),
        CASE(a_state_may_think_at_a_pace_of_its_own),
        CASE(guards_are_tested_in_every_tick),
        CASE(what_is_applied_lasts_until_the_next_step),
        CASE(it_adds_to_the_blend_and_to_itself),
        CASE(a_step_that_applies_nothing_ends_it),
        CASE(what_a_states_step_applied_ends_with_the_state),
        CASE(what_a_step_that_leaves_its_state_applied_counts_for_the_tick),
        CASE(what_the_kinds_step_applied_outlives_a_state),
        CASE(the_steps_of_kind_and_state_end_their_own_only),
        CASE(what_others_apply_counts_for_the_tick),
        CASE_WITH("think/eight.lua", at_most_eight_are_applied_with_what_lasts),
        CASE(an_agent_removed_and_spawned_again_starts_over),
        CASE(threads_make_no_difference),
        CASE(a_loaded_world_goes_on_bit_for_bit),
        CASE(what_lasts_is_in_the_hash),
        CASE(a_reload_may_change_how_often_agents_step),
        CASE(what_lasts_outlives_a_reload_by_its_new_code),
        CASE(what_the_code_no_longer_has_ends_with_the_reload),
        CASE(who_is_suspended_does_not_wait),
    };
    return cmocka_run_group_tests(cases, NULL, NULL);
}
