// Which runs a sweep has: the values of settings, their combinations, and seeds; and the condition
// that ends a run.
#include "player/sweep/condition.h"
#include "player/sweep/csv_table.h"
#include "player/sweep/sweep_plan.h"

#include "../program.h"

#include "base/alloc.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static dv_error error;

static void assert_values(const char *list, const char *expected) {
    dv_sweep_values values = {0};
    char text[512] = "";
    if (dv_sweep_values_read(list, &values, &error) != DV_OK)
        fail_msg("%s: %s", list, error.message);
    for (uint32_t i = 0; i < values.count; i++) {
        strcat(text, i > 0 ? " " : "");
        strcat(text, values.items[i]);
    }
    assert_string_equal(text, expected);
    dv_sweep_values_free(&values);
}

static void assert_no_values(const char *list) {
    dv_sweep_values values = {0};
    assert_int_equal(dv_sweep_values_read(list, &values, &error), DV_ERROR_ARGUMENT);
    dv_sweep_values_free(&values);
}

static void values_are_lists_and_ranges(void **state) {
    (void)state;
    assert_values("1", "1");
    assert_values("a,b c,true", "a b c true");
    assert_values("0:4:2", "0 2 4");
    assert_values("0:5:2", "0 2 4");
    assert_values("3:3:1", "3");
    assert_values("-1:1:0.5,7", "-1 -0.5 0 0.5 1 7");
    assert_values("1e3:3e3:1e3", "1000 2000 3000");
}

static void ranges_have_the_decimals_that_were_meant(void **state) {
    (void)state;
    assert_values("0:1:0.1", "0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1");
    assert_values("0.8:2.4:0.2", "0.8 1 1.2 1.4 1.6 1.8 2 2.2 2.4");
    assert_values("0:0.35:0.05", "0 0.05 0.1 0.15 0.2 0.25 0.3 0.35");
}

static void no_values(void **state) {
    (void)state;
    const char *const lists[] = {
        "",      ",",     "1,",     "1,,2",  "1:2",   "1:2:",    ":2:1",    "1:2:3:4",
        "2:1:1", "1:2:0", "1:2:-1", "1:2:x", "1:x:1", "0:inf:1", "1:2:nan", "0:1:1e-9"};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        assert_no_values(lists[i]);
}

