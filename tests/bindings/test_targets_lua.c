// Poses, vectors, and custom behaviors in scripts, and the messages about mistakes.
#include "../program.h"
#include "shared_module.h"

/// The first line of the scripts that are written in C: `run` makes a world of one boat.
#define BOAT "local drover, run = require 'drover', require 'boat' local steer = drover.steer\n"

static void expect_banner(fixture *f, const char *script, const char *banner) {
    expect_failing_run(f, script, 2, "", banner);
    assert_int_equal(suspended(f), 1);
}

// Poses

static void poses_are_tables_or_coordinates(void **state) {
    expect_run(
        *state, read_script("targets_lua/poses_are_tables_or_coordinates.lua"), 1,
        "nil\n1.0\t2.0\t0.0\t0.5\n7.0\t8.0\t0.0\t0.25\n5.0\t6.0\t0.0\t0.0\n3.0\t4.0\t1.0\nnil\n");
}

static void wrong_poses_are_refused(void **state) {
    expect_banner(
        *state, BOAT "return run { step = function(self) self.berth = { 1, 2 } end }",
        "main.lua:2: berth: a pose is { x = , y = , heading = }, found the key 1 [boat#1]");
    expect_banner(*state, BOAT "return run { step = function(self) self.berth = { x = 1 } end }",
                  "main.lua:2: berth: y: a number expected, got nil [boat#1]");
    expect_banner(*state, BOAT "return run { step = function(self) self.berth = 3 end }",
                  "main.lua:2: berth: a pose expected, got number [boat#1]");
}

static void an_offset_is_a_list_or_a_vector_slot(void **state) {
    expect_run(*state, read_script("targets_lua/an_offset_is_a_list_or_a_vector_slot.lua"), 1,
               "1.0\t0.0\n1.0\n");
}

static void arrived_compares_with_the_heading_of_a_pose(void **state) {
    expect_run(*state, read_script("targets_lua/arrived_compares_with_the_heading_of_a_pose.lua"),
               4, "2\n");
}

static void arrived_with_an_angle_needs_a_heading(void **state) {
    fixture *f = *state;
    static const char *const targets[] = {"{ 3, 4 }", "drover.mouse"};
    for (int i = 0; i < 2; i++) {
        char script[256];
        snprintf(script, sizeof script,
                 BOAT "return run { on = { drover.when.arrived { target = %s, angle = 0.4 } } }",
                 targets[i]);
        expect_refusal(f, script,
                       "main.lua:2: when.arrived: angle: the target has no heading; an agent or "
                       "pose expected");
    }
}

// Custom

static void custom_behaviors_steer(void **state) {
    fixture *f = *state;
    open_main(f, read_script("targets_lua/custom_behaviors_steer.lua"));
    step(f, 1);
    dv_world *world = dv_scenario_world(f->scenario);
    dv_vec3 steering = dv_agent_steering(world, dv_world_agent_at(world, 0));
    assert_true(steering.x == 3 && steering.y == 3 && steering.z == 0);
}

static void custom_behaviors_run_after_all_steps(void **state) {
    expect_run(*state, read_script("targets_lua/custom_behaviors_run_after_all_steps.lua"), 2,
               "step\ncustom\nstep\nstep\ncustom\ncustom\n");
}

static void custom_behaviors_can_be_applied_and_asked(void **state) {
    expect_run(*state, read_script("targets_lua/custom_behaviors_can_be_applied_and_asked.lua"), 1,
               "4.0\n");
}

static void their_functions_outlive_what_made_them(void **state) {
    // Boxes of behaviors inside of blends are garbage at once; much more is made each tick.
    fixture *f = *state;
    open_main(f, read_script("targets_lua/their_functions_outlive_what_made_them.lua"));
    step(f, 60);
    assert_string_equal(banner_of(f), "");
    write_file(f, "main.lua",
               read_script("targets_lua/their_functions_outlive_what_made_them_in_a_save.lua"));
    dv_reload_report report = dv_scenario_reload(f->scenario);
    assert_int_equal(report.outcome, DV_RELOAD_SWAPPED);
    step(f, 60);
    assert_string_equal(banner_of(f), "");
    dv_world *world = dv_scenario_world(f->scenario);
    assert_true(dv_agent_steering(world, dv_world_agent_at(world, 0)).x == 0.5f);
}

static void custom_behaviors_may_not_write(void **state) {
    expect_banner(
        *state, BOAT "return run { steer = steer.custom(function(self) self.x = 3 end) }",
        "main.lua:2: guards, monitors, elections, custom behaviors and draw may read the world "
        "but not change it "
        "[boat#1]");
}

static void wrong_answers_suspend_the_agent(void **state) {
    expect_banner(*state,
                  BOAT "return run { steer = steer.custom(function(self) return 'left' end) }",
                  "main.lua:2: steer.custom: its function returned string, not the number x "
                  "[boat#1]");
    expect_banner(*state, BOAT "return run { steer = steer.custom(function(self) return 1 end) }",
                  "main.lua:2: steer.custom: its function returned no value, not the number y "
                  "[boat#1]");
    expect_banner(*state,
                  BOAT "return run { steer = steer.custom(function(self) return 0 / 0, 1 end) }",
                  "main.lua:2: steer.custom: its function returned a number that is not finite "
                  "[boat#1]");
    expect_banner(*state, BOAT "return run { steer = steer.custom(function(self) error 'no' end) }",
                  "main.lua:2: no [boat#1]");
}

static void a_custom_behavior_that_asks_for_itself_is_stopped(void **state) {
    fixture *f = *state;
    open_main(f, read_script("targets_lua/a_custom_behavior_that_asks_for_itself_is_stopped.lua"));
    step(f, 1);
    assert_string_not_equal(banner_of(f), "");
    assert_int_equal(suspended(f), 1);
}

static void custom_takes_one_function(void **state) {
    fixture *f = *state;
    write_file(f, "main.lua", BOAT "return run { steer = steer.custom { 3 } }");
    assert_null(try_open(f));
    assert_non_null(strstr(f->error.message, "steer.custom: a function expected, got number"));
    write_file(f, "main.lua", BOAT "return run { steer = steer.custom { print, radius = 3 } }");
    assert_null(try_open(f));
    assert_non_null(strstr(f->error.message,
                           "steer.custom: a function expected, found the key radius beside it"));
}

#define WITH_BOAT(function) CASE_WITH("targets_lua/boat.lua", function)

TESTS {
    const struct CMUnitTest tests[] = {
        WITH_BOAT(poses_are_tables_or_coordinates),
        WITH_BOAT(wrong_poses_are_refused),
        WITH_BOAT(an_offset_is_a_list_or_a_vector_slot),
        WITH_BOAT(arrived_compares_with_the_heading_of_a_pose),
        WITH_BOAT(arrived_with_an_angle_needs_a_heading),
        WITH_BOAT(custom_behaviors_steer),
        WITH_BOAT(custom_behaviors_run_after_all_steps),
        WITH_BOAT(custom_behaviors_can_be_applied_and_asked),
        WITH_BOAT(their_functions_outlive_what_made_them),
        WITH_BOAT(custom_behaviors_may_not_write),
        WITH_BOAT(wrong_answers_suspend_the_agent),
        WITH_BOAT(a_custom_behavior_that_asks_for_itself_is_stopped),
        WITH_BOAT(custom_takes_one_function),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
