// What agents, groups and the world remember: defaults, copies, sharing, and what is refused.
#include "scenario_fixture.h"

#define NO_DATA                                                                                    \
    " cannot be remembered: numbers, strings, booleans, vectors, handles and tables of these can"

static void defaults_are_copied_to_each_agent(void **state) {
    expect_run(
        *state,
        HEAD "local bag = { 1, 2, inner = { deep = 'x' } } bag.self = bag\n"
             "local a = drover.kind('a', { memory = { n = 5, name = drover.none, bag = bag, also = "
             "bag,\n"
             "  at = vec(1, 2), yes = true } })\n"
             "return drover.scenario { kinds = { a }, setup = function(world)\n"
             "  local s, t = world:spawn('a', {}), world:spawn('a', { n = 6, bag = { 9 } })\n"
             "  s.bag[1] = 'mine' s.bag.inner.deep = 'y'\n"
             "  local u = world:spawn('a', {})\n"
             "  print(s.n, s.name, s.bag[1], s.bag.inner.deep, s.bag.self == s.bag, s.at, s.yes)\n"
             "  print(t.n, t.bag[1], t.also[1], u.bag[1], u.bag.inner.deep, bag[1])\n"
             "  print(s.bag == s.also, u.bag == u.also, u.bag.self == u.bag)\n"
             "  s.name = 'sue' print(s.name, u.name) s.name = drover.none print(s.name)\n"
             "  s.n = nil print(s.n) end }",
        0,
        "5\tnil\tmine\ty\ttrue\t(1, 2, 0)\ttrue\n6\t9\t1\t1\tx\t1\ntrue\ttrue\ttrue\n"
        "sue\tnil\nnil\nnil\n");
}

static void what_is_no_data_is_refused_with_its_path(void **state) {
    expect_run(
        *state,
        HEAD "local a = drover.kind('a', { memory = { m = 0 } })\n"
             "local wander = steer.wander {} local guard = when.after(1)\n"
             "return drover.scenario { kinds = { a }, setup = function(world)\n"
             "  local s = world:spawn('a', {}) local cyclic = {} cyclic.c = { cyclic }\n"
             "  for _, v in ipairs { print, coroutine.create(print), wander, guard, world,\n"
             "    drover.setting 'x', drover.mouse, a, { 1, { x = print } }, { [print] = 1 },\n"
             "    { [1.5] = 1 }, { [{}] = 1 }, setmetatable({}, {}), { drover.none }, { k = "
             "drover.mouse }, { [1.5] = 1, [{}] = 2, [2.5] = 3, [print] = 4, [vec] = 5 } } do\n"
             "    print(select(2, pcall(function() s.m = v end))) end\n"
             "  for _, v in ipairs { 1, 'x', false, vec(1, 2), s, cyclic, { [s] = s, [true] = {} "
             "} } do\n"
             "    s.m = v assert(s.m == v) end\n"
             "  local deep = {} local t = deep for i = 1, 200 do t.x = {} t = t.x end\n"
             "  print((select(2, pcall(function() s.m = deep end)):gsub('%.x', ''))) end }",
        0,
        "main.lua:9: m: a function cannot be remembered: numbers, strings, booleans, vectors, "
        "handles "
        "and tables of these can\n"
        "main.lua:9: m: a thread cannot be remembered: numbers, strings, booleans, vectors, "
        "handles and "
        "tables of these can\n"
        "main.lua:9: m: a behavior cannot be remembered: keep its name instead\n"
        "main.lua:9: m: a guard cannot be remembered: keep its name instead\n"
        "main.lua:9: m: a world cannot be remembered: keep its name instead\n"
        "main.lua:9: m: a setting cannot be remembered: keep its name instead\n"
        "main.lua:9: m: a drover.mouse cannot be remembered: keep its name instead\n"
        "main.lua:9: m: a kind cannot be remembered: keep its name instead\n"
        "main.lua:9: m.2.x: a function cannot be remembered: numbers, strings, booleans, vectors, "
        "handles and tables of these can\n"
        "main.lua:9: m: a function cannot be a key here\n"
        "main.lua:9: m: a number with a fraction cannot be a key here\n"
        "main.lua:9: m: a table cannot be a key here\n"
        "main.lua:9: m: a table with a metatable cannot be remembered\n"
        "main.lua:9: m.1: a drover.none cannot be remembered: keep its name instead\n"
        "main.lua:9: m.k: a drover.mouse cannot be remembered: keep its name instead\n"
        "main.lua:9: m: a function cannot be a key here\n"
        "main.lua:13: m: more than 100 tables inside each other\n");
}

