// Mods: what they add and extend, the order in which they apply, and mistakes in them. Each mistake
// gives a single message with the mod's file and line.
#include "../program.h"
#include "mods_fixture.h"

#include "base/alloc.h"

// What mods add

static const char adding[] =
    "local drover = require 'drover' local own = require './own'\n"
    "local fox = drover.kind('fox', { steer = drover.steer.wander { strength = "
    "drover.setting 'depth' } })\n"
    "return drover.mod {\n"
    "  kinds = { fox },\n"
    "  settings = { drover.slider('depth', 1), drover.slider('pace', 0.5) },\n"
    "  monitors = { foxes = function(world) return world:count('fox') + world.settings.depth end "
    "},\n"
    "  tools = { snow = { key = 'x', mousepressed = function() end } },\n"
    "  setup = function(world, settings)\n"
    "    print('winter', settings.depth, settings.pace, world.settings['winter.depth'])\n"
    "    world:spawn('fox', {}) own.greet()\n"
    "  end,\n"
    "  update = function(world) if world.tick == 2 then print 'winter update' end end,\n"
    "}\n";

static void a_mod_adds_kinds_settings_monitors_and_tools(void **state) {
    fixture *f = *state;
    write_mod(f, "winter", "", adding);
    write_file(f, "mods/winter/own.lua", "return { greet = function() print 'own' end }");
    open_mods(f, "winter");
    step(f, 3);
    expect_log(f,
               "base\t2.0\t2\n1\tgrazes\nwinter\t1.0\t0.5\t1.0\nown\nbase update\nwinter update\n");
    assert_int_equal(dv_scenario_monitor_count(f->scenario), 2);
    assert_string_equal(dv_scenario_monitor_name(f->scenario, 1), "winter.foxes");
    assert_true(dv_scenario_tool_named(f->scenario, "winter.snow") >= 0);
    dv_result result = dv_scenario_set(f->scenario, "winter.depth", "0.25", &f->error);
    assert_int_equal(result, DV_OK);
    open_mods(f, "");
    expect_log(f, "base\t2.0\t2\n1\tgrazes\n");
}

static void a_mod_is_found_by_its_folder_or_listed_by_the_scenario(void **state) {
    fixture *f = *state;
    char folder[256];
    write_mod(f, "other", "", MOD "setup = function() print 'other' end }");
    write_file(f, "mods/other/mod.lua", "return { name = 'named' }");
    path_in(f, "mods/other", folder);
    open_mods(f, folder);
    expect_log(f, "base\t2.0\t2\n1\tgrazes\nother\n");
    write_mod(f, "other", "", MOD "setup = function() print 'other' end }");
    write_file(f, "main.lua",
               HEAD "drover.kind('a', {}) return drover.scenario { kinds = { 'a' }, mods = { "
                    "'other' } }");
    open_mods(f, "");
    expect_log(f, "other\n");
}

static void mods_apply_by_dependency_and_then_by_name(void **state) {
    fixture *f = *state;
    const char *const orders[] = {"a b c d", "d c b a", "c a d b", "b d a c"};
    write_mod(f, "a", "depends = { 'c' }", MOD "setup = function() print 'a' end }");
    write_mod(f, "b", "", MOD "setup = function() print 'b' end }");
    write_mod(f, "c", "optional_depends = { 'd', 'x' }", MOD "setup = function() print 'c' end }");
    write_mod(f, "d", "", MOD "setup = function() print 'd' end }");
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        open_mods(f, orders[i]);
        expect_log(f, "base\t2.0\t2\n1\tgrazes\nb\nd\nc\na\n");
    }
}

// What mods extend

static void functions_are_wrapped_in_the_order_of_the_mods(void **state) {
    fixture *f = *state;
    write_mod(f, "a", "",
              EXTEND("def:wrap('states.grazing.enter', function(before, self, from)\n"
                     "print 'a' before(self, from) end)\n"
                     "def:wrap('states.fleeing.enter', function(before, self) before() "
                     "print(self.fear) end)\n"
                     "def.memory.fear = 3 def.states.hiding = {}"));
    write_mod(f, "b", "",
              EXTEND("def:wrap('states.grazing.enter', function(before, ...) print 'b' before(...) "
                     "end) assert(def.states.hiding)"));
    open_mods(f, "b a");
    expect_log(f, "base\t2.0\t2\nb\na\n1\tgrazes\n");
    step(f, 13);
    expect_log(f, "base update\n3\n");
}

