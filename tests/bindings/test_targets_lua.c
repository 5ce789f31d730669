// Poses, vectors, and custom behaviors in scripts, and the messages about mistakes.
#include "../read_script.h"
#include "scenario.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// The first line of the scripts that are written in C: `run` makes a world of one boat.
#define HEAD "local drover, run = require 'drover', require 'boat' local steer = drover.steer\n"

typedef struct fixture {
    char folder[64];
    char log[4096]; ///< what was printed, a blank after each line
    dv_error error;
} fixture;

static void keep_line(void *context, const char *line) {
    fixture *f = context;
    size_t used = strlen(f->log);
    snprintf(f->log + used, sizeof f->log - used, "%s ", line);
}

static void write_script(const fixture *f, const char *name, const char *script) {
    char path[128];
    snprintf(path, sizeof path, "%s/%s", f->folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fprintf(file, "%s", script) > 0);
    assert_int_equal(fclose(file), 0);
}

static int set_up(void **state) {
    fixture *f = calloc(1, sizeof *f);
    strcpy(f->folder, "/tmp/drover_targets_XXXXXX");
    assert_non_null(mkdtemp(f->folder));
    write_script(f, "boat.lua", read_script("targets_lua/boat.lua"));
    *state = f;
    return 0;
}

static int tear_down(void **state) {
    fixture *f = *state;
    char command[128];
    snprintf(command, sizeof command, "rm -r %s", f->folder);
    assert_int_equal(system(command), 0);
    free(f);
    assert_int_equal(dv_allocated_bytes(), 0);
    return 0;
}

static dv_scenario *open_script(fixture *f, const char *script) {
    write_script(f, "main.lua", script);
    dv_scenario_options options = dv_scenario_options_default();
    options.print = keep_line;
    options.print_context = f;
    f->log[0] = f->error.message[0] = '\0';
    return dv_scenario_open(f->folder, &options, &f->error);
}

static dv_scenario *start(fixture *f, const char *script) {
    dv_scenario *scenario = open_script(f, script);
    if (!scenario)
        fail_msg("%s", f->error.message);
    return scenario;
}

static void step(fixture *f, dv_scenario *scenario, int ticks) {
    for (int i = 0; i < ticks; i++)
        assert_int_equal(dv_scenario_step(scenario, &f->error), DV_OK);
}

static void expect_run(fixture *f, const char *script, int ticks, const char *expected) {
    dv_scenario *scenario = start(f, script);
    step(f, scenario, ticks);
    if (dv_scenario_banner(scenario))
        fail_msg("%s", dv_scenario_banner(scenario));
    assert_string_equal(f->log, expected);
    dv_scenario_close(scenario);
}

static void expect_banner(fixture *f, const char *script, const char *banner) {
    dv_scenario *scenario = start(f, script);
    step(f, scenario, 2);
    assert_non_null(dv_scenario_banner(scenario));
    assert_string_equal(dv_scenario_banner(scenario), banner);
    assert_int_equal(dv_world_suspended_count(dv_scenario_world(scenario)), 1);
    dv_scenario_close(scenario);
}

// Poses

static void poses_are_tables_or_coordinates(void **state) {
    expect_run(*state, read_script("targets_lua/poses_are_tables_or_coordinates.lua"), 1,
               "nil 1.0\t2.0\t0.0\t0.5 7.0\t8.0\t0.0\t0.25 5.0\t6.0\t0.0\t0.0 3.0\t4.0\t1.0 nil ");
}

static void wrong_poses_are_refused(void **state) {
    expect_banner(
        *state, HEAD "return run { step = function(self) self.berth = { 1, 2 } end }",
        "main.lua:2: berth: a pose is { x = , y = , heading = }, found the key 1 [boat#1]");
    expect_banner(*state, HEAD "return run { step = function(self) self.berth = { x = 1 } end }",
                  "main.lua:2: berth: y: a number expected, got nil [boat#1]");
    expect_banner(*state, HEAD "return run { step = function(self) self.berth = 3 end }",
                  "main.lua:2: berth: a pose expected, got number [boat#1]");
}

static void an_offset_is_a_list_or_a_vector_slot(void **state) {
    expect_run(*state, read_script("targets_lua/an_offset_is_a_list_or_a_vector_slot.lua"), 1,
               "1.0\t0.0 1.0 ");
}

static void arrived_compares_with_the_heading_of_a_pose(void **state) {
    expect_run(*state, read_script("targets_lua/arrived_compares_with_the_heading_of_a_pose.lua"),
               4, "2 ");
}

static void arrived_with_an_angle_needs_a_heading(void **state) {
    fixture *f = *state;
    static const char *const targets[] = {"{ 3, 4 }", "drover.mouse"};
    for (int i = 0; i < 2; i++) {
        char script[256];
        snprintf(script, sizeof script,
                 HEAD "return run { on = { drover.when.arrived { target = %s, angle = 0.4 } } }",
                 targets[i]);
        assert_null(open_script(f, script));
        assert_string_equal(f->error.message, "main.lua:2: when.arrived: angle: the target has no "
                                              "heading; an agent or pose expected");
    }
}

