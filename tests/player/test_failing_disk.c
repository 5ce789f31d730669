// Runs on a failing disk: whichever system call fails, the run ends with status 1 and a message,
// each file is complete or as it was before, and the next run works normally.
#include "../program.h"
#include "../read_script.h"
#include "player/run/run.h"
#include "player/tools/new_scenario.h"

#include "base/alloc.h"
#include "base/disk.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#define FILES 4

static const char *names[FILES] = {"rows.csv", "report.csv", "world.snap", "shot.png"};
static char folder[64];
static dv_options options;

static void put(const char *name, const char *text) {
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static int set_up(void **state) {
    (void)state;
    strcpy(folder, "/tmp/drover_disk_XXXXXX");
    if (!mkdtemp(folder) || chdir(folder) != 0)
        return -1;
    put("scenario.lua", read_script("failing_disk/scenario.lua"));
    options = (dv_options){.scenario = "scenario.lua",
                           .threads = 1,
                           .speed = INFINITY,
                           .headless = true,
                           .ticks = 4,
                           .seconds = NAN,
                           .every = 1,
                           .record = names[0],
                           .report = names[1],
                           .save = names[2],
                           .log = "run.log.file"};
#ifdef DROVER_VIEWER
    options.screenshot = names[3];
    options.view =
        (dv_view_options){.width = 480, .height = 300, .yaw = NAN, .pitch = NAN, .z = NAN};
#endif
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    char command[128];
    dv_fail_disk(NULL);
    assert_int_equal(dv_allocated_bytes(), 0);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return chdir("/") == 0 && system(command) == 0 ? 0 : -1;
}

static int drive(dv_run *run) {
    while (!dv_run_over(run))
        dv_run_tick(run);
    return 0;
}

/// Files that are compressed are unpacked, all others are read as they are. Of a damaged file,
/// nothing is read.
static size_t read_back(const char *name, char *bytes, size_t capacity) {
    gzFile file = gzopen(name, "rb");
    int size = file ? gzread(file, bytes, (unsigned)capacity) : 0;
    bool is_fine = file && gzclose(file) == Z_OK;
    return is_fine && size > 0 ? (size_t)size : 0;
}

static bool is_same(const char *one, const char *other) {
    static char a[1 << 20], b[1 << 20];
    size_t size = read_back(one, a, sizeof a);
    return size == read_back(other, b, sizeof b) && memcmp(a, b, size) == 0;
}

static int left_over(void) {
    int count = 0;
    DIR *entries = opendir(".");
    const struct dirent *entry;
    while ((entry = readdir(entries)))
        count += strstr(entry->d_name, ".part") != NULL;
    closedir(entries);
    return count;
}

static void start_over(void) {
    for (int i = 0; i < FILES; i++)
        put(names[i], "old");
}

static bool is_old(const char *name) {
    char bytes[8];
    return read_back(name, bytes, sizeof bytes) == 3 && memcmp(bytes, "old", 3) == 0;
}

/// Put what a run on a good disk writes aside.
static void keep_expected(void) {
    assert_int_equal(dv_run_whole(&options, drive), 0);
    for (int i = 0; i < (options.screenshot ? FILES : 3); i++) {
        char kept[32];
        snprintf(kept, sizeof kept, "expected %s", names[i]);
        assert_int_equal(rename(names[i], kept), 0);
    }
}

/// A run that failed has the rows of the ticks before.
static bool are_rows_of(const char *name, const char *expected) {
    static char a[1 << 20], b[1 << 20];
    size_t size = read_back(name, a, sizeof a);
    bool is_text = strstr(name, ".csv") || strstr(name, ".jsonl") || strstr(name, ".txt");
    return is_text && size > 0 && a[size - 1] == '\n' && read_back(expected, b, sizeof b) >= size &&
           memcmp(a, b, size) == 0;
}

static void expect_old_or_whole(const dv_disk_fault *fault, int status) {
    for (int i = 0; i < (options.screenshot ? FILES : 3); i++) {
        char kept[32];
        snprintf(kept, sizeof kept, "expected %s", names[i]);
        bool is_old_or_cut = is_old(names[i]) || are_rows_of(names[i], kept);
        if (!is_same(names[i], kept) && (status == 0 || !is_old_or_cut))
            fail_msg("call %d: %s is neither old nor whole", (int)fault->call, names[i]);
    }
}

/// Returns how many calls a run makes.
static uint64_t walk(dv_disk_fault fault) {
    uint64_t failed = 0;
    for (fault.call = 1;; fault.call++) {
        start_over();
        uint64_t before = dv_disk_calls();
        dv_fail_disk(&fault);
        int status = dv_run_whole(&options, drive);
        bool reached = dv_disk_calls() - before >= fault.call;
        dv_fail_disk(NULL);
        expect_old_or_whole(&fault, status);
        failed += status != 0;
        if (!reached) {
            assert_int_equal(status, 0);
            assert_true(fault.how == DV_DISK_WRITES ? failed == 0 : failed >= fault.call / 2);
            assert_int_equal(dv_run_whole(&options, drive), 0);
            return fault.call - 1;
        }
    }
}

static void whichever_call_fails_files_are_old_or_whole(void **state) {
    (void)state;
    keep_expected();
    assert_true(walk((dv_disk_fault){DV_DISK_FAILS, 0, false, EIO}) > 20);
    walk((dv_disk_fault){DV_DISK_FAILS, 0, true, ENOSPC});
    walk((dv_disk_fault){DV_DISK_WRITES, 0, true, 0});
}

static void so_is_each_format_of_rows(void **state) {
    (void)state;
    const char *const formats[] = {"rows.csv.gz", "rows.jsonl", "rows.txt"};
    options.screenshot = NULL;
    for (int i = 0; i < 3; i++) {
        names[0] = options.record = formats[i];
        keep_expected();
        assert_true(walk((dv_disk_fault){DV_DISK_FAILS, 0, false, ENOSPC}) > 20);
        walk((dv_disk_fault){DV_DISK_WRITES, 0, true, 0});
    }
    names[0] = "rows.csv";
}

static void what_does_not_start_costs_nothing(void **state) {
    (void)state;
    start_over();
    put("run.log.file", "old");
    put("scenario.lua", "no Lua");
    assert_int_equal(dv_run_whole(&options, drive), 1);
    put("scenario.lua", read_script("failing_disk/scenario.lua"));
    options.report = "none/report.csv";
    assert_int_equal(dv_run_whole(&options, drive), 1);
    options.report = names[1];
    options.load = "none";
    assert_int_equal(dv_run_whole(&options, drive), 1);
    for (int i = 0; i < FILES; i++)
        assert_true(is_old(names[i]));
    assert_true(is_old("run.log.file"));
    assert_int_equal(left_over(), 0);
}

static void a_new_scenario_is_whole_or_not_there(void **state) {
    (void)state;
    struct stat status;
    uint64_t failed = 0;
    dv_disk_fault fault = {DV_DISK_FAILS, 1, false, ENOSPC};
    for (bool reached = true; reached; fault.call++) {
        uint64_t before = dv_disk_calls();
        dv_fail_disk(&fault);
        // What it says on stdout is no line of the test's.
        fflush(stdout);
        int own = dup(STDOUT_FILENO);
        dup2(STDERR_FILENO, STDOUT_FILENO);
        int result = dv_new_scenario("meadow", NULL);
        fflush(stdout);
        dup2(own, STDOUT_FILENO);
        close(own);
        reached = dv_disk_calls() - before >= fault.call;
        dv_fail_disk(NULL);
        failed += result != 0;
        if (result != 0)
            assert_int_equal(stat("meadow", &status), -1);
        else
            assert_int_equal(system("rm -r meadow"), 0);
    }
    assert_true(failed > 10);
}

#define CASE(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(whichever_call_fails_files_are_old_or_whole),
        CASE(so_is_each_format_of_rows),
        CASE(what_does_not_start_costs_nothing),
        CASE(a_new_scenario_is_whole_or_not_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
