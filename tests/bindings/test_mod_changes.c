// What mods change, as `drover mods` lists it: everything that differs, and nothing else.
#include "../program.h"
#include "mods_fixture.h"

/// Compare what the mods changed, "path mod" by line, with what is expected.
static void expect_changes(fixture *f, const char *names, const char *expected) {
    char text[4096] = "";
    const char *path, *mod;
    open_mods(f, names);
    for (uint32_t i = 0; (path = dv_scenario_mod_change(f->scenario, i, &mod)); i++) {
        size_t length = strlen(text);
        snprintf(text + length, sizeof text - length, "%s %s\n", path, mod);
    }
    assert_string_equal(text, expected);
}

typedef struct change {
    const char *init, *expected; ///< of the mod m
} change;

static const change changes[] = {
    // Nothing
    {"", ""},
    {EXTEND(""), ""},
    {EXTEND("def.body.max_speed = 5.0 def.body.radius = nil def.look.color = nil"), ""},
    {EXTEND("def.body.max_speed = 7") " drover.extend('sheep', function(def) def.body.max_speed = "
                                      "5 end)",
     ""},
    {EXTEND("def.states.grazing.enter = def.states.grazing.enter def.states = def.states"), ""},
    {EXTEND("def.states.grazing.steer = blend.weighted { { steer.wander {}, 2 },\n"
            "blend.sum { steer.cohesion { kind = 'sheep' }, steer.separation {},\n"
            "steer.separation { radius = 9 } } }\n"
            "def.states.grazing.speed = drover.setting 'pace'\n"
            "def.states.fleeing.on = { { when.after(0.2), 'grazing' } }"),
     "sheep.states.grazing.speed m\n"}, // a mod's setting has its name
    {EXTEND("def:replace('states.grazing.on[1][1]', when.after(0.2))"), ""},
    {HEAD "drover.extend_scenario(function(def) def.kinds = { 'sheep' } def.title = 'Sheep'\n"
          "def.settings = { drover.slider('pace', 2, { max = 5 }) } end)",
     ""},
    // Kinds
    {EXTEND("def.body.max_speed = 6 def.look.color = 'red' def.memory.fear = nil"),
     "sheep.body.max_speed m\nsheep.look.color m\nsheep.memory.fear m\n"},
    {EXTEND("def.memory.list = { 1, { a = 2 } } def.slots.goal = 'agent' def.states.hiding = { "
            "speed = 1 }"),
     "sheep.memory.list m\nsheep.slots.goal m\nsheep.states.hiding m\n"},
    {EXTEND("def.initial = 'fleeing' def.states.grazing = nil def.states.fleeing.on = nil"),
     "sheep.initial m\nsheep.states.fleeing.on m\nsheep.states.grazing m\n"},
    {EXTEND("def:replace('states.grazing.steer.sum.cohesion', steer.cohesion { kind = 'sheep', "
            "radius = 7 })"),
     "sheep.states.grazing.steer m\n"},
    {EXTEND("def:replace('states.grazing.steer.wander', { steer.wander {}, 3 })"),
     "sheep.states.grazing.steer m\n"},
    {EXTEND("def:replace('states.grazing.on[2][1]', when.after(9) & when.after(3))\n"
            "def:before('states.fleeing.on', when.after(1))"),
     "sheep.states.fleeing.on m\nsheep.states.grazing.on[2][1] m\n"},
    {EXTEND("def:wrap('states.grazing.enter', function(before, self) before(self) end)"),
     "sheep.states.grazing.enter m\n"},
    {EXTEND("def.states.grazing.enter = function(self) print(self.id, 'grazes') end"),
     "sheep.states.grazing.enter m\n"},
    {EXTEND("def.states.fleeing = drover.tree.sequence { drover.tree.wait(1) }"),
     "sheep.states.fleeing m\n"},
    // The scenario
    {HEAD "drover.extend_scenario(function(def) def.title = 'Wool' def.monitors.sheep = nil\n"
          "def.monitors.more = print def.tools.feed.key = 'x' def.seed = 3\n"
          "table.insert(def.settings, drover.toggle('deep', true)) end)",
     "scenario.monitors.more m\nscenario.monitors.sheep m\nscenario.seed m\nscenario.settings m\n"
     "scenario.title m\nscenario.tools.feed.key m\n"},
    {HEAD "drover.extend_scenario(function(def) def.settings[1] = drover.slider('pace', 3, { max = "
          "5 }) end)",
     "scenario.settings[1] m\n"},
    // What it adds
    {HEAD "drover.group('flight', {}) drover.field('scent', {}) drover.link('rope', {})\n"
          "drover.terrain('mud', {}) drover.flow('wind', {}) drover.surface('hill', { sphere = { "
          "radius = 9 } })\n"
          "return drover.mod { kinds = { drover.kind('fox', { body = { radius = 2 } }) }, update = "
          "print, settings = { drover.toggle('deep', true), drover.button('Go', print) },\n"
          "monitors = { foxes = print }, timers = { thaw = print }, tools = { trap = {} } }",
     "button m.Go m\nfield scent m\nflow wind m\nfox m\ngroup flight m\nlink rope m\nmod m.update "
     "m\nmonitor m.foxes m\nsetting m.deep m\nsurface hill m\nterrain mud m\ntimer m.thaw m\ntool "
     "m.trap m\n"},
    {HEAD "drover.kind('ghost', {})", "ghost m\n"},
};