// What is put into a table later is found out when it is saved, with the same path.
static void what_slips_into_a_table_is_named_when_saved(void **state) {
    fixture *f = *state;
    char path[256];
    open_main(f, HEAD "local a = drover.kind('a', { memory = { bag = {} }, step = function(self)\n"
                      "  if self.id == 2 then self.bag.list = { { 1, print } } end end })\n"
                      "return drover.scenario { kinds = { a }, setup = function(world)\n"
                      "  world:scatter('a', 2) end }");
    dv_world *world = dv_scenario_world(f->scenario);
    step(f, 1);
    assert_int_equal(dv_world_save(world, path_in(f, "s.snap", path), &f->error), DV_ERROR_SCRIPT);
    assert_string_equal(f->error.message, "a#2.bag.list.1.2: a function" NO_DATA);
    assert_int_equal(access(path, F_OK), -1);
    uint64_t hash = 7;
    assert_int_equal(dv_world_hash(world, &hash, &f->error), DV_ERROR_SCRIPT);
    assert_string_equal(f->error.message, "a#2.bag.list.1.2: a function" NO_DATA);
    assert_int_equal(hash, 7);
}

static void long_texts_and_keys_of_two_types_are_read_back(void **state) {
    fixture *f = *state;
    open_main(f, HEAD
              "local a = drover.kind('a', { step = function(self)\n"
              "  local m, n = self.world.memory, 0 for _ in pairs(m.mixed) do n = n + 1 end\n"
              "  print(#m.text, m.text:sub(-1), n, m.mixed.b, m.mixed[-7]) end })\n"
              "return drover.scenario { kinds = { a }, setup = function(world)\n"
              "  world:spawn('a', {}) local m = world.memory\n"
              "  m.text = ('x'):rep(300000) .. 'y'\n"
              "  m.mixed = { a = 1, b = 2, c = 3, d = 4, [100] = 5, [-7] = 6, [33] = 7 } end }");
    dv_world *world = dv_scenario_world(f->scenario);
    dv_snapshot snapshot;
    uint64_t hash = hash_of(f);
    assert_int_equal(dv_world_take_snapshot(world, &snapshot, &f->error), DV_OK);
    step(f, 1);
    assert_int_equal(dv_world_load_snapshot(world, &snapshot, &f->error), DV_OK);
    assert_true(hash_of(f) == hash);
    step(f, 1);
    expect_log(f, "300001\ty\t7\t2\t6\n300001\ty\t7\t2\t6\n");
    dv_snapshot_free(&snapshot);
}

// At every depth, so that no room on Lua's stack is left over by luck.
static void what_is_refused_at_the_bottom_of_deep_tables_is_named(void **state) {
    fixture *f = *state;
    char path[256], expected[1024];
    write_file(
        f, "main.lua",
        HEAD
        "local a = drover.kind('a', { memory = { m = {} }, step = function(self)\n"
        "  local t = {} self.m = t for i = 1, self.world.settings.depth do t.k = {} t = t.k end\n"
        "  t.f = print end })\n"
        "return drover.scenario { kinds = { a }, settings = {\n"
        "  drover.slider('depth', 0, { min = 0, max = 200, step = 1 }) },\n"
        "  setup = function(world) world:spawn('a', {}) end }");
    open_folder(f);
    dv_world *world = dv_scenario_world(f->scenario);
    for (int depth = 0; depth <= 200; depth += depth < 110 ? 1 : 30) {
        char text[16];
        snprintf(text, sizeof text, "%d", depth);
        assert_int_equal(dv_scenario_set(f->scenario, "depth", text, &f->error), DV_OK);
        step(f, 1);
        // The memory itself is the first of the 100 tables, m the second.
        strcpy(expected, "a#1.m");
        for (int i = 0; i < (depth < 99 ? depth : 98); i++)
            strcat(expected, ".k");
        strcat(expected, depth <= 98 ? ".f: a function" NO_DATA
                                     : ".k: more than 100 tables inside each other");
        strcat(expected, " (a#1.m was last assigned by 'step' (main.lua:3))");
        assert_int_equal(dv_world_save(world, path_in(f, "s.snap", path), &f->error),
                         DV_ERROR_SCRIPT);
        assert_string_equal(f->error.message, expected);
    }
}

