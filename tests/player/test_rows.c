// The rows of --report: which ticks have one, and that each has the settings in force.
#include "../read_script.h"
#include "player/run/run.h"

#include "base/clock.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "run_fixture.h"

#define HEADING "tick,time,deer,nothing,seed,set.births,set.wind,set.mist\n"
#define SEED "18446744073709551"

typedef struct fixture {
    char folder[64], main[96], report[96], snapshot[96];
    dv_options options;
    dv_run run;
    dv_error error;
} fixture;

static void save(fixture *f, const char *from, const char *to) {
    write_edited(f->main, read_script("rows/deer.lua"), from, to);
}

static int set_up(void **state) {
    fixture *f = calloc(1, sizeof *f);
    make_folder(f->folder, "rows");
    snprintf(f->main, sizeof f->main, "%s/main.lua", f->folder);
    snprintf(f->report, sizeof f->report, "%s/report.csv", f->folder);
    snprintf(f->snapshot, sizeof f->snapshot, "%s/moment.snap", f->folder);
    save(f, "--[[update]]", "");
    f->options = headless_options(f->main);
    f->options.report = f->report;
    *state = f;
    return 0;
}

static int tear_down(void **state) {
    fixture *f = *state;
    remove_folder(f->folder);
    free(f);
    assert_int_equal(dv_allocated_bytes(), 0);
    return 0;
}

static void begin(fixture *f) {
    if (dv_run_open(&f->run, &f->options, &f->error) != DV_OK)
        fail_msg("%s", f->error.message);
}

static void set(fixture *f, const char *name, const char *value) {
    assert_int_equal(dv_run_set(&f->run, name, value, &f->error), DV_OK);
}

static void reload(fixture *f) { assert_int_equal(dv_run_reload(&f->run), DV_RELOAD_SWAPPED); }

static void expect_report(fixture *f, const char *expected) {
    static char content[4096];
    assert_int_equal(dv_run_close(&f->run), 0);
    FILE *file = fopen(f->report, "r");
    assert_non_null(file);
    content[fread(content, 1, sizeof content - 1, file)] = '\0';
    fclose(file);
    assert_string_equal(content, expected);
}

static void the_first_row_is_of_the_world_after_setup(void **state) {
    fixture *f = *state;
    f->options.every = 3;
    begin(f);
    tick_run(&f->run, 6);
    expect_report(f, HEADING "0,0,3,," SEED ",4,calm,true\n"
                             "3,0.05,3,," SEED ",4,calm,true\n"
                             "6,0.1,3,," SEED ",4,calm,true\n");
}

static void a_run_of_no_ticks_has_that_row(void **state) {
    fixture *f = *state;
    f->options.ticks = 0;
    begin(f);
    expect_report(f, HEADING "0,0,3,," SEED ",4,calm,true\n");
}

static void the_first_row_after_a_snapshot_is_of_its_tick(void **state) {
    fixture *f = *state;
    f->options.save = f->snapshot;
    begin(f);
    tick_run(&f->run, 2);
    set(f, "births", "5");
    assert_int_equal(dv_run_close(&f->run), 0);
    f->options.save = NULL;
    f->options.load = f->snapshot;
    f->options.every = 3;
    begin(f);
    tick_run(&f->run, 1);
    expect_report(f, HEADING "2,0.03333333333333333,3,," SEED ",5,calm,true\n"
                             "3,0.05,3,," SEED ",5,calm,true\n");
}

static void a_run_that_starts_again_begins_with_tick_0(void **state) {
    fixture *f = *state;
    f->options.every = 2;
    begin(f);
    tick_run(&f->run, 2);
    set(f, "births", "6");
    assert_int_equal(dv_run_restart(&f->run, &f->error), DV_OK);
    tick_run(&f->run, 2);
    expect_report(f, HEADING "0,0,3,," SEED ",4,calm,true\n"
                             "2,0.03333333333333333,3,," SEED ",4,calm,true\n"
                             "0,0,3,," SEED ",6,calm,true\n"
                             "2,0.03333333333333333,3,," SEED ",6,calm,true\n");
}

static void each_row_has_the_settings_in_force(void **state) {
    fixture *f = *state;
    f->options.every = 2;
    begin(f);
    set(f, "births", "0.1");
    tick_run(&f->run, 2);
    set(f, "wind", "a gale, from the west");
    set(f, "mist", "false");
    tick_run(&f->run, 2);
    expect_report(f, HEADING "0,0,3,," SEED ",4,calm,true\n"
                             "2,0.03333333333333333,3,," SEED ",0.1,calm,true\n"
                             "4,0.06666666666666667,3,," SEED
                             ",0.1,\"a gale, from the west\",false\n");
}

static void columns_stay_whatever_a_reload_does_to_settings(void **state) {
    fixture *f = *state;
    f->options.every = 2;
    begin(f);
    tick_run(&f->run, 2);
    // One goes, one comes first, and the others move.
    save(f, "drover.slider(\"births\", 4, { max = 9 }),", "drover.toggle(\"late\", true),");
    reload(f);
    tick_run(&f->run, 2);
    save(f, "--[[update]]", "");
    reload(f);
    tick_run(&f->run, 2);
    expect_report(f, HEADING "0,0,3,," SEED ",4,calm,true\n"
                             "2,0.03333333333333333,3,," SEED ",4,calm,true\n"
                             "4,0.06666666666666667,3,," SEED ",,calm,true\n"
                             "6,0.1,3,," SEED ",4,calm,true\n");
}

static void a_reload_that_is_taken_back_leaves_no_row(void **state) {
    fixture *f = *state;
    f->options.every = 2;
    begin(f);
    tick_run(&f->run, 2);
    save(f, "--[[update]]", "if world.tick == 5 then error 'x' end");
    reload(f);
    tick_run(&f->run, 1);
    set(f, "births", "7");
    tick_run(&f->run, 3);
    assert_int_equal(f->run.rollback_count, 1);
    expect_report(f, HEADING "0,0,3,," SEED ",4,calm,true\n"
                             "2,0.03333333333333333,3,," SEED ",4,calm,true\n"
                             "4,0.06666666666666667,3,," SEED ",7,calm,true\n"
                             "6,0.1,3,," SEED ",7,calm,true\n");
}

#define CASE(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(the_first_row_is_of_the_world_after_setup),
        CASE(a_run_of_no_ticks_has_that_row),
        CASE(the_first_row_after_a_snapshot_is_of_its_tick),
        CASE(a_run_that_starts_again_begins_with_tick_0),
        CASE(each_row_has_the_settings_in_force),
        CASE(columns_stay_whatever_a_reload_does_to_settings),
        CASE(a_reload_that_is_taken_back_leaves_no_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