// Custom

static void custom_behaviors_steer(void **state) {
    fixture *f = *state;
    dv_scenario *scenario = start(f, read_script("targets_lua/custom_behaviors_steer.lua"));
    step(f, scenario, 1);
    dv_world *world = dv_scenario_world(scenario);
    dv_vec3 steering = dv_agent_steering(world, dv_world_agent_at(world, 0));
    assert_true(steering.x == 3 && steering.y == 3 && steering.z == 0);
    dv_scenario_close(scenario);
}

static void custom_behaviors_run_after_all_steps(void **state) {
    expect_run(*state, read_script("targets_lua/custom_behaviors_run_after_all_steps.lua"), 2,
               "step custom step step custom custom ");
}

static void custom_behaviors_can_be_applied_and_asked(void **state) {
    expect_run(*state, read_script("targets_lua/custom_behaviors_can_be_applied_and_asked.lua"), 1,
               "4.0 ");
}

static void their_functions_outlive_what_made_them(void **state) {
    // Boxes of behaviors inside of blends are garbage at once; much more is made each tick.
    fixture *f = *state;
    dv_scenario *scenario =
        start(f, read_script("targets_lua/their_functions_outlive_what_made_them.lua"));
    step(f, scenario, 60);
    assert_null(dv_scenario_banner(scenario));
    write_script(f, "main.lua",
                 read_script("targets_lua/their_functions_outlive_what_made_them_in_a_save.lua"));
    dv_reload_report report = dv_scenario_reload(scenario);
    assert_int_equal(report.outcome, DV_RELOAD_SWAPPED);
    step(f, scenario, 60);
    assert_null(dv_scenario_banner(scenario));
    dv_world *world = dv_scenario_world(scenario);
    assert_true(dv_agent_steering(world, dv_world_agent_at(world, 0)).x == 0.5f);
    dv_scenario_close(scenario);
}

static void custom_behaviors_may_not_write(void **state) {
    expect_banner(
        *state, HEAD "return run { steer = steer.custom(function(self) self.x = 3 end) }",
        "main.lua:2: guards, monitors, elections, custom behaviors and draw may read the world "
        "but not change it "
        "[boat#1]");
}

static void wrong_answers_suspend_the_agent(void **state) {
    expect_banner(*state,
                  HEAD "return run { steer = steer.custom(function(self) return 'left' end) }",
                  "main.lua:2: steer.custom: its function returned string, not the number x "
                  "[boat#1]");
    expect_banner(*state, HEAD "return run { steer = steer.custom(function(self) return 1 end) }",
                  "main.lua:2: steer.custom: its function returned no value, not the number y "
                  "[boat#1]");
    expect_banner(*state,
                  HEAD "return run { steer = steer.custom(function(self) return 0 / 0, 1 end) }",
                  "main.lua:2: steer.custom: its function returned a number that is not finite "
                  "[boat#1]");
    expect_banner(*state, HEAD "return run { steer = steer.custom(function(self) error 'no' end) }",
                  "main.lua:2: no [boat#1]");
}

static void a_custom_behavior_that_asks_for_itself_is_stopped(void **state) {
    fixture *f = *state;
    dv_scenario *scenario =
        start(f, read_script("targets_lua/a_custom_behavior_that_asks_for_itself_is_stopped.lua"));
    step(f, scenario, 1);
    assert_non_null(dv_scenario_banner(scenario));
    assert_int_equal(dv_world_suspended_count(dv_scenario_world(scenario)), 1);
    dv_scenario_close(scenario);
}

static void custom_takes_one_function(void **state) {
    fixture *f = *state;
    assert_null(open_script(f, HEAD "return run { steer = steer.custom { 3 } }"));
    assert_non_null(strstr(f->error.message, "steer.custom: a function expected, got number"));
    assert_null(open_script(f, HEAD "return run { steer = steer.custom { print, radius = 3 } }"));
    assert_non_null(strstr(f->error.message,
                           "steer.custom: a function expected, found the key radius beside it"));
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(poses_are_tables_or_coordinates),
        CASE(wrong_poses_are_refused),
        CASE(an_offset_is_a_list_or_a_vector_slot),
        CASE(arrived_compares_with_the_heading_of_a_pose),
        CASE(arrived_with_an_angle_needs_a_heading),
        CASE(custom_behaviors_steer),
        CASE(custom_behaviors_run_after_all_steps),
        CASE(custom_behaviors_can_be_applied_and_asked),
        CASE(their_functions_outlive_what_made_them),
        CASE(custom_behaviors_may_not_write),
        CASE(wrong_answers_suspend_the_agent),
        CASE(a_custom_behavior_that_asks_for_itself_is_stopped),
        CASE(custom_takes_one_function),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
