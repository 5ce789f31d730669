// Selecting tools by their keys, and which tool gets the mouse meanwhile.
#include "tools.h"

#include "../program.h"
#include "../read_script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int open_scenario(void **state) {
    char path[] = "/tmp/drover_tools_XXXXXX.lua";
    dv_error error;
    int descriptor = mkstemps(path, 4);
    assert_true(descriptor >= 0);
    const char *source = read_script("tools/three_tools.lua");
    assert_int_equal(write(descriptor, source, strlen(source)), (ssize_t)strlen(source));
    close(descriptor);
    dv_scenario_options options = dv_scenario_options_default();
    *state = dv_scenario_open(path, &options, &error);
    unlink(path);
    if (!*state)
        fail_msg("%s", error.message);
    return 0;
}

static int close_scenario(void **state) {
    dv_scenario_close(*state);
    return 0;
}

static const dv_input left_down = {.type = DV_MOUSE_PRESSED, .button = 1},
                      left_up = {.type = DV_MOUSE_RELEASED, .button = 1},
                      right_down = {.type = DV_MOUSE_PRESSED, .button = 3},
                      right_up = {.type = DV_MOUSE_RELEASED, .button = 3},
                      moved = {.type = DV_MOUSE_MOVED}, wheel = {.type = DV_WHEEL_MOVED};

static void a_key_chooses_a_tool_and_gives_it_back(void **state) {
    const dv_scenario *s = *state;
    dv_tools tools = {0};
    assert_null(dv_tools_chosen(&tools, s));
    assert_true(dv_tools_press_key(&tools, s, "w"));
    assert_string_equal(dv_tools_chosen(&tools, s), "wind");
    assert_true(dv_tools_press_key(&tools, s, "z"));
    assert_string_equal(dv_tools_chosen(&tools, s), "zoom");
    assert_true(dv_tools_press_key(&tools, s, "z"));
    assert_null(dv_tools_chosen(&tools, s));
    assert_false(dv_tools_press_key(&tools, s, "x"));
    assert_null(dv_tools_chosen(&tools, s));
}

static void escape_gives_back_what_is_chosen_and_nothing_else(void **state) {
    const dv_scenario *s = *state;
    dv_tools tools = {0};
    assert_false(dv_tools_press_key(&tools, s, "escape"));
    dv_tools_press_key(&tools, s, "w");
    assert_true(dv_tools_press_key(&tools, s, "escape"));
    assert_null(dv_tools_chosen(&tools, s));
    assert_false(dv_tools_press_key(&tools, s, "escape"));
}

static void the_release_of_a_key_goes_where_its_press_went(void **state) {
    const dv_scenario *s = *state;
    dv_tools tools = {0};
    assert_false(dv_tools_release_key(&tools, "w"));
    dv_tools_press_key(&tools, s, "w");
    assert_false(dv_tools_release_key(&tools, "x"));
    assert_true(dv_tools_release_key(&tools, "w"));
    assert_false(dv_tools_release_key(&tools, "w"));
}

static void a_tool_takes_what_it_has_callbacks_for(void **state) {
    const dv_scenario *s = *state;
    dv_tools tools = {0};
    assert_null(dv_tools_take(&tools, s, &moved));
    dv_tools_press_key(&tools, s, "w");
    assert_string_equal(dv_tools_take(&tools, s, &moved), "wind");
    assert_null(dv_tools_take(&tools, s, &wheel));
    // Who wants its motion has the mouse: nothing is selected or dragged.
    assert_string_equal(dv_tools_take(&tools, s, &left_down), "wind");
    assert_string_equal(dv_tools_take(&tools, s, &left_up), "wind");
    dv_tools_press_key(&tools, s, "z");
    assert_string_equal(dv_tools_take(&tools, s, &wheel), "zoom");
    assert_null(dv_tools_take(&tools, s, &left_down));
    assert_null(dv_tools_take(&tools, s, &left_up));
    dv_tools_choose(&tools, "mute");
    assert_null(dv_tools_take(&tools, s, &moved));
}

static void a_stroke_ends_with_the_tool_that_began_it(void **state) {
    const dv_scenario *s = *state;
    dv_tools tools = {0};
    dv_tools_press_key(&tools, s, "w");
    dv_tools_take(&tools, s, &left_down);
    dv_tools_press_key(&tools, s, "escape");
    assert_string_equal(dv_tools_take(&tools, s, &moved), "wind");
    assert_string_equal(dv_tools_take(&tools, s, &right_down), "wind");
    assert_string_equal(dv_tools_take(&tools, s, &left_up), "wind");
    assert_string_equal(dv_tools_take(&tools, s, &right_up), "wind");
    assert_null(dv_tools_take(&tools, s, &moved));
    // And one that began without a tool goes on without.
    dv_tools_take(&tools, s, &left_down);
    dv_tools_press_key(&tools, s, "w");
    assert_null(dv_tools_take(&tools, s, &moved));
    assert_null(dv_tools_take(&tools, s, &left_up));
    assert_string_equal(dv_tools_take(&tools, s, &moved), "wind");
    // A button that went down over a panel comes up for no tool.
    assert_null(dv_tools_take(&tools, s, &left_up));
}

#define CASE(function) cmocka_unit_test_setup_teardown(function, open_scenario, close_scenario)

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(a_key_chooses_a_tool_and_gives_it_back),
        CASE(escape_gives_back_what_is_chosen_and_nothing_else),
        CASE(the_release_of_a_key_goes_where_its_press_went),
        CASE(a_tool_takes_what_it_has_callbacks_for),
        CASE(a_stroke_ends_with_the_tool_that_began_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
