// Reloading with real files: what a saved script changes, and all that it leaves as it was.
#include "everything.h"

#include "base/alloc.h"

#include <fcntl.h>

// Ways in which editors save

static void rename_over(const fixture *f, const char *name, const char *text) {
    char from[256], to[256];
    write_file(f, ".saved~", text);
    assert_int_equal(rename(path_in(f, ".saved~", from), path_in(f, name, to)), 0);
}

static void truncate_then_write(const fixture *f, const char *name, const char *text) {
    char path[256];
    int file = open(path_in(f, name, path), O_WRONLY | O_TRUNC);
    assert_true(file >= 0);
    assert_int_equal(write(file, text, strlen(text)), strlen(text));
    close(file);
}

static void delete_then_create(const fixture *f, const char *name, const char *text) {
    char path[256];
    assert_int_equal(unlink(path_in(f, name, path)), 0);
    write_file(f, name, text);
}

static void edit_with_sed(const fixture *f, const char *name, const char *script) {
    char command[512], path[256];
    snprintf(command, sizeof command, "sed -i \"%s\" %s", script, path_in(f, name, path));
    assert_int_equal(system(command), 0);
}

// What is expected of a reload

static dv_reload_report expect_swapped(fixture *f) {
    dv_reload_report report = dv_scenario_reload(f->scenario);
    if (report.outcome != DV_RELOAD_SWAPPED)
        fail_msg("outcome %d: %s", report.outcome, report.message);
    return report;
}

static void expect_refused(fixture *f, const char *message, const char *line) {
    dv_reload_report report = dv_scenario_reload(f->scenario);
    assert_int_equal(report.outcome, DV_RELOAD_REFUSED);
    assert_string_equal(report.message, message);
    assert_string_equal(report.line, line);
    assert_string_equal(banner_of(f), message);
    assert_string_equal(dv_scenario_banner_line(f->scenario), line);
}

static void expect_unchanged(fixture *f) {
    assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_UNCHANGED);
}

#define SAYING(word)                                                                               \
    HEAD "local a = drover.kind('a', { step = function(self)\n"                                    \
         "  print('" word "', self.world.tick) end })\n"                                           \
         "return drover.scenario { kinds = { a }, setup = function(world)\n"                       \
         "  print('setup') world:spawn('a', {}) end }"

static void a_saved_script_takes_effect_at_the_next_tick(void **state) {
    fixture *f = *state;
    open_main(f, SAYING("one"));
    step(f, 1);
    void (*ways[])(const fixture *, const char *, const char *) = {
        write_file, rename_over, truncate_then_write, delete_then_create};
    expect_log(f, "setup\none\t0\n");
    for (int i = 0; i < 4; i++) {
        char expected[64];
        ways[i](f, "main.lua", i % 2 ? SAYING("one") : SAYING("two"));
        assert_int_equal(expect_swapped(f).generation, i + 2);
        step(f, 1);
        snprintf(expected, sizeof expected, "%s\t%d\n", i % 2 ? "one" : "two", i + 1);
        expect_log(f, expected);
        expect_unchanged(f);
    }
    edit_with_sed(f, "main.lua", "s/one/three/");
    expect_swapped(f);
    step(f, 1);
    expect_log(f, "three\t5\n");
}

static void the_same_content_is_no_change(void **state) {
    fixture *f = *state;
    open_main(f, SAYING("one"));
    expect_unchanged(f);
    rename_over(f, "main.lua", SAYING("one"));
    expect_unchanged(f);
    truncate_then_write(f, "main.lua", SAYING("one"));
    expect_unchanged(f);
}

static void a_file_caught_empty_keeps_the_old_code_until_it_is_whole(void **state) {
    fixture *f = *state;
    open_main(f, SAYING("one"));
    truncate_then_write(f, "main.lua", "");
    expect_refused(f, "main.lua: return drover.scenario { ... }, not nil", "");
    step(f, 1);
    write_file(f, "main.lua", SAYING("two"));
    expect_swapped(f);
    assert_string_equal(banner_of(f), "");
    step(f, 1);
    expect_log(f, "setup\none\t0\ntwo\t1\n");
}

// The hashes of a run of everything, tick by tick.
#define TICKS 60

static void run_undisturbed(fixture *f, uint64_t hashes[TICKS]) {
    close_scenario(f);
    open_everything(f);
    for (int i = 0; i < TICKS; i++) {
        step_everything(f, 1);
        hashes[i] = hash_of(f);
    }
    // It does all it is made for.
    assert_int_equal(suspended(f), 1);
    dv_world *world = dv_scenario_world(f->scenario);
    assert_true(dv_scenario_monitor(f->scenario, 0) > 10);
    int32_t fleeing = dv_program_state(dv_world_program(world), 0, "fleeing");
    assert_true(dv_world_count(world, 1, fleeing) > 0);
}

typedef struct bad_edit {
    const char *file, *from, *to; ///< replaced once in the file
    const char *message, *line;
} bad_edit;

