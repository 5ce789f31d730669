// Stress behaviors as scripts declare them.
#include "../program.h"
#include "../read_script.h"
#include "script_fixture.h"

#define PREFACE                                                                                    \
    "local drover = require 'drover'\n"                                                            \
    "local steer, stress = drover.steer, drover.stress\n"                                          \
    "local LEGS = { radius = 0.25, max_speed = 1, stride = 0.5, locomotion = 'legged' }"           \
    " local POST = { locomotion = 'fixed' }\n"

static void states_walk_by_their_own_stress_or_the_kinds(void **state) {
    (void)state;
    run(read_script("stress_lua/states_walk_by_their_own_stress_or_the_kinds.lua"), 1401);
}

static void a_function_may_forbid_steps(void **state) {
    (void)state;
    run(read_script("stress_lua/a_function_may_forbid_steps.lua"), 600);
}

static void what_is_no_stress_suspends_the_agent(void **state) {
    (void)state;
    dv_error error = {""};
    dv_scenario *scenario =
        open_script(read_script("stress_lua/what_is_no_stress_suspends_the_agent.lua"), &error);
    assert_non_null(scenario);
    dv_scenario_step(scenario, &error);
    const char *banner = dv_scenario_banner(scenario);
    assert_non_null(banner);
    if (!strstr(banner, "stress.custom: its function returned string, not the stress of a step"))
        fail_msg("%s", banner);
    dv_scenario_close(scenario);
    assert_int_equal(dv_allocated_bytes(), 0);
}

#define KIND(definition)                                                                           \
    PREFACE "local k = drover.kind('k', " definition ")\n"                                         \
            "return drover.scenario { kinds = { k } }\n"

static void mistakes_are_told_with_their_place(void **state) {
    (void)state;
    expect_error(KIND("{ body = POST, stress = stress.inertia() }"),
                 ".lua:4: stress: a body that moves expected, got locomotion \"fixed\"");
    expect_error(KIND("{ body = POST, initial = 'a',"
                      " states = { a = { stress = { stress.inertia() } } } }"),
                 ".lua:4: states.a.stress: a body that moves expected");
    expect_error(KIND("{ body = POST, reflexes = { stress.inertia() } }"),
                 ".lua:4: reflexes: a body that moves expected");
    expect_error(KIND("{ body = LEGS, stress = { steer.seek { target = { 0, 0 } } } }"),
                 ".lua:4: stress[1]: a stress behavior or { behavior, weight, power } expected, "
                 "got behavior");
    expect_error(KIND("{ body = LEGS, stress = { { stress.inertia(), true } } }"),
                 ".lua:4: stress[1][2]: a number, a number slot's name or a drover.setting "
                 "expected, got boolean");
    expect_error(KIND("{ body = LEGS, stress = { { stress.inertia(), 1, 9 } } }"),
                 ".lua:4: stress.inertia: power: 0 to 8 expected, got 9");
    expect_error(
        KIND("{ body = LEGS, stress = { { stress.inertia(), weight = 1 } } }"),
        ".lua:4: stress[1].weight: unknown key: it is written { behavior, weight, power }");
    expect_error(KIND("{ body = LEGS, steer = stress.inertia() }"),
                 ".lua:4: steer: a behavior or blend expected, got stress behavior");
    expect_error(KIND("{ body = { stand_still = 1 } }"),
                 ".lua:4: body.stand_still: true, false or a drover.setting expected, got number");
    expect_error(KIND("{ body = LEGS, stress = stress.inerta() }"),
                 ".lua:4: no stress behavior 'inerta' (inertia?)");
    expect_error(KIND("{ body = LEGS, stress = { stress.attract { target = 'gaol' } },"
                      " slots = { goal = 'point' } }"),
                 ".lua:4: stress.attract: target: kind 'k' has no slot 'gaol' (goal?)");
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(states_walk_by_their_own_stress_or_the_kinds),
        cmocka_unit_test(a_function_may_forbid_steps),
        cmocka_unit_test(what_is_no_stress_suspends_the_agent),
        cmocka_unit_test(mistakes_are_told_with_their_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
