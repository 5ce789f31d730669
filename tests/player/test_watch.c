// Watching folders: each way in which editors and tools save a file is reported once, when the file
// is complete. Every case runs with inotify and with polling.
#include "player/watch/watch.h"

#include "../program.h"

#include "base/clock.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

/// What statfs says the file system of every path is; 0: none that is known.
static long pretended_type;

// In place of the C library's.
int statfs(const char *path, struct statfs *system) {
    (void)path;
    memset(system, 0, sizeof *system);
    system->f_type = pretended_type;
    return 0;
}

typedef struct fixture {
    char folder[64];
    dv_watch *watch;
} fixture;

static char *path_of(const fixture *f, const char *name) {
    static char paths[4][PATH_MAX];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, PATH_MAX, "%s/%s", f->folder, name);
    return path;
}

static void save(const fixture *f, const char *name, const char *content) {
    FILE *file = fopen(path_of(f, name), "w");
    assert_non_null(file);
    fputs(content, file);
    assert_int_equal(fclose(file), 0);
}

static bool told_within(const fixture *f, double seconds) {
    double end = dv_now() + seconds;
    while (dv_now() < end) {
        if (dv_watch_poll(f->watch, NULL))
            return true;
        dv_sleep(0.002);
    }
    return false;
}

// A machine that is busy may let the poll come so late that telling is right.
static void assert_not_told_before(const fixture *f, double start, double seconds) {
    if (told_within(f, seconds / 2))
        assert_true(dv_now() - start >= seconds);
}

// However busy the machine: so many polls take a minute at least.
static bool told(const fixture *f, double *time) {
    for (int polls = 0; polls < 30000; polls++) {
        if (dv_watch_poll(f->watch, time))
            return true;
        dv_sleep(0.002);
    }
    return false;
}

static void assert_told_once(const fixture *f) {
    assert_true(told(f, NULL));
    assert_false(told_within(f, 0.3));
}

static void make_folder(const fixture *f, const char *name) {
    assert_int_equal(mkdir(path_of(f, name), 0777), 0);
}

static int set_up(fixture *f, dv_watch_method method) {
    strcpy(f->folder, "/tmp/drover-watch-XXXXXX");
    if (!mkdtemp(f->folder))
        return -1;
    make_folder(f, "scenario");
    make_folder(f, "scenario/kinds");
    save(f, "scenario/main.lua", "return 1");
    save(f, "scenario/kinds/wolf.lua", "return 2");
    f->watch = dv_watch_create(method, NULL);
    return f->watch && dv_watch_add(f->watch, path_of(f, "scenario"), true, NULL) == DV_OK ? 0 : -1;
}

static fixture notified, polled;

static int set_up_notified(void **state) {
    *state = &notified;
    return set_up(&notified, DV_WATCH_NOTIFIED);
}

static int set_up_polled(void **state) {
    *state = &polled;
    return set_up(&polled, DV_WATCH_POLLED);
}

static int tear_down(void **state) {
    fixture *f = *state;
    dv_watch_destroy(f->watch);
    char command[128];
    snprintf(command, sizeof command, "rm -r %s", f->folder);
    return system(command);
}

static void nothing_is_told_at_the_start(void **state) { assert_false(told_within(*state, 0.3)); }

static void a_save_is_told_once(void **state) {
    fixture *f = *state;
    save(f, "scenario/main.lua", "return 10");
    assert_told_once(f);
    save(f, "scenario/kinds/wolf.lua", "return 20");
    assert_told_once(f);
}

static void the_time_told_is_that_of_the_last_change(void **state) {
    fixture *f = *state;
    double before = dv_now();
    save(f, "scenario/main.lua", "return 10");
    double after = dv_now();
    dv_sleep(0.15);
    double time = 0;
    assert_true(told(f, &time));
    // File systems stamp with a clock that goes forward some times a second only.
    assert_true(time > before - 0.02);
    assert_true(time <= after);
}

static void a_file_renamed_over_another_is_told(void **state) {
    fixture *f = *state;
    save(f, "scenario/main.lua.new", "return 10");
    assert_false(told_within(f, 0.3));
    assert_int_equal(rename(path_of(f, "scenario/main.lua.new"), path_of(f, "scenario/main.lua")),
                     0);
    assert_told_once(f);
}