static const bad_edit bad_edits[] = {
    {"deer.lua", "initial = 'grazing'", "initial = ", "deer.lua:11: unexpected symbol near ','",
     "radius = 3 } } }, initial = ,"},
    {"deer.lua", "return drover.kind", "error 'not today' return drover.kind",
     "deer.lua:4: not today", "error 'not today' return drover.kind('deer', {"},
    {"deer.lua", "local stray", "local x = nil .. 'x' local stray",
     "deer.lua:3: attempt to concatenate a nil value",
     "local x = nil .. 'x' local stray = steer.wander { strength = 3 }"},
    {"main.lua", "require 'deer'", "require 'moose'",
     "main.lua:16: require \"moose\": there is neither moose.lua nor a library of that name",
     "return drover.scenario { title = 'Everything', seed = 7, kinds = { require 'moose', wolf, "
     "bad "
     "},"},
    {"deer.lua", "strength = 3", "strenght = 3",
     "deer.lua:3: steer.wander: strenght: unknown parameter (strength?)",
     "local stray = steer.wander { strenght = 3 }"},
    {"deer.lua", "'fleeing' },", "'fleing' },",
     "deer.lua:17: states.grazing.on[1]: no state 'fleing' (fleeing?)",
     "on = { { when.sees('wolf', { within = 15, as = 'threat', at = 'seen_at' }), 'fleing' },"},
    {"deer.lua", "max_force = 400", "max_force = -400",
     "deer.lua:5: body.max_force: -400 is not in 0 to 1e+12 N",
     "body = { mass = 'weight', max_speed = drover.setting 'pace', max_force = -400 },"},
    {"main.lua", "wolf, bad }", "wolf }",
     "main.lua:16: kind 'bad' is gone, and 1 of its agents lives: write renamed_from = \"bad\" in "
     "the new kind, or removed = { { kind = \"bad\" } } in the scenario",
     "return drover.scenario { title = 'Everything', seed = 7, kinds = { require 'deer', wolf },"},
    {"main.lua", "drover.group('pack'", "drover.group('pock'",
     "main.lua:16: group 'pack' is gone, and 2 of it are in use: write renamed_from = \"pack\" in "
     "the new group, or removed = { { group = \"pack\" } } in the scenario",
     "return drover.scenario { title = 'Everything', seed = 7, kinds = { require 'deer', wolf, bad "
     "},"},
    {"main.lua", "return drover.scenario {", "while true do end return drover.scenario {",
     "main.lua:16: stopped after 0.9 s: the script does not return",
     "while true do end return drover.scenario { title = 'Everything', seed = 7, kinds = { require "
     "'deer', wolf, bad },"},
};

static void edit(fixture *f, const char *file, const char *from, const char *to) {
    static char text[1 << 14];
    const char *source = strcmp(file, "deer.lua") == 0 ? everything_deer : everything_main;
    const char *place = strstr(source, from);
    assert_non_null(place);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(place - source), source, to,
             place + strlen(from));
    write_file(f, file, text);
}

static void a_broken_save_changes_no_bit_of_the_run(void **state) {
    fixture *f = *state;
    f->timed = true;
    uint64_t hashes[TICKS];
    run_undisturbed(f, hashes);
    for (size_t e = 0; e < sizeof bad_edits / sizeof *bad_edits; e++) {
        const bad_edit *bad = &bad_edits[e];
        close_scenario(f);
        open_everything(f);
        for (int i = 0; i < TICKS; i++) {
            if (i == 15) {
                uint64_t before = hash_of(f);
                edit(f, bad->file, bad->from, bad->to);
                expect_refused(f, bad->message, bad->line);
                assert_int_equal(hash_of(f), before);
                expect_unchanged(f);
                assert_string_equal(banner_of(f), bad->message);
            }
            step_everything(f, 1);
            assert_int_equal(hash_of(f), hashes[i]);
        }
    }
}

static void mended_by_going_back_the_banner_is_cleared(void **state) {
    fixture *f = *state;
    open_everything(f);
    edit(f, "deer.lua", "initial = 'grazing'", "initial = ");
    assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_REFUSED);
    write_file(f, "deer.lua", everything_deer);
    dv_reload_report report = dv_scenario_reload(f->scenario);
    assert_int_equal(report.outcome, DV_RELOAD_MENDED);
    assert_int_equal(report.generation, 1);
    assert_string_equal(banner_of(f), "");
}

static void a_comment_changes_neither_the_state_nor_what_follows(void **state) {
    fixture *f = *state;
    uint64_t hashes[TICKS];
    run_undisturbed(f, hashes);
    for (int at = 0; at < TICKS; at += 13) {
        close_scenario(f);
        open_everything(f);
        for (int i = 0; i < TICKS; i++) {
            step_everything(f, 1);
            assert_int_equal(hash_of(f), hashes[i]);
            if (i != at && i != at + 3)
                continue;
            edit(f, i == at ? "deer.lua" : "main.lua", "local drover",
                 i == at ? "-- deer\nlocal drover" : "-- main\nlocal drover");
            uint32_t asleep = suspended(f);
            dv_reload_report report = expect_swapped(f);
            assert_string_equal(report.changed, i == at ? "deer.lua" : "main.lua");
            assert_string_equal(report.modules, "deer, main");
            assert_int_equal(report.moved.migrated, 0);
            assert_int_equal(report.revived, asleep);
            // Who was suspended is not, any more: that is what the save was for.
            if (asleep)
                break;
            assert_int_equal(hash_of(f), hashes[i]);
            // One fails soon, as it does without a reload.
            dv_scenario_pass_trial(f->scenario);
        }
    }
}

