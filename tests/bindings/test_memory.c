// Memory of agents, groups, and the world: defaults, copies, sharing, and what is refused.
#include "../program.h"
#include "../read_script.h"
#include "scenario_fixture.h"

#define NO_DATA                                                                                    \
    " cannot be remembered: numbers, strings, booleans, vectors, handles and tables of these can"

static void defaults_are_copied_to_each_agent(void **state) {
    expect_run(*state, read_script("memory/defaults_are_copied_to_each_agent.lua"), 0,
               "5\tnil\tmine\ty\ttrue\t(1, 2, 0)\ttrue\n6\t9\t1\t1\tx\t1\ntrue\ttrue\ttrue\n"
               "sue\tnil\nnil\nnil\n");
}

static void what_is_no_data_is_refused_with_its_path(void **state) {
    expect_run(
        *state, read_script("memory/what_is_no_data_is_refused_with_its_path.lua"), 0,
        "main.lua:32: m: a function cannot be remembered: numbers, strings, booleans, vectors, "
        "handles "
        "and tables of these can\n"
        "main.lua:32: m: a thread cannot be remembered: numbers, strings, booleans, vectors, "
        "handles and "
        "tables of these can\n"
        "main.lua:32: m: a behavior cannot be remembered: keep its name instead\n"
        "main.lua:32: m: a guard cannot be remembered: keep its name instead\n"
        "main.lua:32: m: a world cannot be remembered: keep its name instead\n"
        "main.lua:32: m: a setting cannot be remembered: keep its name instead\n"
        "main.lua:32: m: a drover.mouse cannot be remembered: keep its name instead\n"
        "main.lua:32: m: a kind cannot be remembered: keep its name instead\n"
        "main.lua:32: m.2.x: a function cannot be remembered: numbers, strings, booleans, vectors, "
        "handles and tables of these can\n"
        "main.lua:32: m: a function cannot be a key here\n"
        "main.lua:32: m: a number with a fraction cannot be a key here\n"
        "main.lua:32: m: a table cannot be a key here\n"
        "main.lua:32: m: a table with a metatable cannot be remembered\n"
        "main.lua:32: m.1: a drover.none cannot be remembered: keep its name instead\n"
        "main.lua:32: m.k: a drover.mouse cannot be remembered: keep its name instead\n"
        "main.lua:32: m: a function cannot be a key here\n"
        "main.lua:44: m: more than 100 tables inside each other\n");
}

// What is put into a table later is found out when it is saved, with the same path.
static void what_slips_into_a_table_is_named_when_saved(void **state) {
    fixture *f = *state;
    char path[256];
    open_main(f, read_script("memory/what_slips_into_a_table_is_named_when_saved.lua"));
    dv_world *world = dv_scenario_world(f->scenario);
    step(f, 1);
    assert_int_equal(dv_world_save(world, path_in(f, "s.snap", path), &f->error), DV_ERROR_SCRIPT);
    assert_string_equal(f->error.message, "a#2.bag.list.1.2: a function" NO_DATA);
    assert_int_equal(access(path, F_OK), -1);
    uint64_t hash = 7;
    assert_int_equal(dv_world_hash(world, &hash, &f->error), DV_ERROR_SCRIPT);
    assert_string_equal(f->error.message, "a#2.bag.list.1.2: a function" NO_DATA);
    assert_int_equal(hash, 7);
}

static void long_texts_and_keys_of_two_types_are_read_back(void **state) {
    fixture *f = *state;
    open_main(f, read_script("memory/long_texts_and_keys_of_two_types_are_read_back.lua"));
    dv_world *world = dv_scenario_world(f->scenario);
    dv_snapshot snapshot;
    uint64_t hash = hash_of(f);
    assert_int_equal(dv_world_take_snapshot(world, &snapshot, &f->error), DV_OK);
    step(f, 1);
    assert_int_equal(dv_world_load_snapshot(world, &snapshot, &f->error), DV_OK);
    assert_true(hash_of(f) == hash);
    step(f, 1);
    expect_log(f, "300001\ty\t7\t2\t6\n300001\ty\t7\t2\t6\n");
    dv_snapshot_free(&snapshot);
}

