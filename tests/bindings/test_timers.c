// Timers in scripts: what they call and when, mistakes, and what becomes of them in reloads,
// rollbacks, rewinds, and mods.
#include "../program.h"
#include "mods_fixture.h"

#include "drover/timers.h"

static void it_calls_later(void **state) {
    expect_run(*state, read_script("timers/it_calls_later.lua"), 8,
               "4\t0\t1\t2\n"
               "1\tdawn\tsoon\t0.1\n"
               "3\tmoth#2\twake\tfirst\tmoth#1\ttrue\n"
               "3\tdawn\t(1, 2, 0)\t0.3\n"
               "3\tmoth#1\trest\tnil\n"
               "update\n"
               "4\tmoth#2\trest\tkept\n"
               "5\tmoth#2\twake\tfirst\tmoth#1\ttrue\n"
               "7\tmoth#2\twake\tfirst\tmoth#1\ttrue\n");
}

static void wrong_calls_raise(void **state) {
#define REMEMBERED                                                                                 \
    " cannot be remembered: numbers, strings, booleans, vectors, handles and tables of these "     \
    "can\n"
    expect_run(*state, read_script("timers/wrong_calls.lua"), 10,
               "main.lua:13: after: kind 'moth' has no timer 'wke' (wake?)\n"
               "main.lua:14: after: kind 'bat' has no timer 'wake'\n"
               "main.lua:15: after: the scenario has no timer 'wake': only dawn is known\n"
               "main.lua:16: after: seconds: -1 is not in 0 to 1e+09 s\n"
               "main.lua:17: after: seconds: nan is not in 0 to 1e+09 s\n"
               "main.lua:18: after: seconds: inf is not in 0 to 1e+09 s\n"
               "main.lua:19: bad argument #1 to 'after' (number expected, got string)\n"
               "main.lua:20: bad argument #2 to 'after' (string expected, got no value)\n"
               "main.lua:21: after: data: a function" REMEMBERED
               "main.lua:22: after: data.list.2: a function" REMEMBERED
               "main.lua:23: after: data: a number with a fraction cannot be a key here\n"
               "main.lua:24: self: agent #3 is gone\n"
               "main.lua:25: self: agent #3 is gone\n"
               "main.lua:26: cancel: kind 'moth' has no timer 'wke' (wake?)\n"
               "main.lua:27: after: cannot be assigned\n");
}

#define KIND(keys) HEAD "return drover.scenario { kinds = { drover.kind('a', { " keys " }) } }"
#define SCENE(keys) HEAD "return drover.scenario { kinds = { drover.kind('a', {}) }, " keys " }"

static void wrong_declarations_are_refused(void **state) {
    expect_refusal(*state, KIND("timers = 3"), "main.lua:2: timers: a table expected, got number");
    expect_refusal(*state, KIND("timers = { wake = 'now' }"),
                   "main.lua:2: timers.wake: a function expected, got string");
    expect_refusal(*state, KIND("timers = { ['wake up'] = print }"),
                   "main.lua:2: timers: a name of letters, digits and _ expected, got 'wake up'");
    expect_refusal(*state, SCENE("timers = { print }"),
                   "main.lua:2: timers: a name of letters, digits and _ expected, got number");
    expect_refusal(*state, SCENE("timer = {}"), "main.lua:2: timer: unknown key (timers?)");
    expect_refusal(*state, KIND("memory = { after = 1 }"),
                   "main.lua:2: memory.after: the name is already a field or method");
}

static void a_result_that_nothing_reads_raises(void **state) {
    expect_failing_run(*state,
                       HEAD "return drover.scenario { kinds = { drover.kind('a', {\n"
                            "timers = { t = function() return 'asleep' end } }) },\n"
                            "setup = function(w) w:spawn('a', {}):after(0, 't') end }",
                       3, "",
                       "main.lua:3: t returned 'asleep', which nothing reads: switch with "
                       "self:become [a#1]");
}

static void reading_code_cannot_set_timers(void **state) {
    fixture *f = *state;
    const char *const calls[] = {"world:after(1, 't')", "world:cancel 't'"};
    for (size_t i = 0; i < 2; i++) {
        char source[512];
        snprintf(source, sizeof source,
                 SCENE("timers = { t = function() end }, monitors = { m = function(world) %s "
                       "return 1 end }"),
                 calls[i]);
        open_main(f, source);
        assert_true(isnan(dv_scenario_monitor(f->scenario, 0)));
        if (!strstr(banner_of(f), "may read the world but not change it"))
            fail_msg("%s: %s", calls[i], banner_of(f));
    }
}