static void blends_and_guards_are_edited_by_path(void **state) {
    fixture *f = *state;
    write_mod(f, "a", "",
              EXTEND("local graze = def.states.grazing\n"
                     "assert(#graze.steer == 2 and graze.steer[1][2] == 2)\n"
                     "def:replace('states.grazing.steer.wander', steer.noise_wander {})\n"
                     "assert(tostring(graze.steer[1][1]) == 'steer.noise_wander')\n"
                     "assert(graze.steer[1][2] == 2)\n"
                     "def:replace('states.grazing.steer.sum.cohesion', steer.wander {})\n"
                     "def:replace('states.grazing.steer[2].[3]', steer.wander {})\n"
                     "def:after('states.grazing.steer.sum', steer.seek { target = 'goal' })\n"
                     "def:before('states.grazing.steer.sum.separation', steer.cohesion {})\n"
                     "local names = {}\n"
                     "for i = 1, #graze.steer[2] do names[i] = tostring(graze.steer[2][i]) end\n"
                     "print(table.concat(names, ' '))\n"
                     "def:before('states.grazing.on', { when.after(0.05), 'fleeing' })\n"
                     "def:after('states.grazing.on[3]', { when.after(8), 'fleeing' })\n"
                     "def:after('states.fleeing.on', when.sees 'sheep')\n"
                     "def:before('on', when.sees 'sheep')\n"
                     "print(#graze.on, #def.states.fleeing.on, #def.on)"));
    open_mods(f, "a");
    expect_log(f, "steer.wander steer.cohesion steer.separation steer.wander steer.seek\n4\t2\t1\n"
                  "base\t2.0\t2\n1\tgrazes\n");
}

static void a_scenario_is_extended(void **state) {
    fixture *f = *state;
    write_mod(f, "a", "",
              HEAD "drover.extend_scenario(function(def) def.title = def.title .. ' in winter'\n"
                   "def:wrap('setup', function(before, ...) print 'first' before(...) end)\n"
                   "def.monitors.one = function() return 1 end end)");
    open_mods(f, "a");
    assert_string_equal(dv_scenario_title(f->scenario), "Sheep in winter");
    assert_int_equal(dv_scenario_monitor_count(f->scenario), 2);
    expect_log(f, "first\nbase\t2.0\t2\n1\tgrazes\n");
}

static void a_mod_reads_the_modules_of_the_scenario(void **state) {
    fixture *f = *state;
    write_mod(f, "a", "",
              HEAD
              "local forest = require 'forest'\n"
              "print(forest.name(), forest.trees[1], #forest.trees, table.concat(forest.trees, "
              "'+'))\n"
              "for i, tree in ipairs(forest.trees) do print(i, tree) end\n"
              "for key in pairs(forest) do print(key) end\n"
              "return drover.mod { setup = function(world)\n"
              "world:obstacle { polygon = forest.area } end }");
    open_mods(f, "a");
    expect_log(f, "forest\toak\t2\toak+elm\n1\toak\n2\telm\narea\nname\ntrees\nbase\t2.0\t2\n1"
                  "\tgrazes\n");
}

static void a_mod_uses_objects_of_modules(void **state) {
    fixture *f = *state;
    write_file(f, "woods.lua", read_script("mods/woods.lua"));
    write_mod(f, "a", "", read_script("mods/walk_in_the_woods.lua"));
    open_mods(f, "a");
    expect_log(f, "true\tfalse\ttrue\ttrue\n2\t3\t1\t9\ntree of 9\t12\ttrue\tash!\t1\ntrue\t4\n"
                  "base\t2.0\t2\n1\tgrazes\n");
    step(f, 20);
    assert_string_equal(banner_of(f), "");
}

static const char *const changing[] = {
    "woods.oak.height = 1",
    "woods.birches[1].height = 1",
    "woods.Tree.is_tall = nil",
    "woods.resting.step = nil",
    "woods.by_name.fixed[1] = 2",
    "getmetatable(woods.oak).is_tall = nil",
    "getmetatable(woods.oak).__index.is_tall = nil",
    "getmetatable(woods.Tree).__index.is_green = nil",
    "getmetatable(woods.resting).node = nil",
    "table.insert(woods.birches[1], 1)",
};

