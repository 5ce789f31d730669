// Logs with a bad end: runs that failed or did not start, and logs that are cut off.
#include "../program.h"
#include "../read_script.h"
#include "replay_fixture.h"

static void a_run_that_fails_is_replayed_to_where_it_failed(void **state) {
    fixture *f = *state;
    write_text(f, "scenario/main.lua", read_script("replay/a_run_that_fails.lua"));
    begin(f);
    go_on(f, 3);
    assert_int_equal(dv_run_tick(&f->run), DV_ERROR_SCRIPT);
    assert_int_equal(dv_run_close(&f->run), 1);
    assert_int_equal(replay(f), 0);
    assert_memory_equal(f->out, "replayed 3 ticks, 0 reloads, all hashes equal\n", 46);
    assert_string_equal(f->err, "drover: the run failed after tick 3: main.lua:8: stop\n");
}

static void errors_of_scripts_are_in_the_log(void **state) {
    fixture *f = *state;
    size_t size;
    write_text(f, "scenario/main.lua", read_script("replay/errors_of_scripts.lua"));
    begin(f);
    go_on(f, 9);
    assert_int_equal(dv_run_close(&f->run), 1);
    char *log = read_file(f, "run.log.file", &size);
    assert_non_null(strstr(log, "{\"tick\":6,\"event\":\"error\",\"message\":\"main.lua:5: "));
    free(log);
    assert_int_equal(replay(f), 0);
    assert_memory_equal(f->out, "replayed 9 ticks, 0 reloads, all hashes equal\n", 46);
}

static void a_log_of_a_run_that_did_not_begin_is_told(void **state) {
    fixture *f = *state;
    write_text(f, "run.log.file",
               "{\"event\":\"log\",\"format\":1,\"drover\":\"0.1.0\"}\n"
               "{\"tick\":0,\"event\":\"end\",\"error\":\"main.lua:7: no\"}\n");
    expect_refused(f, " ends before the run began: main.lua:7: no");
}

static void a_run_that_does_not_begin_leaves_the_log_of_before(void **state) {
    fixture *f = *state;
    dv_error error;
    size_t size;
    write_text(f, "run.log.file", "of before");
    write_text(f, "scenario/main.lua", read_script("replay/a_run_that_does_not_begin.lua"));
    assert_int_equal(dv_run_open(&f->run, &f->options, &error), DV_ERROR_SCRIPT);
    char *text = read_file(f, "run.log.file", &size);
    assert_string_equal(text, "of before");
    free(text);
}

static void a_log_that_is_cut_is_replayed_to_its_last_whole_line(void **state) {
    fixture *f = *state;
    size_t size;
    char *log = ten_ticks(f, &size), expected[256];
    const char *began = strstr(log, "{\"tick\":1,\"hash\"");
    for (size_t cut = size - 1; cut > 0; cut -= cut < 13 ? cut : 13) {
        int lines = 1, ticks = 0;
        for (size_t i = 0; i < cut; i++)
            lines += log[i] == '\n';
        for (const char *at = log; (at = strstr(at, "\"hash\":\"")) && at < log + cut; at++)
            ticks += at[-1] == ',' && memchr(at, '\n', (size_t)(log + cut - at)) && at > began;
        write_bytes(f, "run.log.file", log, cut);
        int status = replay(f);
        if (lines < 3) {
            assert_int_equal(status, 1); // before the run began
            continue;
        }
        assert_int_equal(status, 0);
        snprintf(expected, sizeof expected, "replayed %d tick%s, 0 reloads, all hashes equal\n",
                 ticks, ticks == 1 ? "" : "s");
        assert_memory_equal(f->out, expected, strlen(expected));
        snprintf(expected, sizeof expected,
                 "drover: %s:%d: cut short in the middle of a line: replayed to tick %d\n", f->log,
                 lines, ticks);
        if (log[cut - 1] == '\n')
            snprintf(expected, sizeof expected,
                     "drover: %s has no end: the run was killed or goes on: replayed to tick %d\n",
                     f->log, ticks);
        assert_string_equal(f->err, expected);
    }
    free(log);
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(a_run_that_fails_is_replayed_to_where_it_failed),
        CASE(errors_of_scripts_are_in_the_log),
        CASE(a_log_of_a_run_that_did_not_begin_is_told),
        CASE(a_run_that_does_not_begin_leaves_the_log_of_before),
        CASE(a_log_that_is_cut_is_replayed_to_its_last_whole_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