// What wanders goes on from where its own walk stands, retained, chosen and applied.
static void behaviors_keep_their_state_where_path_and_type_match(void **state) {
    fixture *f = *state;
    static const char source[] =
        HEAD "local stray = steer.wander { strength = 2 }\n"
             "local a = drover.kind('a', { blends = { odd = blend.sum { steer.wander {} } },\n"
             "  steer = blend.sum { steer.wander {} %s }, step = function(self)\n"
             "    if self.id == 1 then self:steer('odd') end if self.id == 2 then\n"
             "      self:apply(stray) end end })\n"
             "return drover.scenario { kinds = { a }, setup = function(world)\n"
             "  for i = 1, 3 do world:spawn('a', { x = i * 10 }) end end }";
    char text[2048];
    uint64_t undisturbed;
    snprintf(text, sizeof text, source, "");
    open_main(f, text);
    step(f, 60);
    undisturbed = hash_of(f);
    open_main(f, text);
    step(f, 30);
    // A part that has nothing to do stands behind the one that wanders.
    snprintf(text, sizeof text, source, ", steer.cohesion { kind = 'a', radius = 0.1 }");
    write_file(f, "main.lua", text);
    expect_swapped(f);
    step(f, 30);
    assert_int_equal(hash_of(f), undisturbed);
}

static void every_module_is_loaded_again(void **state) {
    fixture *f = *state;
    write_file(f, "words.lua", "return { hello = 'one' }");
    write_file(f, "herd.lua",
               HEAD "local words = require 'words'\nreturn drover.kind('a', { step = function()\n"
                    "  print(words.hello) end })");
    write_file(f, "apart.lua", "print('apart') return {}");
    write_file(f, "main.lua",
               HEAD "require 'apart'\nreturn drover.scenario { kinds = { require 'herd' }, setup = "
                    "function(world)\n  world:spawn('a', {}) end }");
    open_folder(f);
    step(f, 1);
    write_file(f, "words.lua", "return { hello = 'two' }");
    dv_reload_report report = expect_swapped(f);
    assert_string_equal(report.changed, "words.lua");
    assert_string_equal(report.modules, "apart, words, herd, main");
    step(f, 1);
    expect_log(f, "apart\none\napart\ntwo\n");
    write_file(f, "words.lua", "require 'main' return {}");
    report = dv_scenario_reload(f->scenario);
    assert_int_equal(report.outcome, DV_RELOAD_REFUSED);
    assert_non_null(strstr(report.message, "words"));
    assert_non_null(strstr(report.message, "main"));
}

static void a_module_that_was_missing_is_loaded_when_it_comes(void **state) {
    fixture *f = *state;
    open_main(f, SAYING("one"));
    write_file(f, "main.lua", "require 'extra'\n" SAYING("two"));
    expect_refused(f,
                   "main.lua:1: require \"extra\": there is neither extra.lua nor a library of "
                   "that name",
                   "require 'extra'");
    write_file(f, "extra.lua", "print 'extra'");
    expect_swapped(f);
    step(f, 1);
    expect_log(f, "setup\nextra\ntwo\t0\n");
}

#define STATES(states)                                                                             \
    HEAD "local a = drover.kind('a', { initial = 'calm', memory = { n = 0 }, slots = { at = "      \
         "'point' },\n" states "})\n"                                                              \
         "return drover.scenario { kinds = { a }, on_reload = function(world) for s in "           \
         "world:agents() do\n    print(s, s.state, s.n) end end, setup = function(world)\n"        \
         "  for i, name in ipairs { 'calm', 'wild', 'lost', 'wild' } do\n"                         \
         "    world:spawn('a', { state = name, n = i, x = i }) end end }"

static void agents_whose_state_is_gone_are_taken_elsewhere(void **state) {
    fixture *f = *state;
    open_main(f, STATES("states = { calm = {}, wild = {}, lost = {} }"));
    step(f, 10);
    write_file(
        f, "main.lua",
        STATES("migrate = function(self, old) print('migrate', self, old, self.state)\n"
               "  if old == 'wild' and self.id == 2 then return 'odd' end end,\n"
               "states = { calm = { enter = function(self, from) print('enter', self, from) "
               "end }, odd = {},\n"
               "  found = { renamed_from = 'lost', enter = function() print 'never' end } }"));
    assert_int_equal(expect_swapped(f).moved.migrated, 2);
    expect_log(f, "migrate\ta#2\twild\tcalm\nmigrate\ta#4\twild\tcalm\nenter\ta#4\tnil\n"
                  "a#1\tcalm\t1\na#2\todd\t2\na#3\tfound\t3\na#4\tcalm\t4\n");
    assert_string_equal(banner_of(f), "");
    dv_world *world = dv_scenario_world(f->scenario);
    double times[] = {10, 0, 10, 0};
    for (uint32_t i = 0; i < 4; i++)
        assert_true(dv_agent_state_time(world, dv_world_agent_at(world, i)) * 60 == times[i]);
    step(f, 1);
}