static void a_mod_cannot_change_objects_of_modules(void **state) {
    fixture *f = *state;
    write_file(f, "woods.lua", read_script("mods/woods.lua"));
    for (size_t i = 0; i < sizeof changing / sizeof *changing; i++) {
        char init[512];
        snprintf(init, sizeof init, HEAD "local woods = require 'woods' %s", changing[i]);
        write_mod(f, "m", "", init);
        assert_null(try_mods(f, "m"));
        assert_string_equal(f->error.message,
                            "mods/m/init.lua:2: mod m: module woods is read-only: copy what you "
                            "change, or change kinds with drover.extend");
    }
    write_mod(f, "m", "", "require('woods').elm:grow()");
    assert_null(try_mods(f, "m"));
    assert_string_equal(f->error.message,
                        "woods.lua:18: mod m: module woods is read-only: copy what you change, or "
                        "change kinds with drover.extend");
    write_mod(f, "m", "", "rawset(require('woods').elm, 'height', 1)");
    assert_null(try_mods(f, "m"));
    write_mod(f, "m", "", "setmetatable(require('woods').elm, nil)");
    assert_null(try_mods(f, "m"));
}

// Mistakes

typedef struct mistake {
    const char *keys, *init, *message;
} mistake;

static const mistake mistakes[] = {
    // mod.lua
    {"nam = 1", "", "mods/m/mod.lua:1: nam: unknown key (name?)"},
    {"depends = 'x'", "", "mods/m/mod.lua:1: depends: a table expected, got string"},
    {"depends = { 'wolves' }", "",
     "mods/m/mod.lua:1: depends: needs the mod 'wolves', which is not enabled"},
    {"depends = { 'm' }", "", "mods/m/mod.lua:1: depends: mods depend on each other: m -> m"},
    {"conflicts = { 'm' }", "",
     "mods/m/mod.lua:1: conflicts: does not work with the mod 'm', which is enabled"},
    {"api_version = 2", "",
     "mods/m/mod.lua:1: api_version: this mod needs version 2 of mods; this Drover has 1"},
    {"api_version = 'x'", "", "mods/m/mod.lua:1: api_version: a number expected, got string"},

    {"name = 'n'", "", "mods/m/mod.lua:1: name: 'n' is another mod: this one runs as 'm'"},
    {"name = nil", "", "mods/m/mod.lua:1: name: every mod has one"},
    {"x y", "", "mods/m/mod.lua:1: '}' expected near 'y'"},
    {"title = require 'forest'", "", "mods/m/mod.lua:1: title: a string expected, got table"},
    // init.lua
    {"", NULL, "there is no mods/m/init.lua"},
    {"", "return 3", "mods/m/init.lua:1: return drover.mod { … } or nothing, not number"},
    {"", "local x = = 1", "mods/m/init.lua:1: unexpected symbol near '='"},
    {"", HEAD "error 'oh'", "mods/m/init.lua:2: oh"},
    {"", MOD "kind = {} }", "mods/m/init.lua:2: kind: unknown key (kinds?)"},
    {"", MOD "setup = 1 }", "mods/m/init.lua:2: setup: a function expected, got number"},
    {"", MOD "kinds = { 'sheep' } }",
     "mods/m/init.lua:2: kinds[1]: kind 'sheep' exists: main.lua:30 lists it"},
    {"", HEAD "drover.kind('sheep', {})",
     "mods/m/init.lua:2: drover.kind: kind 'sheep' exists: main.lua:8 declares it"},
    {"", HEAD "drover.group('herd', {})",
     "mods/m/init.lua:2: drover.group: group 'herd' exists: main.lua:6 declares it"},
    {"", MOD "kinds = { 'fox' } }",
     "mods/m/init.lua:2: kinds[1]: there is no kind 'fox': only sheep is known"},
    {"", MOD "tools = { t = { key = 'z' } } }",
     "mods/m/init.lua:2: tools: 'z' is the key of both feed and m.t"},
    {"", HEAD "require 'mods.m.init'",
     "mods/m/init.lua:2: require \"mods.m.init\": mods/ is for mods; a mod requires its own "
     "modules as \"./name\""},
    {"", HEAD "require './own'", "mods/m/init.lua:2: there is no mods/m/own.lua"},
    {"", HEAD "require('forest').name = nil",
     "mods/m/init.lua:2: mod m: module forest is read-only: copy what you change, or change kinds "
     "with drover.extend"},
    {"", HEAD "require('forest').trees[3] = 'fir'",
     "mods/m/init.lua:2: mod m: module forest is read-only: copy what you change, or change kinds "
     "with drover.extend"},
    {"", HEAD "table.insert(require('forest').trees, 'fir')",
     "mods/m/init.lua:2: mod m: module forest is read-only: copy what you change, or change kinds "
     "with drover.extend"},
    {"", HEAD "require('pedestrian').body.radius = 9",
     "mods/m/init.lua:2: mod m: module pedestrian is read-only: copy what you change, or change "
     "kinds with drover.extend"},
    {"", HEAD "rawset(require('forest').trees, 3, 'fir')",
     "mods/m/init.lua:2: rawset: this table is read-only"},
    {"", HEAD "drover.kind('fox', { memory = { trees = require('forest').trees } })",
     "mods/m/init.lua:2: memory.trees: a read-only table cannot be remembered: copy what it holds"},
    // extensions
    {"", HEAD "drover.extend('shep', function() end)",
     "mods/m/init.lua:2: drover.extend: there is no kind 'shep' (sheep?)"},
    {"", HEAD "drover.extend('sheep', 3)",
     "mods/m/init.lua:2: drover.extend sheep: a function expected, got number"},
    {"", EXTEND("return def"),
     "mods/m/init.lua:2: the function returns nothing: it changes what it gets"},
    {"", EXTEND("def.body.max_sped = 3"),
     "mods/m/init.lua:2: body.max_sped: unknown key (max_speed?)"},
    {"", EXTEND("def.states.grazing = nil"),
     "mods/m/init.lua:2: initial: no state 'grazing': only fleeing is known"},
    {"", EXTEND("def:wrap('states.grasing.enter', print)"),
     "mods/m/init.lua:3: states.grasing: there is none (grazing?)"},
    {"", EXTEND("def:wrap('states.grazing.entr', print)"),
     "mods/m/init.lua:2: states.grazing.entr: unknown key (enter?)"},
    {"", EXTEND("def:wrap('states.grazing.steer', print)"),
     "mods/m/init.lua:3: states.grazing.steer: a function expected, got a blend"},
    {"", EXTEND("def:wrap('states.grazing.enter', 3)"),
     "mods/m/init.lua:3: wrap states.grazing.enter: a function expected, got number"},
    {"", EXTEND("def:replace('states.grazing.steer.wandr', steer.wander {})"),
     "mods/m/init.lua:3: states.grazing.steer.wandr: the blend has no such part (wander?)"},
    {"", EXTEND("def:replace('states.grazing.steer[3]', steer.wander {})"),
     "mods/m/init.lua:3: states.grazing.steer[3]: the blend has 2 parts"},
    {"", EXTEND("def:replace('states.grazing.steer.sum.separation', steer.wander {})"),
     "mods/m/init.lua:3: states.grazing.steer.sum.separation: the blend has more than one: say [2] "
     "or [3]"},
    {"", EXTEND("def:replace('states.grazing.steer.wander', 3)"),
     "mods/m/init.lua:3: blend.weighted[1]: a behavior, a blend or { behavior, weight } expected, "
     "got table"},
    {"", EXTEND("def:replace('states.fleeing.steer', steer.wander {})"),
     "mods/m/init.lua:3: states.fleeing.steer: there is none: only on is known"},
    {"", EXTEND("def:before('states.grazing.enter', print)"),
     "mods/m/init.lua:3: states.grazing.enter: a list expected, got a function; use def:wrap"},
    {"", EXTEND("def:before('states.grazing.on[5]', when.after(1))"),
     "mods/m/init.lua:3: states.grazing.on[5]: there is none"},
    {"", EXTEND("def:before('states.grazing.on')"),
     "mods/m/init.lua:3: states.grazing.on: an entry expected, got nil"},
    {"", EXTEND("def:before('states..on', 1)"),
     "mods/m/init.lua:3: \"states..on\": a path expected, such as \"states.running.enter\" or "
     "\"on[2]\""},
    {"", EXTEND("def.staes.x = 1"),
     "mods/m/init.lua:3: attempt to index a nil value (field 'staes')"},
    {"", EXTEND("def.states.grazing.on = { { when.after(1), 'x' } }"),
     "mods/m/init.lua:2: states.grazing.on[1]: no state 'x'"},
    {"", HEAD "drover.extend_scenario(function(def) def.kinds = {} end)",
     "mods/m/init.lua:2: kinds: at least one kind expected"},
};

