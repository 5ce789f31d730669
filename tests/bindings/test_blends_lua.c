// Blends in scripts: options next to the parts, blend.with, and the messages about mistakes.
#include "../read_script.h"
#include "scenario.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// The first line of the scripts that are written in C.
#define HEAD                                                                                       \
    "local drover, moth = require 'drover', require 'moth' "                                       \
    "local blend, east, west = drover.blend, moth.east, moth.west\n"

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
    strcpy(f->folder, "/tmp/drover_blends_XXXXXX");
    assert_non_null(mkdtemp(f->folder));
    write_script(f, "moth.lua", read_script("blends_lua/moth.lua"));
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

static void expect_run(fixture *f, const char *script, int ticks, const char *expected) {
    dv_scenario *scenario = open_script(f, script);
    if (!scenario)
        fail_msg("%s", f->error.message);
    for (int i = 0; i < ticks; i++)
        assert_int_equal(dv_scenario_step(scenario, &f->error), DV_OK);
    assert_null(dv_scenario_banner(scenario));
    assert_string_equal(f->log, expected);
    dv_scenario_close(scenario);
}

static void expect_refusal(fixture *f, const char *script, const char *message) {
    assert_null(open_script(f, script));
    assert_string_equal(f->error.message, message);
}

static void every_blend_is_written_as_a_list(void **state) {
    // The velocity blend: 8 m/s · (1 − ½^(1/6)) after a sixtieth of a second.
    expect_run(*state, read_script("blends_lua/every_blend_is_written_as_a_list.lua"), 1,
               "16.0 -4.0 8.0 16.0 0.87281036376953 -8.0 -8.0 5.0 16.0 -8.0 ");
}

static void options_stand_beside_the_parts(void **state) {
    expect_run(*state, read_script("blends_lua/options_stand_beside_the_parts.lua"), 1,
               "4.0 -1.6000000238419 3.0 0.75 0.0 ");
}

static void weights_may_be_settings_and_slots(void **state) {
    expect_run(*state, read_script("blends_lua/weights_may_be_settings_and_slots.lua"), 1,
               "4.0 -8.0 ");
}

static void with_makes_a_longer_blend(void **state) {
    expect_run(*state, read_script("blends_lua/with_makes_a_longer_blend.lua"), 1,
               "0.5 0.0 -8.0 32.5 ");
}

static void blends_nest_and_steer_kinds(void **state) {
    expect_run(*state, read_script("blends_lua/blends_nest_and_steer_kinds.lua"), 100, "20 ");
}

static void mistakes_are_told_where_they_are(void **state) {
    fixture *f = *state;
    expect_refusal(f, HEAD "\nreturn blend.velocity { inertai = 1, east }",
                   "main.lua:3: blend.velocity: inertai: unknown parameter (inertia?)");
    expect_refusal(f, HEAD "return blend.sum { east, inertia = 1 }",
                   "main.lua:2: blend.sum: inertia: unknown parameter");
    expect_refusal(f, HEAD "return blend.allocate { east, budget = -1 }",
                   "main.lua:2: blend.allocate: budget: 0 m/s² or more expected, got -1");
    expect_refusal(f, HEAD "return blend.average { all = 1, east }",
                   "main.lua:2: blend.average: all: true, false or drover.setting expected, got "
                   "number");
    expect_refusal(f, HEAD "return blend.dither { east, { west, 2 } }",
                   "main.lua:2: blend.dither: part 2: probability: 0 to 1 expected, got 2");
    expect_refusal(f, HEAD "return blend.priority { east, { west, 2 } }",
                   "main.lua:2: blend.priority: part 2: no weight expected (weighted?)");
    expect_refusal(f, HEAD "return blend.dihter { east }",
                   "main.lua:2: no blend 'dihter' (dither?)");
    expect_refusal(f, HEAD "return blend.wiht(blend.sum { east }, west)",
                   "main.lua:2: no blend 'wiht' (with?)");
}

static void lists_that_are_none_are_refused(void **state) {
    fixture *f = *state;
    expect_refusal(f, HEAD "return blend.sum(east)",
                   "main.lua:2: blend.sum: a list of behaviors expected, got behavior");
    expect_refusal(f, HEAD "return blend.average { all = true }",
                   "main.lua:2: blend.average: a list of behaviors expected, got a table without "
                   "any");
    expect_refusal(f, HEAD "return blend.sum({ east }, west)",
                   "main.lua:2: blend.sum: one list of behaviors expected, got 2 values");
    expect_refusal(f, HEAD "return blend.sum { east, nil, west }",
                   "main.lua:2: blend.sum[2]: a behavior, a blend or { behavior, weight } "
                   "expected, got nil");
    expect_refusal(f, HEAD "return blend.sum { east, [5] = west }",
                   "main.lua:2: blend.sum: parameters are given by name, found the key 5");
    expect_refusal(f, HEAD "return blend.weighted { { east, weight = 2 } }",
                   "main.lua:2: blend.weighted[1]: { behavior, weight } expected, found the key "
                   "weight");
    expect_refusal(f, HEAD "return blend.weighted { { east, 2, 3 } }",
                   "main.lua:2: blend.weighted[1]: { behavior, weight } expected, found the key 3");
}

static void wrong_extensions_are_refused(void **state) {
    fixture *f = *state;
    expect_refusal(f, HEAD "return blend.with(east, west)",
                   "main.lua:2: blend.with: a blend expected, got steer.seek");
    expect_refusal(f, HEAD "return blend.with({ east }, west)",
                   "main.lua:2: blend.with: a blend and { behavior, weight } expected");
    expect_refusal(f, HEAD "return blend.with(blend.weighted { east }, west, 2)",
                   "main.lua:2: blend.with: a blend and { behavior, weight } expected");
    expect_refusal(f, HEAD "return blend.with(blend.sum { east }, { west, 2 })",
                   "main.lua:2: blend.sum: part 2: no weight expected (weighted?)");
    expect_refusal(f, HEAD "return blend.with(blend.sum { east }, 'west')",
                   "main.lua:2: blend.with: a behavior, a blend or { behavior, weight } expected, "
                   "got string");
}

static void unknown_names_are_told_with_the_kind(void **state) {
    expect_refusal(*state,
                   HEAD "return drover.scenario { kinds = { drover.kind('ox', {\n"
                        "  steer = blend.dither { east, { west, 'amount' } } }) } }\n",
                   "main.lua:3: blend.dither: probability: kind 'ox' has no slot 'amount'");
}

#define CASE(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(every_blend_is_written_as_a_list),     CASE(options_stand_beside_the_parts),
        CASE(weights_may_be_settings_and_slots),    CASE(with_makes_a_longer_blend),
        CASE(blends_nest_and_steer_kinds),          CASE(mistakes_are_told_where_they_are),
        CASE(lists_that_are_none_are_refused),      CASE(wrong_extensions_are_refused),
        CASE(unknown_names_are_told_with_the_kind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
