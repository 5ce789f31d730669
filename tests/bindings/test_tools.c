// Tools of a scenario: how their declarations are checked, and that they get the mouse input.
#include "../program.h"
#include "../read_script.h"
#include "scenario_fixture.h"

#define KIND "local a = drover.kind('a', {})\n"
#define TOOLS(tools) HEAD KIND "return drover.scenario { kinds = { a }, tools = { " tools " } }"

static void wrong_tools_are_refused_with_the_way_to_the_key(void **state) {
    fixture *f = *state;
    expect_refusal(f, TOOLS("wind = 1"), "main.lua:3: tools.wind: a table expected, got number");
    expect_refusal(f, TOOLS("wind = { mousemove = print }"),
                   "main.lua:3: tools.wind.mousemove: unknown key (mousemoved?)");
    expect_refusal(f, TOOLS("wind = { mousemoved = 1 }"),
                   "main.lua:3: tools.wind.mousemoved: a function expected, got number");
    expect_refusal(f, TOOLS("wind = { title = 1 }"),
                   "main.lua:3: tools.wind.title: a string expected, got number");
    expect_refusal(f, TOOLS("wind = { keypressed = print }"),
                   "main.lua:3: tools.wind.keypressed: unknown key (key?)");
    expect_refusal(f, TOOLS("wind = { key = 'W' }"), "main.lua:3: tools.wind.key: no key 'W' (w?)");
    expect_refusal(f, TOOLS("wind = { key = 'returm' }"),
                   "main.lua:3: tools.wind.key: no key 'returm' (return?)");
    expect_refusal(f, TOOLS("wind = { key = 'w' }, whirl = { key = 'w' }"),
                   "main.lua:3: tools.wind.key: 'w' is the key of tools.whirl already");
    expect_refusal(f, HEAD KIND "return drover.scenario { kinds = { a }, tool = {} }",
                   "main.lua:3: tool: unknown key (tools?)");
}

static void a_tool_cannot_have_a_key_of_the_window(void **state) {
    fixture *f = *state;
    static const char *const of_window[] = {"c", ",", "f5", "backspace", "space", NULL};
    f->reserved_keys = of_window;
    for (size_t i = 0; of_window[i]; i++) {
        char source[512], message[96];
        snprintf(source, sizeof source, TOOLS("wind = { key = '%s' }"), of_window[i]);
        snprintf(message, sizeof message,
                 "main.lua:3: tools.wind.key: the window has a use for '%s' already", of_window[i]);
        expect_refusal(f, source, message);
    }
    open_main(f, TOOLS("wind = { key = 'f6' }"));
    f->reserved_keys = NULL;
    open_main(f, TOOLS("wind = { key = 'f5' }"));
}

static void tools_are_listed_by_name(void **state) {
    fixture *f = *state;
    open_main(f, TOOLS("wind = { title = 'Paint wind', key = 'w', mousemoved = print },"
                       "calm = { wheelmoved = print, draw = print }"));
    const dv_scenario *s = f->scenario;
    assert_int_equal(dv_scenario_tool_count(s), 2);
    assert_string_equal(dv_scenario_tool_name(s, 0), "calm");
    assert_string_equal(dv_scenario_tool_title(s, 0), "calm");
    assert_string_equal(dv_scenario_tool_key(s, 0), "");
    assert_string_equal(dv_scenario_tool_title(s, 1), "Paint wind");
    assert_string_equal(dv_scenario_tool_key(s, 1), "w");
    assert_int_equal(dv_scenario_tool_named(s, "wind"), 1);
    assert_int_equal(dv_scenario_tool_named(s, "whirl"), -1);
    assert_true(dv_scenario_tool_takes(s, 1, DV_MOUSE_MOVED));
    assert_false(dv_scenario_tool_takes(s, 1, DV_WHEEL_MOVED));
    assert_true(dv_scenario_tool_takes(s, 0, DV_WHEEL_MOVED));
}

#define LISTENING "tools/what_the_mouse_does_goes_to_the_tool.lua"

/// A tool that prints this when a button is pressed.
static const char *listening(const char *pressed) {
    return read_script_with(LISTENING, "print(x, y, button, agent)", pressed, NULL);
}

static void say(fixture *f, dv_input input) { dv_scenario_input(f->scenario, &input); }

static void what_the_mouse_does_goes_to_the_tool(void **state) {
    fixture *f = *state;
    open_main(f, read_script(LISTENING));
    uint64_t before = hash_of(f);
    dv_agent agent = dv_world_agent_at(dv_scenario_world(f->scenario), 0);
    say(f,
        (dv_input){
            .type = DV_MOUSE_PRESSED, .x = 1, .y = 2, .button = 3, .agent = agent, .tool = "wind"});
    say(f, (dv_input){.type = DV_MOUSE_MOVED, .x = 4, .y = 5, .dx = 6, .dy = 7, .tool = "wind"});
    say(f, (dv_input){.type = DV_WHEEL_MOVED, .dx = 0, .dy = -1, .tool = "wind"});
    say(f, (dv_input){.type = DV_MOUSE_PRESSED, .x = 8, .y = 9});
    expect_log(f,
               "1.0\t2.0\t3\ta#1\nmoved\t4.0\t5.0\t6.0\t7.0\nwheel\t0.0\t-1.0\nplain\t8.0\t9.0\n");
    assert_int_equal(hash_of(f), before);
    // A tool may write the world, as any callback for input.
    say(f, (dv_input){.type = DV_MOUSE_RELEASED, .button = 1, .tool = "wind"});
    assert_int_not_equal(hash_of(f), before);
    say(f, (dv_input){.type = DV_MOUSE_PRESSED, .tool = "gone"});
    expect_log(f, "");
    assert_string_equal(banner_of(f), "");
}

static void tools_reload(void **state) {
    fixture *f = *state;
    const dv_input press = {.type = DV_MOUSE_PRESSED, .tool = "wind"};
    open_main(f, listening("print 'old'"));
    say(f, press);
    write_file(f, "main.lua", listening("print 'new'"));
    assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_SWAPPED);
    say(f, press);
    write_file(f, "main.lua", listening("print(error('broken'))"));
    assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_SWAPPED);
    say(f, press);
    assert_string_equal(banner_of(f), "main.lua:11: broken");
    write_file(f, "main.lua", HEAD KIND "return drover.scenario { kinds = { a } }");
    assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_SWAPPED);
    say(f, press);
    assert_int_equal(dv_scenario_tool_count(f->scenario), 0);
    expect_log(f, "old\nnew\n");
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(wrong_tools_are_refused_with_the_way_to_the_key),
        CASE(a_tool_cannot_have_a_key_of_the_window),
        CASE(tools_are_listed_by_name),
        CASE(what_the_mouse_does_goes_to_the_tool),
        CASE(tools_reload),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