static void a_mistake_is_named_with_the_file_of_the_mod(void **state) {
    fixture *f = *state;
    int wrong = 0;
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        const mistake *m = &mistakes[i];
        char path[256];
        write_mod(f, "m", m->keys, m->init);
        if (!m->init)
            unlink(path_in(f, "mods/m/init.lua", path));
        if (try_mods(f, "m")) {
            print_error("%s %s opens\n", m->keys, m->init ? m->init : "");
            wrong++;
        } else if (m->message && strcmp(m->message, f->error.message) != 0) {
            print_error("expected: %s\nactual:   %s\n", m->message, f->error.message);
            wrong++;
        } else if (!m->message) {
            print_message("%s\n", f->error.message);
        }
    }
    assert_int_equal(wrong, 0);
}

static void unknown_names_in_a_mod_are_reported(void **state) {
    fixture *f = *state;
    write_mod(f, "m", "", read_script("mods/unknown_names.lua"));
    f->warnings[0] = '\0';
    open_mods(f, "m");
    assert_string_equal(
        f->warnings,
        "mods/m/init.lua:4: kind 'sheep' has no field, slot or memory 'scard' (scared?)\n"
        "mods/m/init.lua:10: kind 'sheep' has no field, slot or memory 'scard' (scared?)\n"
        "mods/m/init.lua:13: kind 'sheep' has no field, slot or memory 'gaol' (goal?)\n"
        "mods/m/init.lua:14: kind 'sheep' has no field, slot or memory 'xx' (x?)\n"
        "mods/m/init.lua:15: kind 'sheep' has no field, slot or memory 'fer' (fear?)\n"
        "mods/m/init.lua:22: the world has no 'spwan' (spawn?)\n"
        "mods/m/init.lua:26: the world has no 'cuont' (count?)\n"
        "mods/m/init.lua:29: the world has no 'tik' (tick?)\n");
}

