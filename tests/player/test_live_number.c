// Numbers of scripts that are changed while they run, as the window changes them.
#include "../program.h"
#include "rewind_fixture.h"

#include "player/run/live_number.h"

static void begin_snail(fixture *f) {
    write_edited(f->main, read_script("live_number/main.lua"), "", "");
    open_run(f);
}

/// Change RATE, the first number of main.lua, which is the last module.
static dv_result change_now(fixture *f, double value) {
    return dv_live_number_change(&f->run, dv_scenario_module_count(f->run.scenario) - 1, 0, value,
                                 &f->error);
}

/// The same, as if the pause after the last reload had passed.
static dv_result change(fixture *f, double value) {
    f->run.number.applied = -(double)INFINITY;
    return change_now(f, value);
}

static void expect_way(fixture *f, double way) {
    assert_true(dv_scenario_monitor(f->run.scenario, 0) == way);
}

static void expect_file(const fixture *f, const char *line) {
    char text[2048];
    FILE *file = fopen(f->main, "rb");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    if (!strstr(text, line))
        fail_msg("%s", text);
}

static void literals_are_short_and_keep_their_type(void **state) {
    static const struct {
        const char *before;
        double value;
        const char *after;
    } cases[] = {{"120", 40, "40"},      {"120", 40.5, "40.5"},
                 {"0.5", 1, "1.0"},      {"1.0", 0.1, "0.1"},
                 {"-3", -4, "-4"},       {"2e3", 100, "100.0"},
                 {"7", 1e300, "1e+300"}, {"0.5", 1.2345e-6, "1.2345e-06"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[DV_LITERAL_TEXT];
        dv_literal_text(cases[i].before, strlen(cases[i].before), cases[i].value, text);
        assert_string_equal(text, cases[i].after);
    }
}

static void the_last_accepted_value_is_written(void **state) {
    fixture *f = *state;
    begin_snail(f);
    assert_int_equal(change(f, 2), DV_OK);
    tick(f, 1);
    expect_way(f, 2);
    assert_int_equal(change(f, 20), DV_ERROR_SCRIPT);
    assert_non_null(strstr(f->error.message, "too fast"));
    tick(f, 1);
    expect_way(f, 4);
    assert_int_equal(change(f, 3), DV_OK);
    assert_true(f->run.reloads.last.is_further);
    assert_int_equal(change(f, 30), DV_ERROR_SCRIPT);
    expect_file(f, "RATE = 0.5");
    assert_int_equal(dv_live_number_release(&f->run, &f->error), DV_OK);
    expect_file(f, "RATE = 3.0");
    tick(f, 1);
    expect_way(f, 7);
}

static void values_within_the_pause_wait_for_its_end(void **state) {
    fixture *f = *state;
    begin_snail(f);
    assert_int_equal(change(f, 2), DV_OK);
    uint32_t reloads = f->run.reloads.count;
    f->run.number.applied = (double)INFINITY; // the pause has just begun
    for (int i = 3; i < 8; i++)
        assert_int_equal(change_now(f, i), DV_OK);
    assert_int_equal(f->run.reloads.count, reloads);
    assert_int_equal(dv_live_number_release(&f->run, &f->error), DV_OK);
    assert_int_equal(f->run.reloads.count, reloads + 1);
    expect_file(f, "RATE = 7.0");
}

static void an_undo_ends_the_change(void **state) {
    fixture *f = *state;
    begin_snail(f);
    assert_int_equal(change(f, 2), DV_OK);
    assert_int_equal(dv_run_undo(&f->run), DV_RELOAD_SWAPPED);
    assert_int_equal(dv_live_number_release(&f->run, &f->error), DV_OK);
    expect_file(f, "RATE = 0.5");
    tick(f, 1);
    expect_way(f, 0.5);
}

static void a_restart_writes_the_file_first(void **state) {
    fixture *f = *state;
    begin_snail(f);
    assert_int_equal(change(f, 2), DV_OK);
    assert_int_equal(dv_run_restart(&f->run, &f->error), DV_OK);
    expect_file(f, "RATE = 2.0");
    tick(f, 1);
    expect_way(f, 2);
}

/// An angle that a script writes in radians is shown in degrees, and stays in radians there.
static void radians_are_shown_in_degrees(void **state) {
    fixture *f = *state;
    dv_script_number *numbers;
    uint32_t count, module;
    write_edited(f->main,
                 "local drover = require 'drover'\n"
                 "return drover.scenario { kinds = { drover.kind('a', {\n"
                 "sight = { range = 9, angle = 1.5 } }) } }",
                 "", "");
    open_run(f);
    module = dv_scenario_module_count(f->run.scenario) - 1;
    assert_int_equal(dv_scenario_numbers(f->run.scenario, module, &numbers, &count, &f->error),
                     DV_OK);
    assert_int_equal(count, 2);
    assert_string_equal(numbers[1].unit, "°");
    assert_true(fabs(numbers[1].value - 1.5 * 180 / M_PI) < 1e-9);
    assert_true(fabs(numbers[1].maximum - 360) < 1e-9);
    dv_free(numbers);
    assert_int_equal(dv_live_number_change(&f->run, module, 1, 180, &f->error), DV_OK);
    assert_int_equal(dv_live_number_release(&f->run, &f->error), DV_OK);
    expect_file(f, "angle = 3.14159265358979");
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(literals_are_short_and_keep_their_type),   CASE(the_last_accepted_value_is_written),
        CASE(values_within_the_pause_wait_for_its_end), CASE(an_undo_ends_the_change),
        CASE(a_restart_writes_the_file_first),          CASE(radians_are_shown_in_degrees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
