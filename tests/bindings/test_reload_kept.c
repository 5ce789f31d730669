// What agents keep through a reload that changes their kind: states, memory, slots, and everything
// that waits for their next turn.
#include "reload_fixture.h"

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

static void states_without_migrate_start_over(void **state) {
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
        "main.lua:3: migrate returned 'clam', which is not a state (calm?) [a#3 calm]");
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

int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(agents_whose_state_is_gone_are_taken_elsewhere),
        CASE(states_without_migrate_start_over),
        CASE(a_migration_that_fails_takes_the_reload_back),
        CASE(memory_gains_new_fields_and_keeps_the_old),
        CASE(changed_defaults_are_told),
        CASE(slots_are_kept_by_name_and_type),
        CASE(what_waits_for_the_next_turn_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