static void mods_are_only_for_mods(void **state) {
    fixture *f = *state;
    expect_refusal(f, HEAD "drover.extend('a', function() end)",
                   "main.lua:2: drover.extend a: only in a mod");
    expect_refusal(f, HEAD "return drover.mod {}",
                   "main.lua:2: drover.mod: only a mod has it; main.lua returns drover.scenario { "
                   "… }");
    write_mod(f, "m", "", "");
    expect_refusal(f, HEAD "require 'mods.m.init'",
                   "main.lua:2: require \"mods.m.init\": mods/ is for mods; a mod requires its own "
                   "modules as \"./name\"");
}

/// Check the warnings, before the one that the scenario gives by itself.
static void expect_warning(const fixture *f, const char *warnings) {
    char expected[1024];
    snprintf(expected, sizeof expected, "%smain.lua:10: slots.goal: nothing fills this slot\n",
             warnings);
    assert_string_equal(f->warnings, expected);
}

/// Write the scenario with more keys, and a mod that is for another one.
static void write_scenario_called(fixture *f, const char *keys, const char *wanted) {
    char text[128];
    snprintf(text, sizeof text, "return drover.scenario {\n  %s", keys);
    write_file(f, "main.lua",
               read_script_with("mods/main.lua", "return drover.scenario {", text, NULL));
    snprintf(text, sizeof text, "scenario = '%s'", wanted);
    write_mod(f, "m", text, "");
}

