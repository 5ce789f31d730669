// Drafts of modules, which run before they are written to their files, and the numbers of scripts
// that people change with them.
#include "../program.h"
#include "../read_script.h"
#include "reload_fixture.h"

#include "base/alloc.h"
#include "base/disk.h"

#include <errno.h>

// Numbers

static void list_numbers(fixture *f, char *text, size_t size) {
    dv_script_number *numbers;
    uint32_t count;
    uint32_t module = 0;
    while (strcmp(dv_scenario_module_at(f->scenario, module).path, "prey.lua") != 0)
        module++;
    const char *source = dv_scenario_module_at(f->scenario, module).source;
    assert_int_equal(dv_scenario_numbers(f->scenario, module, &numbers, &count, &f->error), DV_OK);
    *text = '\0';
    for (uint32_t i = 0; i < count; i++) {
        const dv_script_number *n = &numbers[i];
        size_t used = strlen(text);
        snprintf(text + used, size - used, "%u:%u %.*s = %g %s [%g, %g]%s; %s; %s\n", n->line,
                 n->column, (int)(n->end - n->start), source + n->start, n->value, n->unit,
                 n->minimum, n->maximum, n->is_whole ? " whole" : "", n->part, n->name);
    }
    dv_free(numbers);
}

static void numbers_of_definitions_are_found_with_what_they_mean(void **state) {
    fixture *f = *state;
    char text[4096];
    write_file(f, "prey.lua", read_script("drafts/numbers.lua"));
    open_main(f, HEAD "return drover.scenario { kinds = { require 'prey' } }");
    list_numbers(f, text, sizeof text);
    assert_string_equal(text, "4:22 -0.5 = -0.5  [-inf, inf]; ; SHARE\n"
                              "4:28 7 = 7  [-inf, inf] whole; ; OTHER\n"
                              "6:52 20 = 20 m [0, inf]; shun; flee radius\n"
                              "7:70 1.5 = 1.5  [0, 1e+06]; rays; flocking separation.weight\n"
                              "7:84 4 = 4 m [0, 1e+06]; rays; flocking separation.radius\n"
                              "8:28 0x10 = 16 m/s [0, 1e+06]; body; max_speed\n"
                              "14:21 40 = 40 m [0, inf]; sight; range\n"
                              "14:42 300 = 300 ° [0, 360]; sight; angle\n"
                              "17:19 2e0 = 2  [-inf, inf]; look; size\n"
                              "22:15 0.8 = 0.8 m/s [0, inf]; calm; speed\n"
                              "23:40 12 = 12  [-1e+06, 1e+06]; calm; shun weight\n"
                              "23:54 3 = 3  [-1e+06, 1e+06]; calm; rays weight\n"
                              "23:87 0.6 = 0.6  [0, 100]; calm; wander strength\n"
                              "23:94 2 = 2  [-1e+06, 1e+06]; calm; wander weight\n"
                              "24:27 0.25 = 0.25 s [0, inf]; calm; after seconds\n"
                              "24:52 15 = 15 m [0, inf]; calm; near distance\n");
}

static void without_memory_there_are_no_numbers(void **state) {
    fixture *f = *state;
    dv_script_number *numbers;
    uint32_t count, failures = 0;
    write_file(f, "prey.lua", read_script("drafts/numbers.lua"));
    open_main(f, HEAD "return drover.scenario { kinds = { require 'prey' } }");
    for (uint64_t nth = 1;; nth++, failures++) {
        dv_fail_allocation(nth, false);
        dv_result result = dv_scenario_numbers(f->scenario, 0, &numbers, &count, &f->error);
        dv_fail_allocation(0, false);
        if (result == DV_OK)
            break;
        assert_int_equal(result, DV_ERROR_MEMORY);
        assert_null(numbers);
        assert_int_equal(count, 0);
    }
    assert_true(failures > 2);
    assert_true(count > 10);
    dv_free(numbers);
}

// Drafts

