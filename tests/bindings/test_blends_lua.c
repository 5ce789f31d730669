// Blends in scripts: options next to the parts, blend.with, and the messages about mistakes.
#include "../program.h"
#include "shared_module.h"

/// The first line of the scripts that are written in C.
#define MOTH                                                                                       \
    "local drover, moth = require 'drover', require 'moth' "                                       \
    "local blend, east, west = drover.blend, moth.east, moth.west\n"

static void every_blend_is_written_as_a_list(void **state) {
    // The velocity blend: 8 m/s · (1 − ½^(1/6)) after a sixtieth of a second.
    expect_run(*state, read_script("blends_lua/every_blend_is_written_as_a_list.lua"), 1,
               "16.0\n-4.0\n8.0\n16.0\n0.87281036376953\n-8.0\n-8.0\n5.0\n16.0\n-8.0\n");
}

static void options_stand_beside_the_parts(void **state) {
    expect_run(*state, read_script("blends_lua/options_stand_beside_the_parts.lua"), 1,
               "4.0\n-1.6000000238419\n3.0\n0.75\n0.0\n");
}

static void weights_may_be_settings_and_slots(void **state) {
    expect_run(*state, read_script("blends_lua/weights_may_be_settings_and_slots.lua"), 1,
               "4.0\n-8.0\n");
}

static void with_makes_a_longer_blend(void **state) {
    expect_run(*state, read_script("blends_lua/with_makes_a_longer_blend.lua"), 1,
               "0.5\n0.0\n-8.0\n32.5\n");
}

static void blends_nest_and_steer_kinds(void **state) {
    expect_run(*state, read_script("blends_lua/blends_nest_and_steer_kinds.lua"), 100, "20\n");
}

static void mistakes_are_told_where_they_are(void **state) {
    fixture *f = *state;
    expect_refusal(f, MOTH "\nreturn blend.velocity { inertai = 1, east }",
                   "main.lua:3: blend.velocity: inertai: unknown parameter (inertia?)");
    expect_refusal(f, MOTH "return blend.sum { east, inertia = 1 }",
                   "main.lua:2: blend.sum: inertia: unknown parameter");
    expect_refusal(f, MOTH "return blend.allocate { east, budget = -1 }",
                   "main.lua:2: blend.allocate: budget: 0 m/s² or more expected, got -1");
    expect_refusal(f, MOTH "return blend.average { all = 1, east }",
                   "main.lua:2: blend.average: all: true, false or drover.setting expected, got "
                   "number");
    expect_refusal(f, MOTH "return blend.dither { east, { west, 2 } }",
                   "main.lua:2: blend.dither: part 2: probability: 0 to 1 expected, got 2");
    expect_refusal(f, MOTH "return blend.priority { east, { west, 2 } }",
                   "main.lua:2: blend.priority: part 2: no weight expected (weighted?)");
    expect_refusal(f, MOTH "return blend.dihter { east }",
                   "main.lua:2: no blend 'dihter' (dither?)");
    expect_refusal(f, MOTH "return blend.wiht(blend.sum { east }, west)",
                   "main.lua:2: no blend 'wiht' (with?)");
}

static void lists_that_are_none_are_refused(void **state) {
    fixture *f = *state;
    expect_refusal(f, MOTH "return blend.sum(east)",
                   "main.lua:2: blend.sum: a list of behaviors expected, got behavior");
    expect_refusal(f, MOTH "return blend.average { all = true }",
                   "main.lua:2: blend.average: a list of behaviors expected, got a table without "
                   "any");
    expect_refusal(f, MOTH "return blend.sum({ east }, west)",
                   "main.lua:2: blend.sum: one list of behaviors expected, got 2 values");
    expect_refusal(f, MOTH "return blend.sum { east, nil, west }",
                   "main.lua:2: blend.sum[2]: a behavior, a blend or { behavior, weight } "
                   "expected, got nil");
    expect_refusal(f, MOTH "return blend.sum { east, [5] = west }",
                   "main.lua:2: blend.sum: parameters are given by name, found the key 5");
    expect_refusal(f, MOTH "return blend.weighted { { east, weight = 2 } }",
                   "main.lua:2: blend.weighted[1]: { behavior, weight } expected, found the key "
                   "weight");
    expect_refusal(f, MOTH "return blend.weighted { { east, 2, 3 } }",
                   "main.lua:2: blend.weighted[1]: { behavior, weight } expected, found the key 3");
}

static void wrong_extensions_are_refused(void **state) {
    fixture *f = *state;
    expect_refusal(f, MOTH "return blend.with(east, west)",
                   "main.lua:2: blend.with: a blend expected, got steer.seek");
    expect_refusal(f, MOTH "return blend.with({ east }, west)",
                   "main.lua:2: blend.with: a blend and { behavior, weight } expected");
    expect_refusal(f, MOTH "return blend.with(blend.weighted { east }, west, 2)",
                   "main.lua:2: blend.with: a blend and { behavior, weight } expected");
    expect_refusal(f, MOTH "return blend.with(blend.sum { east }, { west, 2 })",
                   "main.lua:2: blend.sum: part 2: no weight expected (weighted?)");
    expect_refusal(f, MOTH "return blend.with(blend.sum { east }, 'west')",
                   "main.lua:2: blend.with: a behavior, a blend or { behavior, weight } expected, "
                   "got string");
}

static void unknown_names_are_told_with_the_kind(void **state) {
    expect_refusal(*state,
                   MOTH "return drover.scenario { kinds = { drover.kind('ox', {\n"
                        "  steer = blend.dither { east, { west, 'amount' } } }) } }\n",
                   "main.lua:3: blend.dither: part 2: probability: kind 'ox' has no slot 'amount'");
}

#define WITH_MOTH(function) CASE_WITH("blends_lua/moth.lua", function)

TESTS {
    const struct CMUnitTest tests[] = {
        WITH_MOTH(every_blend_is_written_as_a_list),
        WITH_MOTH(options_stand_beside_the_parts),
        WITH_MOTH(weights_may_be_settings_and_slots),
        WITH_MOTH(with_makes_a_longer_blend),
        WITH_MOTH(blends_nest_and_steer_kinds),
        WITH_MOTH(mistakes_are_told_where_they_are),
        WITH_MOTH(lists_that_are_none_are_refused),
        WITH_MOTH(wrong_extensions_are_refused),
        WITH_MOTH(unknown_names_are_told_with_the_kind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