static void without_migrate_they_begin_anew(void **state) {
    fixture *f = *state;
    open_main(f, STATES("states = { calm = {}, wild = {}, lost = {} }"));
    write_file(f, "main.lua", STATES("states = { calm = {} }"));
    assert_int_equal(expect_swapped(f).moved.migrated, 3);
    expect_log(f, "a#1\tcalm\t1\na#2\tcalm\t2\na#3\tcalm\t3\na#4\tcalm\t4\n");
    // And a kind may lose all its states, and get some again.
    write_file(f, "main.lua",
               HEAD "local a = drover.kind('a', { memory = { n = 0 } })\n"
                    "return drover.scenario { kinds = { a } }");
    assert_int_equal(expect_swapped(f).moved.migrated, 4);
    step(f, 1);
    // Who did not switch since is in the state it lost again.
    write_file(f, "main.lua", STATES("states = { calm = {}, wild = {}, lost = {} }"));
    assert_int_equal(expect_swapped(f).moved.migrated, 0);
    expect_log(f, "a#1\tcalm\t1\na#2\tcalm\t2\na#3\tcalm\t3\na#4\tcalm\t4\n");
}

static void a_migration_that_fails_takes_the_reload_back(void **state) {
    fixture *f = *state;
    open_main(f, STATES("states = { calm = {}, wild = {}, lost = {} }"));
    uint64_t before = hash_of(f);
    write_file(f, "main.lua",
               STATES("migrate = function(self, old)\n  if self.id == 2 then error 'no' end\n"
                      "  return nil end,\nstates = { calm = {} }"));
    expect_swapped(f);
    assert_true(dv_scenario_trial_failed(f->scenario));
    dv_reload_report report = dv_scenario_roll_back(f->scenario);
    assert_int_equal(report.outcome, DV_RELOAD_ROLLED_BACK);
    assert_string_equal(report.message, "main.lua:4: no [a#2 calm]");
    assert_string_equal(report.line, "if self.id == 2 then error 'no' end");
    assert_int_equal(hash_of(f), before);
    write_file(f, "main.lua",
               STATES("migrate = function(self, old)\n"
                      "  return self.id == 3 and 'clam' or nil end,\nstates = { calm = {} }"));
    expect_swapped(f);
    report = dv_scenario_roll_back(f->scenario);
    assert_string_equal(
        report.message,
        "main.lua:3: migrate returned 'clam', which is no state (calm?) [a#3 calm]");
    assert_int_equal(hash_of(f), before);
    step(f, 1);
}

static void memory_gains_new_fields_and_keeps_the_old(void **state) {
    fixture *f = *state;
    static const char source[] = HEAD
        "local g = drover.group('g', { memory = { %s } })\n"
        "local a = drover.kind('a', { memory = { %s }, step = function(self) print(%s) end })\n"
        "return drover.scenario { kinds = { a }, setup = function(world)\n"
        "  local s = world:spawn('a', { n = 7, group = world:new_group('g') }) s.gone = nil\n"
        "  s.group.n = 3 world.memory.kept = 'kept' end }";
    char text[2048];
    snprintf(text, sizeof text, source, "n = 1", "n = 1, gone = 5, old = 2", "self.n, self.gone");
    open_main(f, text);
    step(f, 1);
    snprintf(
        text, sizeof text, source, "n = 2, m = {}",
        "n = 2, gone = 5, bag = { 9 }, at = vec(1, 2), none = drover.none",
        "self.n, self.gone, self.bag[1], self.at, self.none, self.group.n, self.group.m ~= nil,"
        " self.world.memory.kept");
    write_file(f, "main.lua", text);
    expect_swapped(f);
    step(f, 1);
    // A field that was emptied stays empty.
    expect_log(f, "7\tnil\n7\tnil\t9\t(1, 2, 0)\tnil\t3\ttrue\tkept\n");
    assert_string_equal(banner_of(f), "");
}

static void changed_defaults_are_told(void **state) {
    fixture *f = *state;
    static const char source[] =
        HEAD "local g = drover.group('g', { memory = { k = %s } })\n"
             "local a = drover.kind('a', { memory = { %s } })\n"
             "local b = drover.kind('b', { memory = { n = %s } })\n"
             "return drover.scenario { kinds = { a, b }, setup = function(world)\n"
             "  for i = 1, 3 do world:spawn('a', { group = world:new_group('g') }) end end }";
    char text[2048];
    snprintf(text, sizeof text, source, "1", "n = 1, m = { 1, { x = vec(1, 2) } }, gone = 1", "1");
    open_main(f, text);
    // Nobody has what b remembers; an integer is another value than a float.
    snprintf(text, sizeof text, source, "1",
             "more = 1, n = 1.0, m = { 1, { x = vec(1, 2) } }, back = {}", "2");
    write_file(f, "main.lua", text);
    assert_string_equal(expect_swapped(f).defaults, "a.n: 3 agents keep the old value");
    snprintf(text, sizeof text, source, "2",
             "more = 1, n = 1.0, m = { 1, { x = vec(1, 3) } }, back = { 1 }", "2");
    write_file(f, "main.lua", text);
    assert_string_equal(expect_swapped(f).defaults,
                        "a.back: 3 agents keep the old value, a.m: 3 agents keep the old value, "
                        "g.k: 3 groups keep the old value");
    write_file(f, "main.lua", "--");
    assert_string_equal(dv_scenario_reload(f->scenario).defaults, "");
    snprintf(text, sizeof text, source, "2", "back = { 1 }, m = { 1, { x = vec(1, 3) } }, n = 1.0",
             "3");
    write_file(f, "main.lua", text);
    assert_string_equal(expect_swapped(f).defaults, "");
    assert_string_equal(banner_of(f), "");
}

