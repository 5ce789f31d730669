// Code on trial that would freeze the run is rolled back at once: after a `migrate` fails, it is
// not called for the next agent; a population may not grow tenfold; and Lua may not use up a whole
// tick.
#include "../program.h"
#include "../read_script.h"
#include "scenario_fixture.h"

#include "processor_time.h"

static void save_main(fixture *f, const char *source) {
    write_file(f, "main.lua", source);
    dv_reload_report report = dv_scenario_reload(f->scenario);
    if (report.outcome != DV_RELOAD_SWAPPED)
        fail_msg("outcome %d: %s", report.outcome, report.message);
}

static void expect_rolled_back(fixture *f, const char *message) {
    assert_true(dv_scenario_trial_failed(f->scenario));
    dv_reload_report report = dv_scenario_roll_back(f->scenario);
    assert_int_equal(report.outcome, DV_RELOAD_ROLLED_BACK);
    assert_string_equal(report.message, message);
}

static uint32_t population(const fixture *f) {
    return dv_world_agent_count(dv_scenario_world(f->scenario));
}

// Migrating

/// The scenario of wild.lua without `wild`, which migrates like this.
static const char *calm(const char *migrate) {
    return read_script_with("runaway/calm.lua", "--[[migrate]]", migrate, NULL);
}

static void the_first_migrate_that_fails_ends_the_trial(void **state) {
    fixture *f = *state;
    open_main(f, read_script("runaway/wild.lua"));
    step(f, 1);
    uint64_t before = hash_of(f);
    save_main(f, calm("print(self) if self.id == 3 then error 'no' end"));
    expect_log(f, "a#1\na#2\na#3\n");
    expect_rolled_back(f, "main.lua:8: no [a#3 calm]");
    assert_int_equal(hash_of(f), before);
}

static void a_migrate_without_end_is_stopped_once(void **state) {
    fixture *f = *state;
    if (TIME_IS_TOO_SHORT)
        return;
    f->timed = true;
    open_main(f, read_script("runaway/wild.lua"));
    double start = processor_seconds();
    save_main(f, calm("print(self) while true do end"));
    assert_true(processor_seconds() - start < 3);
    expect_log(f, "a#1\n");
    expect_rolled_back(f, "main.lua:8: stopped after 0.9 s: the script does not return");
}

static void migrating_has_the_budget_of_one_tick(void **state) {
    fixture *f = *state;
    if (TIME_IS_TOO_SHORT)
        return;
    dv_scenario_options options = options_of(f);
    options.budget = 0.1;
    write_file(f, "main.lua", read_script("runaway/wild.lua"));
    f->scenario = dv_scenario_open(f->folder, &options, &f->error);
    assert_non_null(f->scenario);
    // None of them takes as long as one may.
    save_main(f, calm("local n = 0 while n < 300000 do n = n + 1 end"));
    assert_true(dv_scenario_trial_failed(f->scenario));
    assert_non_null(strstr(banner_of(f), "'migrate' of a used "));
    assert_int_equal(dv_scenario_roll_back(f->scenario).outcome, DV_RELOAD_ROLLED_BACK);
}

// Growing

#define GROWING "runaway/growing.lua"

/// The scenario of so many agents, with more in it.
static const char *growing(const char *count, const char *more) {
    return read_script_with(GROWING, "20", count, "--[[more]]", more, NULL);
}

static void a_population_that_grows_tenfold_ends_the_trial(void **state) {
    fixture *f = *state;
    open_main(f, read_script(GROWING));
    step(f, 5);
    uint64_t before = hash_of(f);
    save_main(f, read_script_with(GROWING, "drover.steer.wander {}",
                                  "drover.steer.wander {}, "
                                  "step = function(self) self.world:spawn('a', {}) end",
                                  NULL));
    int ticks = 0;
    for (; !dv_scenario_trial_failed(f->scenario); ticks++)
        step(f, 1);
    // 20, 40, 80, 160, 320.
    assert_int_equal(ticks, 4);
    assert_int_equal(population(f), 320);
    expect_rolled_back(f, "20 agents became 320 on trial: a population may not grow tenfold "
                          "within a trial");
    assert_int_equal(population(f), 20);
    assert_int_equal(hash_of(f), before);
    // The old code runs on.
    step(f, 1);
    assert_int_equal(population(f), 20);
}

static void less_than_tenfold_stands_the_trial(void **state) {
    fixture *f = *state;
    open_main(f, read_script(GROWING));
    save_main(f, growing("20", "update = function(world) if world:count() < 196 then "
                               "for _ = 1, 3 do world:spawn('a', {}) end end end,"));
    step(f, 61);
    assert_int_equal(population(f), 197);
    assert_int_equal(dv_scenario_trial_count(f->scenario), 0);
    // Later anything may grow.
    save_main(f, read_script(GROWING));
    step(f, 61);
    assert_int_equal(dv_scenario_trials_passed(f->scenario), 2);
}

static void a_small_population_may_grow_to_some(void **state) {
    fixture *f = *state;
    open_main(f, growing("1", ""));
    save_main(f, growing("1", "update = function(world) while world:count() < 99 do "
                              "world:spawn('a', {}) end end,"));
    step(f, 61);
    assert_int_equal(dv_scenario_trial_count(f->scenario), 0);
    save_main(f, growing("1", "update = function(world) world:agents()():remove() end,"));
    step(f, 61);
    assert_int_equal(population(f), 38);
    save_main(f, growing("1", "update = function(world) world:scatter('a', 300) end,"));
    step(f, 1);
    step(f, 1);
    expect_rolled_back(f, "38 agents became 638 on trial: a population may not grow tenfold "
                          "within a trial");
}

