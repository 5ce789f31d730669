// Paths, flows, and regions in scripts: creating, querying, painting, and refusing them, and
// keeping them through reloads and snapshots.
#include "../program.h"
#include "shared_module.h"

static void paths_give_places_and_projections(void **state) {
    expect_run(*state, read_script("places/paths_give_places_and_projections.lua"), 0,
               "path#1\t15.0\t2.0\tfalse\ttrue\n"
               "10.0\t2.0\t0.0\t1.5707963267949\n"
               "4.0\t-3.0\n"
               "12.0\t-2.0\n"
               "true\n"
               "false\tnil\tfalse\tself: the path is gone\n"
               "false\tmain.lua:17: path: an open path needs 2 to 4096 points, not 1\n"
               "false\tmain.lua:18: path: points: a list of points expected, got number\n"
               "false\tmain.lua:19: path takes no 'poins' (points?)\n"
               "path#1\t1.0\t0.0\n"
               "false\tmain.lua:22: length: cannot be assigned\n"
               "false\tmain.lua:23: a path has no field 'lenth' (length?)\n"
               "false\tmain.lua:24: wind: a flow expected, got path\n");
}

static void flows_are_declared_and_painted(void **state) {
    expect_run(*state, read_script("places/flows_are_declared_and_painted.lua"), 3,
               "wind#1\twind\tcalm#2\t-15.0\t20.0\t0.0\n"
               "0.0\t0.0\t0.0\n"
               "1.0\t2.0\t0.0\n"
               "4.0\t0.0\t0.0\n"
               "2.0\t1.0\t0.0\n"
               "false\tflow: (30, 5, 0) is outside of its bounds\n"
               "false\tflow: strength: 3 is not in 0 to 1\n"
               "false\tno flow 'clam' (calm?)\n"
               "false\ta flow's name expected, got number\n");
}

static void there_is_one_flow_of_each_name(void **state) {
    fixture *f = *state;
    open_main(f, read_script("places/there_is_one_flow_of_each_name.lua"));
    step(f, 3);
    expect_log(f, "true\ttrue\tfalse\n"
                  "false\tfalse\t0.0\t0.0\t0.0\n"
                  "it flies\n");
    assert_string_equal(banner_of(f),
                        "main.lua:9: guards, monitors, elections, custom behaviors and "
                        "draw may read the world but not change it [leaf#1 flying]");
}

static void obstacles_block_what_they_say(void **state) {
    expect_run(
        *state, read_script("places/obstacles_block_what_they_say.lua"), 3,
        "true\ttrue\ttrue\ntrue\ttrue\ttrue\nfalse\n"
        "true\tfalse\tfalse\ntrue\tfalse\ttrue\n"
        "false\ttrue\ttrue\ntrue\ntrue\nfalse\tfalse\n"
        "obstacle: blocks: { sight = , movement = , planning = } expected, got number\n"
        "obstacle: blocks takes no 'sigth' (sight?)\n"
        "obstacle: blocks.sight: true or false expected, got number\n"
        "obstacle: blocks takes no [1]: it is written { sight = , movement = , planning = }\n"
        "false\tmain.lua:34: blocks_sight: true or false expected, got number\n"
        "false\tmain.lua:35: an obstacle has no field 'blocks' (blocks_sight?)\n"
        "false\tmain.lua:36: region: shape takes no 'blocks': one of sphere, box, polygon, "
        "wall, cylinder or color expected\n");
}

static void regions_contain_and_slow_down(void **state) {
    expect_run(*state, read_script("places/regions_contain_and_slow_down.lua"), 2,
               "region#1\t3.0\t4.0\t0.5\ttrue\tfalse\n"
               "true\n"
               "true\n"
               "2.0\n"
               "false\tmain.lua:15: x: cannot be assigned\n"
               "false\tmain.lua:16: region: speed: -1 is not in 0 to 100\n"
               "false\tregion: shape: cylinder.radius: a number expected, got nil\n"
               "false\tregion: shape: a table with a shape expected, got nil\n"
               "false\tnil\n");
}

static void wrong_declarations_are_refused(void **state) {
    expect_refusal(*state, HEAD "drover.flow('wind', { resolution = 0 })",
                   "main.lua:2: resolution: a number above 0 expected, got 0");
    expect_refusal(*state, HEAD "drover.flow('wind', { feild = print })",
                   "main.lua:2: feild: unknown key (field?)");
    expect_refusal(*state, HEAD "drover.flow('wind', { interval = 1 })",
                   "main.lua:2: interval: there is no field to evaluate again");
    expect_refusal(*state,
                   HEAD "drover.flow('wind', { bounds = { min = { 0, 0 }, max = { 0, 1 } } })",
                   "main.lua:2: bounds: min must be below max along x");
    expect_refusal(*state,
                   HEAD
                   "return drover.scenario { kinds = { drover.kind('a', { slots = { to = 'point' "
                   "},\n steer = steer.path_following { path = 'to' } }) } }",
                   "main.lua:3: steer.path_following: path: slot 'to' holds a point");
    expect_refusal(*state,
                   HEAD "return drover.scenario { kinds = { drover.kind('a', {\n"
                        "steer = steer.path_following { path = { 1, 2 } } }) } }",
                   "main.lua:3: steer.path_following: path: a slot name expected, got point");
}

static void a_failing_field_is_reported_once_and_stops(void **state) {
    expect_failing_run(
        *state, read_script("places/a_failing_field_is_reported_once_and_stops.lua"), 7,
        "0.0\n0.0\n0.10000000149012\n0.20000000298023\n0.30000001192093\n0.30000001192093\n"
        "0.30000001192093\n",
        "main.lua:8: attempt to perform arithmetic on a nil value");
}

/// A flow that blows east this fast, in m/s.
static void write_painted(char source[4096], const char *east) {
    char line[32];
    snprintf(source, 4096, "%s", read_script("places/painted.lua"));
    snprintf(line, sizeof line, "EAST = %s", east);
    replace_in(source, 4096, "EAST = 1", line);
}

static void reloads_keep_paint_and_take_over_fields(void **state) {
    fixture *f = *state;
    char source[4096];
    write_painted(source, "1");
    open_main(f, source);
    step(f, 10);
    expect_log(f, "1.0\t7.0\t80.0\n");
    write_painted(source, "200");
    write_file(f, "main.lua", source);
    assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_SWAPPED);
    step(f, 10);
    expect_log(f, "200.0\t7.0\t80.0\n");
    assert_string_equal(banner_of(f), "");
}

static void a_snapshot_goes_on_bit_for_bit(void **state) {
    fixture *f = *state;
    char source[4096];
    write_painted(source, "2");
    open_main(f, source);
    expect_to_go_on(f, 15, 40);
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE_WITH("places/walker.lua", paths_give_places_and_projections),
        CASE_WITH("places/walker.lua", flows_are_declared_and_painted),
        CASE(there_is_one_flow_of_each_name),
        CASE(obstacles_block_what_they_say),
        CASE_WITH("places/walker.lua", regions_contain_and_slow_down),
        CASE(wrong_declarations_are_refused),
        CASE_WITH("places/walker.lua", a_failing_field_is_reported_once_and_stops),
        CASE_WITH("places/walker.lua", reloads_keep_paint_and_take_over_fields),
        CASE_WITH("places/walker.lua", a_snapshot_goes_on_bit_for_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