static void slots_are_kept_by_name_and_type(void **state) {
    fixture *f = *state;
    static const char source[] = HEAD
        "local b = drover.kind('b', {})\n"
        "local a = drover.kind('a', { slots = { %s }, step = function(self) print(%s) end })\n"
        "return drover.scenario { kinds = { %s }, setup = function(world)\n"
        "  local s = world:spawn('a', {}) s.who, s.at, s.n = world:spawn('b', {}), { 1, 2 }, 3 "
        "end }";
    char text[2048];
    snprintf(text, sizeof text, source, "who = 'agent', at = 'point', n = 'number'", "self.who",
             "a, b");
    open_main(f, text);
    step(f, 1);
    snprintf(text, sizeof text, source,
             "aaa = 'number', who = 'agent', at = 'vector', n = 'number', zzz = 'point'",
             "self.who, self.who.kind, self.kind, self.at, self.n, self.aaa, self.zzz, self:sees()",
             "b, a");
    write_file(f, "main.lua", text);
    expect_swapped(f);
    step(f, 1);
    expect_log(f, "b#2\nb#2\tb\ta\tnil\t3.0\tnil\tnil\tb#2\n");
}

static void settings_keep_their_values(void **state) {
    fixture *f = *state;
    static const char source[] =
        HEAD "local a = drover.kind('a', { step = function(self) local s = self.world.settings\n"
             "  print(s.pace, s.mist, s.way %s) end })\n"
             "return drover.scenario { kinds = { a }, settings = { %s },\n"
             "  setup = function(world) world:spawn('a', {}) end }";
    char text[2048];
    snprintf(text, sizeof text, source, "",
             "drover.slider('pace', 2, { min = 0, max = 9 }), drover.toggle('mist', false), "
             "drover.choice('way', 'a', { 'a', 'b', 'c' })");
    open_main(f, text);
    assert_int_equal(dv_scenario_set(f->scenario, "pace", "8", &f->error), DV_OK);
    assert_int_equal(dv_scenario_set(f->scenario, "mist", "true", &f->error), DV_OK);
    assert_int_equal(dv_scenario_set(f->scenario, "way", "c", &f->error), DV_OK);
    step(f, 1);
    // An option is what it is called, wherever it stands.
    snprintf(text, sizeof text, source, ", s.new",
             "drover.slider('new', 4, { max = 9 }), drover.choice('way', 'a', { 'c', 'a', 'b' }), "
             "drover.toggle('mist', false), drover.slider('pace', 1, { min = 0, max = 5 })");
    write_file(f, "main.lua", text);
    expect_swapped(f);
    step(f, 1);
    expect_log(f, "8.0\ttrue\tc\n5.0\ttrue\tc\t4.0\n");
}

// A value that a save could not hold comes back when it can be, unless somebody chose another.
static void settings_come_back(void **state) {
    fixture *f = *state;
    static const char source[] =
        HEAD "local a = drover.kind('a', { step = function(self) local s = self.world.settings\n"
             "  print(s.pace, s.way) end })\n"
             "return drover.scenario { kinds = { a }, settings = {\n"
             "  drover.slider('pace', 2, { min = 0, max = %s }), drover.choice('way', %s) },\n"
             "  setting = function(world, name, value) print(name, value) end,\n"
             "  setup = function(world) world:spawn('a', {}) end }";
    static const struct {
        const char *most, *options, *log;
    } saves[] = {
        {"5", "'a', { 'a', 'b' }", "pace\t5.0\nway\ta\n5.0\ta\n"},
        {"6", "'a', { 'b', 'a' }", "pace\t6.0\n6.0\ta\n"},
        {"9", "'a', { 'c', 'b', 'a' }", "pace\t8.0\nway\tc\n8.0\tc\n"},
        {"99", "'a', { 'c', 'b', 'a' }", "8.0\tc\n"},
    };
    char text[2048];
    snprintf(text, sizeof text, source, "9", "'a', { 'a', 'b', 'c' }");
    open_main(f, text);
    assert_int_equal(dv_scenario_set(f->scenario, "pace", "8", &f->error), DV_OK);
    assert_int_equal(dv_scenario_set(f->scenario, "way", "c", &f->error), DV_OK);
    step(f, 1);
    for (size_t i = 0; i < sizeof saves / sizeof *saves; i++) {
        f->log[0] = '\0';
        snprintf(text, sizeof text, source, saves[i].most, saves[i].options);
        write_file(f, "main.lua", text);
        expect_swapped(f);
        step(f, 1);
        expect_log(f, saves[i].log);
    }
    // It was given back once: chosen by hand, the same value stays.
    assert_int_equal(dv_scenario_set(f->scenario, "pace", "6", &f->error), DV_OK);
    f->log[0] = '\0';
    snprintf(text, sizeof text, source, "7", saves[3].options);
    write_file(f, "main.lua", text);
    expect_swapped(f);
    step(f, 1);
    expect_log(f, "6.0\tc\n");
}

