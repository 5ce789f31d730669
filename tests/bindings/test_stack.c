// Deep and large input to every recursion and loop that works on Lua's stack. With the stock
// library most of this passes whatever the binding does; CI runs it with a Lua that checks how it
// is called (.ci/checked-lua).
#include "scenario_fixture.h"

/// The scenario prints this, and errors it expects it asserts itself.
static void expect_script(fixture *f, const char *source, int ticks, const char *expected) {
    expect_run(f, source, ticks, expected);
}

static void what_nests_in_definitions(void **state) {
    expect_script(
        *state,
        HEAD
        "local tree, utility = drover.tree, drover.utility\n"
        "local function nest(depth, first, wrap)\n"
        "  for _ = 1, depth do first = wrap(first) end return first end\n"
        "local kept\n"
        "for depth = 1, 200 do\n"
        "  local fine, made = pcall(nest, depth, steer.wander {},\n"
        "    function(b) return blend.weighted { b, { steer.wander {}, 2 } } end)\n"
        "  if fine then kept = made end\n"
        "  pcall(nest, depth, when.after(1), function(g) return g | when.after(2) end)\n"
        "  pcall(nest, depth, when.after(1), function(g) return -g end)\n"
        "  pcall(blend.weighted, nest(depth, { print }, function(t) return { t } end))\n"
        "  pcall(steer.wander, nest(depth, { 1 }, function(t) return { rate = t } end))\n"
        "  pcall(steer.separation, { kind = nest(depth, { 1 }, function(t) return { t } end) })\n"
        "  pcall(drover.kind, 'k' .. depth, { memory = { m = nest(depth, { print },\n"
        "    function(t) return { m = t } end) } })\n"
        "  pcall(drover.kind, 'l' .. depth, nest(depth, { print },\n"
        "    function(t) return { states = t } end))\n"
        "  pcall(tree.sequence, nest(depth, { print }, function(t) return { t } end))\n"
        "  pcall(drover.scenario, nest(depth, { print }, function(t) return { kinds = t } end))\n"
        "end\n"
        "local a = drover.kind('a', { steer = kept })\n"
        "return drover.scenario { kinds = { a }, setup = function(world)\n"
        "  world:spawn('a', {}) print(kept ~= nil) end }",
        2, "true\n");
}

static void what_is_long_in_definitions(void **state) {
    expect_script(
        *state,
        HEAD
        "local function list(count, of)\n"
        "  local t = {} for i = 1, count do t[i] = of(i) end return t end\n"
        "local function name(i) return 'name' .. i end\n"
        "for _, count in ipairs { 5, 30, 64, 300, 600, 3000 } do\n"
        "  pcall(blend.weighted, list(count, function() return steer.wander {} end))\n"
        "  pcall(blend.weighted, list(count, function() return { steer.wander {}, 1, 2 } end))\n"
        "  pcall(steer.separation, { kind = list(count, name) })\n"
        "  pcall(when.near, list(count, name), 3)\n"
        "  pcall(drover.choice, 'c', 'nmae7', list(count, name))\n"
        "  pcall(drover.scenario, { kinds = list(count, name) })\n"
        "  pcall(drover.scenario, { kinds = {}, settings = list(count, function(i)\n"
        "    return drover.toggle(name(i), true) end) })\n"
        "  local fields, states = {}, {}\n"
        "  for i = 1, count do fields[name(i)] = i states[name(i)] = {} end\n"
        "  pcall(steer.wander, fields) pcall(steer.seek, fields)\n"
        "  pcall(drover.kind, 'f' .. count, fields)\n"
        "  pcall(drover.kind, 'm' .. count, { memory = fields, slots = { name1 = 'point' } })\n"
        "  pcall(drover.kind, 's' .. count, { states = states, initial = 'nmae1' })\n"
        "  pcall(drover.kind, 't' .. count, { states = states, initial = 'name1' })\n"
        "  pcall(drover.kind, 'g' .. count, { initial = 'a', states = { a = {\n"
        "    when = list(count, function() return { when.after(1), 'a' } end) } } })\n"
        "  pcall(drover.group, 'g' .. count, { memory = fields })\n"
        "  pcall(drover.tree.sequence, list(count, function() return math.abs end))\n"
        "  pcall(table.unpack(list(math.min(count, 200), function() return math.abs end)))\n"
        "end\n"
        "local big = {} for i = 1, 200 do big['field' .. i] = i end\n"
        "local a = drover.kind('a', { memory = big })\n"
        "return drover.scenario { kinds = { a }, setup = function(world)\n"
        "  print(world:spawn('a', big).field200) end }",
        2, "200\n");
}

