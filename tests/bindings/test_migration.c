// What `migrate` may do with agents whose state was removed by a reload, and the messages if it
// does anything else.
#include "../program.h"
#include "../read_script.h"
#include "scenario_fixture.h"

/// Three agents in `wild`, under code that says this of the kind in line 5.
static const char *states(const char *definition) {
    return read_script_with("moving/states.lua", "states = { calm = {}, wild = {} }", definition,
                            NULL);
}

static void open_and_save(fixture *f, const char *definition) {
    open_main(f, read_script("moving/states.lua"));
    write_file(f, "main.lua", definition);
    dv_reload_report report = dv_scenario_reload(f->scenario);
    if (report.outcome != DV_RELOAD_SWAPPED)
        fail_msg("outcome %d: %s", report.outcome, report.message);
    assert_int_equal(report.moved.migrated, 3);
}

static void expect_rollback(fixture *f, const char *definition, const char *message) {
    open_and_save(f, definition);
    dv_reload_report report = dv_scenario_roll_back(f->scenario);
    assert_int_equal(report.outcome, DV_RELOAD_ROLLED_BACK);
    assert_string_equal(report.message, message);
}

static void it_returns_the_name_of_a_state(void **state) {
    fixture *f = *state;
    expect_rollback(f, states("migrate = function() return 7 end, states = { calm = {} }"),
                    "main.lua:5: migrate returned a number, not a state's name or nil [a#1 calm]");
    expect_rollback(f, states("migrate = function() return {} end, states = { calm = {} }"),
                    "main.lua:5: migrate returned a table, not a state's name or nil [a#1 calm]");
    expect_rollback(f,
                    states("migrate = function() return 'elsewhere' end, states = { calm = {} }"),
                    "main.lua:5: migrate returned 'elsewhere', which is not a state [a#1 calm]");
}

static void it_may_remove_its_agent_and_others(void **state) {
    fixture *f = *state;
    open_and_save(f, states("migrate = function(self) self:remove() return 'calm' end, "
                            "states = { calm = {} }"));
    assert_int_equal(dv_world_agent_count(dv_scenario_world(f->scenario)), 0);
    assert_string_equal(banner_of(f), "");
    // Those that are gone are not asked.
    open_and_save(f, states("migrate = function(self) print(self) for other in "
                            "self.world:agents() do if other ~= self then other:remove() "
                            "end end end, states = { calm = {} }"));
    expect_log(f, "a#1\n");
    assert_int_equal(dv_world_agent_count(dv_scenario_world(f->scenario)), 1);
    assert_string_equal(banner_of(f), "");
}

static void a_long_list_of_modules_is_cut_behind_a_name(void **state) {
    fixture *f = *state;
    char name[64], text[128], source[4096] = HEAD;
    for (int i = 0; i < 12; i++) {
        snprintf(name, sizeof name, "a_module_with_a_rather_long_name_%d.lua", i);
        write_file(f, name, "return 1\n");
        snprintf(text, sizeof text, "require 'a_module_with_a_rather_long_name_%d'\n", i);
        strcat(source, text);
    }
    strcat(source, "return drover.scenario { kinds = { drover.kind('a', {}) } }");
    open_main(f, source);
    for (int i = 0; i < 12; i++) {
        snprintf(name, sizeof name, "a_module_with_a_rather_long_name_%d.lua", i);
        write_file(f, name, "return 2\n");
    }
    dv_reload_report report = dv_scenario_reload(f->scenario);
    assert_int_equal(report.outcome, DV_RELOAD_SWAPPED);
    assert_string_equal(report.changed, "a_module_with_a_rather_long_name_0.lua, "
                                        "a_module_with_a_rather_long_name_1.lua, "
                                        "a_module_with_a_rather_long_name_2.lua, "
                                        "a_module_with_a_rather_long_name_3.lua, "
                                        "a_module_with_a_rather_long_name_4.lua and 7 more");
    assert_string_equal(report.modules, "a_module_with_a_rather_long_name_0, "
                                        "a_module_with_a_rather_long_name_1, "
                                        "a_module_with_a_rather_long_name_2, "
                                        "a_module_with_a_rather_long_name_3, "
                                        "a_module_with_a_rather_long_name_4, "
                                        "a_module_with_a_rather_long_name_5 and 7 more");
}

static void long_lists_of_a_reload_are_cut_behind_an_entry(void **state) {
    fixture *f = *state;
    char memory[2048] = "", settings[4096] = "", source[8192];
    for (int i = 0; i < 30; i++) {
        char entry[128];
        snprintf(entry, sizeof entry, "a_field_with_a_long_name_%d = 1, ", i);
        strcat(memory, entry);
        snprintf(entry, sizeof entry,
                 "drover.toggle('a_rather_long_setting_%d', false, { restart = true }), ", i);
        strcat(settings, entry);
    }
    snprintf(source, sizeof source,
             "return drover.scenario { kinds = { drover.kind('a', { memory = { %s } }) },\n"
             "  settings = { %s }, setup = function(world) world:spawn('a', {}) end }",
             memory, settings);
    char text[sizeof source + 256];
    snprintf(text, sizeof text, HEAD "%s", source);
    open_main(f, text);
    for (char *c = text; (c = strstr(c, " = 1, ")); c++)
        c[3] = '2';
    for (char *c = text; (c = strstr(c, "', false")); c++)
        memcpy(c, "', true ", 8);
    write_file(f, "main.lua", text);
    dv_reload_report report = dv_scenario_reload(f->scenario);
    assert_int_equal(report.outcome, DV_RELOAD_SWAPPED);
    const char *rest = strstr(report.defaults, " keeps the old value and ");
    assert_non_null(rest);
    assert_string_equal(strrchr(rest, ' '), " more");
    rest = strstr(report.message, " and ");
    assert_non_null(rest);
    assert_non_null(strstr(rest, " more: restart to apply"));
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(it_returns_the_name_of_a_state),
        CASE(it_may_remove_its_agent_and_others),
        CASE(long_lists_of_a_reload_are_cut_behind_an_entry),
        CASE(a_long_list_of_modules_is_cut_behind_a_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
