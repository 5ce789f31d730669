// Mods that fail: the mod is suspended, and the scenario goes on as if it were not there.
#include "../program.h"
#include "mods_fixture.h"

#define SUSPENDED "; the mod 'm' is suspended until the next save"

static uint32_t suspended_agents(fixture *f) {
    return dv_world_suspended_count(dv_scenario_world(f->scenario));
}

static void a_failing_mod_is_suspended_and_the_scenario_goes_on(void **state) {
    fixture *f = *state;
    write_mod(f, "m", "",
              MOD "update = function(world)\n if world.tick == 1 then error 'oh' end print "
                  "'m' end }");
    write_mod(f, "n", "", MOD "update = function() print 'n' end }");
    open_mods(f, "m n");
    step(f, 4);
    expect_log(f, "base\t2.0\t2\n1\tgrazes\nm\nn\nn\nbase update\nn\nn\n");
    assert_string_equal(banner_of(f), "mods/m/init.lua:3: oh" SUSPENDED);
    write_mod(f, "m", "", MOD "update = function() print 'mended' end }");
    expect_swapped(f);
    step(f, 1);
    expect_log(f, "mended\nn\n");
}

static void a_wrapped_function_is_named_by_the_place_of_the_mod(void **state) {
    fixture *f = *state;
    write_mod(f, "m", "",
              EXTEND("def:wrap('states.fleeing.step', function()\n return 'nowhere' end)"));
    open_mods(f, "m");
    step(f, 14);
    assert_string_equal(banner_of(f),
                        "mods/m/init.lua:3: returned 'nowhere', which is not a state" SUSPENDED);
}

static void no_other_function_is_taken_for_a_wrapper(void **state) {
    fixture *f = *state;
    write_mod(f, "m", "",
              HEAD "local function with() return 'nowhere' end\n"
                   "drover.extend('sheep', function(def)\n"
                   "def.states.fleeing.step = function()\n return with() end end)");
    open_mods(f, "m");
    step(f, 14);
    assert_string_equal(banner_of(f),
                        "mods/m/init.lua:4: returned 'nowhere', which is not a state" SUSPENDED);
}

// A sheep counts its steps in the scenario, and a mod counts its own.
static const char counting[] =
    HEAD "drover.kind('sheep', { memory = { steps = 0, own = 0 }, step = function(self)\n"
         "self.steps = self.steps + 1 BASE end })\n"
         "return drover.scenario { kinds = { 'sheep' }, setup = function(world)\n"
         "world:spawn('sheep', {}) end, update = UPDATE,\n"
         "monitors = {\n"
         "steps = function(world) for each in world:agents('sheep') do return each.steps end end,\n"
         "own = function(world) for each in world:agents('sheep') do return each.own end end } }";

/// Write the scenario with code for its step and its update.
static void write_counting(fixture *f, const char *base, const char *update) {
    char text[2048];
    const char *at = strstr(counting, "BASE"), *then = strstr(counting, "UPDATE");
    snprintf(text, sizeof text, "%.*s%s%.*s%s%s", (int)(at - counting), counting, base,
             (int)(then - at - 4), at + 4, update, then + 6);
    write_file(f, "main.lua", text);
}

static void expect_counts(fixture *f, int steps, int own) {
    assert_int_equal((int)dv_scenario_monitor(f->scenario, 0), own);
    assert_int_equal((int)dv_scenario_monitor(f->scenario, 1), steps);
}

#define FAILS_AT(tick)                                                                             \
    "if self.world.tick == " #tick " then error 'oh' end self.own = self.own + 1 "
#define WRAP(body)                                                                                 \
    EXTEND("def:wrap('step', function(before, self, dt)\n" body "before(self, dt) end)")

static void around_a_function_that_fails_the_one_before_goes_on(void **state) {
    fixture *f = *state;
    write_counting(f, "", "nil");
    write_mod(f, "m", "", WRAP(FAILS_AT(2)));
    open_mods(f, "m");
    step(f, 5);
    assert_string_equal(banner_of(f), "mods/m/init.lua:4: oh" SUSPENDED);
    assert_int_equal(suspended_agents(f), 0);
    assert_true(dv_scenario_mod_is_suspended(f->scenario, "m"));
    expect_counts(f, 4, 2);
    write_mod(f, "m", "", WRAP("self.own = self.own + 10 "));
    expect_swapped(f);
    assert_false(dv_scenario_mod_is_suspended(f->scenario, "m"));
    step(f, 1);
    expect_counts(f, 5, 12);
}

static void a_function_that_was_replaced_goes_on(void **state) {
    fixture *f = *state;
    write_counting(f, "", "nil");
    write_mod(f, "m", "", EXTEND("def.step = function(self)\n" FAILS_AT(3) "end"));
    open_mods(f, "m");
    step(f, 5);
    assert_int_equal(suspended_agents(f), 0);
    expect_counts(f, 1, 3);
}

