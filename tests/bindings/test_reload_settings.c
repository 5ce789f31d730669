// Settings in a reload, and the parts of a scenario that take effect only at a restart.
#include "../program.h"
#include "../read_script.h"
#include "reload_fixture.h"

static void settings_keep_their_values(void **state) {
    fixture *f = *state;
    open_main(f, read_script("reload_settings/settings_keep_their_values.lua"));
    assert_int_equal(dv_scenario_set(f->scenario, "pace", "8", &f->error), DV_OK);
    assert_int_equal(dv_scenario_set(f->scenario, "mist", "true", &f->error), DV_OK);
    assert_int_equal(dv_scenario_set(f->scenario, "way", "c", &f->error), DV_OK);
    step(f, 1);
    // An option is what it is called, wherever it stands.
    write_file(f, "main.lua", read_script("reload_settings/settings_in_another_order.lua"));
    expect_swapped(f);
    step(f, 1);
    expect_log(f, "8.0\ttrue\tc\n5.0\ttrue\tc\t4.0\n");
}

// A value that a save could not hold comes back when it can be, unless somebody chose another.
static void settings_come_back(void **state) {
    fixture *f = *state;
    static const char name[] = "reload_settings/settings_come_back.lua";
    static const struct {
        const char *range, *options, *log;
    } saves[] = {
        {"max = 5", "'a', { 'a', 'b' }", "pace\t5.0\nway\ta\n5.0\ta\n"},
        {"max = 6", "'a', { 'b', 'a' }", "pace\t6.0\n6.0\ta\n"},
        {"max = 9", "'a', { 'c', 'b', 'a' }", "pace\t8.0\nway\tc\n8.0\tc\n"},
        {"max = 99", "'a', { 'c', 'b', 'a' }", "8.0\tc\n"},
    };
    static const char options[] = "\"a\", { \"a\", \"b\", \"c\" }";
    open_main(f, read_script(name));
    assert_int_equal(dv_scenario_set(f->scenario, "pace", "8", &f->error), DV_OK);
    assert_int_equal(dv_scenario_set(f->scenario, "way", "c", &f->error), DV_OK);
    step(f, 1);
    for (size_t i = 0; i < sizeof saves / sizeof *saves; i++) {
        f->log[0] = '\0';
        write_file(
            f, "main.lua",
            read_script_with(name, "max = 9", saves[i].range, options, saves[i].options, NULL));
        expect_swapped(f);
        step(f, 1);
        expect_log(f, saves[i].log);
    }
    // It was given back once: chosen by hand, the same value stays.
    assert_int_equal(dv_scenario_set(f->scenario, "pace", "6", &f->error), DV_OK);
    f->log[0] = '\0';
    write_file(f, "main.lua",
               read_script_with(name, "max = 9", "max = 7", options, saves[3].options, NULL));
    expect_swapped(f);
    step(f, 1);
    expect_log(f, "6.0\tc\n");
}

static void what_needs_a_restart_says_so(void **state) {
    fixture *f = *state;
    static const char source[] = HEAD "local a = drover.kind('a', {})\n"
                                      "return drover.scenario { kinds = { a }, %s }";
    char text[1024];
    snprintf(text, sizeof text, source, "seed = 1");
    open_main(f, text);
    snprintf(text, sizeof text, source, "seed = 2, tick_rate = 30, space = 'volume'");
    write_file(f, "main.lua", text);
    assert_string_equal(expect_swapped(f).message, "seed, tick_rate, space: restart to apply");
    dv_world *world = dv_scenario_world(f->scenario);
    assert_int_equal(dv_world_seed(world), 1);
    assert_true(dv_world_dt(world) == 1.0 / 60);
    snprintf(text, sizeof text, source,
             "seed = 2, tick_rate = 30, space = 'volume', bounds = { min = { 0, 0, 0 }, max = { 9, "
             "9, 9 } "
             "}");
    write_file(f, "main.lua", text);
    assert_string_equal(expect_swapped(f).message, "bounds: restart to apply");
    // An unrelated save names nothing again; nor does one back to what the run was started with.
    snprintf(text, sizeof text, source, "seed = 2, tick_rate = 30, title = 'a'");
    write_file(f, "main.lua", text);
    assert_string_equal(expect_swapped(f).message, "");
    snprintf(text, sizeof text, source, "seed = 3, tick_rate = 30, title = 'b'");
    write_file(f, "main.lua", text);
    assert_string_equal(expect_swapped(f).message, "seed: restart to apply");
    // One that is rolled back was never saved.
    assert_int_equal(dv_scenario_roll_back(f->scenario).outcome, DV_RELOAD_ROLLED_BACK);
    snprintf(text, sizeof text, source, "seed = 3, tick_rate = 30");
    write_file(f, "main.lua", text);
    assert_string_equal(expect_swapped(f).message, "seed: restart to apply");
}

