// Source lines around the place that a message names.
#include "player/terminal/excerpt.h"

#include "../program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void write_file(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static int set_up(void **state) {
    static char folder[] = "/tmp/drover_excerpt_XXXXXX";
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chdir(folder), 0);
    assert_int_equal(mkdir("my herd", 0777), 0);
    write_file("my herd/main.lua", "1\n2\n3\n4\n5\n6\n7\n\teight\033[31m\n9\n10\n11\n12\n13\n14");
    write_file("short.lua", "one\r\ntwo");
    *state = folder;
    return 0;
}

static int tear_down(void **state) {
    assert_int_equal(unlink("my herd/main.lua"), 0);
    assert_int_equal(unlink("short.lua"), 0);
    assert_int_equal(rmdir("my herd"), 0);
    assert_int_equal(chdir("/"), 0);
    assert_int_equal(rmdir(*state), 0);
    return 0;
}

static void lines_around_the_place_are_read(void **state) {
    (void)state;
    dv_excerpt excerpt;
    assert_true(dv_excerpt_read(&excerpt, "my herd/main.lua:8: unexpected symbol"));
    assert_string_equal(excerpt.path, "my herd/main.lua");
    assert_int_equal(excerpt.line, 8);
    assert_int_equal(excerpt.first, 3);
    assert_int_equal(excerpt.count, DV_EXCERPT_LINES);
    assert_string_equal(excerpt.lines[0], "3");
    assert_string_equal(excerpt.lines[5], "    eight [31m");
    assert_string_equal(excerpt.lines[10], "13");
}

static void near_an_end_of_the_file_there_are_fewer(void **state) {
    (void)state;
    dv_excerpt excerpt;
    assert_true(dv_excerpt_read(&excerpt, "in 'setup' (short.lua:1)"));
    assert_int_equal(excerpt.first, 1);
    assert_int_equal(excerpt.count, 2);
    assert_string_equal(excerpt.lines[0], "one");
    assert_string_equal(excerpt.lines[1], "two");
    assert_true(dv_excerpt_read(&excerpt, "my herd/main.lua:14: x"));
    assert_int_equal(excerpt.first, 9);
    assert_int_equal(excerpt.count, 6);
}

static void the_first_place_that_is_there_counts(void **state) {
    (void)state;
    dv_excerpt excerpt;
    assert_true(dv_excerpt_read(&excerpt, "<drover>/tree.lua:4: gone.lua:1: short.lua:2: no"));
    assert_string_equal(excerpt.path, "short.lua");
    assert_int_equal(excerpt.line, 2);
}

static void without_a_place_nothing_is_read(void **state) {
    (void)state;
    dv_excerpt excerpt;
    static const char *const messages[] = {
        "",
        "short.lua: return drover.scenario { ... }",
        "short.lua:0: no",
        "short.lua:3: behind its end",
        "short.lua:99999999999: no line",
        "gone.lua:1: no",
        "short.luau:1: no",
        "my herd:1: a folder",
        ".lua:1: no name",
    };
    for (size_t i = 0; i < sizeof messages / sizeof *messages; i++) {
        assert_false(dv_excerpt_read(&excerpt, messages[i]));
        assert_int_equal(excerpt.line, 0);
    }
}

static void a_long_line_is_cut(void **state) {
    (void)state;
    dv_excerpt excerpt;
    char text[4000];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    write_file("long.lua", text);
    assert_true(dv_excerpt_read(&excerpt, "long.lua:1: no"));
    assert_int_equal(strlen(excerpt.lines[0]), DV_EXCERPT_WIDTH - 1);
    assert_int_equal(unlink("long.lua"), 0);
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_around_the_place_are_read),
        cmocka_unit_test(near_an_end_of_the_file_there_are_fewer),
        cmocka_unit_test(the_first_place_that_is_there_counts),
        cmocka_unit_test(without_a_place_nothing_is_read),
        cmocka_unit_test(a_long_line_is_cut),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
