// world:plan in scripts: ways around obstacles, between points and agents; nil with a reason; wrong
// arguments; and when it may be called.
#include "../program.h"
#include "../read_script.h"
#include "scenario_fixture.h"

static void plans_are_paths_around_what_stands_there(void **state) {
    expect_run(*state, read_script("plan/plans_are_paths_around_what_stands_there.lua"), 1,
               "path#1\t10.0\t0.25\tfalse\n"
               "-5.0\t0.0\t0.0\t0.0\n5.0\t0.0\t0.0\t0.0\n"
               "path#2\ttrue\t0.5\ntrue\n");
}

static void an_agent_means_where_it_is_and_its_radius_is_the_clearance(void **state) {
    expect_run(*state,
               read_script("plan/an_agent_means_where_it_is_and_its_radius_is_the_clearance.lua"),
               0,
               "true\t-5.0\n5.0\t2.0\ntrue\ntrue\n"
               "false\targument 2: agent #2 is gone\n");
}

static void where_there_is_no_way_the_reason_is_returned(void **state) {
    expect_run(*state, read_script("plan/where_there_is_no_way_the_reason_is_returned.lua"), 0,
               "nil\tfrom and to are at the same place\n"
               "nil\tfrom lies inside an obstacle\n"
               "nil\tto lies inside an obstacle\n"
               "nil\tto lies nearer to an obstacle than the clearance\n"
               "nil\tfrom lies outside the boundary\n"
               "nil\tto lies outside the boundary\n"
               "nil\tno way leads there with this clearance\n"
               "nil\tto lies outside the boundary\n");
}

static void what_a_plan_does_not_take_is_reported(void **state) {
    expect_run(
        *state, read_script("plan/what_a_plan_does_not_take_is_reported.lua"), 0,
        "plan: to: a point expected ({ x, y }, { x = , y = } or a vector), got nil\n"
        "plan: from: a point expected ({ x, y }, { x = , y = } or a vector), got number\n"
        "plan: a table of options expected, got number\n"
        "plan takes no 'clearence' (clearance?)\n"
        "plan: clearance: a number expected, got string\n"
        "plan: clearance must be 0 to 1e+09 m, not -1\n"
        "plan: boundary: { min = , max = } expected, got number\n"
        "plan: boundary takes no 'mim' (min?)\n"
        "plan: boundary.max: a point expected ({ x, y }, { x = , y = } or a vector), got nil\n"
        "plan: resolution: cells of 0.1 m make a map of 10000 x 10000 cells, more than the 4194304 "
        "allowed: use cells of 0.491 m or a smaller boundary\n");
}

static void ground_and_others_count(void **state) {
    expect_run(*state, read_script("plan/ground_and_others_count.lua"), 0,
               "through the pond\ttrue\ttrue\ttrue\n"
               "as a duck\ttrue\ttrue\n"
               "without terrain\ttrue\ttrue\n"
               "past a goose\ttrue\ttrue\ttrue\n"
               "plan: terrain: a boolean expected, got string\n"
               "no kind 'dack' (duck?)\n"
               "plan: avoid: a list of { kind = , radius = , cost = } expected, got number\n"
               "plan: avoid: a list of { kind = , radius = , cost = } expected, got number in it\n"
               "plan: avoid: kind: missing\n"
               "plan: avoid: cost: a number expected, got nil\n"
               "plan: avoid takes no 'weight': one of kind, radius or cost expected\n"
               "plan: avoid: cost must be 0 to 1e+06, not -1\n"
               "plan: avoid: at most 64 entries\n");
}

static void plans_are_made_wherever_the_world_may_be_written(void **state) {
    expect_run(*state, read_script("plan/plans_are_made_wherever_the_world_may_be_written.lua"),
               1200, "path#2\nnil\ttrue\n");
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(plans_are_paths_around_what_stands_there, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(an_agent_means_where_it_is_and_its_radius_is_the_clearance,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(where_there_is_no_way_the_reason_is_returned, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(what_a_plan_does_not_take_is_reported, set_up, tear_down),
        cmocka_unit_test_setup_teardown(ground_and_others_count, set_up, tear_down),
        cmocka_unit_test_setup_teardown(plans_are_made_wherever_the_world_may_be_written, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