static void of_several_mods_only_the_one_at_fault_is_suspended(void **state) {
    fixture *f = *state;
    write_counting(f, "", "nil");
    write_mod(f, "a", "", WRAP("self.own = self.own + 100 "));
    write_mod(f, "m", "", WRAP(FAILS_AT(1)));
    write_mod(f, "z", "", WRAP("self.own = self.own + 10000 "));
    open_mods(f, "a m z");
    step(f, 4);
    assert_false(dv_scenario_mod_is_suspended(f->scenario, "a"));
    assert_true(dv_scenario_mod_is_suspended(f->scenario, "m"));
    assert_int_equal(suspended_agents(f), 0);
    // In tick 1, z ran, m failed, and so a and the scenario's own step did not run.
    expect_counts(f, 3, 4 * 10000 + 1 + 3 * 100);
}

static void a_mod_is_not_blamed_for_the_scenario(void **state) {
    fixture *f = *state;
    write_counting(f, "if self.steps == 2 then error 'mine' end", "nil");
    write_mod(f, "m", "", WRAP("self.own = self.own + 1 "));
    open_mods(f, "m");
    step(f, 4);
    assert_string_equal(banner_of(f), "main.lua:3: mine [sheep#1]");
    assert_int_equal(suspended_agents(f), 1);
    assert_false(dv_scenario_mod_is_suspended(f->scenario, "m"));
}

static void guards_and_behaviors_of_a_suspended_mod_do_nothing(void **state) {
    fixture *f = *state;
    const char *const edits[] = {
        EXTEND("def:after('states.grazing.on', { when.lua(function(self)\n"
               "return self.nothing.x end), 'fleeing' })"),
        EXTEND("def:after('states.grazing.steer', steer.custom(function(self)\n"
               "return self.nothing.x end))"),
        EXTEND("def:after('states.grazing.steer', steer.custom(function()\n"
               "return 'north' end))"),
        EXTEND("def.states.grazing.step = function(self)\nself.nothing.x = 1 end"),
        EXTEND("def.init = function(self)\nself.nothing.x = 1 end"),
        EXTEND("def:wrap('states.grazing.enter', function(before, self)\nself.nothing.x = 1 end)"),
    };
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
        write_mod(f, "m", "", edits[i]);
        open_mods(f, "m");
        step(f, 20);
        assert_non_null(strstr(banner_of(f), SUSPENDED));
        assert_int_equal(suspended_agents(f), 0);
        assert_true(dv_scenario_mod_is_suspended(f->scenario, "m"));
    }
}

static void callbacks_of_the_scenario_go_on(void **state) {
    fixture *f = *state;
    write_counting(f, "", "function(world) world.memory.own = (world.memory.own or 0) + 1 end");
    write_mod(f, "m", "",
              HEAD "drover.extend_scenario(function(def)\n"
                   "def:wrap('update', function(before, world, dt)\n"
                   "if world.tick == 2 then error 'oh' end before(world, dt) end)\n"
                   "def.monitors.ticks = function(world) return world.memory.own end end)");
    open_mods(f, "m");
    step(f, 6);
    assert_string_equal(banner_of(f), "mods/m/init.lua:4: oh" SUSPENDED);
    // The monitor is the mod's, too.
    assert_true(isnan(dv_scenario_monitor(f->scenario, 2)));
    write_mod(f, "m", "",
              HEAD "drover.extend_scenario(function(def)\n"
                   "def.monitors.ticks = function(world) return world.memory.own end end)");
    expect_swapped(f);
    assert_int_equal((int)dv_scenario_monitor(f->scenario, 2), 5);
}

static void an_agent_of_the_mods_own_kind_is_suspended_alone(void **state) {
    fixture *f = *state;
    write_mod(f, "m", "",
              HEAD "local fox = drover.kind('fox', { step = function(self)\n"
                   "if self.id == 2 then error 'oh' end print(self.id) end })\n"
                   "return drover.mod { kinds = { fox }, setup = function(world)\n"
                   "world:spawn('fox', {}) world:spawn('fox', {}) end }");
    open_mods(f, "m");
    step(f, 2);
    expect_log(f, "base\t2.0\t2\n1\tgrazes\n3\n3\n");
    assert_string_equal(banner_of(f), "mods/m/init.lua:3: oh [fox#2]");
    assert_int_equal(suspended_agents(f), 1);
    assert_false(dv_scenario_mod_is_suspended(f->scenario, "m"));
}

static void a_mod_that_failed_before_does_not_take_a_save_of_the_scenario_back(void **state) {
    fixture *f = *state;
    write_counting(f, "", "nil");
    write_mod(f, "m", "", WRAP("error 'oh' "));
    open_mods(f, "m");
    step(f, 2);
    write_counting(f, "self.steps = self.steps + 9", "nil");
    expect_swapped(f);
    step(f, 2);
    assert_false(dv_scenario_trial_failed(f->scenario));
    assert_true(dv_scenario_mod_is_suspended(f->scenario, "m"));
    expect_counts(f, 1 + 10, 0);
}

