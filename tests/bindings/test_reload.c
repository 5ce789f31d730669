// Reloading real files: what a saved script changes, however an editor saves it.
#include "../program.h"
#include "../read_script.h"
#include "reload_fixture.h"

#include <fcntl.h>

// Ways in which editors save

static void rename_over(const fixture *f, const char *name, const char *text) {
    char from[256], to[256];
    write_file(f, ".saved~", text);
    assert_int_equal(rename(path_in(f, ".saved~", from), path_in(f, name, to)), 0);
}

static void truncate_then_write(const fixture *f, const char *name, const char *text) {
    char path[256];
    int file = open(path_in(f, name, path), O_WRONLY | O_TRUNC);
    assert_true(file >= 0);
    assert_int_equal(write(file, text, strlen(text)), strlen(text));
    close(file);
}

static void delete_then_create(const fixture *f, const char *name, const char *text) {
    char path[256];
    assert_int_equal(unlink(path_in(f, name, path)), 0);
    write_file(f, name, text);
}

static void edit_with_sed(const fixture *f, const char *name, const char *script) {
    char command[512], path[256];
    snprintf(command, sizeof command, "sed -i \"%s\" %s", script, path_in(f, name, path));
    assert_int_equal(system(command), 0);
}

#define SAYING_ONE read_script("reload/saying.lua")
#define SAYING_TWO read_script_with("reload/saying.lua", "one", "two", NULL)

static void a_saved_script_takes_effect_at_the_next_tick(void **state) {
    fixture *f = *state;
    open_main(f, SAYING_ONE);
    step(f, 1);
    void (*ways[])(const fixture *, const char *, const char *) = {
        write_file, rename_over, truncate_then_write, delete_then_create};
    expect_log(f, "setup\none\t0\n");
    for (int i = 0; i < 4; i++) {
        char expected[64];
        ways[i](f, "main.lua", i % 2 ? SAYING_ONE : SAYING_TWO);
        assert_int_equal(expect_swapped(f).generation, i + 2);
        step(f, 1);
        snprintf(expected, sizeof expected, "%s\t%d\n", i % 2 ? "one" : "two", i + 1);
        expect_log(f, expected);
        expect_unchanged(f);
    }
    edit_with_sed(f, "main.lua", "s/one/three/");
    expect_swapped(f);
    step(f, 1);
    expect_log(f, "three\t5\n");
}

static void the_same_content_is_no_change(void **state) {
    fixture *f = *state;
    open_main(f, SAYING_ONE);
    expect_unchanged(f);
    rename_over(f, "main.lua", SAYING_ONE);
    expect_unchanged(f);
    truncate_then_write(f, "main.lua", SAYING_ONE);
    expect_unchanged(f);
}

static void a_file_caught_empty_keeps_the_old_code_until_it_is_whole(void **state) {
    fixture *f = *state;
    open_main(f, SAYING_ONE);
    truncate_then_write(f, "main.lua", "");
    expect_refused(f, "main.lua: return drover.scenario { ... }, not nil", "");
    step(f, 1);
    write_file(f, "main.lua", SAYING_TWO);
    expect_swapped(f);
    assert_string_equal(banner_of(f), "");
    step(f, 1);
    expect_log(f, "setup\none\t0\ntwo\t1\n");
}

#define KITE(shape)                                                                                \
    HEAD "local kite = drover.kind('kite', { look = { shape = " shape " } })\n"                    \
         "return drover.scenario { kinds = { kite } }"

static const dv_own_shape *shape_of_kite(const fixture *f) {
    return dv_program_look(dv_world_program(dv_scenario_world(f->scenario)), 0).own;
}

static void a_shape_that_cannot_be_drawn_leaves_the_old_one(void **state) {
    fixture *f = *state;
    open_main(f, KITE("{ { 0.5, 0 }, { -0.5, 0.5 }, { -0.2, 0 }, { -0.5, -0.5 } }"));
    uint64_t hash = shape_of_kite(f)->hash;
    write_file(f, "main.lua", KITE("{ { 0.5, 0 }, { -0.5, 0.5 }, { 0.2, 0.5 }, { -0.5, -0.5 } }"));
    expect_refused(f, "main.lua:2: look.shape: sides of the polygon cross or touch",
                   "local kite = drover.kind('kite', { look = { shape = { { 0.5, 0 }, { -0.5, 0.5 "
                   "}, { 0.2, 0.5 }, { -0.5, -0.5 } } } })");
    assert_true(shape_of_kite(f)->hash == hash);
    step(f, 1);
    write_file(f, "main.lua", KITE("{ { 0.5, 0 }, { -0.5, 0.5 }, { -0.3, 0 }, { -0.5, -0.5 } }"));
    expect_swapped(f);
    assert_true(shape_of_kite(f)->hash != hash);
    step(f, 1);
    write_file(f, "main.lua", KITE("'disc'"));
    expect_swapped(f);
    assert_null(shape_of_kite(f));
}

