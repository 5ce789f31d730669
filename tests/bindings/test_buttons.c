// Buttons of a scenario: how their declarations are checked, what a press does, and mods.
#include "../program.h"
#include "mods_fixture.h"

#define KIND "local a = drover.kind('a', {})\n"
#define BUTTONS(settings)                                                                          \
    HEAD KIND "return drover.scenario { kinds = { a }, settings = { " settings " } }"
#define BUTTON(title, press) "drover.button('" title "', function(world) " press " end)"

static void wrong_buttons_are_refused(void **state) {
    fixture *f = *state;
    static const char title[] = "main.lua:3: drover.button: a title expected: one line of at most "
                                "100 bytes, with no space before or after it";
    expect_refusal(f, BUTTONS("drover.button()"),
                   "main.lua:3: drover.button: a string expected, got nil");
    expect_refusal(f, BUTTONS("drover.button('Go')"),
                   "main.lua:3: drover.button: a function expected, got nil");
    expect_refusal(f, BUTTONS("drover.button('', print)"), title);
    expect_refusal(f, BUTTONS("drover.button(' Go', print)"), title);
    expect_refusal(f, BUTTONS("drover.button('Go ', print)"), title);
    expect_refusal(f, BUTTONS("drover.button('Go\\non', print)"), title);
    expect_refusal(f, BUTTONS("drover.button(('x'):rep(101), print)"), title);
    expect_refusal(f, BUTTONS("drover.button('Go', print), drover.button('Go', print)"),
                   "main.lua:3: settings[2]: button 'Go' is declared twice");
    expect_refusal(f, BUTTONS("print"),
                   "main.lua:3: settings[1]: a drover.slider, toggle, choice or "
                   "button expected, got function");
}

static void buttons_are_among_the_settings(void **state) {
    fixture *f = *state;
    open_main(f, BUTTONS("drover.button('x', print), drover.slider('x', 1), drover.button('One', "
                         "print), drover.toggle('y', true), drover.button('Two', print)"));
    const dv_scenario *s = f->scenario;
    assert_int_equal(dv_program_setting_count(dv_world_program(dv_scenario_world(f->scenario))), 2);
    assert_int_equal(dv_scenario_button_count(s), 3);
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(dv_scenario_button_place(s, i), i);
    assert_string_equal(dv_scenario_button_name(s, 1), "One");
    assert_string_equal(dv_scenario_button_title(s, 2), "Two");
}

static void a_press_calls_the_function_with_the_world(void **state) {
    fixture *f = *state;
    open_main(f, BUTTONS(BUTTON("Add one", "world:spawn('a', {}) print(world.tick)")));
    dv_world *world = dv_scenario_world(f->scenario);
    uint32_t before = dv_world_agent_count(world);
    assert_int_equal(dv_scenario_press(f->scenario, "Add one", &f->error), DV_OK);
    assert_int_equal(dv_world_agent_count(world), before + 1);
    expect_log(f, "0\n");
    assert_int_equal(dv_scenario_press(f->scenario, "Add on", &f->error), DV_ERROR_NAME);
    assert_string_equal(f->error.message, "no button 'Add on' (Add one?)");
    assert_int_equal(dv_world_agent_count(world), before + 1);
}

static void buttons_reload_and_their_errors_show(void **state) {
    fixture *f = *state;
    open_main(f, BUTTONS(BUTTON("Go", "print 'old'")));
    dv_scenario_press(f->scenario, "Go", &f->error);
    write_file(f, "main.lua", BUTTONS(BUTTON("Go", "print 'new'")));
    assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_SWAPPED);
    dv_scenario_press(f->scenario, "Go", &f->error);
    write_file(f, "main.lua", BUTTONS(BUTTON("Go", "error 'broken'")));
    assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_SWAPPED);
    assert_int_equal(dv_scenario_press(f->scenario, "Go", &f->error), DV_OK);
    assert_string_equal(banner_of(f), "main.lua:3: broken");
    write_file(f, "main.lua", BUTTONS(""));
    assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_SWAPPED);
    assert_int_equal(dv_scenario_press(f->scenario, "Go", &f->error), DV_ERROR_NAME);
    assert_string_equal(f->error.message, "no button 'Go'");
    expect_log(f, "old\nnew\n");
}

static void buttons_of_mods_have_the_name_of_the_mod(void **state) {
    fixture *f = *state;
    write_base(f);
    write_mod(f, "winter", "",
              MOD "settings = { drover.slider('depth', 1), " BUTTON("Thaw", "print 'thaw'") " } }");
    open_mods(f, "winter");
    uint32_t settings = dv_program_setting_count(dv_world_program(dv_scenario_world(f->scenario)));
    assert_int_equal(dv_scenario_button_count(f->scenario), 1);
    assert_string_equal(dv_scenario_button_name(f->scenario, 0), "winter.Thaw");
    assert_string_equal(dv_scenario_button_title(f->scenario, 0), "winter.Thaw");
    assert_int_equal(dv_scenario_button_place(f->scenario, 0), settings);
    f->log[0] = '\0';
    assert_int_equal(dv_scenario_press(f->scenario, "winter.Thaw", &f->error), DV_OK);
    expect_log(f, "thaw\n");
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(wrong_buttons_are_refused),
        CASE(buttons_are_among_the_settings),
        CASE(a_press_calls_the_function_with_the_world),
        CASE(buttons_reload_and_their_errors_show),
        CASE(buttons_of_mods_have_the_name_of_the_mod),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