static void a_script_renamed_over_another_is_told(void **state) {
    fixture *f = *state;
    save(f, "scenario/draft.lua", "return 10");
    assert_int_equal(rename(path_of(f, "scenario/draft.lua"), path_of(f, "scenario/main.lua")), 0);
    assert_told_once(f);
}

// As vim saves: the old file becomes a backup, the new one is written in its place.
static void a_backup_and_a_new_file_are_told_once(void **state) {
    fixture *f = *state;
    rename(path_of(f, "scenario/main.lua"), path_of(f, "scenario/main.lua~"));
    dv_sleep(0.02);
    save(f, "scenario/main.lua", "return 10");
    unlink(path_of(f, "scenario/main.lua~"));
    assert_told_once(f);
}

static void a_file_deleted_and_made_again_is_told_once(void **state) {
    fixture *f = *state;
    double start = dv_now();
    unlink(path_of(f, "scenario/main.lua"));
    assert_not_told_before(f, start, 0.2);
    save(f, "scenario/main.lua", "return 10");
    assert_told_once(f);
}

static void a_deleted_file_is_told(void **state) {
    fixture *f = *state;
    unlink(path_of(f, "scenario/kinds/wolf.lua"));
    assert_told_once(f);
}

static void an_emptied_file_waits_for_its_content(void **state) {
    fixture *f = *state;
    double start = dv_now();
    save(f, "scenario/main.lua", "");
    assert_not_told_before(f, start, 0.2);
    save(f, "scenario/main.lua", "return 10");
    if (dv_now() - start < 0.15)
        assert_told_once(f);
    else // too late on a busy machine: the empty file may have been told too
        assert_true(told(f, NULL));
}

static void a_file_left_empty_is_told_in_the_end(void **state) {
    fixture *f = *state;
    save(f, "scenario/main.lua", "");
    assert_told_once(f);
}

static void a_file_being_written_waits_for_its_end(void **state) {
    fixture *f = *state;
    double start = dv_now();
    FILE *file = fopen(path_of(f, "scenario/main.lua"), "w");
    assert_non_null(file);
    fputs("return ", file);
    fflush(file);
    if (dv_watch_method_of(f->watch) == DV_WATCH_NOTIFIED)
        assert_not_told_before(f, start, 2);
    fputs("10", file);
    fclose(file);
    assert_told_once(f);
}

// Written in many parts, for a second at least, as from a slow network.
static void what_is_written_for_long_is_unfinished(void **state) {
    fixture *f = *state;
    FILE *file = fopen(path_of(f, "scenario/main.lua"), "w");
    assert_non_null(file);
    setbuf(file, NULL);
    bool reported = false;
    for (int parts = 0; !dv_watch_unfinished(f->watch) && !reported && parts < 6000; parts++) {
        fputs("-- more\n", file);
        dv_sleep(0.01);
        reported = dv_watch_poll(f->watch, NULL);
    }
    // On a machine that stood still it may have looked finished.
    if (!reported)
        assert_string_equal(strrchr(dv_watch_unfinished(f->watch), '/'), "/main.lua");
    fclose(file);
    assert_true(told(f, NULL));
    assert_null(dv_watch_unfinished(f->watch));
}

static void a_swapped_link_is_told(void **state) {
    fixture *f = *state;
    save(f, "a", "return 1");
    save(f, "b", "return 22");
    unlink(path_of(f, "scenario/main.lua"));
    assert_int_equal(symlink("../a", path_of(f, "scenario/main.lua")), 0);
    assert_told_once(f);
    assert_int_equal(symlink("../b", path_of(f, "scenario/link")), 0);
    assert_int_equal(rename(path_of(f, "scenario/link"), path_of(f, "scenario/main.lua")), 0);
    assert_told_once(f);
}

static void a_swapped_link_to_a_folder_is_told(void **state) {
    fixture *f = *state;
    make_folder(f, "one");
    make_folder(f, "two");
    save(f, "one/x.lua", "return 1");
    save(f, "two/x.lua", "return 2");
    assert_int_equal(symlink("../one", path_of(f, "scenario/lib")), 0);
    assert_told_once(f);
    assert_int_equal(symlink("../two", path_of(f, "scenario/link")), 0);
    assert_int_equal(rename(path_of(f, "scenario/link"), path_of(f, "scenario/lib")), 0);
    assert_told_once(f);
    save(f, "two/x.lua", "return 3 -- more");
    assert_told_once(f);
    save(f, "one/x.lua", "return 4 -- gone");
    assert_false(told_within(f, 0.3));
}