static void what_people_and_on_reload_add_is_no_growth(void **state) {
    fixture *f = *state;
    open_main(f, growing("10", ""));
    save_main(f, read_script("runaway/what_people_and_on_reload_add_is_no_growth.lua"));
    for (int i = 0; i < 4; i++) {
        dv_scenario_input(f->scenario, &(dv_input){.type = DV_KEY_PRESSED, .key = "a"});
        step(f, 10);
    }
    assert_int_equal(dv_scenario_set(f->scenario, "more", "true", &f->error), DV_OK);
    step(f, 10);
    assert_false(dv_scenario_trial_failed(f->scenario));
    assert_int_equal(population(f), 3010);
}

static void each_trial_counts_from_where_it_began(void **state) {
    fixture *f = *state;
    open_main(f, read_script(GROWING));
    static const char doubling[] = "update = function(world) if world.tick % 10 == 9 then "
                                   "world:scatter('a', world:count()) end end,";
    save_main(f, growing("20", doubling));
    step(f, 25); // 80
    assert_int_equal(population(f), 80);
    save_main(f, read_script_with(GROWING, "local drover", "-- again\nlocal drover", "--[[more]]",
                                  doubling, NULL));
    step(f, 15); // 320, tenfold of the first, not of the second
    expect_rolled_back(f, "20 agents became 320 on trial: a population may not grow tenfold "
                          "within a trial");
    assert_int_equal(dv_scenario_trial_count(f->scenario), 1);
    assert_int_equal(population(f), 80);
    step(f, 15);
    expect_rolled_back(f, "20 agents became 320 on trial: a population may not grow tenfold "
                          "within a trial");
    assert_int_equal(population(f), 20);
}

// A failure is tried once

static void save_stacked(fixture *f, const char *uses, const char *helper, const char *saved) {
    write_file(f, "helper.lua", helper);
    save_main(
        f, read_script_with("runaway/stacked.lua", "step = run", uses, "--[[saved]]", saved, NULL));
}

/// Step, and roll back all that fails. How often the code ran, and how many saves are left.
static void step_stacked(fixture *f, uint32_t runs, uint32_t saves) {
    f->log[0] = '\0';
    dv_error error;
    dv_scenario_step(f->scenario, &error);
    while (dv_scenario_trial_failed(f->scenario))
        assert_int_equal(dv_scenario_roll_back(f->scenario).outcome, DV_RELOAD_ROLLED_BACK);
    assert_int_equal(dv_scenario_trial_count(f->scenario), saves);
    uint32_t lines = 0;
    for (const char *line = f->log; (line = strstr(line, "run\n")); line++)
        lines++;
    assert_int_equal(lines, runs);
}

#define STEP "step = function() run() end"

static const char fine[] = "return function() end",
                  loops[] = "return function() while true do end end";

static void what_never_returns_is_run_once_for_all_saves(void **state) {
    fixture *f = *state;
    static const char *const uses[] = {
        STEP,
        "states = { calm = { step = function() run() end } }, initial = 'calm'",
        "on = { { drover.when.lua(run), function() end } }",
        "steer = drover.steer.custom(function() run() return 0, 0 end)",
    };
    for (size_t i = 0; i < sizeof uses / sizeof *uses; i++) {
        f->timed = true;
        write_file(f, "helper.lua", fine);
        open_main(f, read_script_with("runaway/stacked.lua", "step = run", uses[i], "--[[saved]]",
                                      "", NULL));
        step_stacked(f, 1, 0);
        save_stacked(f, uses[i], loops, "1");
        for (char saved[] = "2"; *saved < '9'; ++*saved)
            save_stacked(f, uses[i], loops, saved);
        step_stacked(f, 1, 0);
        step_stacked(f, 1, 0); // the code of the start
    }
}

static void a_save_that_only_shares_the_function_stands(void **state) {
    fixture *f = *state;
    f->timed = true;
    write_file(f, "helper.lua", fine);
    open_main(f,
              read_script_with("runaway/stacked.lua", "step = run", STEP, "--[[saved]]", "", NULL));
    save_stacked(f, STEP, fine, "1");
    save_stacked(f, STEP, loops, "2");
    save_stacked(f, STEP, loops, "3");
    step_stacked(f, 1, 1);
    step_stacked(f, 1, 1);
}

static void without_a_trial_the_function_is_not_called_again(void **state) {
    fixture *f = *state;
    f->timed = true;
    write_file(f, "helper.lua", loops);
    open_main(f,
              read_script_with("runaway/stacked.lua", "step = run", STEP, "--[[saved]]", "", NULL));
    save_stacked(f, STEP, loops, "1");
    step_stacked(f, 1, 0);
    step_stacked(f, 0, 0);
    assert_non_null(strstr(banner_of(f), "the script does not return"));
    save_stacked(f, STEP, fine, "2");
    step_stacked(f, 1, 1);
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(the_first_migrate_that_fails_ends_the_trial),
        CASE(a_migrate_without_end_is_stopped_once),
        CASE(migrating_has_the_budget_of_one_tick),
        CASE(a_population_that_grows_tenfold_ends_the_trial),
        CASE(less_than_tenfold_stands_the_trial),
        CASE(a_small_population_may_grow_to_some),
        CASE(what_people_and_on_reload_add_is_no_growth),
        CASE(each_trial_counts_from_where_it_began),
        CASE(what_never_returns_is_run_once_for_all_saves),
        CASE(a_save_that_only_shares_the_function_stands),
        CASE(without_a_trial_the_function_is_not_called_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
