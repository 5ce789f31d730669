// Deep and large input for every recursion and loop that uses Lua's stack. With the regular
// library, most of this passes whatever the binding does; CI runs it with a Lua that checks how its
// API is used (.ci/checked-lua).
#include "../program.h"
#include "../read_script.h"
#include "scenario_fixture.h"

/// The scenario prints this, and errors it expects it asserts itself.
static void expect_script(fixture *f, const char *source, int ticks, const char *expected) {
    expect_run(f, source, ticks, expected);
}

static void what_nests_in_definitions(void **state) {
    expect_script(*state, read_script("stack/what_nests_in_definitions.lua"), 2, "true\n");
}

static void what_is_long_in_definitions(void **state) {
    expect_script(*state, read_script("stack/what_is_long_in_definitions.lua"), 2, "200\n");
}

static void what_is_long_in_calls(void **state) {
    expect_script(*state, read_script("stack/what_is_long_in_calls.lua"), 2,
                  "30000\t30001\t100000\t488895\t30000\n");
}

// Coroutines within coroutines, protected calls within handlers, callbacks within callbacks.
static void what_nests_in_calls(void **state) {
    expect_script(*state, read_script("stack/what_nests_in_calls.lua"), 2, "true\n");
}

static void what_returns_nothing_returns_nothing(void **state) {
    expect_script(*state, read_script("stack/what_returns_nothing.lua"), 3, "printed\n");
}

static void drop_value(void *context, const char *name, const char *value) {
    (void)context, (void)name, (void)value;
}

// What a failed call left on the stack would add up.
static void calls_that_fail_leave_nothing_behind(void **state) {
    fixture *f = *state;
    open_main(f, read_script("stack/calls_that_fail_leave_nothing_behind.lua"));
    dv_world *world = dv_scenario_world(f->scenario);
    for (int i = 0; i < 60; i++) {
        step(f, 1);
        dv_scenario_set(f->scenario, "t", i % 2 ? "true" : "false", &f->error);
        dv_scenario_input(f->scenario, &(dv_input){.type = DV_MOUSE_PRESSED});
        dv_scenario_draw(f->scenario, NULL);
        for (uint32_t m = 0; m < dv_scenario_monitor_count(f->scenario); m++)
            dv_scenario_monitor(f->scenario, m);
        dv_scenario_describe(f->scenario, dv_world_agent_at(world, 0), drop_value, NULL);
    }
    assert_true(dv_world_agent_count(world) > 60);
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(what_nests_in_definitions),
        CASE(what_is_long_in_definitions),
        CASE(what_is_long_in_calls),
        CASE(what_nests_in_calls),
        CASE(what_returns_nothing_returns_nothing),
        CASE(calls_that_fail_leave_nothing_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
