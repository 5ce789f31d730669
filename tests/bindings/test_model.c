// drover.model: attributes and parameters as scripts see them, mistakes, reloads, snapshots, and
// one script that makes people walk differently.
#include "../program.h"
#include "../read_script.h"
#include "scenario_fixture.h"

static void attributes_and_parameters_are_number_slots(void **state) {
    expect_run(*state, read_script("model/attributes_and_parameters_are_number_slots.lua"), 0,
               "0.5\t0.45555555555556\t1.3\t1.2999999523163\n"
               "1.0\t0.9\t2.4\t2.4000000953674\n1.0\t1.4\nnil\t0.5\t1.3\t1.2999999523163\n"
               "0.1\t0.1\t1.5\t1.5\n"
               "main.lua:30: aware: an attribute from 0 to 1 expected, got 1.5\n"
               "main.lua:30: aware: an attribute from 0 to 1 expected, got -0.1\n"
               "main.lua:30: aware: nan is not finite\n"
               "main.lua:30: aware: a number expected, got string\n"
               "main.lua:32: pace: the model sets it; assign the attributes it follows from\n"
               "main.lua:33: pace: the model sets it; assign the attributes it follows from\n2\n");
}

static void what_an_attribute_does_is_there_in_the_same_tick(void **state) {
    // Each in its turn: who comes later sees what was written before, and so do all bodies.
    expect_run(*state, read_script("model/what_an_attribute_does_is_there_in_the_same_tick.lua"), 1,
               "2.4\n");
}

static void a_tired_walker_slows_down(void **state) {
    expect_run(*state, read_script("model/a_tired_walker_slows_down.lua"),
               // At degree 1, 6 and 10 of 10: 0.4 + 2 · (0.4 − (degree − 1) / 9 · 0.4).
               12, "1.20\n0.76\n0.40\n");
}

// The same script, other people: a sober walker goes straight, a drunk one staggers and is slow.
static void the_same_script_makes_different_walks(void **state) {
    expect_run(*state, read_script("model/the_same_script_makes_different_walks.lua"), 1201,
               "1\ttrue\n2\ttrue\n3\ttrue\nrushed gets farther\ttrue\tdrunk less far\ttrue\n"
               "straight\ttrue\ttrue\tstaggering\ttrue\n");
}

#define REFUSED(model, message)                                                                    \
    expect_refusal(*state,                                                                         \
                   HEAD "local m = drover.model {\n" model "}\nlocal a = drover.kind('a', {\n"     \
                        "  slots = { goal = 'point' }, memory = { hunger = 0 }, model = m })\n"    \
                        "return drover.scenario { kinds = { a } }",                                \
                   message)

