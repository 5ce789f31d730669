// All mistakes of a scenario that does not load: each once, and none that follows from another.
#include "../program.h"
#include "mods_fixture.h"

#include <stdlib.h>

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

static void a_refused_mod_tells_all(void **state) {
    fixture *f = *state;
    write_base(f);
    write_mod(f, "m", "",
              EXTEND("def.boddy = {} def.steer = steer.wandr {}") "\ndrover.kind('b', { bodyy = {} "
                                                                  "})\nreturn drover.mod {}");
    open_mods(f, "");
    step(f, 3);
    uint64_t before = hash_of(f);
    for (int i = 0; i < 2; i++) {
        dv_reload_report report = dv_scenario_switch_mod(f->scenario, "m", true);
        assert_int_equal(report.outcome, DV_RELOAD_REFUSED);
        assert_string_equal(report.message, "mods/m/init.lua:4: bodyy: unknown key (body?)");
        assert_string_equal(dv_scenario_further(f->scenario),
                            "mods/m/init.lua:3: no behavior 'wandr' (wander?)\n"
                            "mods/m/init.lua:2: boddy: unknown key (body?)\n");
    }
    assert_false(dv_scenario_has_mod(f->scenario, "m"));
    assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_UNCHANGED);
    assert_true(hash_of(f) == before);
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

typedef struct definition {
    const char *before, *after; ///< around "key = value"
    const char *keys;           ///< with spaces between them
} definition;

/// Each definition of a scenario, with the mistake that its theme is unknown.
#define SCENARIO "return drover.scenario { kinds = { drover.kind('a', {}) }, theme = 'gras' }"
static const definition definitions[] = {
    {"local a = drover.kind('a', { slots = { s = 'agent' }, ",
     " })\nreturn drover.scenario { kinds = { a }, theme = 'gras' }",
     "model body sight hearing look slots memory initial states steer stress reflexes speed leaves "
     "step think on init blends migrate draw interrupts timers renamed_from"},
    {"local a = drover.kind('a', { states = { one = { ",
     " } } })\nreturn drover.scenario { kinds = { a }, theme = 'gras' }",
     "speed leaves steer stress enter leave step think on color renamed_from"},
    {"drover.group('g', { ", " })\n" SCENARIO, "elect slots memory renamed_from"},
    {"drover.link('l', { ", " })\n" SCENARIO, "directed spring color width renamed_from"},
    {"drover.field('f', { ", " })\n" SCENARIO, "cell evaporation diffusion max color renamed_from"},
    {"drover.flow('f', { ", " })\n" SCENARIO, "resolution bounds field interval renamed_from"},
    {"drover.terrain('t', { ", " })\n" SCENARIO, "weight speed kinds field color renamed_from"},
    {"drover.surface('s', { ", " })\n" SCENARIO, "plane sphere bounds renamed_from"},
    {"return drover.scenario { kinds = { drover.kind('a', {}) }, theme = 'gras', ", " }",
     "name based_on title tick_rate seed space bounds settings monitors plots setup setting "
     "removed "
     "update on_reload draw timers tools mods view effects mousepressed keypressed"},
    {"return drover.scenario { kinds = { drover.kind('a', {}) }, theme = 'gras', tools = { t = { ",
     " } } }", "title cursor mousepressed wheelmoved draw key"},
    {"local a = drover.kind('a', { slots = { s = 'agent' }, steer = steer.arrival { ",
     " } })\nreturn drover.scenario { kinds = { a }, theme = 'gras' }",
     "target slowing_distance keep_speed unknown"},
    {"local a = drover.kind('a', { slots = { s = 'agent' }, on = { when.sees { ",
     " } } })\nreturn drover.scenario { kinds = { a }, theme = 'gras' }", "who within as unknown"},
    {"local a = drover.kind('a', { steer = blend.sum { { steer.wander {}, 1 }, ",
     " } })\nreturn drover.scenario { kinds = { a }, theme = 'gras' }", "weight smoothing unknown"},
    {"local a = drover.kind('a', { stress = { drover.stress.proximity_avoid { ",
     " } } })\nreturn drover.scenario { kinds = { a }, theme = 'gras' }", "kind radius unknown"},
    {"drover.model('m', { ", " })\n" SCENARIO, "attributes parameters effects"},
    {"local s = drover.slider('n', 1, { ",
     " })\nreturn drover.scenario { kinds = { drover.kind('a', {}) }, settings = { s, 5 }, "
     "theme = 'gras' }",
     "min max step unknown"},
};

static const char *const values[] = {
    "5",         "'x'",       "true",       "{}",    "{ 1 }",          "{ 'x' }",
    "{ {} }",    "{ x = 5 }", "{ x = {} }", "print", "function() end", "{ x = function() end }",
    "steer.seek"};

/// Open main.lua, which refuses its theme, whatever else it refuses.
static void expect_theme(fixture *f, const char *source) {
    write_file(f, "main.lua", source);
    assert_null(try_open(f));
    if (!strstr(f->error.message, "theme: no theme 'gras'") &&
        !strstr(dv_scenario_open_further(), "theme: no theme 'gras'"))
        fail_msg("%s\n%s\n%s", source, f->error.message, dv_scenario_open_further());
}

