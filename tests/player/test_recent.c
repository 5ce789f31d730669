// The list of recently run scenarios, and what happens if its file is damaged.
#include "player/tools/recent.h"

#include "../program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/drover_recent_XXXXXX";

static int set_up(void **state) {
    (void)state;
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chdir(folder), 0);
    assert_int_equal(setenv("XDG_STATE_HOME", folder, 1), 0);
    return 0;
}

static int tear_down(void **state) {
    char command[100];
    (void)state;
    assert_int_equal(chdir("/"), 0);
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
    return 0;
}

static void write_text(const char *path, const char *text, size_t size) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void make(const char *name) { assert_int_equal(mkdir(name, 0777), 0); }

static void expect(const char *const *names, uint32_t count) {
    dv_recent recent;
    dv_recent_read(&recent);
    assert_int_equal(recent.count, count);
    for (uint32_t i = 0; i < count; i++) {
        char path[300];
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        assert_string_equal(recent.items[i].path, path);
    }
}

static void nothing_is_kept_at_first(void **state) {
    (void)state;
    expect(NULL, 0);
    assert_int_equal(access("drover", F_OK), -1);
}

static void the_last_comes_first_and_once(void **state) {
    dv_recent recent;
    (void)state;
    make("a"), make("b"), make("c");
    dv_recent_add("a", "A herd");
    dv_recent_add("b", "Wolves\tand\nlambs");
    dv_recent_add("c", "");
    dv_recent_add("./a", "A herd, larger");
    expect((const char *const[]){"a", "c", "b"}, 3);
    dv_recent_read(&recent);
    assert_string_equal(recent.items[0].title, "A herd, larger");
    assert_string_equal(recent.items[1].title, "");
    assert_string_equal(recent.items[2].title, "Wolves and lambs");
}

static void the_oldest_goes_with_its_picture(void **state) {
    char name[16], picture[PATH_MAX];
    dv_recent recent;
    (void)state;
    assert_true(dv_recent_picture("b", picture));
    write_text(picture, "x", 1);
    for (int i = 0; i < DV_MAX_RECENT - 1; i++) {
        snprintf(name, sizeof name, "more%d", i);
        make(name);
        dv_recent_add(name, name);
    }
    dv_recent_read(&recent);
    assert_int_equal(recent.count, DV_MAX_RECENT);
    assert_string_equal(recent.items[0].title, name);
    assert_string_equal(recent.items[DV_MAX_RECENT - 1].title, "A herd, larger");
    assert_int_equal(access(picture, F_OK), -1);
}

static void what_is_damaged_counts_as_empty(void **state) {
    static char large[200000];
    (void)state;
    static const char *const damaged[] = {
        "/a", "/a\tA", "a\tA\n", "\n", "/a\t\xff\n", "/a\tA\n\n", "/a\tA\x1b[31m\n", "/a\tA\nrest",
    };
    for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++) {
        write_text("drover/recent", damaged[i], strlen(damaged[i]));
        expect(NULL, 0);
    }
    write_text("drover/recent", "/a\tA\n\0/b\tB\n", 11);
    expect(NULL, 0);
    memset(large, 'x', sizeof large);
    write_text("drover/recent", large, sizeof large);
    expect(NULL, 0);
    dv_recent_add("a", "A");
    expect((const char *const[]){"a"}, 1);
}

static void what_cannot_be_kept_is_not(void **state) {
    (void)state;
    assert_int_equal(unlink("drover/recent"), 0);
    make("drover/recent");
    expect(NULL, 0);
    dv_recent_add("a", "A");
    expect(NULL, 0);
    assert_int_equal(setenv("XDG_STATE_HOME", "/dev/null", 1), 0);
    dv_recent_add("a", "A");
    expect(NULL, 0);
    dv_recent_add("is not there", "A");
    expect(NULL, 0);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_kept_at_first),
        cmocka_unit_test(the_last_comes_first_and_once),
        cmocka_unit_test(the_oldest_goes_with_its_picture),
        cmocka_unit_test(what_is_damaged_counts_as_empty),
        cmocka_unit_test(what_cannot_be_kept_is_not),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