static void a_mod_is_for_a_scenario_by_name_or_for_what_it_is_based_on(void **state) {
    fixture *f = *state;
    const char *folder = strrchr(f->folder, '/') + 1;
    const struct {
        const char *keys, *wanted, *warning;
    } cases[] = {
        {"", folder, ""},
        {"name = 'herd',", "herd", ""},
        {"name = 'herd', based_on = 'caribou',", "herd", ""},
        {"name = 'herd', based_on = 'caribou',", "caribou", ""},
        {"name = 'herd',", "caribou",
         "mods/m/mod.lua:1: scenario: this mod is for 'caribou', and this is 'herd'\n"},
        {"name = 'herd', based_on = 'caribou',", "wolves",
         "mods/m/mod.lua:1: scenario: this mod is for 'wolves', and this is 'herd', based on "
         "'caribou'\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        f->warnings[0] = '\0';
        write_scenario_called(f, cases[i].keys, cases[i].wanted);
        open_mods(f, "m");
        expect_warning(f, cases[i].warning);
    }
    char expected[256];
    f->warnings[0] = '\0';
    write_scenario_called(f, "", "caribou");
    open_mods(f, "m");
    snprintf(expected, sizeof expected,
             "mods/m/mod.lua:1: scenario: this mod is for 'caribou', and this is '%s'\n", folder);
    expect_warning(f, expected);
    write_scenario_called(f, "name = '',", "caribou");
    assert_null(try_mods(f, "m"));
    assert_string_equal(f->error.message, "main.lua:31: name: it is empty");
}

static void mods_that_only_want_to_come_after_each_other_run(void **state) {
    fixture *f = *state;
    static const char say[] = HEAD "print(NAME)";
    static const struct {
        const char *name, *keys;
    } mods[] = {
        {"after_b", "optional_depends = { 'b' }"}, {"b", "optional_depends = { 'c', 'b', 'gone' }"},
        {"c", "optional_depends = { 'b' }"},       {"d", "depends = { 'e' }"},
        {"e", "optional_depends = { 'd' }"},
    };
    for (size_t i = 0; i < sizeof mods / sizeof *mods; i++) {
        char code[256];
        const char *at = strstr(say, "NAME");
        snprintf(code, sizeof code, "%.*s'%s'%s", (int)(at - say), say, mods[i].name, at + 4);
        write_mod(f, mods[i].name, mods[i].keys, code);
    }
    open_mods(f, "e d c b after_b");
    static const char *const in_order[] = {"b", "after_b", "c", "e", "d"};
    const char *version;
    for (uint32_t i = 0; i < 5; i++)
        assert_string_equal(dv_scenario_mod(f->scenario, i, &version), in_order[i]);
    assert_null(dv_scenario_mod(f->scenario, 5, &version));
    assert_string_equal(f->log, "b\nafter_b\nc\ne\nd\nbase\t2.0\t2\n1\tgrazes\n");
    expect_warning(f, "mods/b/mod.lua:1: optional_depends: mods want to come after each other: "
                      "'b' comes before 'c'\n"
                      "mods/e/mod.lua:1: optional_depends: mods want to come after each other: "
                      "'e' comes before 'd'\n");
}

static void what_is_missing_or_in_conflict_is_refused(void **state) {
    fixture *f = *state;
    write_mod(f, "winter", "depends = { 'snow' }", "");
    write_mod(f, "snow", "depends = { 'rain' }", "");
    write_mod(f, "rain", "depends = { 'winter' }", "");
    write_mod(f, "sun", "conflicts = { 'winter' }", "");
    const char *const refused[][2] = {
        {"wintr", "no mod 'wintr' (winter?): there is no mods/wintr/mod.lua"},
        {"../x", "../x is no mod: it has no 'mod.lua'"},
        {"a-b", "no mod 'a-b': a name of letters, digits and _ expected, or a folder"},
        {"winter", "mods/winter/mod.lua:1: depends: needs the mod 'snow', which is not enabled"},
        {"winter snow rain", "mods/rain/mod.lua:1: depends: mods depend on each other: rain -> "
                             "winter -> snow -> rain"},
        {"winter snow rain sun",
         "mods/sun/mod.lua:1: conflicts: does not work with the mod 'winter', which is enabled"},
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        assert_null(try_mods(f, refused[i][0]));
        assert_string_equal(f->error.message, refused[i][1]);
    }
}

// During play

static const char counting[] =
    HEAD "drover.extend('sheep', function(def)\n"
         "def.memory.steps = 0\n"
         "def.step = function(self) self.steps = self.steps + ONE end end)\n"
         "return drover.mod { on_reload = function() print 'reloaded' end, monitors = {\n"
         "steps = function(world) local all = 0\n"
         "for sheep in world:agents() do all = all + sheep.steps end return all end } }";

static void write_counting(fixture *f, const char *one) {
    char text[1024];
    const char *at = strstr(counting, "ONE");
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - counting), counting, one, at + 3);
    write_mod(f, "m", "", text);
}

static double steps_of(dv_scenario *scenario) { return dv_scenario_monitor(scenario, 1); }