/// A scenario whose agents add up a number, and print what a draft prints while it loads.
static const char *adder(const char *number) {
    static char text[512];
    snprintf(text, sizeof text,
             HEAD "local STEP = %s\n"
                  "local a = drover.kind('a', { memory = { sum = 0 }, step = function(self)\n"
                  "  self.sum = self.sum + STEP end })\n"
                  "return drover.scenario { kinds = { a }, setup = function(world)\n"
                  "  world:spawn('a', {}) end,\n"
                  "  monitors = { sum = function(world)\n"
                  "    for a in world:agents() do return a.sum end end } }",
             number);
    return text;
}

static dv_reload_report try_draft(fixture *f, const char *number) {
    const char *source = adder(number);
    return dv_scenario_try_draft(f->scenario, "main.lua", source, strlen(source));
}

static void expect_sum(fixture *f, double sum) {
    assert_true(dv_scenario_monitor(f->scenario, 0) == sum);
}

static const char *file_of(const fixture *f) {
    static char text[1024];
    char path[256];
    FILE *file = fopen(path_in(f, "main.lua", path), "rb");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

static void all_changes_of_a_draft_are_one_trial_and_one_undo(void **state) {
    fixture *f = *state;
    open_main(f, adder("1"));
    step(f, 5);
    dv_reload_report report = try_draft(f, "10");
    assert_int_equal(report.outcome, DV_RELOAD_SWAPPED);
    assert_false(report.is_further);
    step(f, 100); // longer than a trial, which waits
    expect_sum(f, 1005);
    report = try_draft(f, "100");
    assert_int_equal(report.outcome, DV_RELOAD_SWAPPED);
    assert_true(report.is_further);
    assert_int_equal(report.generation, 3);
    assert_int_equal(dv_scenario_trial_count(f->scenario), 1);
    assert_int_equal(dv_scenario_trial_ticks_left(f->scenario, 0), DV_TRIAL_TICKS);
    step(f, 2);
    expect_sum(f, 1205);
    assert_string_equal(file_of(f), adder("1"));
    assert_int_equal(dv_scenario_save_draft(f->scenario, &f->error), DV_OK);
    dv_scenario_drop_draft(f->scenario);
    assert_string_equal(file_of(f), adder("100"));
    expect_unchanged(f); // the file has what runs
    step(f, 58);
    assert_int_equal(dv_scenario_trial_count(f->scenario), 1);
    step(f, 1);
    assert_int_equal(dv_scenario_trial_count(f->scenario), 0);
    report = dv_scenario_undo(f->scenario);
    assert_int_equal(report.outcome, DV_RELOAD_SWAPPED);
    expect_sum(f, 1205 + 59 * 100);
    step(f, 1);
    expect_sum(f, 1206 + 59 * 100);
}

static void a_draft_that_fails_is_taken_back_to_where_it_began(void **state) {
    fixture *f = *state;
    open_main(f, adder("1"));
    step(f, 5);
    uint64_t before = hash_of(f);
    try_draft(f, "10");
    step(f, 3);
    assert_true(try_draft(f, "{}").is_further);
    step(f, 1);
    assert_true(dv_scenario_trial_failed(f->scenario));
    dv_reload_report report = dv_scenario_roll_back(f->scenario);
    assert_int_equal(report.outcome, DV_RELOAD_ROLLED_BACK);
    assert_int_equal(report.generation, 1);
    assert_int_equal(hash_of(f), before);
    // There is nothing left to write.
    assert_int_equal(dv_scenario_save_draft(f->scenario, &f->error), DV_OK);
    assert_string_equal(file_of(f), adder("1"));
    step(f, 1);
    expect_sum(f, 6);
    // The next draft starts afresh.
    assert_false(try_draft(f, "20").is_further);
    step(f, 1);
    expect_sum(f, 26);
}

static void a_draft_that_is_refused_leaves_the_one_before_in_force(void **state) {
    fixture *f = *state;
    open_main(f, adder("1"));
    try_draft(f, "10");
    dv_reload_report report = try_draft(f, "(");
    assert_int_equal(report.outcome, DV_RELOAD_REFUSED);
    assert_int_equal(dv_scenario_trial_count(f->scenario), 1);
    step(f, 1);
    expect_sum(f, 10);
    assert_true(try_draft(f, "20").is_further);
    step(f, 1);
    expect_sum(f, 30);
    // What is written is the last one that was accepted.
    assert_int_equal(try_draft(f, ")").outcome, DV_RELOAD_REFUSED);
    assert_int_equal(dv_scenario_save_draft(f->scenario, &f->error), DV_OK);
    assert_string_equal(file_of(f), adder("20"));
}

static void a_first_draft_that_is_refused_is_none(void **state) {
    fixture *f = *state;
    open_main(f, adder("1"));
    assert_int_equal(try_draft(f, "(").outcome, DV_RELOAD_REFUSED);
    assert_int_equal(dv_scenario_save_draft(f->scenario, &f->error), DV_OK);
    assert_string_equal(file_of(f), adder("1"));
    assert_false(try_draft(f, "10").is_further);
    step(f, 1);
    expect_sum(f, 10);
}

static void an_undo_ends_the_draft(void **state) {
    fixture *f = *state;
    open_main(f, adder("1"));
    try_draft(f, "10");
    try_draft(f, "20");
    assert_int_equal(dv_scenario_undo(f->scenario).outcome, DV_RELOAD_SWAPPED);
    assert_int_equal(dv_scenario_save_draft(f->scenario, &f->error), DV_OK);
    assert_string_equal(file_of(f), adder("1"));
    step(f, 1);
    expect_sum(f, 1);
}

static void what_others_save_wins_over_a_draft(void **state) {
    fixture *f = *state;
    open_main(f, adder("1"));
    try_draft(f, "10");
    write_file(f, "main.lua", adder("1000"));
    assert_int_equal(dv_scenario_save_draft(f->scenario, &f->error), DV_ERROR_ARGUMENT);
    assert_string_equal(f->error.message, "main.lua was saved meanwhile, and stays as it is");
    assert_string_equal(file_of(f), adder("1000"));
    dv_reload_report report = try_draft(f, "20");
    assert_int_equal(report.outcome, DV_RELOAD_REFUSED);
    assert_string_equal(report.message,
                        "main.lua differs from the code that runs: reload! takes it first");
    dv_scenario_drop_draft(f->scenario);
    expect_swapped(f);
    step(f, 1);
    expect_sum(f, 1000);
}

static void a_draft_of_what_is_no_file_is_refused(void **state) {
    fixture *f = *state;
    open_main(f, adder("1"));
    dv_reload_report report = dv_scenario_try_draft(f->scenario, "none.lua", "", 0);
    assert_int_equal(report.outcome, DV_RELOAD_REFUSED);
    assert_string_equal(report.message, "none.lua is not a file of the scenario");
}

static void a_draft_that_cannot_be_written_leaves_the_file(void **state) {
    fixture *f = *state;
    char path[256], message[512];
    open_main(f, adder("1"));
    try_draft(f, "10");
    dv_fail_disk(
        &(dv_disk_fault){.how = DV_DISK_FAILS, .call = 1, .and_after = true, .reason = ENOSPC});
    dv_result result = dv_scenario_save_draft(f->scenario, &f->error);
    dv_fail_disk(NULL);
    assert_int_equal(result, DV_ERROR_IO);
    snprintf(message, sizeof message, "cannot write %s: No space left on device",
             path_in(f, "main.lua", path));
    assert_string_equal(f->error.message, message);
    assert_string_equal(file_of(f), adder("1"));
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(numbers_of_definitions_are_found_with_what_they_mean),
        CASE(without_memory_there_are_no_numbers),
        CASE(all_changes_of_a_draft_are_one_trial_and_one_undo),
        CASE(a_draft_that_fails_is_taken_back_to_where_it_began),
        CASE(a_draft_that_is_refused_leaves_the_one_before_in_force),
        CASE(a_first_draft_that_is_refused_is_none),
        CASE(an_undo_ends_the_draft),
        CASE(what_others_save_wins_over_a_draft),
        CASE(a_draft_of_what_is_no_file_is_refused),
        CASE(a_draft_that_cannot_be_written_leaves_the_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