static void a_save_below_a_mod_is_on_trial(void **state) {
    fixture *f = *state;
    write_counting(f, "", "nil");
    write_mod(f, "m", "", WRAP("self.own = self.own + 1 "));
    open_mods(f, "m");
    step(f, 3);
    write_counting(f, "local nothing = nil + self.steps", "nil");
    expect_swapped(f);
    assert_int_equal(dv_scenario_trial_coverage(f->scenario, 0).changed, 1);
    step(f, 1);
    assert_true(dv_scenario_trial_failed(f->scenario));
    dv_scenario_roll_back(f->scenario);
    step(f, 2);
    assert_int_equal(suspended_agents(f), 0);
}

static void a_suspended_mod_is_in_the_list_of_stops(void **state) {
    fixture *f = *state;
    dv_stops stops = {0};
    dv_snapshot snapshot = {0};
    write_counting(f, "", "nil");
    write_mod(f, "m", "", WRAP(FAILS_AT(2)));
    open_mods(f, "m");
    step(f, 3);
    const dv_world *world = dv_scenario_world(f->scenario);
    assert_int_equal(dv_world_take_snapshot(world, &snapshot, &f->error), DV_OK);
    assert_int_equal(dv_scenario_list_stops(f->scenario, &stops, &f->error), DV_OK);
    assert_int_equal(stops.mod_count, 1);
    // From the snapshot alone, the mod runs again.
    assert_int_equal(dv_scenario_return_to(f->scenario, &snapshot, &f->error), DV_OK);
    step(f, 1);
    expect_counts(f, 3, 3);
    assert_int_equal(dv_scenario_go_on_from(f->scenario, &snapshot, &stops, &f->error), DV_OK);
    step(f, 1);
    expect_counts(f, 3, 2);
    assert_true(dv_scenario_mod_is_suspended(f->scenario, "m"));
    stops.mods[0] = 2;
    assert_int_equal(dv_scenario_go_on_from(f->scenario, &snapshot, &stops, &f->error),
                     DV_ERROR_FORMAT);
    dv_stops_free(&stops);
    dv_snapshot_free(&snapshot);
}

// Time

static void a_mod_that_does_not_return_is_suspended(void **state) {
    fixture *f = *state;
    const char *const mods[] = {
        MOD "update = function(world)\n if world.tick == 1 then while true do end end end }",
        WRAP("if self.world.tick == 1 then while true do end end "),
        EXTEND("def.on = { { when.lua(function(self)\n"
               "while self.world.tick == 1 do end return false end), function() end } }"),
    };
    dv_scenario_options options = options_of(f);
    write_counting(f, "", "nil");
    options.watched = true;
    options.budget = 0.05;
    for (size_t i = 0; i < sizeof mods / sizeof *mods; i++) {
        const char *name = "m";
        write_mod(f, "m", "", mods[i]);
        close_scenario(f);
        options.mods = &name;
        options.mod_count = 1;
        f->scenario = dv_scenario_open(f->folder, &options, &f->error);
        assert_non_null(f->scenario);
        step(f, 4);
        assert_non_null(strstr(banner_of(f), SUSPENDED));
        assert_true(dv_scenario_mod_is_suspended(f->scenario, "m"));
        assert_int_equal(suspended_agents(f), 0);
        assert_in_range((int)dv_scenario_monitor(f->scenario, 1), 3, 4);
    }
}

static void an_unwatched_run_ends_with_the_name_of_the_mod(void **state) {
    fixture *f = *state;
    dv_scenario_options options = options_of(f);
    const char *name = "m";
    write_mod(f, "m", "", MOD "update = function()\n while true do end end }");
    options.watched = false;
    options.budget = 0.05;
    options.mods = &name;
    options.mod_count = 1;
    f->scenario = dv_scenario_open(f->folder, &options, &f->error);
    assert_non_null(f->scenario);
    assert_int_equal(dv_scenario_step(f->scenario, &f->error), DV_ERROR_SCRIPT);
    assert_non_null(strstr(f->error.message, "mods/m/init.lua:"));
}

TESTS {
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up_base, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_failing_mod_is_suspended_and_the_scenario_goes_on),
        TEST(a_wrapped_function_is_named_by_the_place_of_the_mod),
        TEST(no_other_function_is_taken_for_a_wrapper),
        TEST(around_a_function_that_fails_the_one_before_goes_on),
        TEST(a_function_that_was_replaced_goes_on),
        TEST(of_several_mods_only_the_one_at_fault_is_suspended),
        TEST(a_mod_is_not_blamed_for_the_scenario),
        TEST(guards_and_behaviors_of_a_suspended_mod_do_nothing),
        TEST(callbacks_of_the_scenario_go_on),
        TEST(an_agent_of_the_mods_own_kind_is_suspended_alone),
        TEST(a_mod_that_failed_before_does_not_take_a_save_of_the_scenario_back),
        TEST(a_save_below_a_mod_is_on_trial),
        TEST(a_suspended_mod_is_in_the_list_of_stops),
        TEST(a_mod_that_does_not_return_is_suspended),
        TEST(an_unwatched_run_ends_with_the_name_of_the_mod),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