static void many_files_are_told_once(void **state) {
    fixture *f = *state;
    for (int i = 0; i < 20; i++) {
        char name[64];
        snprintf(name, sizeof name, "scenario/%s%d.lua", i % 2 ? "kinds/" : "", i);
        save(f, name, "return true");
    }
    assert_told_once(f);
}

static void a_new_folder_is_watched(void **state) {
    fixture *f = *state;
    make_folder(f, "scenario/more");
    save(f, "scenario/more/hare.lua", "return 1");
    assert_told_once(f);
    save(f, "scenario/more/hare.lua", "return 22");
    assert_told_once(f);
}

static void a_replaced_root_is_watched(void **state) {
    fixture *f = *state;
    make_folder(f, "next");
    save(f, "next/main.lua", "return 100");
    assert_int_equal(rename(path_of(f, "scenario"), path_of(f, "old")), 0);
    assert_int_equal(rename(path_of(f, "next"), path_of(f, "scenario")), 0);
    assert_told_once(f);
    save(f, "scenario/main.lua", "return 1000");
    assert_told_once(f);
    save(f, "old/main.lua", "return 10000");
    assert_false(told_within(f, 0.3));
}

static void a_root_made_again_is_watched(void **state) {
    fixture *f = *state;
    char command[256];
    snprintf(command, sizeof command, "rm -r %s/scenario", f->folder);
    assert_int_equal(system(command), 0);
    assert_true(told(f, NULL));
    make_folder(f, "scenario");
    save(f, "scenario/main.lua", "return 1");
    assert_told_once(f);
    save(f, "scenario/main.lua", "return 22");
    assert_told_once(f);
}

/// Watch a folder two levels down, and have the one above it removed or moved.
static void lose_the_folder_above(fixture *f, const char *how) {
    char command[256];
    make_folder(f, "above");
    make_folder(f, "above/scenario");
    save(f, "above/scenario/main.lua", "return 1");
    assert_int_equal(dv_watch_add(f->watch, path_of(f, "above/scenario"), true, NULL), DV_OK);
    snprintf(command, sizeof command, "cd %s && %s", f->folder, how);
    assert_int_equal(system(command), 0);
    assert_true(told(f, NULL));
}

static void expect_it_watched_again(fixture *f) {
    make_folder(f, "above");
    assert_false(told_within(f, 0.3));
    make_folder(f, "above/scenario");
    save(f, "above/scenario/main.lua", "return 10");
    assert_true(told(f, NULL));
    save(f, "above/scenario/main.lua", "return 100");
    assert_true(told(f, NULL));
}

static void a_root_is_watched_again_with_the_folder_above(void **state) {
    lose_the_folder_above(*state, "rm -r above");
    expect_it_watched_again(*state);
}

static void a_root_is_watched_again_after_the_folder_above_was_moved(void **state) {
    lose_the_folder_above(*state, "mv above old");
    expect_it_watched_again(*state);
}

static void other_files_are_not_told(void **state) {
    fixture *f = *state;
    save(f, "scenario/trace.txt", "tick");
    save(f, "scenario/.main.lua.swp", "x");
    save(f, "scenario/.hidden.lua", "x");
    save(f, "elsewhere.lua", "x");
    assert_false(told_within(f, 0.4));
}

static bool chooses_kite(void *context, const char *name) {
    (void)context;
    return strcmp(name, "kite.png") == 0 || strcmp(name, "herd.csv") == 0;
}

static void data_files_are_told_if_they_are_chosen(void **state) {
    fixture *f = *state;
    save(f, "scenario/kite.png", "a");
    assert_told_once(f);
    dv_watch_choose_data(f->watch, chooses_kite, NULL);
    save(f, "scenario/frame.png", "b");
    save(f, "scenario/trace.csv", "b");
    save(f, "scenario/log.json", "b");
    assert_false(told_within(f, 0.3));
    save(f, "scenario/herd.csv", "c");
    assert_told_once(f);
    save(f, "scenario/kite.png", "c");
    assert_told_once(f);
    save(f, "scenario/kinds/new.png", "d");
    assert_int_equal(rename(path_of(f, "scenario/kinds/new.png"), path_of(f, "scenario/kite.png")),
                     0);
    assert_told_once(f);
}