static void every_module_is_loaded_again(void **state) {
    fixture *f = *state;
    write_file(f, "words.lua", "return { hello = 'one' }");
    write_file(f, "herd.lua",
               HEAD "local words = require 'words'\nreturn drover.kind('a', { step = function()\n"
                    "  print(words.hello) end })");
    write_file(f, "apart.lua", "print('apart') return {}");
    write_file(f, "main.lua",
               HEAD "require 'apart'\nreturn drover.scenario { kinds = { require 'herd' }, setup = "
                    "function(world)\n  world:spawn('a', {}) end }");
    open_folder(f);
    step(f, 1);
    write_file(f, "words.lua", "return { hello = 'two' }");
    dv_reload_report report = expect_swapped(f);
    assert_string_equal(report.changed, "words.lua");
    assert_string_equal(report.modules, "apart, words, herd, main");
    step(f, 1);
    expect_log(f, "apart\none\napart\ntwo\n");
    write_file(f, "words.lua", "require 'main' return {}");
    report = dv_scenario_reload(f->scenario);
    assert_int_equal(report.outcome, DV_RELOAD_REFUSED);
    assert_non_null(strstr(report.message, "words"));
    assert_non_null(strstr(report.message, "main"));
}

static void a_module_that_was_missing_is_loaded_when_it_comes(void **state) {
    fixture *f = *state;
    open_main(f, SAYING_ONE);
    write_file(f, "main.lua",
               read_script_with("reload/saying.lua", "local drover",
                                "require 'extra'\nlocal drover", "one", "two", NULL));
    expect_refused(f,
                   "main.lua:1: require \"extra\": there is neither extra.lua nor a library of "
                   "that name",
                   "require 'extra'");
    write_file(f, "extra.lua", "print 'extra'");
    expect_swapped(f);
    step(f, 1);
    expect_log(f, "setup\nextra\ntwo\t0\n");
}

static void no_old_function_is_called_again(void **state) {
    fixture *f = *state;
    const char *source = read_script("reload/every_callback_says_its_word.lua");
    open_main(f, source);
    step(f, 1);
    f->log[0] = '\0';
    edit_with_sed(f, "main.lua", "s/old/new/");
    expect_swapped(f);
    step(f, 1);
    dv_scenario_monitor(f->scenario, 0);
    dv_scenario_set(f->scenario, "x", "true", NULL);
    expect_log(f, "update new\nelect new\nlua new\nchoose new\nenter new\nkind step new\nstep new\n"
                  "leave new\nmonitor new\nsetting new\n");
}

static void a_good_save_revives_who_failed(void **state) {
    fixture *f = *state;
    static const char name[] = "reload/a_good_save_revives_who_failed.lua";
    open_main(f, read_script(name));
    step(f, 3);
    expect_log(f, "update\n1\n2\n3\nupdate\n1\n3\n1\n3\n");
    assert_int_equal(suspended(f), 1);
    write_file(f, "main.lua", "local x = = 1");
    assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_REFUSED);
    assert_int_equal(suspended(f), 1);
    write_file(f, "main.lua", read_script_with(name, "== 2", "== 9", NULL));
    assert_int_equal(expect_swapped(f).revived, 2);
    assert_int_equal(suspended(f), 0);
    assert_string_equal(banner_of(f), "");
    step(f, 1);
    expect_log(f, "update\n1\n2\n3\n");
}

static void on_reload_may_change_the_world_and_fail(void **state) {
    fixture *f = *state;
    static const char name[] = "reload/on_reload_may_change_the_world_and_fail.lua";
    open_main(f, SAYING_ONE);
    write_file(f, "main.lua", read_script(name));
    expect_swapped(f);
    assert_string_equal(banner_of(f), "main.lua:9: late");
    // Then there was no reload.
    step(f, 1);
    assert_string_equal(banner_of(f), "main.lua:9: late");
    assert_int_equal(dv_world_agent_count(dv_scenario_world(f->scenario)), 1);
    expect_log(f, "setup\none\t0\n");
    write_file(f, "main.lua", read_script_with(name, "error \"late\"", "", NULL));
    expect_swapped(f);
    step(f, 1);
    assert_string_equal(banner_of(f), "");
    assert_int_equal(dv_world_agent_count(dv_scenario_world(f->scenario)), 2);
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(a_saved_script_takes_effect_at_the_next_tick),
        CASE(the_same_content_is_no_change),
        CASE(a_file_caught_empty_keeps_the_old_code_until_it_is_whole),
        CASE(a_shape_that_cannot_be_drawn_leaves_the_old_one),
        CASE(every_module_is_loaded_again),
        CASE(a_module_that_was_missing_is_loaded_when_it_comes),
        CASE(no_old_function_is_called_again),
        CASE(a_good_save_revives_who_failed),
        CASE(on_reload_may_change_the_world_and_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