static void what_needs_a_restart_says_so(void **state) {
    fixture *f = *state;
    static const char source[] = HEAD "local a = drover.kind('a', {})\n"
                                      "return drover.scenario { kinds = { a }, %s }";
    char text[1024];
    snprintf(text, sizeof text, source, "seed = 1");
    open_main(f, text);
    snprintf(text, sizeof text, source, "seed = 2, tick_rate = 30, space = 'volume'");
    write_file(f, "main.lua", text);
    assert_string_equal(expect_swapped(f).message, "seed, tick_rate, space: restart to apply");
    dv_world *world = dv_scenario_world(f->scenario);
    assert_int_equal(dv_world_seed(world), 1);
    assert_true(dv_world_dt(world) == 1.0 / 60);
    snprintf(text, sizeof text, source,
             "seed = 2, tick_rate = 30, space = 'volume', bounds = { min = { 0, 0, 0 }, max = { 9, "
             "9, 9 } "
             "}");
    write_file(f, "main.lua", text);
    assert_string_equal(expect_swapped(f).message, "bounds: restart to apply");
    // An unrelated save names nothing again; nor does one back to what the run was started with.
    snprintf(text, sizeof text, source, "seed = 2, tick_rate = 30, title = 'a'");
    write_file(f, "main.lua", text);
    assert_string_equal(expect_swapped(f).message, "");
    snprintf(text, sizeof text, source, "seed = 3, tick_rate = 30, title = 'b'");
    write_file(f, "main.lua", text);
    assert_string_equal(expect_swapped(f).message, "seed: restart to apply");
    // One that is rolled back was never saved.
    assert_int_equal(dv_scenario_roll_back(f->scenario).outcome, DV_RELOAD_ROLLED_BACK);
    snprintf(text, sizeof text, source, "seed = 3, tick_rate = 30");
    write_file(f, "main.lua", text);
    assert_string_equal(expect_swapped(f).message, "seed: restart to apply");
}

static void a_changed_setup_waits_for_a_restart(void **state) {
    fixture *f = *state;
    static const char source[] = HEAD "local a = drover.kind('a', {})\n"
                                      "%sreturn drover.scenario { kinds = { a },\n"
                                      "%s"
                                      "%s}";
    static const char setup[] = "  setup = function(world)\n    world:scatter('a', 3)\n  end,\n";
    static const char other[] = "  setup = function(world)\n    world:scatter('a', 4)\n  end,\n";
    static const char *const changes[][4] = {
        // Further down and beside other changes it is the same.
        {"-- a comment\n\n", setup, "  update = function() end,\n", ""},
        {"", other, "", "setup: restart to apply"},
        {"", other, "  title = 'It is the same',\n", ""},
        {"", setup, "", ""},
        {"", "", "", "setup: restart to apply"},
        {"", other, "  seed = 9,\n", "seed, setup: restart to apply"},
    };
    char text[2048];
    snprintf(text, sizeof text, source, "", setup, "");
    open_main(f, text);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        snprintf(text, sizeof text, source, changes[i][0], changes[i][1], changes[i][2]);
        write_file(f, "main.lua", text);
        assert_string_equal(expect_swapped(f).message, changes[i][3]);
    }
    assert_int_equal(dv_world_count(dv_scenario_world(f->scenario), DV_ANY_KIND, -1), 3);
}

static void a_setup_in_a_module_waits_as_well(void **state) {
    fixture *f = *state;
    write_file(f, "place.lua", "return { setup = function(world)\n  world:count()\nend }");
    write_file(f, "main.lua",
               HEAD "return drover.scenario { kinds = { drover.kind('a', {}) },\n"
                    "  setup = require 'place'.setup }");
    open_folder(f);
    write_file(f, "place.lua", "return { setup = function(world)\n  world:random()\nend }");
    assert_string_equal(expect_swapped(f).message, "setup: restart to apply");
}

static void changed_defaults_of_restart_settings_wait(void **state) {
    fixture *f = *state;
    static const char source[] =
        HEAD "local a = drover.kind('a', {})\n"
             "return drover.scenario { kinds = { a }, settings = {\n%s } }";
    static const char *const changes[][2] = {
        {"drover.slider('herd', 2, { max = 9, restart = true }),\n"
         "drover.toggle('mist', false, { restart = true }),\n"
         "drover.choice('way', 'a', { 'a', 'b', restart = true }), drover.slider('pace', 1)",
         ""},
        // The same option in another place, another range, and one that takes effect at once.
        {"drover.slider('herd', 2, { max = 8, restart = true }),\n"
         "drover.toggle('mist', false, { restart = true }),\n"
         "drover.choice('way', 'a', { 'b', 'a', restart = true }), drover.slider('pace', 0)",
         ""},
        {"drover.slider('herd', 3, { max = 8, restart = true }),\n"
         "drover.toggle('mist', true, { restart = true }),\n"
         "drover.choice('way', 'b', { 'b', 'a', restart = true })",
         "settings.herd, settings.mist, settings.way: restart to apply"},
        // One that was named already, and one that is new.
        {"drover.slider('new', 3, { max = 8, restart = true }),\n"
         "drover.slider('herd', 3, { max = 8, restart = true })",
         ""},
        {"drover.slider('herd', 2, { max = 8, restart = true })", ""},
    };
    char text[2048];
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        snprintf(text, sizeof text, source, changes[i][0]);
        if (i == 0) {
            open_main(f, text);
            continue;
        }
        write_file(f, "main.lua", text);
        assert_string_equal(expect_swapped(f).message, changes[i][1]);
    }
}