static void what_differs_is_listed_and_nothing_else(void **state) {
    fixture *f = *state;
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        write_mod(f, "m", "", changes[i].init);
        expect_changes(f, "m", changes[i].expected);
    }
}

static void each_mod_is_compared_with_those_before_it(void **state) {
    fixture *f = *state;
    write_mod(f, "a", "",
              EXTEND("def.body.max_speed = 6 def.memory.a = 1\n"
                     "def:wrap('states.grazing.enter', function(before, self) before(self) end)"));
    write_mod(f, "b", "",
              EXTEND("def.body.max_speed = 6 def.memory.a = nil def.states.grazing.enter = "
                     "def.states.grazing.enter"));
    write_mod(f, "c", "",
              EXTEND("def.body.max_speed = 5\n"
                     "def:wrap('states.grazing.enter', function(before, self) before(self) end)"));
    expect_changes(f, "a b c",
                   "sheep.body.max_speed a\nsheep.memory.a a\nsheep.states.grazing.enter a\n"
                   "sheep.memory.a b\nsheep.body.max_speed c\nsheep.states.grazing.enter c\n");
}

static const char counting_main[] = HEAD
    "local near = require 'near' local far = { 1, 2 } far.self = far\n"
    "local function count() return near.count() + #far end\n"
    "function far.count() return count() end\n"
    "local function make(n) return function(self) return n < 0 and far.count() end end\n"
    "return drover.scenario { kinds = { drover.kind('dot', { step = make(1), init = function() "
    "far.count() end, draw = make(2) }), drover.kind('dash', { step = function() print(1) end, "
    "migrate = make(1) }) } }";

static void what_functions_have_captured_counts(void **state) {
    fixture *f = *state;
    write_file(f, "near.lua",
               "local list = {} return { add = function(n) list[#list + 1] = n end, count = "
               "function() return #list end, like = function(n) return function() return n end "
               "end, of_one = (function() return function() return 1 end end)() }");
    write_file(f, "main.lua", counting_main);
    write_mod(f, "m", "", "require('near').count()");
    expect_changes(f, "m", "");
    write_mod(f, "m", "", "require('near').add(1)");
    expect_changes(f, "m", "dash.migrate m\ndot.draw m\ndot.init m\ndot.step m\n");
    write_mod(f, "m", "",
              HEAD "local like = require('near').like\n"
                   "drover.extend('dot', function(def) def.init = like(1) end)\n"
                   "drover.extend('dot', function(def) def.init = like(2) end)");
    write_mod(f, "n", "",
              HEAD "local like = require('near').like\n"
                   "drover.extend('dot', function(def) def.init = like(2) def.step = like(1) end)");
    expect_changes(f, "m n", "dot.init m\ndot.step n\n");
}

static void states_made_of_parts_count_by_their_parts(void **state) {
    fixture *f = *state;
    write_file(
        f, "main.lua",
        HEAD "local schema, tree = drover.schema, drover.tree\n"
             "return drover.scenario { kinds = { drover.kind('dot', { slots = { goal = 'point' },\n"
             "initial = 'a', states = { a = tree.sequence { tree.wait(1), tree.steer(steer.wander "
             "{}) },\n"
             "b = schema.attraction { target = 'goal', distance = 3 } } }) } }");
    write_mod(f, "m", "",
              HEAD "local schema, tree = drover.schema, drover.tree\n"
                   "drover.extend('dot', function(def)\n"
                   "def.states.a = tree.sequence { tree.wait(1), tree.steer(steer.wander {}) }\n"
                   "def.states.b = schema.attraction { target = 'goal', distance = 3 } end)");
    expect_changes(f, "m", "");
    write_mod(f, "m", "",
              HEAD "local schema, tree = drover.schema, drover.tree\n"
                   "drover.extend('dot', function(def)\n"
                   "def.states.a = tree.sequence { tree.wait(2), tree.steer(steer.wander {}) }\n"
                   "def.states.b = schema.attraction { target = 'goal', distance = 4 } end)");
    expect_changes(f, "m", "dot.states.a m\ndot.states.b m\n");
    write_mod(f, "m", "",
              HEAD "drover.extend('dot', function(def) def:wrap('states.a.enter', function(before, "
                   "...) before(...) end) getmetatable(def.states.b).key = 'x' end)");
    expect_changes(f, "m", "dot.states.a.enter m\ndot.states.b m\n");
}

TESTS {
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up_base, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(what_differs_is_listed_and_nothing_else),
        TEST(each_mod_is_compared_with_those_before_it),
        TEST(what_functions_have_captured_counts),
        TEST(states_made_of_parts_count_by_their_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
