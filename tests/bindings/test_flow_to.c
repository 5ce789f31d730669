// world:flow_to in scripts: flows to points, agents, and regions; wrong arguments; and what
// snapshots, replays, and reloads keep of them.
#include "../program.h"
#include "../read_script.h"
#include "scenario_fixture.h"

static void flows_lead_to_goals(void **state) {
    expect_run(*state, read_script("flow_to/flows_lead_to_goals.lua"), 3,
               "flow#1\tnil\ttrue\tnil\n"
               "1.00 0.00 0.00\n"
               "0.00 0.00 0.00\n"
               "flow#3\tflow#4\tflow#5\ttrue\n"
               "false\n"
               "nil\ta goal lies inside an obstacle\n"
               "nil\ta goal lies outside the bounds\n"
               "flow_to: goals: a point, an agent, or a region expected, got nil\n"
               "flow_to: goals: a goal, or a list of 1 to 256 goals expected\n"
               "flow_to: goals: a point, an agent, or a region expected, got number\n"
               "flow_to: goals: goal 1: a point, an agent, or a region expected, got string\n"
               "flow_to: goals: goal 2: a point, an agent, or a region expected, got flow\n"
               "flow_to: goals: a point { x, y } takes no 'clearance'\n"
               "flow_to: goals: goal 2: a point takes no 'density': one of x, y or z expected\n"
               "flow_to: goal 1 must be finite and within 1e+09 m\n"
               "flow_to: a table of options expected, got number\n"
               "flow_to takes no 'clearence' (clearance?)\n"
               "flow_to: density: a number expected, got string\n"
               "flow_to: density must be 0 to 1e+06, not nan\n"
               "flow_to: terrain: a boolean expected, got number\n"
               "no kind 'waker' (walker?)\n"
               "flow_to: goal 1 is gone\n"
               "flow_to: resolution: cells of 0.001 m make a map of 40000 x 40000 cells, more than "
               "the 1048576 allowed\n"
               "flow: it leads to goals, and cannot be painted\n");
}

static void a_snapshot_in_between_goes_on_bit_for_bit(void **state) {
    fixture *f = *state;
    open_main(f, read_script("flow_to/a_flow_that_moves_on.lua"));
    expect_to_go_on(f, 47, 80);
    expect_log(f, "the goals are gone\nthe goals are gone\n");
}

static void a_reload_keeps_the_flow_and_follows_its_kind(void **state) {
    fixture *f = *state;
    char source[4096];
    snprintf(source, sizeof source, "%s", read_script("flow_to/a_flow_that_moves_on.lua"));
    open_main(f, source);
    step(f, 47);
    dv_world *world = dv_scenario_world(f->scenario);
    dv_vec3 before = dv_flow_at(world, dv_world_flow_at(world, 0), (dv_vec3){3, 3, 0});
    // The sheep come first now.
    replace_in(source, sizeof source, "kinds = { dog, sheep }", "kinds = { sheep, dog }");
    write_file(f, "main.lua", source);
    assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_SWAPPED);
    dv_vec3 after = dv_flow_at(world, dv_world_flow_at(world, 0), (dv_vec3){3, 3, 0});
    assert_true(before.x == after.x && before.y == after.y);
    step(f, 100);
    expect_log(f, "the goals are gone\n");
    assert_string_equal(banner_of(f), "");
}

// One of a renamed kind has its ground. One of a removed kind has that of no kind.
static void a_flow_goes_on_when_its_kind_is_renamed_or_removed(void **state) {
    fixture *f = *state;
    char source[4096];
    snprintf(source, sizeof source, "%s", read_script("flow_to/ducks_swim.lua"));
    open_main(f, source);
    step(f, 31);
    expect_log(f, "straight\n");
    replace_in(source, sizeof source, "\"duck\", {}", "\"swan\", { renamed_from = \"duck\" }");
    replace_in(source, sizeof source, "kinds = { duck =", "kinds = { swan =");
    write_file(f, "main.lua", source);
    assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_SWAPPED);
    step(f, 90);
    expect_log(f, "straight\nstraight\nstraight\n");
    replace_in(source, sizeof source, "\"swan\", { renamed_from = \"duck\" }", "\"hen\", {}");
    replace_in(source, sizeof source, "kinds = { swan =", "kinds = { hen =");
    replace_in(source, sizeof source, "return drover.scenario {",
               "return drover.scenario { removed = { { kind = \"swan\" } },");
    write_file(f, "main.lua", source);
    assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_SWAPPED);
    step(f, 90);
    expect_log(f, "straight\naround\naround\n"); // the first before it was renewed
}

static void a_kind_that_is_back_has_its_ground_again(void **state) {
    fixture *f = *state;
    char source[4096], removed[4096];
    snprintf(source, sizeof source, "%s", read_script("flow_to/ducks_swim.lua"));
    open_main(f, source);
    step(f, 31);
    expect_log(f, "straight\n");
    snprintf(removed, sizeof removed, "%s", source);
    replace_in(removed, sizeof removed, "\"duck\", {}", "\"hen\", {}");
    replace_in(removed, sizeof removed, "kinds = { duck =", "kinds = { hen =");
    replace_in(removed, sizeof removed, "return drover.scenario {",
               "return drover.scenario { removed = { { kind = \"duck\" } },");
    write_file(f, "main.lua", removed);
    assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_SWAPPED);
    step(f, 60);
    expect_log(f, "straight\naround\n");
    write_file(f, "main.lua", source);
    assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_SWAPPED);
    step(f, 60);
    expect_log(f, "around\nstraight\n");
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(flows_lead_to_goals),
        CASE(a_snapshot_in_between_goes_on_bit_for_bit),
        CASE(a_reload_keeps_the_flow_and_follows_its_kind),
        CASE(a_flow_goes_on_when_its_kind_is_renamed_or_removed),
        CASE(a_kind_that_is_back_has_its_ground_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