// At every depth, so that no room on Lua's stack is left over by luck.
static void what_is_refused_at_the_bottom_of_deep_tables_is_named(void **state) {
    fixture *f = *state;
    char path[256], expected[1024];
    write_file(f, "main.lua",
               read_script("memory/what_is_refused_at_the_bottom_of_deep_tables_is_named.lua"));
    open_folder(f);
    dv_world *world = dv_scenario_world(f->scenario);
    for (int depth = 0; depth <= 200; depth += depth < 110 ? 1 : 30) {
        char text[16];
        snprintf(text, sizeof text, "%d", depth);
        assert_int_equal(dv_scenario_set(f->scenario, "depth", text, &f->error), DV_OK);
        step(f, 1);
        // The memory itself is the first of the 100 tables, m the second.
        strcpy(expected, "a#1.m");
        for (int i = 0; i < (depth < 99 ? depth : 98); i++)
            strcat(expected, ".k");
        strcat(expected, depth <= 98 ? ".f: a function" NO_DATA
                                     : ".k: more than 100 tables inside each other");
        strcat(expected, " (a#1.m was last assigned by 'step' (main.lua:7))");
        assert_int_equal(dv_world_save(world, path_in(f, "s.snap", path), &f->error),
                         DV_ERROR_SCRIPT);
        assert_string_equal(f->error.message, expected);
    }
}

static void the_worlds_memory_is_a_table_of_its_own(void **state) {
    expect_run(*state, read_script("memory/the_worlds_memory_is_a_table_of_its_own.lua"), 3,
               "nil\n1\n2\n3\n");
}