static void the_worlds_memory_is_a_table_of_its_own(void **state) {
    expect_run(*state,
               HEAD "local a = drover.kind('a', { step = function(self)\n"
                    "  local m = self.world.memory m.n = (m.n or 0) + 1 print(m.n) end })\n"
                    "return drover.scenario { kinds = { a }, setup = function(world)\n"
                    "  world:spawn('a', {}) print(next(world.memory)) end }",
               3, "nil\n1\n2\n3\n");
}

static void settings_are_read_written_and_announced(void **state) {
    fixture *f = *state;
    open_main(
        f, HEAD
        "local a = drover.kind('a', {})\n"
        "return drover.scenario { kinds = { a }, settings = {\n"
        "  drover.slider('pace', 2, { min = 1, max = 5 }), drover.toggle('mist', false),\n"
        "  drover.choice('way', 'left', { 'left', 'right' }) },\n"
        "  setting = function(world, name, value) print(name, value, world.settings[name]) end,\n"
        "  setup = function(world, settings)\n"
        "    print(settings.pace, settings.mist, settings.way, settings == world.settings)\n"
        "    settings.pace, settings.mist, settings.way = 3, true, 'right'\n"
        "    print(settings.pace, settings.mist, settings.way)\n"
        "    print(pcall(function() settings.pace = 9 end)) print(pcall(function()\n"
        "settings.pace = '4' end)) print(pcall(function()\n"
        "      settings.mist = 1 end)) print(pcall(function() settings.way = 'rihgt' end))\n"
        "    print(pcall(function() settings.pacee = 1 end)) end }");
    expect_log(f, "2.0\tfalse\tleft\ttrue\n3.0\ttrue\tright\n"
                  "false\tmain.lua:11: setting 'pace': 9 is not in 1 to 5\n"
                  "false\tmain.lua:12: setting 'pace': a number expected, got string\n"
                  "false\tmain.lua:13: setting 'mist': true or false expected, got number\n"
                  "false\tmain.lua:13: setting 'way' has no option 'rihgt' (right?)\n"
                  "false\tmain.lua:14: no setting 'pacee' (pace?)\n");
    static const char *const good[][2] = {{"pace", "4.5"}, {"mist", "false"}, {"way", "left"}};
    for (int i = 0; i < 3; i++)
        assert_int_equal(dv_scenario_set(f->scenario, good[i][0], good[i][1], &f->error), DV_OK);
    expect_log(f, "pace\t4.5\t4.5\nmist\tfalse\tfalse\nway\tleft\tleft\n");
    static const char *const bad[][3] = {
        {"pace", "6", "setting 'pace': 6 is not in 1 to 5"},
        {"pace", "x", "setting 'pace': 'x' is not a number"},
        {"pace", "", "setting 'pace': '' is not a number"},
        {"pace", "nan", "setting 'pace': 'nan' is not a number"},
        {"mist", "1", "setting 'mist': true or false expected, got '1'"},
        {"way", "lfet", "setting 'way' has no option 'lfet' (left?)"},
        {"mits", "true", "no setting 'mits' (mist?)"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_not_equal(dv_scenario_set(f->scenario, bad[i][0], bad[i][1], &f->error), DV_OK);
        assert_string_equal(f->error.message, bad[i][2]);
    }
    expect_log(f, "");
    assert_string_equal(banner_of(f), "");
}

static void a_failing_setting_callback_shows_in_the_banner(void **state) {
    fixture *f = *state;
    open_main(f, HEAD "local a = drover.kind('a', {})\n"
                      "return drover.scenario { kinds = { a }, settings = { drover.toggle('x', "
                      "false) },\n  setting = function() error('no') end }");
    assert_int_equal(dv_scenario_set(f->scenario, "x", "true", &f->error), DV_OK);
    assert_string_equal(banner_of(f), "main.lua:4: no");
}

static void monitors_count_and_fail_once(void **state) {
    fixture *f = *state;
    open_main(f, HEAD "local a = drover.kind('a', {})\n"
                      "return drover.scenario { kinds = { a }, monitors = {\n"
                      "  total = function(world) return world:count() end,\n"
                      "  flag = function(world) return 1 end, none = function() end,\n"
                      "  bad = function() print('called') error('no') end,\n"
                      "  word = function() return 'x' end },\n"
                      "  setup = function(world) world:scatter('a', 3) end }");
    // In the order of their names.
    static const char *const names[] = {"bad", "flag", "none", "total", "word"};
    assert_int_equal(dv_scenario_monitor_count(f->scenario), 5);
    for (uint32_t i = 0; i < 5; i++)
        assert_string_equal(dv_scenario_monitor_name(f->scenario, i), names[i]);
    assert_true(dv_scenario_monitor(f->scenario, 1) == 1);
    assert_true(dv_scenario_monitor(f->scenario, 3) == 3);
    assert_true(dv_scenario_monitor(f->scenario, 0) != dv_scenario_monitor(f->scenario, 0));
    expect_log(f, "called\n");
    assert_string_equal(banner_of(f), "main.lua:6: no");
}

static void monitors_leave_the_world_as_it_is(void **state) {
    fixture *f = *state;
    open_main(f,
              HEAD "local look = steer.wander {}\n"
                   "local a = drover.kind('a', { steer = steer.wander {}, memory = { t = {} } })\n"
                   "return drover.scenario { kinds = { a }, monitors = { m = function(world)\n"
                   "  local sum = 0 for s in world:agents() do sum = sum + s:steering(look)\n"
                   "    for o in s:neighbors('a', 20) do sum = sum + s:distance(o) end\n"
                   "    for o in s:seen() do sum = sum + s:bearing(o) end end return sum end },\n"
                   "  setup = function(world) world:scatter('a', 20) end }");
    step(f, 5);
    uint64_t before = hash_of(f);
    assert_true(dv_scenario_monitor(f->scenario, 0) != 0);
    assert_string_equal(banner_of(f), "");
    assert_int_equal(hash_of(f), before);
}

static void keep_value(void *context, const char *name, const char *value) {
    char line[512];
    snprintf(line, sizeof line, "%s=%s", name, value);
    keep_line(context, line);
}

static void an_agent_is_described_by_its_slots_and_memory(void **state) {
    fixture *f = *state;
    open_main(f,
              HEAD "local a = drover.kind('a', { slots = { prey = 'agent', at = 'point' },\n"
                   "  memory = { bag = { 1, k = { vec(1, 2) } }, n = 0.1, name = drover.none } })\n"
                   "return drover.scenario { kinds = { a }, setup = function(world)\n"
                   "  local s = world:spawn('a', {}) s.prey = s s.bag.bag = s.bag end }");
    dv_scenario_describe(f->scenario, dv_world_agent_at(dv_scenario_world(f->scenario), 0),
                         keep_value, f);
    expect_log(f, "at=nil\n"
                  "bag={ 1, bag = { 1, bag = { 1, bag = { … }, k = { … } }, k = { (1, 2, 0) } }, k "
                  "= { (1, 2, 0) } }\n"
                  "n=0.1\n"
                  "name=nil\n"
                  "prey=a#1\n");
}

static void garbage_can_be_counted(void **state) {
    fixture *f = *state;
    open_main(f, HEAD "local a = drover.kind('a', { step = function() local t = {} end })\n"
                      "return drover.scenario { kinds = { a }, setup = function(world)\n"
                      "  world:scatter('a', 100) end }");
    step(f, 1);
    dv_scenario_collect(f->scenario, true);
    size_t before = dv_scenario_lua_bytes(f->scenario);
    step(f, 10);
    // A table is at least 48 bytes.
    assert_true(dv_scenario_lua_bytes(f->scenario) >= before + 100 * 10 * 48);
    dv_scenario_collect(f->scenario, false);
    assert_true(dv_scenario_lua_bytes(f->scenario) < before + 1000);
    step(f, 3000);
    // The collector runs again: 3,000 ticks would leave 14 MB.
    assert_true(dv_scenario_lua_bytes(f->scenario) < before + (1 << 20));
}

typedef struct shelf {
    const char *names[2], *sources[2];
} shelf;

static bool read_shelf(void *context, const char *path, const char **source, size_t *size) {
    const shelf *s = context;
    for (int i = 0; i < 2; i++)
        if (strcmp(path, s->names[i]) == 0) {
            *source = s->sources[i];
            *size = strlen(s->sources[i]);
            return true;
        }
    return false;
}

static void a_scenario_can_be_opened_from_memory(void **state) {
    fixture *f = *state;
    shelf s = {{"herd.lua", "kinds/cow.lua"},
               {HEAD "return drover.scenario { kinds = { require 'kinds.cow' },\n"
                     "  setup = function(world) world:scatter('cow', 7) end }",
                "return require('drover').kind('cow', {})"}};
    dv_scenario_options options = options_of(f);
    options.reader = read_shelf;
    options.reader_context = &s;
    f->scenario = dv_scenario_open("herd.lua", &options, &f->error);
    assert_non_null(f->scenario);
    assert_int_equal(dv_world_agent_count(dv_scenario_world(f->scenario)), 7);
    step(f, 1);
    close_scenario(f);
    assert_null(dv_scenario_open("flock.lua", &options, &f->error));
    assert_non_null(strstr(f->error.message, "flock"));
}

// Nothing but a script gives what a C host makes its memory.
static void what_a_host_makes_remembers_as_well(void **state) {
    fixture *f = *state;
    open_main(f, HEAD "drover.group('g', { memory = { m = 4 } })\n"
                      "local a = drover.kind('a', { memory = { n = 1, l = {} },\n"
                      "  init = function(self) self.n = 7 end, step = function(self)\n"
                      "    self.group.m = self.group.m + 1 self.l[1] = self.group.m\n"
                      "    print(self.id, self.n, self.l[1]) end })\n"
                      "return drover.scenario { kinds = { a } }");
    dv_world *world = dv_scenario_world(f->scenario);
    for (int entered = 0; entered < 2; entered++) {
        dv_agent_def def = dv_agent_def_default(0);
        dv_agent agent;
        assert_int_equal(dv_group_create(world, 0, &def.group, &f->error), DV_OK);
        assert_int_equal(dv_agent_spawn(world, &def, &agent, &f->error), DV_OK);
        if (entered)
            dv_agent_enter(world, agent);
    }
    hash_of(f);
    step(f, 1);
    dv_snapshot snapshot = {0};
    assert_int_equal(dv_world_take_snapshot(world, &snapshot, &f->error), DV_OK);
    assert_int_equal(dv_world_load_snapshot(world, &snapshot, &f->error), DV_OK);
    dv_snapshot_free(&snapshot);
    step(f, 1);
    assert_string_equal(banner_of(f), "");
    expect_log(f, "1\t1\t5\n2\t7\t5\n1\t1\t6\n2\t7\t6\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(defaults_are_copied_to_each_agent),
        CASE(what_is_no_data_is_refused_with_its_path),
        CASE(what_slips_into_a_table_is_named_when_saved),
        CASE(long_texts_and_keys_of_two_types_are_read_back),
        CASE(what_is_refused_at_the_bottom_of_deep_tables_is_named),
        CASE(the_worlds_memory_is_a_table_of_its_own),
        CASE(settings_are_read_written_and_announced),
        CASE(a_failing_setting_callback_shows_in_the_banner),
        CASE(monitors_count_and_fail_once),
        CASE(monitors_leave_the_world_as_it_is),
        CASE(an_agent_is_described_by_its_slots_and_memory),
        CASE(garbage_can_be_counted),
        CASE(a_scenario_can_be_opened_from_memory),
        CASE(what_a_host_makes_remembers_as_well),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
