// The files of a sweep on a disk that fails: whichever system call it is, there is one message, and
// the next sweep goes on to the same bytes. So does one after a process that was killed between two
// calls.
#include "player/sweep/sweep_file.h"

#include "../program.h"

#include "base/alloc.h"
#include "base/disk.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define RUNS 5
#define HEADING "run,tick\n"
#define HEAD "{\"drover\":\"0\",\"sweep\":1,\"command\":\"c\",\"runs\":5}\n"

static char folder[] = "/tmp/drover_sweep_XXXXXX";

static int set_up(void **state) {
    (void)state;
    return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static int tear_down(void **state) {
    char command[100];
    (void)state;
    dv_fail_disk(NULL);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return chdir("/") == 0 && system(command) == 0 ? 0 : -1;
}

/// Write all runs, or those that are missing.
static dv_result write_runs(dv_error *error) {
    dv_sweep_file file;
    dv_result result = dv_sweep_file_open(&file, "f.csv", HEAD, HEADING, true, error);
    for (uint64_t run = file.runs + 1; run <= RUNS && result == DV_OK; run++) {
        char rows[32];
        snprintf(rows, sizeof rows, "%d,%d\n", (int)run, (int)(run * run * 1000));
        dv_manifest_run line = {
            .run = run, .tick = run, .bytes = strlen(rows), .hash = run, .has_hash = true};
        strcpy(line.status, run == 2 ? "failed" : "ticks");
        result = dv_sweep_file_add(&file, &line, rows, error);
    }
    if (result == DV_OK)
        result = dv_sweep_file_finish(&file, error);
    if (result == DV_OK)
        assert_int_equal(file.failed, 1);
    dv_sweep_file_close(&file);
    return result;
}

static void assert_content(const char *name, const char *expected) {
    char bytes[1024] = "";
    FILE *file = fopen(name, "r");
    if (!file)
        fail_msg("%s is missing", name);
    bytes[fread(bytes, 1, sizeof bytes - 1, file)] = '\0';
    fclose(file);
    assert_string_equal(bytes, expected);
}

static const char rows[] = HEADING "1,1000\n2,4000\n3,9000\n4,16000\n5,25000\n";

static void assert_whole(void) {
    char manifest[1024] = HEAD;
    for (int run = 1; run <= RUNS; run++) {
        char line[DV_MANIFEST_LINE];
        snprintf(line, sizeof line,
                 "{\"run\":%d,\"status\":\"%s\",\"tick\":%d,\"bytes\":%d,\"hash\":\"%016x\"}\n",
                 run, run == 2 ? "failed" : "ticks", run, run < 4 ? 7 : 8, (unsigned)run);
        strcat(manifest, line);
    }
    assert_content("f.csv", rows);
    assert_content("f.manifest.jsonl", manifest);
    assert_int_not_equal(access("f.csv.part", F_OK), 0);
    assert_int_not_equal(access("f.manifest.jsonl.part", F_OK), 0);
}

static void remove_all(void) {
    unlink("f.csv");
    unlink("f.csv.part");
    unlink("f.manifest.jsonl");
    unlink("f.manifest.jsonl.part");
}

/// The message names a file and the reason.
static void assert_complaint(const dv_error *error, int reason) {
    if (!strstr(error->message, "f.") || !strstr(error->message, strerror(reason)))
        fail_msg("%s", error->message);
}

static void each_call_fails(int how, int reason) {
    bool is_over = false;
    for (uint64_t call = 1; !is_over; call++) {
        dv_disk_fault fault = {how, call, false, reason};
        dv_error error;
        remove_all();
        dv_fail_disk(&fault);
        uint64_t before = dv_disk_calls();
        dv_result result = write_runs(&error);
        is_over = dv_disk_calls() - before < call;
        dv_fail_disk(NULL);
        if (result != DV_OK)
            assert_complaint(&error, reason);
        if (result != DV_OK && write_runs(&error) != DV_OK)
            fail_msg("call %d: %s", (int)call, error.message);
        assert_whole();
        assert_true(call < 100);
    }
    assert_int_equal(dv_allocated_bytes(), 0);
}

static void a_full_disk(void **state) {
    (void)state;
    each_call_fails(DV_DISK_FAILS, ENOSPC);
}

static void short_writes(void **state) {
    (void)state;
    each_call_fails(DV_DISK_WRITES, ENOSPC);
}

static void a_kill_between_any_two_calls(void **state) {
    (void)state;
    bool is_over = false;
    for (uint64_t call = 1; !is_over; call++) {
        int status;
        dv_error error;
        remove_all();
        fflush(stdout);
        pid_t process = fork();
        if (process == 0) {
            dv_disk_fault fault = {DV_DISK_KILLS, call, false, 0};
            dv_fail_disk(&fault);
            _exit(write_runs(&error) == DV_OK ? 0 : 1);
        }
        assert_int_equal(waitpid(process, &status, 0), process);
        is_over = WIFEXITED(status);
        assert_true(!is_over || WEXITSTATUS(status) == 0);
        if (write_runs(&error) != DV_OK)
            fail_msg("call %d: %s", (int)call, error.message);
        assert_whole();
        assert_true(call < 100);
    }
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_full_disk),
        cmocka_unit_test(short_writes),
        cmocka_unit_test(a_kill_between_any_two_calls),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