/// Open it with each value, or with every third one unless DROVER_ALL_VALUES is set.
static void try_values(fixture *f, const char *before, const char *after) {
    static size_t turn;
    size_t step = getenv("DROVER_ALL_VALUES") ? 1 : 3;
    for (size_t i = turn++ % step; i < sizeof values / sizeof *values; i += step) {
        char source[1024];
        snprintf(source, sizeof source, HEAD "%s%s%s", before, values[i], after);
        expect_theme(f, source);
    }
}

// Values that no check has let through do no harm, and hide nothing else.
static void any_value_under_any_key(void **state) {
    fixture *f = *state;
    close_scenario(f);
    for (size_t i = 0; i < sizeof definitions / sizeof *definitions; i++) {
        const definition *d = &definitions[i];
        const char *key = d->keys;
        for (size_t length; (length = strcspn(key, " ")) > 0;
             key += length + (key[length] == ' ')) {
            char before[256];
            snprintf(before, sizeof before, "%s%.*s = ", d->before, (int)length, key);
            try_values(f, before, d->after);
        }
    }
}

/// Places for values, each marked by an @: in a kind, in a scenario, and in definitions before it.
static const char *const of_kind[] = {"on = { @ }",
                                      "on = { { @, 'one' } }, states = { one = {} }",
                                      "on = { { when.after(1), @ } }, states = { one = {} }",
                                      "on = { when.sees(@) }",
                                      "on = { when.lua(@) }",
                                      "slots = { s = @ }",
                                      "memory = { m = @ }",
                                      "blends = { b = @ }",
                                      "stress = { @ }",
                                      "look = { shape = @ }",
                                      "look = { shape = { @ } }",
                                      "look = { color = @ }",
                                      "body = { radius = @ }",
                                      "body = { solid = @ }",
                                      "body = { locomotion = @ }",
                                      "sight = { range = @ }",
                                      "steer = blend.sum { @ }",
                                      "steer = steer.custom(@)",
                                      "states = { one = @ }",
                                      "states = { one = { steer = { @, 2 } } }",
                                      "timers = { t = @ }",
                                      "leaves = { f = @ }"};
static const char *const of_scenario[] = {"monitors = { m = @ }",
                                          "plots = { @ }",
                                          "timers = { t = @ }",
                                          "mods = { @ }",
                                          "tools = { t = @ }",
                                          "removed = { @ }",
                                          "bounds = { min = @ }",
                                          "settings = { @ }",
                                          "settings = { drover.slider(@, 1) }",
                                          "settings = { drover.slider('n', @) }",
                                          "settings = { drover.choice('n', @) }",
                                          "settings = { drover.button(@, print) }",
                                          "settings = { drover.button('b', @) }"};
static const char *const before_it[] = {
    "drover.kind(@, {})",    "drover.kind('k', @)",
    "drover.group(@, {})",   "drover.group('g', @)",
    "drover.link(@, {})",    "drover.link('l', @)",
    "drover.field(@, {})",   "drover.field('f', @)",
    "drover.flow(@, {})",    "drover.flow('f', @)",
    "drover.terrain(@, {})", "drover.terrain('t', @)",
    "drover.surface(@, {})", "drover.surface('s', @)",
    "drover.model(@)",       "drover.model { attributes = { @ } }"};

static void try_places(fixture *f, const char *const *places, size_t count, const char *before,
                       const char *after) {
    for (size_t i = 0; i < count; i++) {
        char left[256], right[256];
        int length = (int)strcspn(places[i], "@");
        snprintf(left, sizeof left, "%s%.*s", before, length, places[i]);
        snprintf(right, sizeof right, "%s%s", places[i] + length + 1, after);
        try_values(f, left, right);
    }
}

static void any_value_in_any_place(void **state) {
    fixture *f = *state;
    close_scenario(f);
    try_places(f, of_kind, sizeof of_kind / sizeof *of_kind, "local a = drover.kind('a', { ",
               " })\nreturn drover.scenario { kinds = { a }, theme = 'gras' }");
    try_places(f, of_scenario, sizeof of_scenario / sizeof *of_scenario,
               "return drover.scenario { kinds = { drover.kind('a', {}) }, theme = 'gras', ", " }");
    try_places(f, before_it, sizeof before_it / sizeof *before_it, "", "\n" SCENARIO);
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(mistakes_of_definitions),    CASE(mistakes_in_names),
        CASE(mistakes_of_modules),        CASE(modules_that_a_broken_one_requires),
        CASE(unknown_names_of_functions), CASE(a_long_list_ends_with_a_number),
        CASE(the_second_look_is_silent),  CASE(a_refused_save_tells_all),
        CASE(a_refused_mod_tells_all),    CASE(writes_where_scripts_may_only_read),
        CASE(any_value_under_any_key),    CASE(any_value_in_any_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
