// All mistakes of a scenario that does not load: each once, and none that follows from another.
#include "../program.h"
#include "reload_fixture.h"

/// Open main.lua, which fails with a message, and expect what else is wrong.
static void expect_all(fixture *f, const char *source, const char *first, const char *further) {
    expect_refusal(f, source, first);
    assert_string_equal(dv_scenario_open_further(), further);
}

static void mistakes_of_definitions(void **state) {
    expect_all(
        *state,
        HEAD "local a = drover.kind('a', { look = { color = 'golden' }, slots = { s = 'agnet' },\n"
             "  spede = 3, states = {\n"
             "    one = { on = { { when.after(1), 'two' }, { 5, 'one' } } },\n"
             "    two = { steer = steer.seek { target = 's', weight = 2 } } },\n"
             "  initial = 'tow' })\n"
             "return drover.scenario { kinds = { a }, seed = -1,\n"
             "  theme = 'gras' }",
        "main.lua:5: steer.seek: weight: unknown parameter: one of target or keep_speed "
        "expected",
        "main.lua:3: spede: unknown key (speed?)\n"
        "main.lua:4: states.one.on[2][1]: a guard expected, got number\n"
        "main.lua:2: slots.s: no type 'agnet' (agent?)\n"
        "main.lua:2: look.color: no color 'golden' (gold?)\n"
        "main.lua:6: initial: no state 'tow' (two?)\n"
        "main.lua:7: seed: a whole number of 0 or more expected, got -1\n"
        "main.lua:8: theme: no theme 'gras' (grass?)\n");
}

static void mistakes_in_names(void **state) {
    expect_all(
        *state,
        HEAD "local a = drover.kind('a', { slots = { s = 'agent' }, initial = 'one', states = {\n"
             "  one = { on = { { when.after(1), 'tow' } }, steer = steer.seek { target = 't' } },\n"
             "  two = { speed = 'pace', step = function() return missing end } },\n"
             "  body = { max_speed = -1 } })\n"
             "return drover.scenario { kinds = { a, 'b' } }",
        "main.lua:6: kinds: no module declares a kind 'b'",
        "main.lua:5: body.max_speed: -1 is not in 0 to 1e+06 m/s\n"
        "main.lua:3: steer.seek: target: kind 'a' has no slot 't'\n"
        "main.lua:3: states.one.on[1]: no state 'tow' (two?)\n"
        "main.lua:4: states.two.speed: kind 'a' has no number slot 'pace'\n"
        "main.lua:4: unknown global 'missing'\n");
}

static void mistakes_of_modules(void **state) {
    fixture *f = *state;
    write_file(f, "one.lua", "return = 1");
    write_file(f, "two.lua", "local t\nreturn t.x");
    write_file(f, "three.lua", "return require 'two' + require 'one'.y.z()");
    expect_all(
        f,
        HEAD "local one, two = require 'one', require 'two'\n"
             "local three, four = require 'three', require 'four'\n"
             "local fine, why = pcall(require, 'five')\n"
             "for _, x in ipairs(one) do x() end\n"
             "return drover.scenario { kinds = { one.kind, drover.kind('a', { step = two }) },\n"
             "  title = 7 }",
        "one.lua:1: unexpected symbol near '='",
        "two.lua:2: attempt to index a nil value (local 't')\n"
        "main.lua:3: require \"four\": there is neither four.lua nor a library of that name\n"
        "main.lua:7: title: a string expected, got number\n");
}

static void modules_that_a_broken_one_requires(void **state) {
    fixture *f = *state;
    write_file(f, "one.lua",
               "local drover = require 'drover'\nreturn drover.kind('k', { boddy = {} })");
    write_file(f, "two.lua", "return require 'main'");
    expect_all(f, "-- require 'no'\nlocal a = require 'one'\nlocal b = require('two')\nx = = 1",
               "main.lua:4: unexpected symbol near '='", "one.lua:2: boddy: unknown key (body?)\n");
}

static void unknown_names_of_functions(void **state) {
    expect_all(
        *state,
        HEAD
        "local a = drover.kind('a', { steer = blend.sum { steer.wandr {}, steer.xyzzy { 1 } },\n"
        "  on = { { when.aftr('x') & when.xyzzy(), 'b' } } })\n"
        "return drover.scenaro { kinds = { a }, theem = 'snow' }",
        "main.lua:2: no behavior 'wandr' (wander?)",
        "main.lua:2: no behavior 'xyzzy'\n"
        "main.lua:3: no guard 'aftr' (after?)\n"
        "main.lua:3: no guard 'xyzzy'\n"
        "main.lua:4: drover has no 'scenaro' (scenario?)\n"
        "main.lua:4: theem: unknown key (theme?)\n");
}

