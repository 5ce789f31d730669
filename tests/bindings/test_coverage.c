// Code stays on trial until every function that the reload changed has run, for at least 60 and at
// most 600 ticks.
#include "../program.h"
#include "../read_script.h"
#include "scenario_fixture.h"

static dv_reload_report save_main(fixture *f, const char *source) {
    write_file(f, "main.lua", source);
    dv_reload_report report = dv_scenario_reload(f->scenario);
    if (report.outcome != DV_RELOAD_SWAPPED)
        fail_msg("outcome %d: %s", report.outcome, report.message);
    return report;
}

static void expect_coverage(fixture *f, uint32_t trial, uint32_t run, uint32_t changed) {
    assert_true(trial < dv_scenario_trial_count(f->scenario));
    dv_coverage coverage = dv_scenario_trial_coverage(f->scenario, trial);
    assert_int_equal(coverage.changed, changed);
    assert_int_equal(coverage.run, run);
}

static void expect_end(fixture *f, uint32_t generation, uint64_t ticks, uint32_t run,
                       uint32_t changed) {
    dv_trial_end end;
    assert_true(dv_scenario_take_trial_end(f->scenario, &end));
    assert_int_equal(end.generation, generation);
    assert_int_equal(end.ticks, ticks);
    assert_int_equal(end.coverage.run, run);
    assert_int_equal(end.coverage.changed, changed);
}

static void expect_no_end(fixture *f) {
    dv_trial_end end;
    assert_false(dv_scenario_take_trial_end(f->scenario, &end));
}

/// The scenario with code at its marks: before it, in its step, where an agent enters its second
/// state, and in the update.
static const char *scenario(const char *head, const char *step, const char *enter,
                            const char *update) {
    static char text[4096];
    snprintf(text, sizeof text, "%s", read_script("coverage/scenario.lua"));
    replace_in(text, sizeof text, "--[[head]]", head);
    replace_in(text, sizeof text, "--[[step]]", step);
    replace_in(text, sizeof text, "--[[enter]]", enter);
    replace_in(text, sizeof text, "--[[update]]", update);
    return text;
}

static void a_change_that_runs_at_once_is_on_trial_for_sixty_ticks(void **state) {
    fixture *f = *state;
    open_main(f, scenario("", "", "", ""));
    save_main(f, scenario("", "self.n = 2", "", ""));
    expect_coverage(f, 0, 0, 1);
    step(f, 1);
    expect_coverage(f, 0, 1, 1);
    step(f, 59);
    assert_int_equal(dv_scenario_trial_count(f->scenario), 1);
    assert_int_equal(dv_scenario_trial_ticks_left(f->scenario, 0), 0);
    expect_no_end(f);
    step(f, 1);
    assert_int_equal(dv_scenario_trial_count(f->scenario), 0);
    expect_end(f, 2, 60, 1, 1);
    expect_no_end(f);
}

static void the_trial_waits_for_a_function_that_runs_later(void **state) {
    fixture *f = *state;
    open_main(f, scenario("", "", "", ""));
    step(f, 20);
    save_main(f, scenario("", "self.n = 2", "self.n = 3", "world.memory.x = 1"));
    step(f, 90);
    expect_coverage(f, 0, 2, 3);
    assert_int_equal(dv_scenario_trial_ticks_left(f->scenario, 0), 0);
    step(f, 20); // the state begins at tick 120
    assert_int_equal(dv_scenario_trial_count(f->scenario), 0);
    dv_trial_end end;
    assert_true(dv_scenario_take_trial_end(f->scenario, &end));
    assert_in_range(end.ticks, 99, 103);
    assert_int_equal(end.coverage.run, 3);
    assert_int_equal(end.coverage.changed, 3);
}

static void what_fails_as_it_first_runs_is_taken_back(void **state) {
    fixture *f = *state;
    open_main(f, scenario("", "", "", ""));
    step(f, 1);
    save_main(f, scenario("", "", "error 'late'", ""));
    for (int i = 0; i < 150 && !dv_scenario_trial_failed(f->scenario); i++)
        step(f, 1);
    dv_reload_report report = dv_scenario_roll_back(f->scenario);
    assert_int_equal(report.outcome, DV_RELOAD_ROLLED_BACK);
    assert_string_equal(report.message, "main.lua:17: late [a#1 wild]");
    assert_int_equal(dv_world_tick(dv_scenario_world(f->scenario)), 1);
    expect_no_end(f);
}

