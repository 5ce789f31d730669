// The benchmarks: each gives rows at a hundredth of its size, and rows are written correctly. This
// does not test how long anything takes.
#include "player/bench/bench.h"

#include "../program.h"
#include "../read_script.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_ROWS 100

static dv_bench_row rows[MAX_ROWS];
static uint32_t row_count;

static void keep(void *context, const dv_bench_row *row) {
    (void)context;
    assert_true(row_count < MAX_ROWS);
    rows[row_count++] = *row;
}

static dv_bench_plan small_plan(const char *name) {
    return (dv_bench_plan){.name = name,
                           .program = getenv("DROVER_PROGRAM"),
                           .samples = getenv("DROVER_SAMPLES"),
                           .runs = 3,
                           .most_ticks = 2,
                           .warm_up = 4,
                           .divisor = 100,
                           .each = keep};
}

static void measure(const dv_bench_plan *plan) {
    row_count = 0;
    dv_bench_measure(plan);
    assert_int_equal(dv_allocated_bytes(), 0);
}

// Differences of two times, and garbage.
static bool may_be_zero(const dv_bench_row *row) {
    return strcmp(row->subject, "difference") == 0 || strcmp(row->subject, "garbage") == 0 ||
           strcmp(row->unit, "ns/call") == 0;
}

static void every_benchmark_gives_rows(void **state) {
    (void)state;
    for (uint32_t i = 0; i < dv_benchmark_count(); i++) {
        const char *name = dv_benchmark_name(i);
        dv_bench_plan plan = small_plan(name);
        measure(&plan);
        assert_true(row_count > 0);
        for (uint32_t k = 0; k < row_count; k++) {
            const dv_bench_row *row = &rows[k];
            if (row->failed)
                fail_msg("%s %s: %s", name, row->subject, row->note);
            assert_string_equal(row->benchmark, name);
#ifndef DROVER_VIEWER
            if (strcmp(name, "drawing") == 0) {
                assert_string_equal(row->note, "built without the viewer");
                continue;
            }
#endif
            assert_string_equal(row->note, "");
            assert_true(isfinite(row->median));
            assert_true(may_be_zero(row) || row->median > 0);
            assert_false(row->least > row->median || row->median > row->most);
        }
    }
}

static const dv_bench_row *find(const char *benchmark, const char *subject) {
    for (uint32_t i = 0; i < row_count; i++)
        if (strcmp(rows[i].benchmark, benchmark) == 0 && strcmp(rows[i].subject, subject) == 0)
            return &rows[i];
    fail_msg("no row %s %s", benchmark, subject);
    return NULL;
}

static void the_flock_has_its_sizes_threads_and_neighbors(void **state) {
    (void)state;
    dv_bench_plan plan = small_plan("flock");
    measure(&plan);
    static const uint32_t sizes[] = {10, 100, 1000, 10000};
    assert_int_equal(row_count, 10);
    for (uint32_t i = 0; i < 8; i++) {
        assert_int_equal(rows[i].agents, sizes[i / 2]);
        assert_int_equal(rows[i].threads, 1 + i % 2);
    }
    // Twenty by the density; scattered points vary by a few.
    for (uint32_t i = 4; i < 8; i++)
        assert_true(rows[i].neighbors > 18 && rows[i].neighbors < 23);
    assert_true(rows[4].target == 60 && rows[5].target == 32);
    assert_true(isnan(rows[0].bytes)); // ten agents are too few
    assert_true(rows[6].bytes > 100 && rows[6].bytes < 10000);
    assert_true(rows[8].median == rows[6].median / rows[2].median);
}

static void guards_are_measured_by_what_they_add(void **state) {
    (void)state;
    dv_bench_plan plan = small_plan("guards");
    plan.runs = 1;
    measure(&plan);
    double without = find("guards", "none, the flock")->median;
    double with = find("guards", "flock with guards")->median;
    assert_true(find("guards", "difference")->median == with - without);
}

