// Queries in scripts: lists around a place, filters, rays, and scattering over regions.
#include "../program.h"
#include "../read_script.h"
#include "scenario_fixture.h"

#define SEARCH "queries_lua/they_find_what_a_search_finds.lua"

static void open_search(fixture *f, int seed, const char *space, const char *edge, bool asks) {
    char text[8192], line[128];
    snprintf(text, sizeof text, "%s", read_script(SEARCH));
    snprintf(line, sizeof line, "= %d, \"%s\", \"%s\", %s", seed, space, edge,
             asks ? "true" : "false");
    replace_in(text, sizeof text, "= 1, \"plane\", \"open\", true", line);
    open_main(f, text);
}

static uint64_t hash_after(fixture *f, int seed, const char *space, const char *edge, bool asks) {
    open_search(f, seed, space, edge, asks);
    step(f, 3);
    assert_string_equal(banner_of(f), "");
    assert_string_equal(f->log, asks ? "true\ttrue\t12\n" : "");
    return hash_of(f);
}

/// Asking changes nothing, either.
static void they_find_what_a_search_finds(void **state) {
    static const char *const spaces[] = {"plane", "volume"}, *const edges[] = {"contain", "wrap"};
    for (int seed = 1; seed <= 5; seed++)
        for (int i = 0; i < 4; i++) {
            uint64_t asked = hash_after(*state, seed, spaces[i % 2], edges[i / 2], true);
            assert_true(asked == hash_after(*state, seed, spaces[i % 2], edges[i / 2], false));
        }
}

static void what_is_asked_for(void **state) {
    expect_run(*state, read_script("queries_lua/what_is_asked_for.lua"), 1,
               "unsensed\t0\n"
               "near\ta#1 b#6 a#2 a#3\n"
               "kinds\tb#6\n"
               "busy\ta#2 a#4\n"
               "within\ta#4 a#2\n"
               "of an agent\ta#1\n"
               "as sensed\ta#1\n"
               "as sensed\t2\t3\n"
               "agents\ta#2 a#4 a#5\n"
               "agents\ta#2 a#4\n"
               "ray\t3.5\ta#2\n"
               "ray\t2.5\tb#6\n"
               "ray\t2.0\tobstacle#1\n"
               "ray\t3.5\ta#3\n");
}

static void scattering_over_a_region(void **state) {
    expect_run(*state, read_script("queries_lua/scattering_over_a_region.lua"), 0,
               "true\ttrue\t120\ntrue\n"
               "false\tscatter: region: kind 'b' has a slot or memory of that name, which only "
               "world:spawn fills\n"
               "false\tscatter: a 114 of 500: no place for a radius of 0.4 m was found in 1000 "
               "tries: the region is full\n"
               "false\tscatter: a 1 of 1: no place in the region is free\n"
               "false\trandom_point: no place in the region is free\n"
               "false\tscatter: region: the region is gone\n");
}

// What runs in setup raises this. It stands in the sixth line.
static void expect_error(fixture *f, const char *code, const char *message) {
    char source[2048], expected[512];
    snprintf(source, sizeof source,
             HEAD "local a = drover.kind('a', { initial = 'x', states = { x = {}, y = {} } })\n"
                  "return drover.scenario { kinds = { a }, setup = function(world)\n"
                  "local one = world:spawn('a')\n"
                  "local gone = world:region { shape = { sphere = { x = 0, y = 0, radius = 1 } } } "
                  "gone:remove()\n%s\nend }",
             code);
    snprintf(expected, sizeof expected, "main.lua:6: %s", message);
    expect_refusal(f, source, expected);
}