static void what_never_runs_is_waited_for_ten_seconds(void **state) {
    fixture *f = *state;
    open_main(f, scenario("", "", "", ""));
    char text[4096];
    snprintf(text, sizeof text, "%s", scenario("", "self.n = 2", "", ""));
    replace_in(text, sizeof text, "= key ", "= 'x' "); // in keypressed
    save_main(f, text);
    step(f, 600);
    expect_coverage(f, 0, 1, 2);
    step(f, 1);
    assert_int_equal(dv_scenario_trial_count(f->scenario), 0);
    expect_end(f, 2, 600, 1, 2);
    save_main(f, scenario("", "self.n = 2", "", ""));
    step(f, 10);
    dv_scenario_input(f->scenario, &(dv_input){.type = DV_KEY_PRESSED, .key = "a"});
    step(f, 51);
    expect_end(f, 3, 60, 1, 1);
}

/// A guard and behaviors made of functions, the guard in another file of its own.
static const char *callbacks(const char *calm, const char *wild) {
    static char text[4096];
    snprintf(text, sizeof text, "%s", read_script("coverage/callbacks.lua"));
    replace_in(text, sizeof text, "--[[calm]]", calm);
    replace_in(text, sizeof text, "--[[wild]]", wild);
    return text;
}

static void write_guards(fixture *f, const char *holds) {
    char text[512];
    snprintf(text, sizeof text, "%s", read_script("coverage/guards.lua"));
    replace_in(text, sizeof text, "--[[holds]]", holds);
    write_file(f, "guards.lua", text);
}

static void functions_of_guards_and_behaviors_count(void **state) {
    fixture *f = *state;
    write_guards(f, "self.world.tick >= 100");
    open_main(f, callbacks("return 1, 0", "return 0, 1"));
    step(f, 1);
    save_main(f, callbacks("return 1, 0", "return 0, 2"));
    expect_coverage(f, 0, 0, 1);
    step(f, 60);
    expect_coverage(f, 0, 0, 1);
    // What is still awaited stays so over a save of another.
    write_guards(f, "self.world.tick >= 90");
    save_main(f, callbacks("return 1, 0", "return 0, 2"));
    expect_coverage(f, 0, 0, 1);
    expect_coverage(f, 1, 0, 1);
    step(f, 1);
    expect_coverage(f, 1, 1, 1);
    step(f, 60);
    expect_end(f, 2, 90, 1, 1);
    expect_end(f, 3, 60, 1, 1);
    // Moved by a line, and the rest as it was.
    save_main(f, callbacks("\nreturn 1, 0", "return 0, 2"));
    expect_coverage(f, 0, 0, 0);
}

static void a_guard_that_first_fails_later_is_taken_back(void **state) {
    fixture *f = *state;
    write_guards(f, "false");
    open_main(f, callbacks("return 1, 0", "return 0, 1"));
    step(f, 1);
    save_main(f, callbacks("return 1, 0", "return 0, 1 + nothing.x"));
    step(f, 200);
    assert_int_equal(dv_scenario_trial_count(f->scenario), 1);
    dv_error error;
    assert_int_equal(dv_agent_become(dv_scenario_world(f->scenario),
                                     dv_world_agent_at(dv_scenario_world(f->scenario), 0), 1,
                                     &error),
                     DV_OK);
    for (int i = 0; i < 5 && !dv_scenario_trial_failed(f->scenario); i++)
        step(f, 1);
    assert_true(dv_scenario_trial_failed(f->scenario));
}

static void lines_comments_and_beginnings_are_no_change(void **state) {
    fixture *f = *state;
    open_main(f, scenario("", "self.n = 2", "", ""));
    save_main(f, scenario("-- moved\n\n\n", "\n-- said\nself . n=(2) --[[ here ]]", "", ""));
    expect_coverage(f, 0, 0, 0);
    step(f, 61);
    expect_end(f, 2, 60, 0, 0);
    char text[4096];
    snprintf(text, sizeof text, "%s", scenario("", "self.n = 2", "", ""));
    replace_in(text, sizeof text, "self.n = 1", "self.n = 7");                          // in init
    replace_in(text, sizeof text, "world:spawn(\"a\", {})", "world:scatter(\"a\", 9)"); // in setup
    save_main(f, text);
    expect_coverage(f, 0, 0, 0);
}