static void a_field_is_measured_alone_and_with_those_who_leave_it(void **state) {
    (void)state;
    dv_bench_plan plan = small_plan("fields");
    plan.runs = 1;
    measure(&plan);
    assert_int_equal(row_count, 6);
    assert_true(find("fields", "1M cells full")->target == 1);
    assert_true(isnan(find("fields", "1M cells nearly empty")->target));
    assert_int_equal(find("fields", "trailing")->agents, 1000);
    double without = find("fields", "coasting")->median, with = find("fields", "trailing")->median;
    assert_true(find("fields", "difference")->median == with - without);
    assert_true(find("fields", "difference")->target == 40);
    assert_true(find("fields", "moment, 400 by 240")->target == 1);
}

static void timers_and_questions_are_measured_by_the_call(void **state) {
    (void)state;
    dv_bench_plan plan = small_plan("timers");
    measure(&plan);
    assert_int_equal(row_count, 3);
    assert_string_equal(find("timers", "100,000 wait")->unit, "ns/tick");
    assert_string_equal(find("timers", "call, and set again")->unit, "ns/call");
    plan = small_plan("queries");
    measure(&plan);
    assert_int_equal(row_count, 3);
    assert_int_equal(find("queries", "none")->agents, 100);
    assert_string_equal(find("queries", "world:neighbors")->unit, "ns/call");
    assert_string_equal(find("queries", "agent:ray")->unit, "ns/call");
}

static void a_step_in_lua_leaves_no_garbage(void **state) {
    (void)state;
    dv_bench_plan plan = small_plan("step");
    measure(&plan);
    const dv_bench_row *garbage = find("step", "garbage");
    assert_int_equal(garbage->agents, 100);
    assert_true(garbage->least < 0.1); // a table or a handle would be 16 bytes or more
}

static void every_sample_is_measured(void **state) {
    (void)state;
    dv_bench_plan plan = small_plan("samples");
    measure(&plan);
    assert_int_equal(find("samples", "caribou")->agents, 156);
    find("samples", "boids");
    assert_true(find("samples", "lamp")->ticks > 0);
}

static void without_samples_what_needs_them_is_skipped(void **state) {
    (void)state;
    static const char *const needing[] = {"start", "samples"};
    for (int i = 0; i < 2; i++) {
        dv_bench_plan plan = small_plan(needing[i]);
        plan.samples = NULL;
        measure(&plan);
        assert_int_equal(row_count, 1);
        assert_false(rows[0].failed);
        assert_true(isnan(rows[0].median));
        assert_string_equal(rows[0].note,
                            "the samples are neither in ./samples nor next to the program");
    }
}

