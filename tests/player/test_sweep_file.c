// The files of a sweep on a disk that fails: whichever system call it is, there is one message, and
// the next sweep goes on to the same bytes. So does one after a process that was killed between two
// calls.
#include "player/sweep/sweep_file.h"

#include "../program.h"

#include "base/alloc.h"
#include "base/disk.h"
#include "base/hash.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define RUNS 5
#define HEADING "run,tick\n"
#define HEAD_WORDS "{\"drover\":\"0\",\"sweep\":2,\"command\":\"c\",\"runs\":5"

static char head[256], folder[] = "/tmp/drover_sweep_XXXXXX";

/// A line of the manifest as it should be: with a checksum of it and of its rows.
static void end_line(char line[256], const char *words, const char *rows) {
    dv_hash hash;
    dv_hash_begin(&hash);
    dv_hash_add(&hash, words, strlen(words));
    dv_hash_add(&hash, rows, strlen(rows));
    snprintf(line, 256, "%s,\"checksum\":\"%016" PRIx64 "\"}\n", words, dv_hash_end(&hash));
}

static int set_up(void **state) {
    (void)state;
    end_line(head, HEAD_WORDS, "");
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
    dv_result result = dv_sweep_file_open(&file, "f.csv", head, HEADING, true, error);
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
    char bytes[2048] = "";
    FILE *file = fopen(name, "r");
    if (!file)
        fail_msg("%s is missing", name);
    bytes[fread(bytes, 1, sizeof bytes - 1, file)] = '\0';
    fclose(file);
    assert_string_equal(bytes, expected);
}

static const char rows[] = HEADING "1,1000\n2,4000\n3,9000\n4,16000\n5,25000\n";

static void assert_whole(void) {
    char manifest[2048];
    strcpy(manifest, head);
    for (int run = 1; run <= RUNS; run++) {
        char words[160], line[256], row[32];
        snprintf(words, sizeof words,
                 "{\"run\":%d,\"status\":\"%s\",\"tick\":%d,\"bytes\":%d,\"hash\":\"%016x\"", run,
                 run == 2 ? "failed" : "ticks", run, run < 4 ? 7 : 8, (unsigned)run);
        snprintf(row, sizeof row, "%d,%d\n", run, run * run * 1000);
        end_line(line, words, row);
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

// Damages

#define FEW 1000 // unless the environment asks for more, as .ci/nightly does

typedef struct content {
    char bytes[2048];
    size_t size;
} content;

static content read_content(const char *name) {
    content c;
    FILE *file = fopen(name, "r");
    assert_non_null(file);
    c.size = fread(c.bytes, 1, sizeof c.bytes, file);
    fclose(file);
    return c;
}

static void write_content(const char *name, const content *c) {
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(c->bytes, 1, c->size, file), c->size);
    fclose(file);
}

static uint32_t random_below(uint64_t *state, uint32_t count) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 33) % count;
}

/// Change a byte, cut the file off, leave out some of it, repeat some of it, or move some of it.
static void damage(content *c, uint64_t *state) {
    uint32_t at = random_below(state, (uint32_t)c->size);
    uint32_t size = 1 + random_below(state, 40);
    size = at + size > c->size ? (uint32_t)c->size - at : size;
    switch (random_below(state, 5)) {
    case 0:
        c->bytes[at] = (char)(c->bytes[at] ^ (1 << random_below(state, 8)));
        break;
    case 1:
        c->size = at;
        break;
    case 2:
        memmove(c->bytes + at, c->bytes + at + size, c->size - at - size);
        c->size -= size;
        break;
    case 3:
        memmove(c->bytes + at + size, c->bytes + at, c->size - at);
        c->size += size;
        break;
    default:
        c->bytes[at] = (char)('0' + random_below(state, 10));
    }
}

/// What is mended is told on stderr.
static dv_result write_silently(dv_error *error) {
    fflush(stderr);
    int kept = dup(STDERR_FILENO), nothing = open("/dev/null", O_WRONLY);
    dup2(nothing, STDERR_FILENO);
    dv_result result = write_runs(error);
    fflush(stderr);
    dup2(kept, STDERR_FILENO);
    close(kept);
    close(nothing);
    return result;
}