// Functions inside states made of parts, which the engine's Lua calls. `%s` runs from tick 120 on.
static const char *const part_states[] = {
    "tree.selector { tree.condition(function(self) return false end),\n"
    "  tree.sequence { tree.wait(2), tree.action(function(self) local v = %s return 'running' end) "
    "} }",
    "tree.sequence { tree.wait(2), tree.steer(steer.wander {}, function(self) local v = %s\n"
    "  return 'running' end) }",
    "tree.sequence { tree.wait(2), tree.invert(tree.condition(function(self) local v = %s end)),\n"
    "  tree.wait(99) }",
    "utility.best { options = { a = { score = function() return 1 end },\n"
    "  b = { score = function(self) return self.world.time // 2 * 2 end,\n"
    "    enter = function(self) local v = %s end } } }",
    "utility.best { options = { a = { score = function() return 1 end },\n"
    "  b = { score = function(self) return self.world.time // 2 * 2 end,\n"
    "    step = function(self) local v = %s end } } }",
    "subsumption.layers { { when = function(self) return self.world.time < 2 end },\n"
    "  { when = function(self) local v = %s return true end }, {} }",
    "schema.select { schema.custom { step = function(self) end,\n"
    "  precondition = function(self) return self.world.time < 2 end,\n"
    "  interrupt = function(self) return self.world.time >= 2 end },\n"
    "  schema.custom { precondition = function(self) local v = %s return false end } }",
    "goap.goals { facts = { late = function(self) return self.world.time >= 2 end,\n"
    "    met = function() return false end },\n"
    "  goals = { a = { wants = { met = true }, priority = 1 } },\n"
    "  actions = { b = { schema.custom { begin = function(self) local v = %s end },\n"
    "    needs = { late = true }, gives = { met = true } } } }",
    "schema.custom { step = function(self) end, terminate = when.after(2),\n"
    "  finish = function(self) local v = %s end }",
    "schema.custom { step = function(self) if self.world.time >= 2 then return true end end,\n"
    "  done = 'y', leave = function(self) local v = %s end, enter = function() end }, y = {}",
};

static const char *with_part(const char *format, const char *value) {
    char states[1024];
    int used = snprintf(states, sizeof states, "x = ");
    snprintf(states + used, sizeof states - (size_t)used, format, value);
    return read_script_with("coverage/part.lua", "--[[states]]", states, NULL);
}

static void expect_awaited_until_it_runs(fixture *f, uint32_t generation) {
    step(f, 90);
    expect_coverage(f, 0, 0, 1);
    for (int i = 0; i < 60 && dv_scenario_trial_count(f->scenario) > 0; i++)
        step(f, 1);
    dv_trial_end end;
    assert_true(dv_scenario_take_trial_end(f->scenario, &end));
    assert_int_equal(end.generation, generation);
    assert_in_range(end.ticks, 100, 130);
    assert_int_equal(end.coverage.run, 1);
    assert_int_equal(end.coverage.changed, 1);
}

static void functions_inside_parts_are_awaited(void **state) {
    fixture *f = *state;
    for (size_t i = 0; i < sizeof part_states / sizeof *part_states; i++) {
        open_main(f, with_part(part_states[i], "1"));
        step(f, 5);
        save_main(f, with_part(part_states[i], "2"));
        expect_awaited_until_it_runs(f, 2);
        // What ran stays so while it does not change.
        save_main(f, with_part(part_states[i], "2 --[[again]]"));
        expect_coverage(f, 0, 0, 0);
        step(f, 61);
        assert_int_equal(dv_scenario_trial_count(f->scenario), 0);
        close_scenario(f);
    }
}

static const char *with_monitors(const char *of_kind, const char *of_state) {
    static char text[4096];
    snprintf(text, sizeof text, "%s", read_script("coverage/monitors.lua"));
    replace_in(text, sizeof text, "of_kind = 1", of_kind);
    replace_in(text, sizeof text, "of_state = 1", of_state);
    return text;
}

static void functions_of_kinds_with_monitors_are_awaited(void **state) {
    fixture *f = *state;
    for (int i = 0; i < 2; i++) {
        open_main(f, with_monitors("of_kind = 1", "of_state = 1"));
        step(f, 5);
        save_main(f, with_monitors(i == 0 ? "of_kind = 2" : "of_kind = 1",
                                   i == 1 ? "of_state = 2" : "of_state = 1"));
        expect_awaited_until_it_runs(f, 2);
        close_scenario(f);
    }
}