static void write_main(const char *folder, const char *name, const char *text) {
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_int_equal(mkdir(path, 0777), 0);
    snprintf(path, sizeof path, "%s/%s/main.lua", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void what_cannot_be_measured_is_told_and_the_rest_goes_on(void **state) {
    (void)state;
    char folder[] = "/tmp/drover_bench_XXXXXX", command[64];
    assert_non_null(mkdtemp(folder));
    write_main(folder, "a", "return 1 +");
    write_main(folder, "b", read_script("bench/fails_in_step.lua"));
    write_main(folder, "c", read_script("bench/prints.lua"));
    dv_bench_plan plan = small_plan("samples");
    plan.samples = folder;
    measure(&plan);
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
    assert_int_equal(row_count, 3);
    assert_true(rows[0].failed && rows[1].failed && !rows[2].failed);
    assert_non_null(strstr(rows[0].note, "main.lua:1:"));
    assert_non_null(strstr(rows[1].note, "main.lua:3: tired"));
    assert_int_equal(rows[2].agents, 3);
    assert_true(rows[2].median > 0);
}

static void a_program_that_does_not_start_is_told(void **state) {
    (void)state;
    dv_bench_plan plan = small_plan("start");
    plan.program = "/nonexistent";
    measure(&plan);
    assert_true(rows[0].failed);
    assert_string_equal(rows[0].note, "the program could not run samples/caribou");
}

static void unknown_benchmarks_are_refused_with_the_nearest(void **state) {
    (void)state;
    dv_error error;
    assert_int_equal(dv_bench_check_name("flock", &error), DV_OK);
    assert_int_equal(dv_bench_check_name("flok", &error), DV_ERROR_NAME);
    assert_string_equal(error.message, "no benchmark 'flok' (flock?)");
    assert_int_equal(dv_bench_check_name("zzz", &error), DV_ERROR_NAME);
    assert_string_equal(error.message, "no benchmark 'zzz'");
}

// Write two rows and read the file.
static void written(void (*write)(dv_text_file *, const dv_bench_row *, uint32_t), char *text,
                    size_t capacity) {
    static const dv_bench_row two[] = {
        {.benchmark = "flock",
         .subject = "",
         .agents = 100,
         .threads = 2,
         .neighbors = 20.5,
         .unit = "ns/agent",
         .median = 64,
         .least = 60,
         .most = 70,
         .ticks = 156250,
         .bytes = 224,
         .target = 32},
        {.benchmark = "samples",
         .subject = "a \"b\", c",
         .neighbors = NAN,
         .unit = "ns/agent",
         .median = NAN,
         .least = NAN,
         .most = NAN,
         .ticks = NAN,
         .bytes = NAN,
         .target = NAN,
         .failed = true,
         .note = "main.lua:1: no \"end\""},
    };
    FILE *file = tmpfile();
    assert_non_null(file);
    dv_text_file *out = dv_text_use(fileno(file), "a file", NULL);
    assert_non_null(out);
    write(out, two, 2);
    assert_int_equal(dv_text_close(out, NULL), DV_OK);
    rewind(file);
    text[fread(text, 1, capacity - 1, file)] = '\0';
    fclose(file);
}

static void rows_are_written_as_csv(void **state) {
    (void)state;
    char text[1024];
    written(dv_bench_write_csv, text, sizeof text);
    assert_string_equal(text, "benchmark,subject,unit,agents,threads,neighbors,median,least,most,"
                              "ticks_per_second,bytes_per_agent,target,ratio,failed,note\n"
                              "flock,,ns/agent,100,2,20.5,64,60,70,156250,224,32,2,false,\n"
                              "samples,\"a \"\"b\"\", c\",ns/agent,,,,,,,,,,,true,"
                              "\"main.lua:1: no \"\"end\"\"\"\n");
}

static void rows_are_written_as_json(void **state) {
    (void)state;
    char text[2048];
    written(dv_bench_write_json, text, sizeof text);
    static const char head[] = "{\n  \"drover\": \"" DV_VERSION "\",\n  \"processor\": \"";
    assert_int_equal(strncmp(text, head, strlen(head)), 0);
    const char *begin = strstr(text, "  \"rows\": [\n");
    assert_non_null(begin);
    assert_string_equal(
        begin,
        "  \"rows\": [\n"
        "    {\"benchmark\": \"flock\", \"subject\": \"\", \"unit\": \"ns/agent\", \"agents\": "
        "100, "
        "\"threads\": 2, \"neighbors\": 20.5, \"median\": 64, \"least\": 60, \"most\": 70, "
        "\"ticks_per_second\": 156250, \"bytes_per_agent\": 224, \"target\": 32, \"ratio\": 2, "
        "\"failed\": false, \"note\": \"\"},\n"
        "    {\"benchmark\": \"samples\", \"subject\": \"a \\\"b\\\", c\", \"unit\": \"ns/agent\", "
        "\"agents\": null, \"threads\": null, \"neighbors\": null, \"median\": null, "
        "\"least\": null, \"most\": null, \"ticks_per_second\": null, \"bytes_per_agent\": null, "
        "\"target\": null, \"ratio\": null, \"failed\": true, "
        "\"note\": \"main.lua:1: no \\\"end\\\"\"}\n"
        "  ]\n}\n");
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_benchmark_gives_rows),
        cmocka_unit_test(the_flock_has_its_sizes_threads_and_neighbors),
        cmocka_unit_test(guards_are_measured_by_what_they_add),
        cmocka_unit_test(a_step_in_lua_leaves_no_garbage),
        cmocka_unit_test(a_field_is_measured_alone_and_with_those_who_leave_it),
        cmocka_unit_test(timers_and_questions_are_measured_by_the_call),
        cmocka_unit_test(every_sample_is_measured),
        cmocka_unit_test(without_samples_what_needs_them_is_skipped),
        cmocka_unit_test(what_cannot_be_measured_is_told_and_the_rest_goes_on),
        cmocka_unit_test(a_program_that_does_not_start_is_told),
        cmocka_unit_test(unknown_benchmarks_are_refused_with_the_nearest),
        cmocka_unit_test(rows_are_written_as_csv),
        cmocka_unit_test(rows_are_written_as_json),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