static void a_long_list_ends_with_a_number(void **state) {
    char source[8192] = HEAD;
    for (int i = 0; i < 30; i++)
        snprintf(source + strlen(source), sizeof source - strlen(source),
                 "local k%d = drover.kind('k%d', { look = { shape = 'no%d' } })\n", i, i, i);
    strcat(source, "return drover.scenario { kinds = { k0 } }");
    fixture *f = *state;
    write_file(f, "main.lua", source);
    assert_null(try_open(f));
    assert_non_null(strstr(dv_scenario_open_further(), "\nand 10 more\n"));
    assert_null(strstr(dv_scenario_open_further(), "'no20'"));
}

/// What a script prints, warns of, and draws while it loads is heard once.
static void the_second_look_is_silent(void **state) {
    fixture *f = *state;
    expect_all(f,
               HEAD "print('loading', math.random())\nlocal g = when.after(1)\n"
                    "local a = drover.kind('a', { boddy = {} })\n"
                    "return drover.scenario { kinds = { a }, theme = 'gras' }",
               "main.lua:4: boddy: unknown key (body?)",
               "main.lua:5: theme: no theme 'gras' (grass?)\n");
    char *first = strstr(f->log, "loading");
    assert_non_null(first);
    assert_null(strstr(first + 1, "loading"));
    assert_string_equal(f->warnings, "");
}

static void a_refused_save_tells_all(void **state) {
    fixture *f = *state;
    open_main(f, HEAD "local a = drover.kind('a', {})\nreturn drover.scenario { kinds = { a } }");
    step(f, 3);
    uint64_t before = hash_of(f);
    write_file(f, "main.lua",
               HEAD "local a = drover.kind('a', { boddy = {}, body = { radius = -1 } })\n"
                    "return drover.scenario { kinds = { a }, theme = 'gras' }");
    dv_reload_report report = dv_scenario_reload(f->scenario);
    assert_int_equal(report.outcome, DV_RELOAD_REFUSED);
    assert_string_equal(report.message, "main.lua:2: boddy: unknown key (body?)");
    assert_string_equal(dv_scenario_further(f->scenario),
                        "main.lua:3: theme: no theme 'gras' (grass?)\n"
                        "main.lua:2: body.radius: -1 is not in 0 to 1e+06 m\n");
    assert_int_equal(dv_scenario_further_count(f->scenario), 2);
    assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_UNCHANGED);
    assert_true(hash_of(f) == before);
    write_file(
        f, "main.lua",
        HEAD
        "local a = drover.kind('a', {})\nreturn drover.scenario { kinds = { a }, theme = 'snow' }");
    assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_SWAPPED);
    assert_string_equal(dv_scenario_further(f->scenario), "");
    step(f, 3);
}

static void writes_where_scripts_may_only_read(void **state) {
    fixture *f = *state;
    open_main(
        f, HEAD
        "local a = drover.kind('a', { memory = { n = 0 }, initial = 'one', states = {\n"
        "  one = { on = { { when.lua(function(self)\n"
        "    self.n = self.n + 1\n"
        "    local other = {} other.n = 2\n"
        "    return pcall(function() self.n = 1 end) end), 'two' } } },\n"
        "  two = { enter = function(self) self:become 'one' end, step = function(self)\n"
        "    self.n = 2 self:become 'one' end } },\n"
        "  draw = function(self) self.n = 3 end })\n"
        "return drover.scenario { kinds = { a }, monitors = {\n"
        "  m = function(world) world.x = 1 return 0 end }, update = function(w) w.speed = 1 end }");
    assert_non_null(strstr(f->warnings, "main.lua:4: a guard may read self but not change it\n"));
    assert_non_null(strstr(f->warnings, "main.lua:7: become: not allowed in enter and leave, which "
                                        "run during a switch\n"));
    assert_non_null(strstr(f->warnings, "main.lua:9: draw may read self but not change it\n"));
    assert_non_null(
        strstr(f->warnings, "main.lua:11: a monitor may read world but not change it\n"));
    assert_null(strstr(f->warnings, "main.lua:5:"));
    assert_null(strstr(f->warnings, "main.lua:6:"));
    assert_null(strstr(f->warnings, "main.lua:8:"));
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(mistakes_of_definitions),
        CASE(mistakes_in_names),
        CASE(mistakes_of_modules),
        CASE(modules_that_a_broken_one_requires),
        CASE(unknown_names_of_functions),
        CASE(a_long_list_ends_with_a_number),
        CASE(the_second_look_is_silent),
        CASE(a_refused_save_tells_all),
        CASE(writes_where_scripts_may_only_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
