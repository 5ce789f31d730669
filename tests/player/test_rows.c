// The rows of --report: which ticks have one, and that each has the settings in force. And those of
// --record, in each format: what reloads, rollbacks, and restarts make of them.
#include "../program.h"
#include "../read_script.h"
#include "player/run/run.h"

#include "base/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run_fixture.h"

#define HEADING "tick,time,deer,nothing,seed,set.births,set.wind,set.mist\n"
#define SEED "18446744073709551"

typedef struct fixture {
    char folder[64], main[96], report[96], snapshot[96], record[96], other[96];
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

static size_t read_file(const char *path, char *content, size_t capacity) {
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size_t size = fread(content, 1, capacity - 1, file);
    fclose(file);
    content[size] = '\0';
    return size;
}

static void expect_content(fixture *f, const char *path, const char *expected) {
    static char content[16384];
    assert_int_equal(dv_run_close(&f->run), 0);
    read_file(path, content, sizeof content);
    assert_string_equal(content, expected);
}

static void expect_report(fixture *f, const char *expected) {
    expect_content(f, f->report, expected);
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
    assert_int_equal(f->run.trials.rollback_count, 1);
    expect_report(f, HEADING "0,0,3,," SEED ",4,calm,true\n"
                             "2,0.03333333333333333,3,," SEED ",4,calm,true\n"
                             "4,0.06666666666666667,3,," SEED ",7,calm,true\n"
                             "6,0.1,3,," SEED ",7,calm,true\n");
}

// Records

#define FORMATS 4
static const char *const endings[FORMATS] = {"csv", "csv.gz", "jsonl", "txt"};

/// Record to a file of that name, with the columns that the format takes.
static void choose_record(fixture *f, char path[96], const char *name, int format) {
    snprintf(path, 96, "%s/%s.%s", f->folder, name, endings[format]);
    f->options.report = NULL;
    f->options.record = path;
    f->options.columns = format == 3 ? NULL : "tick,id,x,y,memory.n,memory.plan.step";
}

static void expect_same_records(const fixture *f) {
    static char contents[2][65536];
    size_t size = read_file(f->record, contents[0], sizeof contents[0]);
    assert_true(size > 100);
    assert_int_equal(read_file(f->other, contents[1], sizeof contents[1]), size);
    assert_memory_equal(contents[0], contents[1], size);
}

/// Whatever a save that is taken back does, each format has the rows of a run without it.
static void expect_no_trace_of(fixture *f, const char *from, const char *to) {
    for (int format = 0; format < FORMATS; format++) {
        save(f, "--[[update]]", "");
        choose_record(f, f->other, "plain", format);
        begin(f);
        tick_run(&f->run, 9);
        assert_int_equal(dv_run_close(&f->run), 0);
        choose_record(f, f->record, "taken_back", format);
        begin(f);
        tick_run(&f->run, 2);
        save(f, from, to);
        reload(f);
        while (dv_world_tick(f->run.world) < 9)
            tick_run(&f->run, 1);
        assert_int_equal(f->run.trials.rollback_count, 1);
        assert_int_equal(dv_run_close(&f->run), 0);
        expect_same_records(f);
    }
}

static void a_reload_that_is_taken_back_leaves_no_row_in_any_format(void **state) {
    expect_no_trace_of(*state, "--[[update]]", "if world.tick == 5 then error 'x' end");
}

static void a_value_that_no_row_takes_takes_a_reload_back(void **state) {
    fixture *f = *state;
    choose_record(f, f->other, "plain", 0);
    begin(f);
    tick_run(&f->run, 6);
    assert_int_equal(dv_run_close(&f->run), 0);
    choose_record(f, f->record, "taken_back", 0);
    begin(f);
    tick_run(&f->run, 2);
    save(f, "self.plan.step + 1 --[[step]]", "self.world.tick < 4 and self.plan.step + 1 or {}");
    reload(f);
    tick_run(&f->run, 4);
    assert_int_equal(f->run.trials.rollback_count, 1);
    assert_non_null(strstr(f->run.reloads.last.message,
                           "in tick 5, memory.plan.step of deer#1 is a table: name what is in it"));
    assert_int_equal(dv_run_close(&f->run), 0);
    expect_same_records(f);
}

static void columns_stay_whatever_a_reload_does_to_memory(void **state) {
    fixture *f = *state;
    choose_record(f, f->record, "rows", 0);
    f->options.columns = "tick,id,kind,memory.n,memory.plan.step";
    f->options.kinds = "deer";
    begin(f);
    tick_run(&f->run, 1);
    // Another kind comes first, a field goes, and one comes.
    save(f, "local deer = drover.kind(\"deer\", {\n  memory = { n = 0, plan = { step = 0 } },",
         "local elk = drover.kind(\"elk\", { memory = { n = 9 } })\n"
         "local deer = drover.kind(\"deer\", {\n  memory = { age = 0, plan = { step = 0 } },");
    static char script[4096];
    read_file(f->main, script, sizeof script);
    write_edited(f->main, script, "self.n = self.n + 1 / 3", "self.age = 1");
    read_file(f->main, script, sizeof script);
    write_edited(f->main, script, "kinds = { deer }", "kinds = { elk, deer }");
    read_file(f->main, script, sizeof script);
    write_edited(f->main, script, "--[[update]]",
                 "if world.tick == 1 then world:spawn \"elk\" end");
    reload(f);
    tick_run(&f->run, 2);
    expect_content(f, f->record,
                   "tick,id,kind,memory.n,memory.plan.step\n"
                   "1,1,deer,0.3333333333333333,1\n1,2,deer,0.3333333333333333,1\n"
                   "1,3,deer,0.3333333333333333,1\n"
                   "2,1,deer,,2\n2,2,deer,,2\n2,3,deer,,2\n"
                   "3,1,deer,,3\n3,2,deer,,3\n3,3,deer,,3\n");
}

static void a_run_that_starts_again_goes_on_with_its_columns(void **state) {
    fixture *f = *state;
    choose_record(f, f->record, "rows", 0);
    f->options.columns = "tick,id,memory.plan.step";
    begin(f);
    tick_run(&f->run, 2);
    assert_int_equal(dv_run_restart(&f->run, &f->error), DV_OK);
    tick_run(&f->run, 1);
    expect_content(f, f->record,
                   "tick,id,memory.plan.step\n1,1,1\n1,2,1\n1,3,1\n"
                   "2,1,2\n2,2,2\n2,3,2\n1,1,1\n1,2,1\n1,3,1\n");
}

// The files are opened last, so it is the last allocations that count.
static void whichever_allocation_fails_files_are_left_alone(void **state) {
    fixture *f = *state;
    char content[64];
    int failures = 0;
    choose_record(f, f->record, "rows", 1);
    f->options.kinds = "deer";
    uint64_t before = dv_allocations();
    begin(f);
    uint64_t count = dv_allocations() - before;
    assert_int_equal(dv_run_close(&f->run), 0);
    for (uint64_t nth = count - 60; nth <= count; nth++) {
        write_edited(f->record, "x", "x", "old");
        dv_fail_allocation(nth, false);
        dv_result result = dv_run_open(&f->run, &f->options, &f->error);
        dv_fail_allocation(0, false);
        if (result == DV_OK) { // Lua tried again
            assert_int_equal(dv_run_close(&f->run), 0);
            continue;
        }
        failures++;
        if (!strstr(f->error.message, "out of memory"))
            fail_msg("allocation %d: %s", (int)nth, f->error.message);
        assert_int_equal(dv_allocated_bytes(), 0);
        read_file(f->record, content, sizeof content);
        assert_string_equal(content, "old");
    }
    assert_true(failures >= 15);
}

static void pedpy_has_one_frame_rate(void **state) {
    fixture *f = *state;
    choose_record(f, f->record, "rows", 3);
    begin(f);
    tick_run(&f->run, 1);
    save(f, "tick_rate = 60", "tick_rate = 30");
    reload(f);
    tick_run(&f->run, 1); // as fast as before
    assert_int_equal(dv_run_restart(&f->run, &f->error), DV_OK);
    assert_int_equal(dv_run_tick(&f->run), DV_ERROR_ARGUMENT);
    assert_non_null(strstr(f->run.error.message, "tick_rate has changed from 60 to 30"));
    assert_int_equal(dv_run_close(&f->run), 1);
}

#define CASE(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(the_first_row_is_of_the_world_after_setup),
        CASE(a_run_of_no_ticks_has_that_row),
        CASE(the_first_row_after_a_snapshot_is_of_its_tick),
        CASE(a_run_that_starts_again_begins_with_tick_0),
        CASE(each_row_has_the_settings_in_force),
        CASE(columns_stay_whatever_a_reload_does_to_settings),
        CASE(a_reload_that_is_taken_back_leaves_no_row),
        CASE(a_reload_that_is_taken_back_leaves_no_row_in_any_format),
        CASE(a_value_that_no_row_takes_takes_a_reload_back),
        CASE(columns_stay_whatever_a_reload_does_to_memory),
        CASE(a_run_that_starts_again_goes_on_with_its_columns),
        CASE(whichever_allocation_fails_files_are_left_alone),
        CASE(pedpy_has_one_frame_rate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
