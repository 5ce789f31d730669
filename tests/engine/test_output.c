// Writing files: into a temporary file that is renamed, through links, and never over a device.
// Whichever system call fails, a file is written completely or not at all.
#include "base/alloc.h"
#include "base/disk.h"
#include "record/file.h"
#include "record/output.h"
#include "record/text_file.h"

#include "../program.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[64];
static dv_error error;

static int set_up(void **state) {
    (void)state;
    strcpy(folder, "/tmp/drover_output_XXXXXX");
    return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static int tear_down(void **state) {
    (void)state;
    char command[128];
    dv_fail_disk(NULL);
    assert_int_equal(dv_allocated_bytes(), 0);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return chdir("/") == 0 && system(command) == 0 ? 0 : -1;
}

static void put(const char *name, const char *text) {
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static const char *read_back(const char *name) {
    static char text[1 << 20];
    FILE *file = fopen(name, "r");
    if (!file)
        return "none";
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

static dv_result replace(const char *name, const char *text) {
    return dv_file_replace(name, text, strlen(text), &error);
}

static void expect_replaced(const char *name, const char *text) {
    if (replace(name, text) != DV_OK)
        fail_msg("%s", error.message);
    assert_string_equal(read_back(name), text);
}

static int entries(void) {
    int count = -2; // . and ..
    DIR *all = opendir(".");
    while (readdir(all))
        count++;
    closedir(all);
    return count;
}

static void what_is_written_takes_its_place_when_it_is_done(void **state) {
    (void)state;
    put("rows", "old");
    dv_text_file *file = dv_text_create("rows", &error);
    dv_text_add(file, "new");
    assert_int_equal(dv_text_flush(file, &error), DV_OK);
    assert_string_equal(read_back("rows"), "old");
    assert_int_equal(entries(), 2);
    assert_int_equal(dv_text_close(file, &error), DV_OK);
    assert_string_equal(read_back("rows"), "new");
    assert_int_equal(entries(), 1);
    file = dv_text_create("rows", &error);
    dv_text_add(file, "never");
    dv_text_keep_old(file);
    assert_int_equal(dv_text_close(file, &error), DV_OK);
    assert_string_equal(read_back("rows"), "new");
    assert_int_equal(entries(), 1);
}

// A log is there for who looks at it after a crash, and not lost to what does not start.
static void a_log_is_written_straight_once_it_begins(void **state) {
    (void)state;
    put("log", "old");
    dv_text_file *file = dv_text_create_log("log", &error);
    dv_text_add(file, "one ");
    assert_int_equal(dv_text_flush(file, &error), DV_OK);
    assert_string_equal(read_back("log"), "old");
    assert_int_equal(dv_text_close(file, &error), DV_OK);
    assert_string_equal(read_back("log"), "old");
    file = dv_text_create_log("log", &error);
    dv_text_add(file, "one ");
    assert_int_equal(dv_text_begin(file, &error), DV_OK);
    assert_string_equal(read_back("log"), "one ");
    dv_text_add(file, "two");
    assert_int_equal(dv_text_flush(file, &error), DV_OK);
    assert_string_equal(read_back("log"), "one two");
    assert_int_equal(dv_text_close(file, &error), DV_OK);
    assert_int_equal(entries(), 1);
}

static void links_stay_and_what_they_lead_to_is_replaced(void **state) {
    (void)state;
    struct stat status;
    assert_int_equal(mkdir("far", 0777), 0);
    put("far/real", "old");
    assert_int_equal(symlink("far/real", "link"), 0);
    assert_int_equal(symlink("link", "further"), 0);
    expect_replaced("further", "new");
    assert_string_equal(read_back("far/real"), "new");
    assert_int_equal(lstat("further", &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    assert_int_equal(lstat("link", &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    assert_int_equal(symlink("far/not there", "ahead"), 0);
    expect_replaced("ahead", "made");
    assert_string_equal(read_back("far/not there"), "made");
    assert_int_equal(symlink("round", "round"), 0);
    assert_int_equal(replace("round", "x"), DV_ERROR_IO);
    assert_string_equal(error.message, "cannot write round: Too many levels of symbolic links");
}

static void what_is_no_regular_file_is_written_straight(void **state) {
    (void)state;
    struct stat status;
    assert_int_equal(stat("/dev/full", &status), 0);
    assert_true(S_ISCHR(status.st_mode));
    assert_int_equal(symlink("/dev/full", "none left"), 0);
    assert_int_equal(replace("none left", "x"), DV_ERROR_IO);
    assert_int_equal(replace("/dev/full", "x"), DV_ERROR_IO);
    assert_string_equal(error.message, "cannot write /dev/full: No space left on device");
    assert_int_equal(stat("/dev/full", &status), 0);
    assert_true(S_ISCHR(status.st_mode));
    assert_int_equal(mkfifo("pipe", 0666), 0);
    int reader = open("pipe", O_RDONLY | O_NONBLOCK);
    char got[8] = "";
    assert_int_equal(replace("pipe", "through"), DV_OK);
    assert_int_equal(read(reader, got, sizeof got), 7);
    close(reader);
    assert_int_equal(lstat("pipe", &status), 0);
    assert_true(S_ISFIFO(status.st_mode));
    assert_int_equal(mkdir("folder", 0777), 0);
    assert_int_equal(replace("folder", "x"), DV_ERROR_IO);
    assert_string_equal(error.message, "cannot write folder: Is a directory");
    assert_int_equal(replace("none/rows", "x"), DV_ERROR_IO);
    assert_string_equal(error.message, "cannot write none/rows: No such file or directory");
}

static void reading_does_not_wait_for_a_writer(void **state) {
    (void)state;
    unsigned char *bytes;
    size_t size;
    assert_int_equal(mkfifo("pipe", 0666), 0);
    static const char *const none[] = {"pipe", "/dev/zero", "."};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(dv_file_read(none[i], 1 << 20, &bytes, &size, &error), DV_ERROR_IO);
        assert_non_null(strstr(error.message, "is not a file"));
    }
}

static void permissions_stay_and_are_heeded(void **state) {
    (void)state;
    struct stat status;
    put("rows", "old");
    assert_int_equal(chmod("rows", 0640), 0);
    expect_replaced("rows", "new");
    assert_int_equal(stat("rows", &status), 0);
    assert_int_equal(status.st_mode & 07777, 0640);
    assert_int_equal(chmod("rows", 0440), 0);
    if (geteuid() == 0)
        return; // who may write everything
    assert_int_equal(replace("rows", "x"), DV_ERROR_IO);
    assert_string_equal(error.message, "cannot write rows: Permission denied");
}

/// A process that is gone.
static long dead_process(void) {
    pid_t pid = fork();
    if (pid == 0)
        _exit(0);
    waitpid(pid, NULL, 0);
    return (long)pid;
}

static void what_dead_processes_left_is_swept_and_nothing_else(void **state) {
    (void)state;
    static const char *const others[] = {"rows.%ld.part",
                                         "rows.%ld-1.parts",
                                         "rows.%ld-1.part.csv",
                                         "rows.%ld-x.part",
                                         "a.rows.%ld-1.part",
                                         "rows%ld-1.part",
                                         "rows.+%ld-1.part",
                                         "row.%ld-1.part",
                                         "rows.%ld-0.part",
                                         "rows.-%ld-1.part",
                                         "rows.99999999999999999999%ld-1.part"};
    char name[96];
    long dead = dead_process();
    int kept = 0;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++, kept++) {
        snprintf(name, sizeof name, others[i], dead);
        put(name, "another's");
    }
    snprintf(name, sizeof name, "rows.%ld-1.part", (long)getppid());
    put(name, "of one that lives");
    snprintf(name, sizeof name, "rows.%ld-7.part", dead);
    assert_int_equal(mkdir(name, 0777), 0);
    kept += 2;
    snprintf(name, sizeof name, "rows.%ld-1.part", dead);
    put(name, "left");
    snprintf(name, sizeof name, "rows.%ld-999999.part", dead);
    put(name, "left");
    // Of one that had our number.
    snprintf(name, sizeof name, "rows.%ld-999999.part", (long)getpid());
    put(name, "left");
    expect_replaced("rows", "new");
    assert_int_equal(entries(), kept + 1);
}

static void two_outputs_of_one_name_are_kept_apart(void **state) {
    (void)state;
    dv_text_file *one = dv_text_create("rows", &error), *two = dv_text_create("rows", &error);
    assert_non_null(one);
    assert_non_null(two);
    dv_text_add(one, "one");
    dv_text_add(two, "two");
    assert_int_equal(dv_text_close(one, &error), DV_OK);
    assert_int_equal(dv_text_close(two, &error), DV_OK);
    assert_string_equal(read_back("rows"), "two");
    assert_int_equal(entries(), 1);
}

// Whichever call fails: the old content or the new is there, and the message says why.

static char long_text[150000];

static dv_result write_in_pieces(const char *name) {
    dv_text_file *file = dv_text_create(name, &error);
    if (!file)
        return DV_ERROR_IO;
    for (int i = 0; i < 3; i++)
        dv_text_add(file, long_text);
    return dv_text_close(file, &error);
}

static dv_result write_at_once(const char *name) { return replace(name, long_text); }

/// How many calls the act makes.
static uint64_t walk(dv_result (*act)(const char *), const char *whole, dv_disk_fault fault) {
    for (fault.call = 1;; fault.call++) {
        put("rows", "old");
        uint64_t before = dv_disk_calls();
        dv_fail_disk(&fault);
        dv_result result = act("rows");
        bool reached = dv_disk_calls() - before >= fault.call;
        dv_fail_disk(NULL);
        const char *now = read_back("rows");
        bool is_whole = strcmp(now, whole) == 0;
        if (result == DV_OK ? !is_whole : strcmp(now, "old") != 0)
            fail_msg("call %d: %.20s", (int)fault.call, now);
        if (result != DV_OK && !strstr(error.message, strerror(fault.reason)))
            fail_msg("call %d: %s", (int)fault.call, error.message);
        if (result != DV_OK)
            assert_int_equal(strncmp(error.message, "cannot write rows: ", 19), 0);
        // What failing calls left goes with the next.
        assert_int_equal(act("rows"), DV_OK);
        assert_string_equal(read_back("rows"), whole);
        if (fault.how == DV_DISK_FAILS && !fault.and_after)
            assert_true(entries() <= 2);
        else if (result == DV_OK)
            assert_int_equal(entries(), 1);
        char command[32];
        snprintf(command, sizeof command, "rm -f rows.*");
        assert_int_equal(system(command), 0);
        if (!reached)
            return fault.call - 1;
    }
}

static void whichever_call_fails_the_file_is_old_or_new(void **state) {
    (void)state;
    static char thrice[3 * sizeof long_text];
    static const int reasons[] = {EIO, ENOSPC, EDQUOT};
    memset(long_text, 'x', sizeof long_text - 1);
    snprintf(thrice, sizeof thrice, "%s%s%s", long_text, long_text, long_text);
    for (int i = 0; i < 3; i++)
        for (int and_after = 0; and_after < 2; and_after++) {
            dv_disk_fault fault = {DV_DISK_FAILS, 0, and_after, reasons[i]};
            assert_in_range(walk(write_at_once, long_text, fault), 5, 9);
            assert_in_range(walk(write_in_pieces, thrice, fault), 8, 20);
        }
    walk(write_at_once, long_text, (dv_disk_fault){DV_DISK_WRITES, 0, false, 0});
    walk(write_at_once, long_text, (dv_disk_fault){DV_DISK_WRITES, 0, true, 0});
    walk(write_in_pieces, thrice, (dv_disk_fault){DV_DISK_WRITES, 0, true, 0});
}

static void an_interrupted_write_goes_on(void **state) {
    (void)state;
    dv_disk_fault fault = {DV_DISK_FAILS, 2, false, EINTR};
    dv_fail_disk(&fault);
    expect_replaced("rows", "all of it");
}

#define CASE(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(what_is_written_takes_its_place_when_it_is_done),
        CASE(a_log_is_written_straight_once_it_begins),
        CASE(links_stay_and_what_they_lead_to_is_replaced),
        CASE(what_is_no_regular_file_is_written_straight),
        CASE(reading_does_not_wait_for_a_writer),
        CASE(permissions_stay_and_are_heeded),
        CASE(what_dead_processes_left_is_swept_and_nothing_else),
        CASE(two_outputs_of_one_name_are_kept_apart),
        CASE(whichever_call_fails_the_file_is_old_or_new),
        CASE(an_interrupted_write_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