static void turning_keeps_what_both_kinds_have(void **state) {
    expect_run(*state, read_script("timers/pupa.lua"), 8,
               "pupa\ttick\t1\npupa\thatch\t1\nmoth\ttick\t2\nmoth\ttick\t3\nmoth\ttick\t4\n");
}

static const char *chains(const char *kind, const char *scenario) {
    return read_script_with("timers/chains.lua", "--[[kind]]", kind, "--[[scenario]]", scenario,
                            NULL);
}

static void a_failure_suspends_that_agent_alone(void **state) {
    fixture *f = *state;
    open_main(f, chains("if self.id == 1 and count == 2 then error 'broken' end", ""));
    step(f, 6);
    expect_log(f, "1\tmoth#1\t1\n1\tdawn\t1\n2\tmoth#2\t1\n3\tdawn\t2\n4\tmoth#2\t2\n5\tdawn\t3\n");
    assert_string_equal(banner_of(f), "main.lua:5: broken [moth#1]");
    assert_int_equal(suspended(f), 1);
}

static void a_failing_timer_of_the_scenario_waits_for_the_next_good_save(void **state) {
    fixture *f = *state;
    open_main(f, chains("", "world:after(0.3, 'dawn', 9) if count == 1 then error 'broken' end"));
    step(f, 6);
    expect_log(f, "1\tmoth#1\t1\n2\tmoth#2\t1\n3\tmoth#1\t2\n4\tmoth#2\t2\n5\tmoth#1\t3\n");
    assert_string_equal(banner_of(f), "main.lua:16: broken");
    write_file(f, "main.lua", chains("", ""));
    expect_swapped(f);
    step(f, 3);
    expect_log(f, "6\tdawn\t9\n6\tmoth#2\t3\n7\tmoth#1\t4\n8\tdawn\t10\n8\tmoth#2\t4\n");
}

static void an_unwatched_run_ends_with_it(void **state) {
    fixture *f = *state;
    write_file(f, "main.lua", chains("", "error 'broken'"));
    dv_scenario_options options = options_of(f);
    options.watched = false;
    f->scenario = dv_scenario_open(f->folder, &options, &f->error);
    assert_non_null(f->scenario);
    dv_result result = DV_OK;
    for (int i = 0; i < 3 && result == DV_OK; i++)
        result = dv_scenario_step(f->scenario, &f->error);
    assert_int_equal(result, DV_ERROR_SCRIPT);
    assert_string_equal(f->error.message, "main.lua:16: broken");
}

// What is due meanwhile is called in the first tick under code that has the name again.
static void timers_wait_for_names_that_a_save_drops(void **state) {
    fixture *f = *state;
    open_main(f, chains("", ""));
    step(f, 2);
    uint64_t hash = hash_of(f);
    write_file(f, "main.lua",
               read_script_with("timers/chains.lua", "wake =", "woke =", "dawn =", "dusk =",
                                "\"wake\"", "\"woke\"", "\"dawn\"", "\"dusk\"", "\"wake\"",
                                "\"woke\"", "\"dawn\"", "\"dusk\"", "\"dawn\"", "\"dusk\"", NULL));
    dv_reload_report report = expect_swapped(f);
    assert_string_equal(report.stays,
                        "timer dawn of the scenario is gone: 1 call waits until it is back, "
                        "timer wake of moth is gone: 2 calls wait until it is back");
    assert_int_equal(hash_of(f), hash);
    f->log[0] = '\0';
    step(f, 4);
    expect_log(f, "");
    dv_snapshot snapshot;
    assert_int_equal(dv_world_take_snapshot(dv_scenario_world(f->scenario), &snapshot, &f->error),
                     DV_OK);
    assert_int_equal(dv_scenario_undo(f->scenario).outcome, DV_RELOAD_SWAPPED);
    step(f, 1);
    expect_log(f, "6\tmoth#2\t1\n6\tmoth#1\t2\n6\tdawn\t2\n");
    // The same from a snapshot.
    assert_int_equal(dv_scenario_return_to(f->scenario, &snapshot, &f->error), DV_OK);
    step(f, 1);
    expect_log(f, "6\tmoth#2\t1\n6\tmoth#1\t2\n6\tdawn\t2\n");
    dv_snapshot_free(&snapshot);
}