static void no_old_function_is_called_again(void **state) {
    fixture *f = *state;
    static const char source[] = HEAD
        "local word = '%s'\n"
        "local g = drover.group('g', { elect = function(g) print('elect ' .. word) end })\n"
        "local a = drover.kind('a', { init = function() print('init ' .. word) end,\n"
        "  on = { when.lua(function() print('lua ' .. word) end),\n"
        "    { when.after(0), function() print('choose ' .. word) end } },\n"
        "  step = function() print('kind step ' .. word) end, initial = 'one', states = { one = {\n"
        "    enter = function() print('enter ' .. word) end, step = function() print('step ' .. "
        "word) "
        "return 'two' end,\n"
        "    leave = function() print('leave ' .. word) end }, two = { on = { { when.after(0), "
        "'one' } } } } })\n"
        "return drover.scenario { kinds = { a }, setup = function(world) print('setup ' .. word)\n"
        "  world:spawn('a', { group = world:new_group('g') }) end,\n"
        "  update = function(world) print('update ' .. word) end,\n"
        "  monitors = { m = function() print('monitor ' .. word) end }, settings = { "
        "drover.toggle('x', false) },\n"
        "  setting = function() print('setting ' .. word) end }";
    char text[4096];
    snprintf(text, sizeof text, source, "old");
    open_main(f, text);
    step(f, 1);
    f->log[0] = '\0';
    snprintf(text, sizeof text, source, "new");
    write_file(f, "main.lua", text);
    expect_swapped(f);
    step(f, 1);
    dv_scenario_monitor(f->scenario, 0);
    dv_scenario_set(f->scenario, "x", "true", NULL);
    expect_log(f, "update new\nelect new\nlua new\nchoose new\nenter new\nkind step new\nstep new\n"
                  "leave new\nmonitor new\nsetting new\n");
}

static void a_good_save_revives_who_failed(void **state) {
    fixture *f = *state;
    static const char source[] =
        HEAD "local a = drover.kind('a', { step = function(self)\n"
             "  print(self.id) if self.id %s then error 'broken' end end })\n"
             "return drover.scenario { kinds = { a }, update = function(world) print('update')\n"
             "  if world.tick == 1 then error 'no update' end end,\n"
             "  setup = function(world) for i = 1, 3 do world:spawn('a', {}) end end }";
    char text[1024];
    snprintf(text, sizeof text, source, "== 2");
    open_main(f, text);
    step(f, 3);
    expect_log(f, "update\n1\n2\n3\nupdate\n1\n3\n1\n3\n");
    assert_int_equal(suspended(f), 1);
    write_file(f, "main.lua", "local x = = 1");
    assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_REFUSED);
    assert_int_equal(suspended(f), 1);
    snprintf(text, sizeof text, source, "== 9");
    write_file(f, "main.lua", text);
    assert_int_equal(expect_swapped(f).revived, 2);
    assert_int_equal(suspended(f), 0);
    assert_string_equal(banner_of(f), "");
    step(f, 1);
    expect_log(f, "update\n1\n2\n3\n");
}

static void on_reload_may_change_the_world_and_fail(void **state) {
    fixture *f = *state;
    open_main(f, SAYING("one"));
    write_file(f, "main.lua",
               HEAD "local a = drover.kind('a', {})\n"
                    "return drover.scenario { kinds = { a }, on_reload = function(world)\n"
                    "  world:spawn('a', {}) error 'late' end }");
    expect_swapped(f);
    assert_string_equal(banner_of(f), "main.lua:4: late");
    // Then there was no reload.
    step(f, 1);
    assert_string_equal(banner_of(f), "main.lua:4: late");
    assert_int_equal(dv_world_agent_count(dv_scenario_world(f->scenario)), 1);
    expect_log(f, "setup\none\t0\n");
    write_file(f, "main.lua",
               HEAD "local a = drover.kind('a', {})\n"
                    "return drover.scenario { kinds = { a }, on_reload = function(world)\n"
                    "  world:spawn('a', {}) end }");
    expect_swapped(f);
    step(f, 1);
    assert_string_equal(banner_of(f), "");
    assert_int_equal(dv_world_agent_count(dv_scenario_world(f->scenario)), 2);
}

