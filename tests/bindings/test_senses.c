// Senses in scripts: the range of hearing, and where an agent supposes others that it does not
// perceive.
#include "../program.h"
#include "../read_script.h"
#include "scenario_fixture.h"

static void nobody_hears_beyond_the_range_of_the_kind_or_its_own(void **state) {
    expect_run(*state,
               read_script("senses/nobody_hears_beyond_the_range_of_the_kind_or_its_own.lua"), 1,
               "bat\t1\t30.0\nbat\t3\t32.0\nmole\t4\t9.0\nmole\t6\tinf\n");
}

// Round a corner nobody sees the other, but steps are heard within 6 m.
static void who_comes_to_a_blind_corner_is_heard_before_it_is_seen(void **state) {
    expect_run(
        *state, read_script("senses/who_comes_to_a_blind_corner_is_heard_before_it_is_seen.lua"),
        60 * 7, "1\thears\t2\tnil\ttrue\n2\thears\t1\tnil\ttrue\n1\tsees\ttrue\n2\tsees\ttrue\n");
}

static void a_supposed_place_can_be_asked_for(void **state) {
    expect_run(*state, read_script("senses/a_supposed_place_can_be_asked_for.lua"), 5,
               "supposed: the slot 'den' holds no agent\nkind 'fox' has no slot 'pray'\n"
               "nil\n5.0\t0.0\t0.0\ttrue\n9.0000\t0.0\tfalse\n"
               "true\ttrue\tfalse\n40.0\t0.0\t0.0\tfalse\n");
}

static void wrong_senses_are_refused_at_load(void **state) {
    static const char *const cases[][2] = {
        {"hearing = { rnage = 3 }", "main.lua:2: hearing.rnage: unknown key (range?)"},
        {"hearing = { range = -1 }", "main.lua:2: hearing.range: -1 is not in 0 to inf m"},
        {"hearing = 3", "main.lua:2: hearing: a table expected, got number"},
        {"sight = { uncertainty = -1 }",
         "main.lua:2: sight.uncertainty: -1 is not in 0 to 1e+06 m"},
        {"sight = { drift = 'fast' }",
         "main.lua:2: sight.drift: kind 'a' has no number slot 'fast'"},
        {"sight = { unsertainty = 1 }",
         "main.lua:2: sight.unsertainty: unknown key (uncertainty?)"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char source[512];
        snprintf(source, sizeof source,
                 HEAD "local a = drover.kind('a', { %s })\n"
                      "return drover.scenario { kinds = { a } }",
                 cases[i][0]);
        expect_refusal(*state, source, cases[i][1]);
    }
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(nobody_hears_beyond_the_range_of_the_kind_or_its_own),
        CASE(who_comes_to_a_blind_corner_is_heard_before_it_is_seen),
        CASE(a_supposed_place_can_be_asked_for),
        CASE(wrong_senses_are_refused_at_load),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