static void settings_are_read_written_and_announced(void **state) {
    fixture *f = *state;
    open_main(f, read_script("memory/settings_are_read_written_and_announced.lua"));
    expect_log(f, "2.0\tfalse\tleft\ttrue\n3.0\ttrue\tright\n"
                  "false\tmain.lua:17: setting 'pace': 9 is not in 1 to 5\n"
                  "false\tmain.lua:18: setting 'pace': a number expected, got string\n"
                  "false\tmain.lua:19: setting 'mist': true or false expected, got number\n"
                  "false\tmain.lua:20: setting 'way' has no option 'rihgt' (right?)\n"
                  "false\tmain.lua:21: no setting 'pacee' (pace?)\n");
    static const char *const good[][2] = {{"pace", "4.5"}, {"mist", "false"}, {"way", "left"}};
    for (int i = 0; i < 3; i++)
        assert_int_equal(dv_scenario_set(f->scenario, good[i][0], good[i][1], &f->error), DV_OK);
    expect_log(f, "pace\t4.5\t4.5\nmist\tfalse\tfalse\nway\tleft\tleft\n");
    static const char *const bad[][3] = {
        {"pace", "6", "setting 'pace': 6 is not in 1 to 5"},
        {"pace", "x", "setting 'pace': 'x' is not a number"},
        {"pace", "", "setting 'pace': '' is not a number"},
        {"pace", "nan", "setting 'pace': 'nan' is not a number"},
        {"mist", "1", "setting 'mist': true or false expected, got '1'"},
        {"way", "lfet", "setting 'way' has no option 'lfet' (left?)"},
        {"mits", "true", "no setting 'mits' (mist?)"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_not_equal(dv_scenario_set(f->scenario, bad[i][0], bad[i][1], &f->error), DV_OK);
        assert_string_equal(f->error.message, bad[i][2]);
    }
    expect_log(f, "");
    assert_string_equal(banner_of(f), "");
}

static void a_failing_setting_callback_shows_in_the_banner(void **state) {
    fixture *f = *state;
    open_main(f, read_script("memory/a_failing_setting_callback_shows_in_the_banner.lua"));
    assert_int_equal(dv_scenario_set(f->scenario, "x", "true", &f->error), DV_OK);
    assert_string_equal(banner_of(f), "main.lua:8: no");
}

static void monitors_count_and_fail_once(void **state) {
    fixture *f = *state;
    open_main(f, read_script("memory/monitors_count_and_fail_once.lua"));
    // In the order of their names.
    static const char *const names[] = {"bad", "flag", "none", "total", "word"};
    assert_int_equal(dv_scenario_monitor_count(f->scenario), 5);
    for (uint32_t i = 0; i < 5; i++)
        assert_string_equal(dv_scenario_monitor_name(f->scenario, i), names[i]);
    assert_true(dv_scenario_monitor(f->scenario, 1) == 1);
    assert_true(dv_scenario_monitor(f->scenario, 3) == 3);
    assert_true(dv_scenario_monitor(f->scenario, 0) != dv_scenario_monitor(f->scenario, 0));
    expect_log(f, "called\n");
    assert_string_equal(banner_of(f), "main.lua:13: no");
}

static void expect_plot(const fixture *f, uint32_t number, const char *title, const char *unit,
                        const char *monitors) {
    const dv_plot *plot = dv_scenario_plot(f->scenario, number);
    assert_string_equal(plot->title, title);
    assert_string_equal(plot->unit, unit);
    assert_int_equal(plot->count, strlen(monitors));
    for (uint32_t i = 0; i < plot->count; i++)
        assert_int_equal(*dv_scenario_monitor_name(f->scenario, plot->monitors[i]), monitors[i]);
}

static void each_monitor_has_a_plot(void **state) {
    fixture *f = *state;
    open_main(f, read_script("memory/each_monitor_has_a_plot.lua"));
    assert_int_equal(dv_scenario_plot_count(f->scenario), 4);
    expect_plot(f, 0, "two of them", "m/s", "ca");
    expect_plot(f, 1, "a, b", "", "ab");
    expect_plot(f, 2, "one", "", "d");
    expect_plot(f, 3, "e", "", "e");
}

static void monitors_leave_the_world_as_it_is(void **state) {
    fixture *f = *state;
    open_main(f, read_script("memory/monitors_leave_the_world_as_it_is.lua"));
    step(f, 5);
    uint64_t before = hash_of(f);
    assert_true(dv_scenario_monitor(f->scenario, 0) != 0);
    assert_string_equal(banner_of(f), "");
    assert_int_equal(hash_of(f), before);
}

static void keep_value(void *context, const char *name, const char *value) {
    char line[512];
    snprintf(line, sizeof line, "%s=%s", name, value);
    keep_line(context, line);
}

static void an_agent_is_described_by_its_slots_and_memory(void **state) {
    fixture *f = *state;
    open_main(f, read_script("memory/an_agent_is_described_by_its_slots_and_memory.lua"));
    dv_scenario_describe(f->scenario, dv_world_agent_at(dv_scenario_world(f->scenario), 0),
                         keep_value, f);
    expect_log(f, "at=nil\n"
                  "bag={ 1, bag = { 1, bag = { 1, bag = { … }, k = { … } }, k = { (1, 2, 0) } }, k "
                  "= { (1, 2, 0) } }\n"
                  "n=0.1\n"
                  "name=nil\n"
                  "prey=a#1\n");
}

static bool keep_entry(void *context, const dv_value_entry *entry) {
    static const char *const types[] = {"number", "boolean", "text", "table", "other", "more"};
    char line[512];
    if (strstr(entry->path, "long[") && strcmp(entry->path, "bag.long[48]") != 0)
        return false;
    snprintf(line, sizeof line, "%u %s %s%s %g %u", entry->depth, *entry->path ? entry->path : "?",
             types[entry->type], entry->is_cycle ? ", a cycle" : "", entry->number, entry->count);
    keep_line(context, line);
    return true;
}

static void tables_of_the_memory_are_browsed(void **state) {
    fixture *f = *state;
    open_main(f, read_script("memory/tables_of_the_memory_are_browsed.lua"));
    dv_scenario_browse(f->scenario, dv_world_agent_at(dv_scenario_world(f->scenario), 0),
                       keep_entry, f);
    expect_log(f, "0 bag table 0 8\n"
                  "1 bag[1] number 1.5 0\n"
                  "1 bag[\"a \\\"b\"] text 0 0\n"
                  "1 bag.deep table 0 3\n"
                  "2 bag.deep[1] number 7 0\n"
                  "2 bag.deep.n number 2 0\n"
                  "2 bag.deep.up table, a cycle 0 8\n"
                  "1 bag[\"end\"] number 1 0\n"
                  "1 bag.long table 0 50\n"
                  "2 bag.long[48] number 48 0\n"
                  "2 ? more 0 2\n"
                  "1 bag.none table 0 0\n"
                  "1 bag.two other 0 0\n"
                  "1 ? number 3 0\n"
                  "0 flag boolean 1 0\n"
                  "0 name text 0 0\n");
}

static void garbage_can_be_counted(void **state) {
    fixture *f = *state;
    open_main(f, read_script("memory/garbage_can_be_counted.lua"));
    step(f, 1);
    dv_scenario_collect(f->scenario, true);
    size_t before = dv_scenario_lua_bytes(f->scenario);
    step(f, 10);
    // A table is at least 48 bytes.
    assert_true(dv_scenario_lua_bytes(f->scenario) >= before + 100 * 10 * 48);
    dv_scenario_collect(f->scenario, false);
    assert_true(dv_scenario_lua_bytes(f->scenario) < before + 1000);
    step(f, 3000);
    // The collector runs again: 3,000 ticks would leave 14 MB.
    assert_true(dv_scenario_lua_bytes(f->scenario) < before + (1 << 20));
}

typedef struct choice {
    const char *names[2], *sources[2];
} choice;

static bool read_shelf(void *context, const char *path, const char **source, size_t *size) {
    const choice *s = context;
    for (int i = 0; i < 2; i++)
        if (strcmp(path, s->names[i]) == 0) {
            *source = s->sources[i];
            *size = strlen(s->sources[i]);
            return true;
        }
    return false;
}

static void a_scenario_can_be_opened_from_memory(void **state) {
    fixture *f = *state;
    choice s = {{"herd.lua", "kinds/cow.lua"},
                {HEAD "return drover.scenario { kinds = { require 'kinds.cow' },\n"
                      "  setup = function(world) world:scatter('cow', 7) end }",
                 "return require('drover').kind('cow', {})"}};
    dv_scenario_options options = options_of(f);
    options.reader = read_shelf;
    options.reader_context = &s;
    f->scenario = dv_scenario_open("herd.lua", &options, &f->error);
    assert_non_null(f->scenario);
    assert_int_equal(dv_world_agent_count(dv_scenario_world(f->scenario)), 7);
    step(f, 1);
    close_scenario(f);
    assert_null(dv_scenario_open("flock.lua", &options, &f->error));
    assert_non_null(strstr(f->error.message, "flock"));
}

// Nothing but a script gives what a C host makes its memory.
static void what_a_host_makes_remembers_as_well(void **state) {
    fixture *f = *state;
    open_main(f, read_script("memory/what_a_host_makes_remembers_as_well.lua"));
    dv_world *world = dv_scenario_world(f->scenario);
    for (int entered = 0; entered < 2; entered++) {
        dv_agent_def def = dv_agent_def_default(0);
        dv_agent agent;
        assert_int_equal(dv_group_create(world, 0, &def.group, &f->error), DV_OK);
        assert_int_equal(dv_agent_spawn(world, &def, &agent, &f->error), DV_OK);
        if (entered)
            dv_agent_enter(world, agent);
    }
    hash_of(f);
    step(f, 1);
    dv_snapshot snapshot = {0};
    assert_int_equal(dv_world_take_snapshot(world, &snapshot, &f->error), DV_OK);
    assert_int_equal(dv_world_load_snapshot(world, &snapshot, &f->error), DV_OK);
    dv_snapshot_free(&snapshot);
    step(f, 1);
    assert_string_equal(banner_of(f), "");
    expect_log(f, "1\t1\t5\n2\t7\t5\n1\t1\t6\n2\t7\t6\n");
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(defaults_are_copied_to_each_agent),
        CASE(what_is_no_data_is_refused_with_its_path),
        CASE(what_slips_into_a_table_is_named_when_saved),
        CASE(long_texts_and_keys_of_two_types_are_read_back),
        CASE(what_is_refused_at_the_bottom_of_deep_tables_is_named),
        CASE(the_worlds_memory_is_a_table_of_its_own),
        CASE(settings_are_read_written_and_announced),
        CASE(a_failing_setting_callback_shows_in_the_banner),
        CASE(monitors_count_and_fail_once),
        CASE(each_monitor_has_a_plot),
        CASE(monitors_leave_the_world_as_it_is),
        CASE(tables_of_the_memory_are_browsed),
        CASE(an_agent_is_described_by_its_slots_and_memory),
        CASE(garbage_can_be_counted),
        CASE(a_scenario_can_be_opened_from_memory),
        CASE(what_a_host_makes_remembers_as_well),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