static void wrong_questions_are_refused(void **state) {
    static const char *const wrong[][2] = {
        {"world:neighbors()",
         "neighbors: place: a point expected ({ x, y }, { x = , y = } or a vector), got nil"},
        {"world:neighbors({ 1, 2, foo = 3 }, 3)",
         "neighbors: place: a point { x, y } takes no 'foo'"},
        {"world:neighbors(1, 2)", "neighbors: radius: a number expected, got nil"},
        {"world:neighbors(1, 'x', 3)", "neighbors: y: a number expected, got string"},
        {"world:neighbors(0/0, 2, 3)", "neighbors: x: nan is not in -1e+09 to 1e+09 m"},
        {"world:neighbors(1, 1e10, 3)", "neighbors: y: 1e+10 is not in -1e+09 to 1e+09 m"},
        {"world:neighbors({ 1, 1e10 }, 3)",
         "neighbors: position.y: 1e+10 is not in -1e+09 to 1e+09 m"},
        {"world:neighbors(1, 2, -3)", "neighbors: radius: -3 is not 0 m or more"},
        {"world:neighbors(1, 2, 0/0)", "neighbors: radius: nan is not 0 m or more"},
        {"world:neighbors({ 1, 2 }, 3, { z = 1 })",
         "neighbors: z: goes with x and y; the place has its own"},
        {"world:neighbors(1, 2, 3, { z = 0/0 })", "neighbors: z: nan is not in -1e+09 to 1e+09 m"},
        {"world:neighbors(1, 2, 3, { z = 'x' })", "neighbors: z: a number expected, got string"},
        {"world:neighbors(1, 2, 3, 4)",
         "neighbors: a table of kind, state, within, and z expected, got number"},
        {"world:neighbors(1, 2, 3, { knd = 'a' })", "neighbors takes no 'knd' (kind?)"},
        {"world:neighbors(1, 2, 3, { 'a' })",
         "neighbors takes no [1]: it is written { kind = , state = , within = , z = }"},
        {"world:neighbors(1, 2, 3, { kind = 'c' })", "no kind 'c'"},
        {"world:neighbors(1, 2, 3, { state = 'y' })", "state: needs exactly one kind"},
        {"world:neighbors(1, 2, 3, { kind = 'a', state = 'z' })", "no state 'z'"},
        {"world:neighbors(1, 2, 3, { within = 'a' })",
         "neighbors: within: a region expected, got string"},
        {"world:neighbors(1, 2, 3, { within = gone })", "neighbors: within: the region is gone"},
        {"world:count('a', { within = one })", "count: within: a region expected, got agent"},
        {"world:count('a', { within = gone })", "count: within: the region is gone"},
        {"world:agents('a', { withn = gone })", "agents takes no 'withn' (within?)"},
        {"world:scatter('a', 1, { region = 3 })", "scatter: region: a region expected, got number"},
        {"world:spawn('a', { region = gone })",
         "spawn: kind 'a' has no 'region': x, y, z, heading, speed, state, group, label, a slot "
         "or memory expected"},
        {"one:ray()",
         "ray: direction: a point expected ({ x, y }, { x = , y = } or a vector), got no value"},
        {"one:ray({ x = 1, y = 2, colour = 'red' }, 3)",
         "ray: direction: a point takes no 'colour': one of x, y or z expected"},
        {"one:ray(1, 2)", "ray: length: a number expected, got no value"},
        {"one:ray(1, 'x', 3)", "ray: dy: a number expected, got string"},
        {"one:ray(1, 0/0, 3)", "ray: dy: nan is not finite"},
        {"one:ray(1, 2, -3)", "ray: length: -3 is not 0 m or more"},
        {"one:ray(1, 2, 0/0)", "ray: length: nan is not 0 m or more"},
        {"one:ray(0, 0, 3)", "ray: dx, dy: a direction that is finite and not zero expected"},
        {"one:ray({ 0, 0, 1 }, 3)",
         "ray: direction: a direction that is finite and not zero expected"},
        {"one:ray({ 0/0, 1 }, 3)",
         "ray: direction: a direction that is finite and not zero expected"},
        {"one:ray(1, 2, 3, 'c')", "no kind 'c'"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        expect_error(*state, wrong[i][0], wrong[i][1]);
}

static void expressions_may_ask_but_not_scatter(void **state) {
    fixture *f = *state;
    dv_expression_value value;
    open_main(f, read_script("queries_lua/what_is_asked_for.lua"));
    step(f, 1);
    dv_agent first = dv_world_agent_at(dv_scenario_world(f->scenario), 0);
    uint64_t before = hash_of(f);
    static const char *const asked[][2] = {
        {"#world:neighbors(0, 0, 4, { kind = 'a' })", "3"},
        {"world:neighbors(0, 0, 4, { kind = 'b' })[1].y", "3.0"},
        {"selected:ray(1, 0, 3)", "3.0"},
        {"select(2, selected:ray(-1, 0, 100))", "a#3"},
        {"world:count('a', { state = 'busy' })", "2"},
    };
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        dv_scenario_read_expression(f->scenario, asked[i][0], first, &value);
        assert_string_equal(value.text, asked[i][1]);
        assert_false(value.has_failed);
    }
    dv_scenario_read_expression(f->scenario, "world:scatter('a', 1)", first, &value);
    assert_true(value.has_failed);
    assert_true(hash_of(f) == before);
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(they_find_what_a_search_finds),
        CASE(what_is_asked_for),
        CASE(scattering_over_a_region),
        CASE(wrong_questions_are_refused),
        CASE(expressions_may_ask_but_not_scatter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
