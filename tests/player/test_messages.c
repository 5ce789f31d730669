// Messages as users see them, and the console with the last lines that scripts printed.
#include "player/terminal/messages.h"

#include "../program.h"

#include "player/terminal/console.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int set_up(void **state) {
    static char folder[] = "/tmp/drover_messages_XXXXXX";
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chdir(folder), 0);
    assert_int_equal(mkdir("herd", 0777), 0);
    *state = folder;
    return 0;
}

static int tear_down(void **state) {
    assert_int_equal(rmdir("herd"), 0);
    assert_int_equal(chdir("/"), 0);
    assert_int_equal(rmdir(*state), 0);
    return 0;
}

static void expect(const char *scenario, const char *text, const char *expected) {
    char shown[512];
    dv_show_text(scenario, text, shown, sizeof shown);
    assert_string_equal(shown, expected);
}

static void a_scenario_without_a_title_is_called_like_its_folder(void **state) {
    static const struct {
        const char *title, *folder, *name;
    } cases[] = {{"Deer", "herd", "Deer"}, {"", "herd", "herd"}, {NULL, "./herd/", "herd"},
                 {"", "herd/.", "herd"},   {"", "/", "/"},       {"", "gone/deer", "gone/deer"}};
    char name[64];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        dv_scenario_name(cases[i].title, cases[i].folder, name, sizeof name);
        assert_string_equal(name, cases[i].name);
    }
    dv_scenario_name("", ".", name, sizeof name);
    assert_string_equal(name, strrchr(*state, '/') + 1);
}

static void places_lead_from_the_current_directory(void **state) {
    char path[256];
    const char *const given[] = {"herd", "./herd", "herd/"};
    for (int i = 0; i < 3; i++)
        expect(given[i], "wolf.lua:7: no (in 'step' (kinds/deer.lua:3))",
               "herd/wolf.lua:7: no (in 'step' (herd/kinds/deer.lua:3))");
    snprintf(path, sizeof path, "%s/herd", (const char *)*state);
    expect(path, "wolf.lua:7: no", "herd/wolf.lua:7: no");
    expect(*state, "wolf.lua:7: no", "wolf.lua:7: no");
    expect(".", "wolf.lua:7: no", "wolf.lua:7: no");
    expect("/elsewhere/my herd.lua", "my herd.lua:7: no", "/elsewhere/my herd.lua:7: no");
    expect("herd/main.lua", "there is no wolf.lua", "there is no herd/wolf.lua");
    expect(NULL, "wolf.lua:7: no", "wolf.lua:7: no");
}

static void what_is_no_place_of_the_scenario_stays(void **state) {
    (void)state;
    expect("herd", "<drover>/pedestrian.lua:7: no", "<drover>/pedestrian.lua:7: no");
    expect("herd", "in function <wolf.lua:9>", "in function <herd/wolf.lua:9>");
    expect("herd", "/tmp/wolf.lua:7: no", "/tmp/wolf.lua:7: no");
    expect("herd", "herd/wolf.lua:7: no", "herd/wolf.lua:7: no");
    expect("herd", "require \"wolf.lua\": no", "require \"wolf.lua\": no");
    expect("herd", "wolf.luau:7, .lua:7 and wolf.lua.bak", "wolf.luau:7, .lua:7 and wolf.lua.bak");
}

static void bytes_that_control_a_terminal_do_not_reach_it(void **state) {
    (void)state;
    expect(NULL, "a\033[31mb\nc\r\td\177e", "a [31mb c  d e");
    expect(NULL, "\302\233 \303\274 \377\200 \342\202", "  \303\274 ?? ??");
}

static void a_long_line_is_cut_between_characters(void **state) {
    (void)state;
    char shown[6];
    dv_show_text(NULL, "abc\303\274def", shown, sizeof shown);
    assert_string_equal(shown, "abc\303\274");
    dv_show_text(NULL, "abcd\303\274ef", shown, sizeof shown);
    assert_string_equal(shown, "abcd");
}

static void the_console_keeps_the_last_lines(void **state) {
    (void)state;
    dv_console console = {0};
    char text[8];
    for (int i = 0; i < DV_CONSOLE_LINES + 3; i++) {
        snprintf(text, sizeof text, "%d", i);
        dv_console_add(&console, text, 0);
    }
    assert_int_equal(console.count, DV_CONSOLE_LINES);
    assert_string_equal(dv_console_line_at(&console, 0)->text, "3");
    dv_console_add(&console, "a\nb", 0);
    assert_string_equal(dv_console_line_at(&console, DV_CONSOLE_LINES - 2)->text, "a");
    assert_string_equal(dv_console_line_at(&console, DV_CONSOLE_LINES - 1)->text, "b");
}

static void lines_of_a_trial_are_accepted_or_undone_with_it(void **state) {
    (void)state;
    dv_console console = {0};
    dv_console_add(&console, "before", 0);
    dv_console_add(&console, "first", 1);
    dv_console_add(&console, "second", 2);
    dv_console_end_trial(&console, 2, true);
    dv_console_end_trial(&console, 1, false);
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(dv_console_line_at(&console, i)->trial, 0);
        assert_int_equal(dv_console_line_at(&console, i)->undone, i == 2);
    }
}

TESTS {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_scenario_without_a_title_is_called_like_its_folder),
        cmocka_unit_test(places_lead_from_the_current_directory),
        cmocka_unit_test(what_is_no_place_of_the_scenario_stays),
        cmocka_unit_test(bytes_that_control_a_terminal_do_not_reach_it),
        cmocka_unit_test(a_long_line_is_cut_between_characters),
        cmocka_unit_test(the_console_keeps_the_last_lines),
        cmocka_unit_test(lines_of_a_trial_are_accepted_or_undone_with_it),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