static void constants_calls_and_nested_functions_are_changes(void **state) {
    fixture *f = *state;
    static const char *const steps[] = {
        "self.n = 2",
        "self.n = 2.0",
        "self.n = 3",
        "self.n = -self.n",
        "self.n = #'text'",
        "self.n = #'tent'",
        "local each = function() return 1 end self.n = each()",
        "local each = function() return 2 end self.n = each()",
        "local each = function() return function() return 2 end end self.n = each()()",
        "local each = function() return function() return 4 end end self.n = each()()",
        "goto out ::out:: self.n = true and 1 or false",
    };
    open_main(f, scenario("", "", "", ""));
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        save_main(f, scenario("", steps[i], "", ""));
        expect_coverage(f, dv_scenario_trial_count(f->scenario) - 1, 0, 1);
        step(f, 1);
        expect_coverage(f, dv_scenario_trial_count(f->scenario) - 1, 1, 1);
        save_main(f, scenario("--\n", steps[i], "", ""));
        expect_coverage(f, dv_scenario_trial_count(f->scenario) - 1, 0, 0);
    }
}

static void a_later_save_leaves_what_was_awaited(void **state) {
    fixture *f = *state;
    open_main(f, scenario("", "", "", ""));
    save_main(f, scenario("", "", "self.n = 3", ""));
    step(f, 30);
    // Another function changes; what the first save changed has not run yet.
    save_main(f, scenario("", "self.n = 2", "self.n = 3", ""));
    step(f, 1);
    expect_coverage(f, 0, 0, 1);
    expect_coverage(f, 1, 1, 1);
    step(f, 80);
    assert_int_equal(dv_scenario_trial_count(f->scenario), 2);
    step(f, 20);
    assert_int_equal(dv_scenario_trial_count(f->scenario), 0);
    dv_trial_end first, second;
    assert_true(dv_scenario_take_trial_end(f->scenario, &first));
    assert_true(dv_scenario_take_trial_end(f->scenario, &second));
    assert_int_equal(first.generation, 2);
    assert_int_equal(second.generation, 3);
    assert_int_equal(first.coverage.run, 1);
    assert_int_equal(first.ticks, second.ticks + 30);
    // What is changed once more is awaited by the later trial alone.
    open_main(f, scenario("", "", "", ""));
    save_main(f, scenario("", "", "self.n = 3", ""));
    save_main(f, scenario("", "", "self.n = 4", ""));
    expect_coverage(f, 0, 0, 0);
    expect_coverage(f, 1, 0, 1);
}

static void what_ran_before_a_rollback_has_run_after_it(void **state) {
    fixture *f = *state;
    open_main(f, scenario("", "", "", ""));
    save_main(f, scenario("", "self.n = 2", "self.n = 3", ""));
    step(f, 10);
    save_main(f,
              scenario("", "self.n = 2", "self.n = 3", "if world.tick == 15 then error 'x' end"));
    while (!dv_scenario_trial_failed(f->scenario))
        step(f, 1);
    dv_scenario_roll_back(f->scenario);
    expect_coverage(f, 0, 1, 2);
}

static void functions_of_every_family_are_counted(void **state) {
    fixture *f = *state;
    char text[4096];
    snprintf(text, sizeof text, "%s", read_script("coverage/every_family.lua"));
    open_main(f, text);
    for (int i = 0; i < 10; i++)
        replace_in(text, sizeof text, " 1", " 2");
    assert_null(strstr(text, " 1"));
    save_main(f, text);
    // All but `draw`, as nobody looks, and `migrate`. `on_reload` has run.
    expect_coverage(f, 0, 1, 8);
    step(f, 10);
    expect_coverage(f, 0, 3, 8);
    dv_scenario_monitor(f->scenario, 0);
    expect_coverage(f, 0, 4, 8);
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(a_change_that_runs_at_once_is_on_trial_for_sixty_ticks),
        CASE(the_trial_waits_for_a_function_that_runs_later),
        CASE(what_fails_as_it_first_runs_is_taken_back),
        CASE(what_never_runs_is_waited_for_ten_seconds),
        CASE(functions_of_guards_and_behaviors_count),
        CASE(a_guard_that_first_fails_later_is_taken_back),
        CASE(lines_comments_and_beginnings_are_no_change),
        CASE(functions_inside_parts_are_awaited),
        CASE(functions_of_kinds_with_monitors_are_awaited),
        CASE(constants_calls_and_nested_functions_are_changes),
        CASE(a_later_save_leaves_what_was_awaited),
        CASE(what_ran_before_a_rollback_has_run_after_it),
        CASE(functions_of_every_family_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