static void what_is_long_in_calls(void **state) {
    expect_script(
        *state,
        HEAD
        "local a = drover.kind('a', { memory = { n = 0 }, sight = { range = 100, angle = 6 } })\n"
        "return drover.scenario { kinds = { a }, setup = function(world)\n"
        "  local s = world:spawn('a', {}) world:scatter('a', 300)\n"
        "  local many, points, names, keys = {}, {}, {}, {}\n"
        "  for i = 1, 100000 do many[i], points[i] = i, { i % 977, i } end\n"
        "  for i = 1, 3000 do names[i], keys['key' .. i] = 'a', i end\n"
        "  local wrong = { table.unpack(points, 1, 5000) } wrong[5001] = { 'x' }\n"
        "  local draw = world.draw\n"
        "  for _, list in ipairs { points, wrong, many, names, keys, {} } do\n"
        "    pcall(draw.polygon, list, keys) pcall(draw.polygon, list, { fill = true })\n"
        "    pcall(world.path, world, { points = list, spline = true })\n"
        "    pcall(world.path, world, list)\n"
        "    pcall(world.obstacle, world, { polygon = list }) pcall(world.obstacle, world, list)\n"
        "    pcall(world.region, world, { polygon = list })\n"
        "    pcall(world.obstacle, world, { box = list, blocks = list })\n"
        "    pcall(world.spawn, world, 'a', list) pcall(world.scatter, world, 'a', 3, list)\n"
        "    pcall(world.agents, world, list, list) pcall(world.count, world, list, list)\n"
        "    pcall(world.plan, world, list) pcall(world.nearest, world, 0, 0, 0, list)\n"
        "    pcall(s.discover, s, list) pcall(s.neighbors, s, list, 100)\n"
        "    pcall(s.seen, s, list) pcall(s.apply, s, list) pcall(s.become, s, list)\n"
        "    pcall(function() s.n = list end) pcall(function() s.label = list end)\n"
        "    pcall(function() world.memory.n = list end) pcall(world.emit, world, 'e', list)\n"
        "  end\n"
        "  local function all(f) return pcall(f, table.unpack(many, 1, 30000)) end\n"
        "  for _, f in ipairs { vec, world.spawn, world.path, world.agents, world.nearest, "
        "s.apply,\n"
        "    s.neighbors, s.distance, steer.wander, blend.weighted, when.after, drover.kind,\n"
        "    drover.scenario, draw.line, draw.polygon, draw.text, pcall, xpcall, select, next,\n"
        "    pairs, ipairs, rawset, rawget, error, tostring, string.char, string.format,\n"
        "    string.rep, string.byte, math.max, math.min, math.random, table.pack, table.concat,\n"
        "    table.insert, table.move, table.sort, utf8.char, coroutine.create, coroutine.wrap,\n"
        "    coroutine.close, coroutine.status } do all(f) end\n"
        "  local n = select('#', coroutine.wrap(function(...) return ... end)(table.unpack(many,\n"
        "    1, 30000)))\n"
        "  local t = table.pack(coroutine.resume(coroutine.create(function(...)\n"
        "    return select('#', coroutine.yield(...)) end), table.unpack(many, 1, 30000)))\n"
        "  local _, m = xpcall(function() error(many) end, function(e) return #e end)\n"
        "  print(n, t.n, m, #table.concat(many), select('#', ('x'):rep(30000):byte(1, -1))) end }",
        2, "30000\t30001\t100000\t488895\t30000\n");
}