static void links_in_a_circle_are_walked_once(void **state) {
    fixture *f = *state;
    assert_int_equal(symlink("..", path_of(f, "scenario/kinds/up")), 0);
    // Whether a link that brings no script counts as a change does not matter.
    told_within(f, 0.3);
    save(f, "scenario/main.lua", "return 10");
    assert_told_once(f);
}

static void a_shallow_folder_leaves_its_subfolders(void **state) {
    fixture *f = *state;
    dv_watch_method method = dv_watch_method_of(f->watch);
    dv_watch_destroy(f->watch);
    f->watch = dv_watch_create(method, NULL);
    assert_non_null(f->watch);
    assert_int_equal(dv_watch_add(f->watch, path_of(f, "scenario/"), false, NULL), DV_OK);
    save(f, "scenario/kinds/wolf.lua", "return 20");
    assert_false(told_within(f, 0.3));
    save(f, "scenario/main.lua", "return 10");
    assert_told_once(f);
}

static void a_folder_added_later_keeps_changes_of_before(void **state) {
    fixture *f = *state;
    make_folder(f, "library");
    save(f, "library/a.lua", "return 1");
    save(f, "scenario/main.lua", "return 10");
    assert_int_equal(dv_watch_add(f->watch, path_of(f, "library"), false, NULL), DV_OK);
    assert_told_once(f);
    save(f, "library/a.lua", "return 11");
    assert_told_once(f);
}

static void a_missing_folder_is_refused(void **state) {
    fixture *f = *state;
    dv_error error;
    assert_int_equal(dv_watch_add(f->watch, path_of(f, "nowhere"), true, &error), DV_ERROR_IO);
    assert_non_null(strstr(error.message, "nowhere"));
}

#define BOTH(test)                                                                                 \
    {#test " (inotify)", test, set_up_notified, tear_down, NULL}, {                                \
#test " (looking)", test, set_up_polled, tear_down, NULL                                   \
    }

static dv_watch_method method_on(const fixture *f, long type) {
    pretended_type = type;
    dv_watch *watch = dv_watch_create(DV_WATCH_BEST, NULL);
    assert_non_null(watch);
    assert_int_equal(dv_watch_add(watch, path_of(f, "scenario"), true, NULL), DV_OK);
    pretended_type = 0;
    dv_watch_method method = dv_watch_method_of(watch);
    dv_watch_destroy(watch);
    return method;
}

static void file_systems_that_do_not_tell_are_looked_at(void **state) {
    const fixture *f = *state;
    assert_int_equal(method_on(f, 0xef53), DV_WATCH_NOTIFIED); // ext4
    const long silent[] = {0x6969,     0x01021997, 0x65735546, 0x517b,
                           0xff534d42, 0xfe534d42, 0x786f4256};
    for (size_t i = 0; i < sizeof silent / sizeof *silent; i++)
        assert_int_equal(method_on(f, silent[i]), DV_WATCH_POLLED);
}

TESTS {
    const struct CMUnitTest tests[] = {
        BOTH(nothing_is_told_at_the_start),
        BOTH(a_save_is_told_once),
        BOTH(the_time_told_is_that_of_the_last_change),
        BOTH(a_file_renamed_over_another_is_told),
        BOTH(a_script_renamed_over_another_is_told),
        BOTH(a_backup_and_a_new_file_are_told_once),
        BOTH(a_file_deleted_and_made_again_is_told_once),
        BOTH(a_deleted_file_is_told),
        BOTH(an_emptied_file_waits_for_its_content),
        BOTH(a_file_left_empty_is_told_in_the_end),
        BOTH(a_file_being_written_waits_for_its_end),
        BOTH(what_is_written_for_long_is_unfinished),
        BOTH(a_swapped_link_is_told),
        BOTH(a_swapped_link_to_a_folder_is_told),
        BOTH(many_files_are_told_once),
        BOTH(a_new_folder_is_watched),
        BOTH(a_replaced_root_is_watched),
        BOTH(a_root_made_again_is_watched),
        BOTH(a_root_is_watched_again_with_the_folder_above),
        BOTH(a_root_is_watched_again_after_the_folder_above_was_moved),
        BOTH(other_files_are_not_told),
        BOTH(data_files_are_told_if_they_are_chosen),
        BOTH(links_in_a_circle_are_walked_once),
        BOTH(a_shallow_folder_leaves_its_subfolders),
        BOTH(a_folder_added_later_keeps_changes_of_before),
        BOTH(a_missing_folder_is_refused),
        BOTH(file_systems_that_do_not_tell_are_looked_at),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