static void a_rollback_takes_back_what_timers_did(void **state) {
    fixture *f = *state;
    open_main(f, chains("", ""));
    step(f, 4);
    uint64_t hash = hash_of(f);
    f->log[0] = '\0';
    write_file(f, "main.lua", chains("if self.id == 2 then error 'broken' end", ""));
    expect_swapped(f);
    int ticks = 0;
    for (; !dv_scenario_trial_failed(f->scenario) && ticks < 9; ticks++)
        step(f, 1);
    assert_int_equal(ticks, 1);
    dv_reload_report report = dv_scenario_roll_back(f->scenario);
    assert_string_equal(report.message, "main.lua:5: broken [moth#2]");
    assert_int_equal(hash_of(f), hash);
    f->log[0] = '\0';
    step(f, 2);
    expect_log(f, "4\tmoth#2\t2\n5\tmoth#1\t3\n5\tdawn\t3\n");
}

static void a_mod_has_timers_of_its_own_and_adds_to_others(void **state) {
    fixture *f = *state;
    write_mod(f, "winter", "",
              HEAD "drover.extend('sheep', function(def)\n"
                   "  def.timers.shear = function(self, data) print(self, data) end\n"
                   "end)\n"
                   "drover.extend_scenario(function(def)\n"
                   "  def.timers.spring = function(world) print 'spring' end\n"
                   "end)\n"
                   "return drover.mod {\n"
                   "  timers = { snow = function(world, depth) print(depth, world.tick) end },\n"
                   "  setup = function(world)\n"
                   "    world:after(0.01, 'snow', 3) world:after(0.01, 'winter.snow', 4)\n"
                   "    world:after(0.01, 'spring') print(world:cancel 'winter.snow')\n"
                   "    world:after(0.01, 'snow', 5)\n"
                   "    world:agents('sheep')():after(0.01, 'shear', 'wool')\n"
                   "  end,\n"
                   "}\n");
    open_mods(f, "winter");
    f->log[0] = '\0';
    step(f, 1);
    f->log[0] = '\0';
    step(f, 1);
    expect_log(f, "spring\n5\t1\nsheep#1\twool\n");
}

#define TICKS 40

static void a_world_goes_on_from_any_tick(void **state) {
    fixture *f = *state;
    dv_snapshot snapshots[TICKS / 5 + 1] = {{0}};
    uint64_t hashes[TICKS + 1];
    open_main(f, chains("count = count or 1", ""));
    for (int tick = 0; tick <= TICKS; tick++) {
        dv_world *world = dv_scenario_world(f->scenario);
        hashes[tick] = hash_of(f);
        if (tick % 5 == 0)
            assert_int_equal(dv_world_take_snapshot(world, &snapshots[tick / 5], &f->error), DV_OK);
        step(f, 1);
    }
    for (int i = TICKS / 5; i >= 0; i--) {
        if (dv_scenario_return_to(f->scenario, &snapshots[i], &f->error) != DV_OK)
            fail_msg("%s", f->error.message);
        for (int tick = 5 * i; tick <= TICKS; tick++) {
            assert_int_equal(hash_of(f), hashes[tick]);
            step(f, 1);
        }
        dv_snapshot_free(&snapshots[i]);
    }
    assert_int_equal(dv_world_timer_count(dv_scenario_world(f->scenario)), 3);
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(it_calls_later),
        CASE(wrong_calls_raise),
        CASE(wrong_declarations_are_refused),
        CASE(a_result_that_nothing_reads_raises),
        CASE(reading_code_cannot_set_timers),
        CASE(turning_keeps_what_both_kinds_have),
        CASE(a_failure_suspends_that_agent_alone),
        CASE(a_failing_timer_of_the_scenario_waits_for_the_next_good_save),
        CASE(an_unwatched_run_ends_with_it),
        CASE(timers_wait_for_names_that_a_save_drops),
        CASE(a_rollback_takes_back_what_timers_did),
        cmocka_unit_test_setup_teardown(a_mod_has_timers_of_its_own_and_adds_to_others, set_up_base,
                                        tear_down),
        CASE(a_world_goes_on_from_any_tick),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