// Coroutines within coroutines, protected calls within handlers, callbacks within callbacks.
static void what_nests_in_calls(void **state) {
    expect_script(
        *state,
        HEAD
        "local depth, world = 0, nil\n"
        "local a = drover.kind('a', { initial = 'one', memory = { n = 0 },\n"
        "  init = function(self)\n"
        "    depth = depth + 1\n"
        "    if depth < 60 then\n"
        "      local function more() world:spawn('a', { n = depth }) end\n"
        "      if depth % 3 == 0 then coroutine.wrap(more)() else pcall(more) end end end,\n"
        "  states = { one = { enter = function(self)\n"
        "    if self.n < 30 then world:spawn('a', { n = self.n + 1 }) end end,\n"
        "    leave = function(self) world:spawn('a', { state = 'two' }) end }, two = {} } })\n"
        "return drover.scenario { kinds = { a }, setup = function(w)\n"
        "  world = w\n"
        "  local function nest(n)\n"
        "    if n == 0 then return world:spawn('a', {}) end\n"
        "    return coroutine.wrap(function() return select(2, pcall(nest, n - 1)) end)() end\n"
        "  nest(25)\n"
        "  local function fail(n) if n == 0 then error({}) end\n"
        "    local ok, e = xpcall(fail, function(e) return pcall(error, e) and e or e end, n - 1)\n"
        "    error(e) end\n"
        "  pcall(fail, 40)\n"
        "  for agent in world:agents('a', { state = 'one' }) do\n"
        "    coroutine.wrap(function() agent:become('two') end)() end\n"
        "  print(world:count() > 60) end }",
        2, "true\n");
}

static void drop_value(void *context, const char *name, const char *value) {
    (void)context, (void)name, (void)value;
}

// What a failed call left on the stack would add up.
static void calls_that_fail_leave_nothing_behind(void **state) {
    fixture *f = *state;
    open_main(f, HEAD
              "local function bad() error('no') end\n"
              "local function odd() return {}, {}, {}, {} end\n"
              "local g = drover.group('g', { elect = bad }) local h = drover.group('h', { elect "
              "= odd })\n"
              "local a = drover.kind('a', { initial = 'one', init = bad, steer = blend.weighted {\n"
              "  steer.custom(bad), steer.custom(odd) }, states = { one = { enter = bad,\n"
              "  leave = bad, step = bad } } })\n"
              "local b = drover.kind('b', { step = odd, steer = steer.custom(odd) })\n"
              "local c = drover.kind('c', { step = bad, steer = steer.custom(bad) })\n"
              "return drover.scenario { kinds = { a, b, c }, setting = bad, draw = bad,\n"
              "  settings = { drover.toggle('t', true) }, mousepressed = bad,\n"
              "  monitors = { m = bad, o = odd }, update = function(world)\n"
              "  local one, two = world:new_group('g'), world:new_group('h')\n"
              "  for _, kind in ipairs { 'a', 'b', 'c' } do\n"
              "    pcall(world.spawn, world, kind, { group = one })\n"
              "    pcall(world.spawn, world, kind, { group = two })\n"
              "    pcall(world.spawn, world, kind, { state = 'none' }) end\n"
              "  pcall(one.elect, one) pcall(two.elect, two) end }");
    dv_world *world = dv_scenario_world(f->scenario);
    for (int i = 0; i < 60; i++) {
        step(f, 1);
        dv_scenario_set(f->scenario, "t", i % 2 ? "true" : "false", &f->error);
        dv_scenario_input(f->scenario, &(dv_input){.type = DV_MOUSE_PRESSED});
        dv_scenario_draw(f->scenario, NULL);
        for (uint32_t m = 0; m < dv_scenario_monitor_count(f->scenario); m++)
            dv_scenario_monitor(f->scenario, m);
        dv_scenario_describe(f->scenario, dv_world_agent_at(world, 0), drop_value, NULL);
    }
    assert_true(dv_world_agent_count(world) > 60);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(what_nests_in_definitions),
        CASE(what_is_long_in_definitions),
        CASE(what_is_long_in_calls),
        CASE(what_nests_in_calls),
        CASE(calls_that_fail_leave_nothing_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