static void a_saved_mod_and_a_saved_scenario_take_effect(void **state) {
    fixture *f = *state;
    write_counting(f, "1");
    open_mods(f, "m");
    step(f, 3);
    expect_unchanged(f);
    write_counting(f, "10");
    dv_reload_report report = expect_swapped(f);
    assert_string_equal(report.changed, "mods/m/init.lua");
    step(f, 1);
    assert_int_equal((int)steps_of(f->scenario), 13);
    write_file(f, "forest.lua", "return { trees = { 'fir' } }");
    report = expect_swapped(f);
    assert_string_equal(report.changed, "forest.lua");
    step(f, 1);
    assert_int_equal((int)steps_of(f->scenario), 23);
    expect_log(f, "base\t2.0\t2\n1\tgrazes\nbase update\nreloaded\nreloaded\n");
    // One undo takes back one save.
    assert_int_equal(dv_scenario_undo(f->scenario).outcome, DV_RELOAD_SWAPPED);
    step(f, 1);
    assert_int_equal((int)steps_of(f->scenario), 33);
}

static void a_broken_mod_is_refused_and_can_be_mended(void **state) {
    fixture *f = *state;
    write_counting(f, "1");
    open_mods(f, "m");
    write_counting(f, "= 1");
    expect_refused(f, "mods/m/init.lua:4: unexpected symbol near '='",
                   "def.step = function(self) self.steps = self.steps + = 1 end end)");
    step(f, 2);
    assert_int_equal((int)steps_of(f->scenario), 2);
    write_mod(f, "m", "depends = { 'x' }", NULL);
    expect_refused(f, "mods/m/mod.lua:1: depends: needs the mod 'x', which is not enabled",
                   "return { name = 'm', depends = { 'x' } }");
    write_mod(f, "n", "", "");
    write_counting(f, "2");
    expect_swapped(f);
    step(f, 1);
    assert_int_equal((int)steps_of(f->scenario), 4);
}

static void the_scenario_can_list_a_mod_during_play(void **state) {
    fixture *f = *state;
    char listing[8192];
    const char *base = read_script("mods/main.lua"), *at = strstr(base, "  title");
    write_counting(f, "1");
    snprintf(listing, sizeof listing, "%.*s  mods = { 'm' },\n%s", (int)(at - base), base, at);
    open_mods(f, "");
    step(f, 3);
    write_file(f, "main.lua", listing);
    expect_swapped(f);
    step(f, 2);
    assert_int_equal((int)steps_of(f->scenario), 2);
    assert_int_equal(dv_scenario_undo(f->scenario).outcome, DV_RELOAD_SWAPPED);
    step(f, 2);
    assert_int_equal(dv_scenario_monitor_count(f->scenario), 1);
    write_file(f, "main.lua", listing);
    assert_int_equal(dv_scenario_undo(f->scenario).outcome, DV_RELOAD_SWAPPED);
    step(f, 2);
    assert_int_equal((int)steps_of(f->scenario), 4);
}

static const char flock_mod[] =
    HEAD "drover.group('flight', {}) drover.terrain('snow', { speed = 0.5 })\n"
         "local crow = drover.kind('crow', { memory = { caws = 0 },\n"
         "step = function(self) self.caws = self.caws + 1 end })\n"
         "drover.extend('sheep', function(def) def.memory.cold = 7\n"
         "def.states.huddling = {} def.states.fleeing.on = { { when.after(0.05), 'huddling' } } "
         "end)\n"
         "return drover.mod { kinds = { crow }, settings = { drover.slider('depth', 1) },\n"
         "monitors = { crows = function(world) return world:count('crow') end },\n"
         "tools = { crow = {} }, setup = function(world, settings) print('on', settings.depth)\n"
         "world:terrain('snow') world:spawn('crow', { group = world:new_group('flight') }) end }";

static dv_reload_report expect_switched(fixture *f, const char *name, bool is_on) {
    dv_reload_report report = dv_scenario_switch_mod(f->scenario, name, is_on);
    if (report.outcome != DV_RELOAD_SWAPPED)
        fail_msg("%s: outcome %d: %s", name, report.outcome, report.message);
    return report;
}

static void expect_not_switched(fixture *f, const char *name, bool is_on, const char *message) {
    dv_reload_report report = dv_scenario_switch_mod(f->scenario, name, is_on);
    assert_true(report.outcome == DV_RELOAD_UNCHANGED || report.outcome == DV_RELOAD_REFUSED);
    assert_string_equal(report.message, message);
}

static uint32_t crows(const fixture *f) {
    const dv_world *world = dv_scenario_world(f->scenario);
    int32_t kind = dv_program_kind(dv_world_program(world), "crow");
    return kind < 0 ? 0 : dv_world_count(world, dv_one_kind((uint32_t)kind), -1);
}