static void what_waits_for_the_next_turn_is_kept(void **state) {
    fixture *f = *state;
    static const char source[] =
        HEAD "local a = drover.kind('a', { blends = { %s }, initial = 'one', states = { %s } })\n"
             "return drover.scenario { kinds = { a }, setup = function(world)\n"
             "  local s = world:spawn('a', {}) s:become('two') s:steer('away') end }";
    char text[1024];
    const char *entering = "one = {}, two = { enter = function() print 'two' end }";
    snprintf(text, sizeof text, source, "away = steer.seek { target = { 100, 0 } }",
             "one = {}, two = {}");
    open_main(f, text);
    snprintf(text, sizeof text, source, "aa = steer.wander {}, away = steer.wander {}", entering);
    write_file(f, "main.lua", text);
    expect_swapped(f);
    step(f, 1);
    expect_log(f, "two\n");
    // What it was told to become, or steers by, may be gone.
    snprintf(text, sizeof text, source, "away = steer.seek { target = { 100, 0 } }",
             "one = {}, two = {}");
    open_main(f, text);
    snprintf(text, sizeof text, source, "aa = steer.wander {}", "one = {}, four = {}");
    write_file(f, "main.lua", text);
    expect_swapped(f);
    step(f, 2);
    assert_string_equal(banner_of(f), "");
}

static void memory_is_flat_over_many_reloads(void **state) {
    fixture *f = *state;
    size_t early = 0;
    open_everything(f);
    step_everything(f, 5);
    // Lua's collector lets memory rise and fall over some hundred reloads: peaks are compared.
    for (int i = 0; i < 1200; i++) {
        char comment[64];
        snprintf(comment, sizeof comment, "-- %d\nlocal drover", i);
        edit(f, i % 2 ? "deer.lua" : "main.lua", "local drover", comment);
        expect_swapped(f);
        step_everything(f, 1);
        if (i >= 100 && i < 600)
            early = dv_allocated_bytes() > early ? dv_allocated_bytes() : early;
        if (i >= 700)
            assert_in_range(dv_allocated_bytes(), 0, early + early / 100);
    }
}

// An allocation of a reload fails, and then all that follow: then the old code runs, or the new,
// and nothing is lost.
static void reload_short_of_memory(fixture *f, bool and_after, int least_refused) {
    uint64_t hashes[TICKS];
    int refused = 0;
    run_undisturbed(f, hashes);
    close_scenario(f);
    open_everything(f);
    step_everything(f, 15);
    for (uint64_t n = 1; n < 30000; n += 1 + n / 40) {
        char comment[64];
        snprintf(comment, sizeof comment, "-- %d\nlocal drover", (int)n);
        edit(f, "deer.lua", "local drover", comment);
        dv_fail_allocation(n, and_after);
        dv_reload_report report = dv_scenario_reload(f->scenario);
        dv_fail_allocation(0, false);
        assert_int_not_equal(report.outcome, DV_RELOAD_UNCHANGED);
        if (report.outcome == DV_RELOAD_REFUSED && !strstr(report.message, "out of memory"))
            fail_msg("allocation %d: %s", (int)n, report.message);
        refused += report.outcome == DV_RELOAD_REFUSED;
        assert_int_equal(hash_of(f), hashes[14]);
    }
    assert_true(refused >= least_refused);
    for (int i = 15; i < 19; i++) {
        step_everything(f, 1);
        assert_int_equal(hash_of(f), hashes[i]);
    }
    close_scenario(f);
}

static void a_reload_short_of_memory_takes_place_whole_or_not_at_all(void **state) {
    // Lua makes room for itself when it is refused once, the engine does not.
    reload_short_of_memory(*state, false, 10);
    reload_short_of_memory(*state, true, 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(a_saved_script_takes_effect_at_the_next_tick),
        CASE(the_same_content_is_no_change),
        CASE(a_file_caught_empty_keeps_the_old_code_until_it_is_whole),
        CASE(a_broken_save_changes_no_bit_of_the_run),
        CASE(mended_by_going_back_the_banner_is_cleared),
        CASE(a_comment_changes_neither_the_state_nor_what_follows),
        CASE(behaviors_keep_their_state_where_path_and_type_match),
        CASE(every_module_is_loaded_again),
        CASE(a_module_that_was_missing_is_loaded_when_it_comes),
        CASE(agents_whose_state_is_gone_are_taken_elsewhere),
        CASE(without_migrate_they_begin_anew),
        CASE(a_migration_that_fails_takes_the_reload_back),
        CASE(memory_gains_new_fields_and_keeps_the_old),
        CASE(changed_defaults_are_told),
        CASE(slots_are_kept_by_name_and_type),
        CASE(settings_keep_their_values),
        CASE(settings_come_back),
        CASE(what_needs_a_restart_says_so),
        CASE(a_changed_setup_waits_for_a_restart),
        CASE(a_setup_in_a_module_waits_as_well),
        CASE(changed_defaults_of_restart_settings_wait),
        CASE(no_old_function_is_called_again),
        CASE(a_good_save_revives_who_failed),
        CASE(on_reload_may_change_the_world_and_fail),
        CASE(what_waits_for_the_next_turn_is_kept),
        CASE(memory_is_flat_over_many_reloads),
        CASE(a_reload_short_of_memory_takes_place_whole_or_not_at_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