/// Whatever is wrong with either file, whole or unfinished: a sweep that ends well leaves the files
/// that it would have written without.
static void damaged_files_are_mended_or_refused(void **state) {
    (void)state;
    const char *asked = getenv("DROVER_DAMAGES");
    int count = asked ? atoi(asked) : FEW, refused = 0, mended = 0;
    uint64_t random = (uint64_t)count;
    dv_error error;
    remove_all();
    assert_int_equal(write_runs(&error), DV_OK);
    const content whole_rows = read_content("f.csv");
    const content whole_manifest = read_content("f.manifest.jsonl");
    for (int i = 0; i < count; i++) {
        bool is_finished = random_below(&random, 2);
        content damaged_rows = whole_rows, manifest = whole_manifest;
        if (!is_finished)
            damaged_rows.size -= random_below(&random, 20);
        damage(random_below(&random, 2) ? &damaged_rows : &manifest, &random);
        remove_all();
        write_content(is_finished ? "f.csv" : "f.csv.part", &damaged_rows);
        write_content(is_finished ? "f.manifest.jsonl" : "f.manifest.jsonl.part", &manifest);
        if (write_silently(&error) == DV_OK) {
            assert_whole();
            mended++;
        } else {
            assert_non_null(strstr(error.message, "f."));
            refused++;
        }
    }
    assert_true(refused > count / 4 && mended > count / 4);
}

static void rows_without_their_heading_are_refused(void **state) {
    (void)state;
    dv_error error;
    remove_all();
    assert_int_equal(write_runs(&error), DV_OK);
    assert_int_equal(truncate("f.csv", 3), 0);
    assert_int_equal(write_runs(&error), DV_ERROR_FORMAT);
    assert_string_equal(error.message, "f.csv is not what its manifest describes");
}

// Manifests

/// The window of a run that is run again reads and writes JSON of its own, between the two.
static void other_json_may_come_in_between(void **state) {
    (void)state;
    dv_manifest manifest;
    dv_error error;
    remove_all();
    assert_int_equal(write_runs(&error), DV_OK);
    json_set_alloc_funcs(malloc, free); // as at first
    FILE *file = fopen("f.manifest.jsonl", "r");
    assert_non_null(file);
    assert_int_equal(dv_manifest_open(&manifest, "f.manifest.jsonl", file, &error), DV_OK);
    json_set_alloc_funcs(dv_alloc, dv_free);
    dv_manifest_close(&manifest);
    fclose(file);
    assert_int_equal(dv_allocated_bytes(), 0);
}

/// A head that is as it was written, but not by a sweep.
static void a_part_is_one_of_its_parts(void **state) {
    (void)state;
    static const char *const parts[] = {"[0,1]", "[2,1]", "[-1,1]", "[1,0]", "[1,-1]"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        char words[200], line[256];
        dv_manifest manifest;
        dv_error error;
        content c = {.size = 0};
        snprintf(words, sizeof words, "%s,\"part\":%s", HEAD_WORDS, parts[i]);
        end_line(line, words, "");
        c.size = (size_t)snprintf(c.bytes, sizeof c.bytes, "%s", line);
        write_content("f.manifest.jsonl", &c);
        FILE *file = fopen("f.manifest.jsonl", "r");
        assert_non_null(file);
        assert_int_equal(dv_manifest_open(&manifest, "f.manifest.jsonl", file, &error),
                         DV_ERROR_FORMAT);
        assert_string_equal(error.message,
                            "f.manifest.jsonl is not the manifest of a sweep, or its "
                            "first line is damaged");
        dv_manifest_close(&manifest);
        fclose(file);
    }
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_full_disk),
        cmocka_unit_test(short_writes),
        cmocka_unit_test(a_kill_between_any_two_calls),
        cmocka_unit_test(damaged_files_are_mended_or_refused),
        cmocka_unit_test(rows_without_their_heading_are_refused),
        cmocka_unit_test(other_json_may_come_in_between),
        cmocka_unit_test(a_part_is_one_of_its_parts),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