static void a_changed_setup_waits_for_a_restart(void **state) {
    fixture *f = *state;
    static const char source[] = HEAD "local a = drover.kind('a', {})\n"
                                      "%sreturn drover.scenario { kinds = { a },\n"
                                      "%s"
                                      "%s}";
    static const char setup[] = "  setup = function(world)\n    world:scatter('a', 3)\n  end,\n";
    static const char other[] = "  setup = function(world)\n    world:scatter('a', 4)\n  end,\n";
    static const char *const changes[][4] = {
        // Further down and beside other changes it is the same.
        {"-- a comment\n\n", setup, "  update = function() end,\n", ""},
        {"", other, "", "setup: restart to apply"},
        {"", other, "  title = 'It is the same',\n", ""},
        {"", setup, "", ""},
        {"", "", "", "setup: restart to apply"},
        {"", other, "  seed = 9,\n", "seed, setup: restart to apply"},
    };
    char text[2048];
    snprintf(text, sizeof text, source, "", setup, "");
    open_main(f, text);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        snprintf(text, sizeof text, source, changes[i][0], changes[i][1], changes[i][2]);
        write_file(f, "main.lua", text);
        assert_string_equal(expect_swapped(f).message, changes[i][3]);
    }
    assert_int_equal(dv_world_count(dv_scenario_world(f->scenario), DV_ANY_KIND, -1), 3);
}

static void a_setup_in_a_module_waits_as_well(void **state) {
    fixture *f = *state;
    write_file(f, "place.lua", "return { setup = function(world)\n  world:count()\nend }");
    write_file(f, "main.lua",
               HEAD "return drover.scenario { kinds = { drover.kind('a', {}) },\n"
                    "  setup = require 'place'.setup }");
    open_folder(f);
    write_file(f, "place.lua", "return { setup = function(world)\n  world:random()\nend }");
    assert_string_equal(expect_swapped(f).message, "setup: restart to apply");
}

static void changed_defaults_of_restart_settings_wait(void **state) {
    fixture *f = *state;
    static const char source[] =
        HEAD "local a = drover.kind('a', {})\n"
             "return drover.scenario { kinds = { a }, settings = {\n%s } }";
    static const char *const changes[][2] = {
        {"drover.slider('herd', 2, { max = 9, restart = true }),\n"
         "drover.toggle('mist', false, { restart = true }),\n"
         "drover.choice('way', 'a', { 'a', 'b', restart = true }), drover.slider('pace', 1)",
         ""},
        // The same option in another place, another range, and one that takes effect at once.
        {"drover.slider('herd', 2, { max = 8, restart = true }),\n"
         "drover.toggle('mist', false, { restart = true }),\n"
         "drover.choice('way', 'a', { 'b', 'a', restart = true }), drover.slider('pace', 0)",
         ""},
        {"drover.slider('herd', 3, { max = 8, restart = true }),\n"
         "drover.toggle('mist', true, { restart = true }),\n"
         "drover.choice('way', 'b', { 'b', 'a', restart = true })",
         "settings.herd, settings.mist, settings.way: restart to apply"},
        // One that was named already, and one that is new.
        {"drover.slider('new', 3, { max = 8, restart = true }),\n"
         "drover.slider('herd', 3, { max = 8, restart = true })",
         ""},
        {"drover.slider('herd', 2, { max = 8, restart = true })", ""},
    };
    char text[2048];
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        snprintf(text, sizeof text, source, changes[i][0]);
        if (i == 0) {
            open_main(f, text);
            continue;
        }
        write_file(f, "main.lua", text);
        assert_string_equal(expect_swapped(f).message, changes[i][1]);
    }
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(settings_keep_their_values),        CASE(settings_come_back),
        CASE(what_needs_a_restart_says_so),      CASE(a_changed_setup_waits_for_a_restart),
        CASE(a_setup_in_a_module_waits_as_well), CASE(changed_defaults_of_restart_settings_wait),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