static void a_mod_is_switched_on_and_off_during_play(void **state) {
    fixture *f = *state;
    write_mod(f, "m", "", flock_mod);
    open_mods(f, "");
    step(f, 5);
    expect_not_switched(f, "m", false, "the mod 'm' is already off");
    expect_not_switched(f, "n", true, "no mod 'n'");
    expect_not_switched(f, "a-b", true, "no mod 'a-b'");
    step(f, 1);
    expect_switched(f, "m", true);
    expect_not_switched(f, "m", true, "the mod 'm' is already on");
    step(f, 20);
    assert_int_equal(crows(f), 1);
    assert_int_equal(dv_scenario_monitor_count(f->scenario), 2);
    assert_true(dv_world_region_limit(dv_scenario_world(f->scenario)) > 0);
    dv_reload_report report = expect_switched(f, "m", false);
    assert_non_null(strstr(report.message, "an undo does not bring back what was removed"));
    assert_int_equal(crows(f), 0);
    assert_int_equal(dv_scenario_monitor_count(f->scenario), 1);
    step(f, 20);
    assert_string_equal(banner_of(f), "");
    // An undo is another switch.
    assert_int_equal(dv_scenario_undo(f->scenario).outcome, DV_RELOAD_SWAPPED);
    assert_int_equal(crows(f), 1);
    step(f, 2);
    expect_not_switched(f, "m", true, "the mod 'm' is already on");
    expect_switched(f, "m", false);
    expect_switched(f, "m", true);
    step(f, 2);
    assert_string_equal(banner_of(f), "");
}

static void a_mod_that_fails_its_trial_is_off_again(void **state) {
    fixture *f = *state;
    write_mod(f, "m", "", MOD "update = function() error 'oh' end }");
    open_mods(f, "");
    step(f, 2);
    expect_switched(f, "m", true);
    step(f, 1);
    assert_true(dv_scenario_trial_failed(f->scenario));
    dv_scenario_roll_back(f->scenario);
    step(f, 2);
    expect_switched(f, "m", true);
}

static void a_second_world_has_the_same_mods(void **state) {
    fixture *f = *state;
    dv_snapshot snapshot = {0};
    write_counting(f, "1");
    open_mods(f, "m");
    step(f, 3);
    assert_int_equal(dv_world_take_snapshot(dv_scenario_world(f->scenario), &snapshot, &f->error),
                     DV_OK);
    dv_scenario *beside = dv_scenario_open_beside(f->scenario, false, &f->error);
    assert_non_null(beside);
    assert_int_equal(dv_scenario_return_to(beside, &snapshot, &f->error), DV_OK);
    assert_int_equal(dv_scenario_step(beside, &f->error), DV_OK);
    step(f, 1);
    assert_int_equal((int)steps_of(beside), 4);
    assert_true(world_hash(dv_scenario_world(beside)) == hash_of(f));
    dv_scenario_close(beside);
    assert_int_equal(dv_scenario_return_to(f->scenario, &snapshot, &f->error), DV_OK);
    assert_int_equal((int)steps_of(f->scenario), 3);
    dv_snapshot_free(&snapshot);
}

TESTS {
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up_base, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_mod_adds_kinds_settings_monitors_and_tools),
        TEST(a_mod_is_found_by_its_folder_or_listed_by_the_scenario),
        TEST(mods_apply_by_dependency_and_then_by_name),
        TEST(functions_are_wrapped_in_the_order_of_the_mods),
        TEST(blends_and_guards_are_edited_by_path),
        TEST(a_scenario_is_extended),
        TEST(a_mod_reads_the_modules_of_the_scenario),
        TEST(a_mod_uses_objects_of_modules),
        TEST(a_mod_cannot_change_objects_of_modules),
        TEST(a_mistake_is_named_with_the_file_of_the_mod),
        TEST(unknown_names_in_a_mod_are_reported),
        TEST(mods_are_only_for_mods),
        TEST(a_mod_is_for_a_scenario_by_name_or_for_what_it_is_based_on),
        TEST(mods_that_only_want_to_come_after_each_other_run),
        TEST(what_is_missing_or_in_conflict_is_refused),
        TEST(a_saved_mod_and_a_saved_scenario_take_effect),
        TEST(a_broken_mod_is_refused_and_can_be_mended),
        TEST(the_scenario_can_list_a_mod_during_play),
        TEST(a_mod_is_switched_on_and_off_during_play),
        TEST(a_mod_that_fails_its_trial_is_off_again),
        TEST(a_second_world_has_the_same_mods),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