static void mistakes_are_caught_at_load(void **state) {
    REFUSED("attribute = {}", "main.lua:3: attribute: unknown key (attributes?)");
    REFUSED("attributes = { aware = 'much' }",
            "main.lua:3: attributes.aware: a number expected, got string");
    REFUSED("attributes = { aware = 1.5 }", "main.lua:3: attributes.aware: 1.5 is not in 0 to 1");
    REFUSED("attributes = { [1] = 1 }", "main.lua:3: attributes: a name of letters, digits and _ "
                                        "expected, got number");
    REFUSED("effects = { { 'aware', 'notice' } }",
            "main.lua:3: effects[1][1]: no attribute 'aware'");
    REFUSED("attributes = { aware = 0 }, effects = { { 'awre', 'notice' } }",
            "main.lua:3: effects[1][1]: no attribute 'awre' (aware?)");
    REFUSED("attributes = { aware = 0 }, effects = { { 'aware', 'aware' } }",
            "main.lua:2: parameters.aware: is already an attribute");
    REFUSED("attributes = { aware = 0 }, effects = { { 'aware' } }",
            "main.lua:3: effects[1][2]: a string expected, got nil");
    REFUSED("attributes = { aware = 0 }, effects = { { 'aware', 'not ice' } }",
            "main.lua:3: effects[1][2]: a name of letters, digits and _ expected, got 'not ice'");
    REFUSED("attributes = { aware = 0 }, effects = { aware = {} }",
            "main.lua:3: effects: a list expected, found the key aware");
    REFUSED("attributes = { aware = 0 }, effects = { { 'aware', 'notice', range = { 0.9, 0.1 } } }",
            "main.lua:3: effects[1].range: { low, high } expected with 0 <= low <= high <= 1, got "
            "{ 0.9, 0.1 }");
    REFUSED("attributes = { aware = 0 }, effects = { { 'aware', 'notice', range = { 1 } } }",
            "main.lua:3: effects[1].range[2]: a number expected, got nil");
    REFUSED("attributes = { aware = 0 }, effects = { { 'aware', 'notice', invers = true } }",
            "main.lua:3: effects[1].invers: unknown key (inverse?)");
    REFUSED(
        "attributes = { aware = 0 }, effects = { { 'aware', 'notice' }, { 'aware', 'notice' } }",
        "main.lua:3: effects[2]: 'aware' already acts on 'notice', in effects[1]");
    REFUSED("attributes = { aware = 0 }, effects = { { 'aware', 'notice' } },\n"
            "  parameters = { notise = { max = 2 } }",
            "main.lua:4: parameters.notise: no effect acts on it");
    REFUSED("attributes = { aware = 0 }, effects = { { 'aware', 'pace' } },\n"
            "  parameters = { pace = { min = 2 } }",
            "main.lua:4: parameters.pace: min must be below max, got 2 and 1");
    REFUSED("attributes = { aware = 0 }, effects = { { 'aware', 'pace' } },\n"
            "  parameters = { pace = { max = 2, default = 3 } }",
            "main.lua:4: parameters.pace: the default 3 is not in 0 to 2");
    REFUSED("attributes = { goal = 0 }", "main.lua:5: model: 'goal' is already the name of a slot");
    REFUSED("attributes = { hunger = 0 }",
            "main.lua:5: model: 'hunger' is already the name of a memory");
    REFUSED("attributes = { aware = 0 }, effects = { { 'aware', 'speed' } }",
            "main.lua:5: model: 'speed' is already the name of a field or method");
    expect_refusal(*state,
                   HEAD "local a = drover.kind('a', { model = { attributes = {} } })\n"
                        "return drover.scenario { kinds = { a } }",
                   "main.lua:2: model: a drover.model expected, got table");
    expect_refusal(
        *state,
        HEAD "return drover.scenario { kinds = { drover.kind('a', {}) },\n"
             "  setup = function() drover.model {} end }",
        "main.lua:3: drover.model: behaviors, blends, guards and definitions are made while "
        "modules load, not in a callback: keep it in a local at the top");
}

#define WATCHED "model/watched.lua"

static void a_reload_changes_the_model_of_who_lives(void **state) {
    fixture *f = *state;
    open_main(f, read_script(WATCHED));
    step(f, 1);
    expect_log(f, "1.0\t0.5\t1.0\n0.1\t0.25\t1.0\n");
    write_file(f, "main.lua",
               read_script_with(WATCHED, "aware = 0.1, model_age = 1",
                                "aware = 0.7, model_age = 0.5", "0.25, 0.5", "0.125, 1", NULL));
    assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_SWAPPED);
    f->log[0] = '\0';
    step(f, 1);
    expect_log(f, "1.0\t1.0\t1.0\n0.1\t0.125\t1.0\n");
}

static void snapshots_keep_attributes(void **state) {
    fixture *f = *state;
    char path[256];
    const char *source = read_script_with(WATCHED, "model_age = 1", "model_age = 0", NULL);
    open_main(f, source);
    step(f, 1);
    uint64_t hash = hash_of(f);
    path_in(f, "s.snap", path);
    assert_int_equal(dv_world_save(dv_scenario_world(f->scenario), path, &f->error), DV_OK);
    open_main(f, source);
    step(f, 3);
    if (dv_world_load(dv_scenario_world(f->scenario), path, &f->error) != DV_OK)
        fail_msg("%s", f->error.message);
    assert_int_equal(hash_of(f), hash);
    f->log[0] = '\0';
    step(f, 1);
    expect_log(f, "1.0\t0.5\t0.0\n0.1\t0.25\t0.0\n");
    // Under another model the attributes are the same and mean something else.
    open_main(f, read_script_with(WATCHED, "aware = 0.1, model_age = 1",
                                  "aware = 0.7, model_age = 0.5", "0.25, 0.5", "0.125, 1",
                                  "world:spawn(\"a\", { aware = 1 })", "", NULL));
    if (dv_world_load(dv_scenario_world(f->scenario), path, &f->error) != DV_OK)
        fail_msg("%s", f->error.message);
    f->log[0] = '\0';
    step(f, 1);
    expect_log(f, "1.0\t1.0\t0.0\n0.1\t0.125\t0.0\n");
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(attributes_and_parameters_are_number_slots),
        CASE(what_an_attribute_does_is_there_in_the_same_tick),
        CASE(a_tired_walker_slows_down),
        CASE(the_same_script_makes_different_walks),
        CASE(mistakes_are_caught_at_load),
        CASE(a_reload_changes_the_model_of_who_lives),
        CASE(snapshots_keep_attributes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
