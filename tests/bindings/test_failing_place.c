// A mistake in a definition is reported at the line of its key; a module without a `return` is
// reported at that module.
#include "../program.h"
#include "scenario_fixture.h"

/// `source` is main.lua, `other` other.lua or NULL.
static void expect_message(fixture *f, const char *source, const char *other,
                           const char *expected) {
    if (other)
        write_file(f, "other.lua", other);
    write_file(f, "main.lua", source);
    assert_null(try_open(f));
    if (strncmp(f->error.message, expected, strlen(expected)) != 0)
        fail_msg("'%s', not '%s'", f->error.message, expected);
}

#define RETURN "return drover.scenario { kinds = { a } }"
#define KIND(lines) HEAD "local a = drover.kind('a', {\n" lines "\n})\n" RETURN

static void keys_are_reported_at_their_line(void **state) {
    static const char *const rows[][2] = {
        {KIND("body = {\n  mass = 1,\n  max_sped = 3,\n},"),
         "main.lua:5: body.max_sped: unknown key (max_speed?)"},
        {KIND("look = { color = 'red' },\nspeed = true,"), "main.lua:4: speed: a number, a number "
                                                           "slot's name or a drover.setting "
                                                           "expected, got boolean"},
        {KIND("states = {\n idle = {\n  enter = 3,\n } },"),
         "main.lua:5: states.idle.enter: a function expected, got number"},
        {KIND("states = {\n idle = {\n  on = {\n   { when.after(1) },\n   { when.after(1), 3 },\n"
              "} } },"),
         "main.lua:7: states.idle.on[2][2]: a state's name or a function expected, got number"},
        {KIND("states = {\n idle = {\n  on = {\n   { when.after(1) },\n   { when.after(1),\n"
              "     'idel' },\n} } },"),
         "main.lua:8: states.idle.on[2]: no state 'idel' (idle?)"},
        {KIND("states = { idle = {}, walk = {} },\n\ninitial = 'wak',"),
         "main.lua:5: initial: no state 'wak' (walk?)"},
        {KIND("slots = {\n  goal = 'pont',\n},"),
         "main.lua:4: slots.goal: no type 'pont' (point?)"},
        {KIND("memory = {\n  x = 1,\n  ['speed'] = 2,\n},"),
         "main.lua:5: memory.speed: the name is already a field or method"},
        {KIND("body = {\n  mass = 1,\n  max_speed = -3,\n},"), "main.lua:5: body.max_speed: "},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        expect_message(*state, rows[i][0], NULL, rows[i][1]);
}

static void scenarios_settings_and_others_are_too(void **state) {
    fixture *f = *state;
    expect_message(f,
                   HEAD "local a = drover.kind('a', {})\n"
                        "return drover.scenario {\n  kinds = { a },\n  bounds = {\n"
                        "    min = { 0, 0 }, max = { 9, 9 },\n    edgy = 'wrap',\n} }",
                   NULL, "main.lua:7: bounds.edgy: unknown key (edge?)");
    expect_message(f,
                   HEAD "local a = drover.kind('a', {})\n"
                        "return drover.scenario { kinds = { a }, settings = {\n"
                        "  drover.slider('fright', 3, {\n    min = 0,\n    maks = 9 }) } }",
                   NULL, "main.lua:6: fright.maks: unknown key: one of min, max");
    expect_message(f,
                   HEAD "drover.group('pack', {\n  elect = 3,\n})\n"
                        "local a = drover.kind('a', {})\n" RETURN,
                   NULL, "main.lua:3: elect: a function expected, got number");
}

static void the_parameter_of_a_behavior_is_too(void **state) {
    expect_message(*state,
                   KIND("steer = steer.seek {\n  target = 'gaol',\n},\nslots = { goal = 'point' }"),
                   NULL, "main.lua:4: steer.seek: target: ");
}

static void the_trail_leads_through_variables_and_modules(void **state) {
    fixture *f = *state;
    expect_message(f,
                   HEAD "local body = {\n  mas = 3,\n}\n"
                        "local def = { body = body }\n"
                        "local a = drover.kind('a', def)\n" RETURN,
                   NULL, "main.lua:3: body.mas: unknown key (mass?)");
    expect_message(f,
                   HEAD "local a = drover.kind('a', {\n  states = {\n    idle = require 'other',\n"
                        "} })\n" RETURN,
                   "return {\n  speed = 1,\n  stee = 2,\n}",
                   "other.lua:3: states.idle.stee: unknown key (steer?)");
}

// Where it leads on no further the last key that was found is named.
static void a_lost_trail_names_the_last_key(void **state) {
    fixture *f = *state;
    expect_message(f,
                   HEAD "local function body() return { mas = 3 } end\n"
                        "local a = drover.kind('a', {\n  look = {},\n  body = body(),\n})\n" RETURN,
                   NULL, "main.lua:5: body.mas: unknown key (mass?)");
    expect_message(f,
                   HEAD "local def = {}\ndef.stee = 3\n"
                        "local a = drover.kind('a', def)\n" RETURN,
                   NULL, "main.lua:4: stee: unknown key (steer?)");
    expect_message(f,
                   HEAD "local x = { x = { speed = true } } x = { x = x }\n"
                        "local a = drover.kind('a', {\n states = x })\n" RETURN,
                   NULL, "main.lua:4: states.x.x: unknown key");
}

static void of_two_definitions_in_a_line_the_right_one_is_searched(void **state) {
    expect_message(*state,
                   HEAD "local a, b = drover.kind('a', {\n speed = 1,\n}), drover.kind('b', {\n"
                        " spede = 1,\n})\n" RETURN,
                   NULL, "main.lua:5: spede: unknown key (speed?)");
}

static void a_module_without_return_is_named(void **state) {
    fixture *f = *state;
    const char *use = HEAD "return drover.scenario {\n  kinds = {\n    require 'other' } }";
    expect_message(f, use, HEAD "\ndrover.kind('other', {\n  speed = 1,\n})\n",
                   "other.lua:3: the module ends without 'return', but main.lua:4 uses what it "
                   "returns");
    expect_message(f, use, HEAD "local other = drover.kind('other', {\n  speed = 1,\n})\n",
                   "other.lua:4: the module ends without 'return', but main.lua:4 uses");
    expect_message(f, use, "", "other.lua:1: the module ends without 'return', but main.lua:4");
    expect_message(f,
                   HEAD "local other = require 'other'\nlocal a = drover.kind('a', {})\n"
                        "local x = other.size * 2\n" RETURN,
                   "local other = {}\nother.size = 3",
                   "other.lua:2: the module ends without 'return', but main.lua:4 uses");
    expect_message(f,
                   HEAD "local other = require 'other'\nlocal a = drover.kind('a', {})\n"
                        "other(3)\n" RETURN,
                   "local function other() end",
                   "other.lua:1: the module ends without 'return', but main.lua:4 uses");
    // Here it is no mistake, and another thing is wrong.
    expect_message(f,
                   HEAD "local other = require 'other'\nlocal a = drover.kind('a', {})\n"
                        "local x = true\nprint(x.size)\n" RETURN,
                   "local other = {}", "main.lua:5: attempt to index a boolean value (local 'x')");
}

static void a_source_nested_too_deeply_is_named(void **state) {
    char other[2048] = "-- one\n-- two\nreturn ";
    for (int i = 0; i < 300; i++)
        strcat(other, "{");
    expect_message(*state, HEAD "local a = require 'other'\n" RETURN, other,
                   "other.lua:3: blocks and expressions are nested too deeply");
}

/// The column that a reload reports for a source, which it has to refuse.
static void expect_column(fixture *f, const char *source, const char *line, uint32_t column) {
    write_file(f, "main.lua", source);
    dv_reload_report report = dv_scenario_reload(f->scenario);
    assert_int_equal(report.outcome, DV_RELOAD_REFUSED);
    if (strncmp(report.message, line, strlen(line)) != 0 || report.column != column)
        fail_msg("'%s' in column %u, not '%s' in column %u", report.message, report.column, line,
                 column);
}

static void a_refused_save_names_the_column(void **state) {
    fixture *f = *state;
    open_main(f, KIND(""));
    // Where parsing failed.
    expect_column(f, HEAD "local x =\n  3 +* 4", "main.lua:3: ", 6);
    expect_column(f, HEAD "if true then", "main.lua:2: ", 13);
    // What the message quotes.
    expect_column(f, HEAD "local a = prey.x", "main.lua:2: ", 11);
    expect_column(f, HEAD "local prey\nlocal a, b = 1, prey.x", "main.lua:3: ", 17);
    expect_column(f, HEAD "local a = { b = drover.nothing() }", "main.lua:2: ", 24);
    // The key.
    expect_column(f, KIND("body = { mass = 1, max_speed = -3 },"), "main.lua:3: body.max_speed",
                  20);
    expect_column(f, KIND("body = {\n  max_sped = 3,\n},"), "main.lua:4: body.max_sped", 3);
    // No name: where the line's code begins.
    expect_column(f, HEAD "\n   error 'no'", "main.lua:3: no", 4);
}

static void a_save_that_is_rolled_back_names_the_column(void **state) {
    fixture *f = *state;
    open_main(f, KIND(""));
    write_file(f, "main.lua",
               HEAD "local a = drover.kind('a', {})\n"
                    "return drover.scenario { kinds = { a }, update = function()\n"
                    "  local b = 1 + prey.x\nend }");
    assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_SWAPPED);
    dv_scenario_step(f->scenario, NULL);
    dv_reload_report report = dv_scenario_roll_back(f->scenario);
    assert_int_equal(report.outcome, DV_RELOAD_ROLLED_BACK);
    assert_non_null(strstr(report.message, "main.lua:4: "));
    assert_int_equal(report.column, 17);
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(keys_are_reported_at_their_line),
        CASE(scenarios_settings_and_others_are_too),
        CASE(the_parameter_of_a_behavior_is_too),
        CASE(the_trail_leads_through_variables_and_modules),
        CASE(a_lost_trail_names_the_last_key),
        CASE(of_two_definitions_in_a_line_the_right_one_is_searched),
        CASE(a_module_without_return_is_named),
        CASE(a_source_nested_too_deeply_is_named),
        CASE(a_refused_save_names_the_column),
        CASE(a_save_that_is_rolled_back_names_the_column),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