static void conditions(void **state) {
    (void)state;
    const struct {
        const char *text, *monitor;
        double number;
        bool below, at, above;
    } cases[] = {
        {"sick >= 50", "sick", 50, false, true, true},
        {"sick>=50", "sick", 50, false, true, true},
        {"  sick  >  50", "sick", 50, false, false, true},
        {"a_1 <= -2.5e1", "a_1", -25, true, true, false},
        {"x < 0", "x", 0, true, false, false},
        {"x==0", "x", 0, false, true, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dv_condition c;
        if (dv_condition_read(cases[i].text, &c, &error) != DV_OK)
            fail_msg("%s", error.message);
        assert_string_equal(c.monitor, cases[i].monitor);
        assert_true(c.number == cases[i].number);
        assert_true(dv_condition_holds(&c, c.number - 1) == cases[i].below);
        assert_true(dv_condition_holds(&c, c.number) == cases[i].at);
        assert_true(dv_condition_holds(&c, c.number + 1) == cases[i].above);
        assert_false(dv_condition_holds(&c, NAN));
    }
}

static void no_conditions(void **state) {
    (void)state;
    const char *const texts[] = {"",      "x",       "x 5",    "> 5",    "x = 5",  "x >",
                                 "x > y", "x > 5 6", "x >> 5", "x != 5", "x > nan"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        dv_condition c;
        if (dv_condition_read(texts[i], &c, &error) == DV_OK)
            fail_msg("'%s' is taken", texts[i]);
    }
}

static dv_sweep_plan read_plan(dv_options *options, const char **vary, uint32_t count) {
    dv_sweep_plan plan;
    options->sweep.vary = vary;
    options->sweep.vary_count = count;
    if (dv_sweep_plan_read(&plan, options, &error) != DV_OK)
        fail_msg("%s", error.message);
    return plan;
}

static void the_last_setting_changes_fastest(void **state) {
    (void)state;
    dv_options options = {.sweep = {.repeat = 2}};
    const char *vary[] = {"a=1,2,3", "b=x,y"};
    dv_sweep_plan plan = read_plan(&options, vary, 2);
    char text[64] = "";
    assert_int_equal(plan.runs, 12);
    for (uint64_t run = 1; run <= plan.runs; run++)
        for (uint32_t i = 0; i < 2; i++)
            strcat(text, dv_sweep_value(&plan, dv_sweep_combination(&plan, run), i));
    assert_string_equal(text, "1x1x1y1y2x2x2y2y3x3x3y3y");
    dv_sweep_plan_free(&plan);
}

/// No two runs of a large sweep share a seed, and a seed depends on the run alone.
static void seeds(void **state) {
    (void)state;
    dv_options options = {.sweep = {.repeat = 100}};
    const char *vary[] = {"a=1:100:1"};
    dv_sweep_plan plan = read_plan(&options, vary, 1);
    plan.seed = 7;
    for (uint64_t run = 1; run <= plan.runs; run++) {
        assert_true(dv_sweep_seed(&plan, run) < UINT64_C(1) << 53);
        for (uint64_t other = run + 1; other <= plan.runs && other < run + 300; other++)
            assert_true(dv_sweep_seed(&plan, run) != dv_sweep_seed(&plan, other));
    }
    uint64_t before = dv_sweep_seed(&plan, 101);
    options.sweep.same_seeds = true;
    for (uint64_t run = 1; run <= 100; run++)
        assert_true(dv_sweep_seed(&plan, run) == dv_sweep_seed(&plan, run + 5000));
    options.sweep.same_seeds = false;
    plan.seed = 8;
    assert_true(dv_sweep_seed(&plan, 101) != before);
    dv_sweep_plan_free(&plan);
}

static void parts_share_all_runs(void **state) {
    (void)state;
    for (uint64_t parts = 1; parts <= 7; parts++) {
        int seen[8] = {0};
        for (uint64_t part = 1; part <= parts; part++) {
            dv_options options = {.sweep = {.repeat = 7, .part = part, .parts = parts}};
            dv_sweep_plan plan = read_plan(&options, NULL, 0);
            for (uint64_t k = 0; k < dv_sweep_due(&plan); k++)
                seen[dv_sweep_first(&plan) + k * dv_sweep_stride(&plan)]++;
            dv_sweep_plan_free(&plan);
        }
        for (int run = 1; run <= 7; run++)
            assert_int_equal(seen[run], 1);
    }
}

static void tables_keep_quotes_spaces_and_lines(void **state) {
    (void)state;
    dv_csv_table table;
    const char text[] = "\xef\xbb\xbf"
                        "a,\"b, c\"\r\n1,\"two\nlines\"\r\n\r\n\"say \"\"x\"\"\",\n";
    assert_int_equal(dv_csv_read_text("t.csv", text, sizeof text - 1, &table, &error), DV_OK);
    assert_int_equal(table.rows, 3);
    assert_int_equal(table.columns, 2);
    assert_string_equal(dv_csv_field(&table, 0, 0), "a");
    assert_string_equal(dv_csv_field(&table, 0, 1), "b, c");
    assert_string_equal(dv_csv_field(&table, 1, 1), "two\nlines");
    assert_string_equal(dv_csv_field(&table, 2, 0), "say \"x\"");
    assert_string_equal(dv_csv_field(&table, 2, 1), "");
    assert_int_equal(dv_csv_column(&table, "b, c"), 1);
    assert_int_equal(dv_csv_column(&table, "b"), -1);
    dv_csv_free(&table);
    assert_int_equal(dv_csv_read_text("t.csv", "a\0b", 3, &table, &error), DV_ERROR_FORMAT);
    assert_int_equal(dv_csv_read_text("t.csv", "a\n\"b", 4, &table, &error), DV_ERROR_FORMAT);
    assert_int_equal(dv_csv_read_text("t.csv", "a\nb,c\n", 6, &table, &error), DV_ERROR_FORMAT);
    assert_int_equal(dv_csv_read_text("t.csv", "", 0, &table, &error), DV_ERROR_FORMAT);
}

/// Whichever allocation fails, the plan is refused and nothing leaks.
static void a_plan_without_memory(void **state) {
    (void)state;
    dv_options options = {.sweep = {.repeat = 1, .vary_count = 2}};
    const char *vary[] = {"a=1:9:1", "b=x,y"};
    options.sweep.vary = vary;
    dv_result result = DV_ERROR_MEMORY;
    for (uint64_t nth = 1; result != DV_OK; nth++) {
        dv_sweep_plan plan;
        dv_fail_allocation(nth, false);
        result = dv_sweep_plan_read(&plan, &options, &error);
        dv_fail_allocation(0, false);
        assert_true(result == DV_OK || result == DV_ERROR_MEMORY);
        dv_sweep_plan_free(&plan);
        assert_int_equal(dv_allocated_bytes(), 0);
        assert_true(nth < 100);
    }
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_lists_and_ranges),
        cmocka_unit_test(ranges_have_the_decimals_that_were_meant),
        cmocka_unit_test(no_values),
        cmocka_unit_test(conditions),
        cmocka_unit_test(no_conditions),
        cmocka_unit_test(the_last_setting_changes_fastest),
        cmocka_unit_test(seeds),
        cmocka_unit_test(parts_share_all_runs),
        cmocka_unit_test(tables_keep_quotes_spaces_and_lines),
        cmocka_unit_test(a_plan_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
