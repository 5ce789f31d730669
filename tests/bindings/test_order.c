// The order of things within a tick, as a script sees it: guards, leave, enter, step; who is
// sensed, heard and gone when.
#include "scenario_fixture.h"

#define ONE_AGENT " setup = function(world) world:spawn('a', {}) end }"

// A line for each callback, so that the order of a run is its log.
#define LOUD                                                                                       \
    "local function say(...) local t = table.pack(...) for i = 1, t.n do t[i] = tostring(t[i]) "   \
    "end print(table.concat(t, ' ')) end\n"

static void the_first_enter_runs_inside_spawn(void **state) {
    expect_run(*state,
               HEAD LOUD
               "local a = drover.kind('a', { initial = 'one', memory = { n = 7 },\n"
               "  init = function(self) say('init', self.n, self.state) end,\n"
               "  states = { one = { enter = function(self, from)\n"
               "    say('enter', from, self.n, self.x, self.state_time) end } } })\n"
               "return drover.scenario { kinds = { a }, setup = function(world)\n"
               "  say('before') local agent = world:spawn('a', { x = 3, n = 8 }) say('after')\n"
               "  say(agent.state, agent.n) end }",
               1, "before\ninit 8 one\nenter nil 8 3.0 0.0\nafter\none 8\n");
}

static void guard_then_leave_then_enter_then_the_new_states_step(void **state) {
    expect_run(*state,
               HEAD LOUD
               "local a = drover.kind('a', { initial = 'one',\n"
               "  step = function(self, dt) say('kind step', self.state) end,\n"
               "  states = {\n"
               "    one = { leave = function(self, to) say('leave', to, self.state) end,\n"
               "            step = function(self) say('step one') end,\n"
               "            on = { { when.after(1 / 60), 'two' } } },\n"
               "    two = { enter = function(self, from) say('enter', from, self.state,\n"
               "              self.state_time) end,\n"
               "            step = function(self) say('step two') end } } })\n"
               "return drover.scenario { kinds = { a }," ONE_AGENT,
               3,
               "kind step one\nstep one\n"
               "leave two one\nenter one two 0.0\nkind step two\nstep two\n"
               "kind step two\nstep two\n");
}

static void a_guard_and_a_step_may_switch_once_each(void **state) {
    expect_run(
        *state,
        HEAD LOUD
        "local function to(name) return { enter = function(self, from) say(from, name) end,\n"
        "  step = function() say('step', name) return ({ a = 'b', b = 'c', c = 'd' })[name] "
        "end,\n"
        "  on = { { when.after(0), ({ a = 'b', b = 'c', c = 'd', d = 'd' })[name] } } } end\n"
        "local k = drover.kind('a', { initial = 'a', states = { a = to 'a', b = to 'b',\n"
        "  c = to 'c', d = to 'd' } })\n"
        "return drover.scenario { kinds = { k }, " ONE_AGENT,
        2, "nil a\na b\nstep b\nb c\nc d\nstep d\n");
}

static void a_step_of_kind_and_state_switch_once_together(void **state) {
    expect_run(*state,
               HEAD LOUD "local k = drover.kind('a', { initial = 'a',\n"
                         "  step = function(self) if self.state == 'a' then return 'b' end end,\n"
                         "  states = { a = {}, b = { enter = function() say('b') end,\n"
                         "    step = function() say('step b') return 'c' end },\n"
                         "    c = { enter = function(self) say('c', self.world.tick) end,\n"
                         "          on = { { when.after(0), 'd' } } },\n"
                         "    d = { enter = function(self) say('d', self.world.tick) end } } })\n"
                         "return drover.scenario { kinds = { k }, " ONE_AGENT,
               3, "b\nstep b\nc 1\nd 1\n");
}

static void switching_to_the_state_it_is_in_does_nothing(void **state) {
    expect_run(*state,
               HEAD LOUD
               "local a = drover.kind('a', { initial = 'one', states = {\n"
               "    one = { enter = function() say('enter') end, leave = function() say('leave') "
               "end,\n"
               "            step = function(self) if self.world.tick == 2 then\n"
               "              say(self.state_time * 60) end return 'one' end,\n"
               "            on = { { when.after(0), 'one' } } } } })\n"
               "return drover.scenario { kinds = { a }," ONE_AGENT,
               3, "enter\n2.0\n");
}

// Otherwise an agent that is told every tick to be what it is never looks at its guards.
static void being_told_to_stay_does_not_stand_for_the_guards(void **state) {
    expect_run(*state,
               HEAD LOUD
               "local a = drover.kind('a', { initial = 'one', states = {\n"
               "  one = { on = { { when.after(2 / 60), 'two' } } },\n"
               "  two = { enter = function(self) say('two', self.world.tick) end } } })\n"
               "return drover.scenario { kinds = { a }, update = function(world)\n"
               "  for agent in world:agents() do agent:become(agent.state) end end," ONE_AGENT,
               5, "two 2\n");
}

static void become_waits_for_the_end_of_the_callback(void **state) {
    expect_run(*state,
               HEAD LOUD
               "local a = drover.kind('a', { initial = 'one', states = {\n"
               "    one = { step = function(self) self:become('two') say(self.state) end },\n"
               "    two = { enter = function(self) say('enter', self.state) end } } })\n"
               "return drover.scenario { kinds = { a }," ONE_AGENT,
               1, "one\nenter two\n");
}

static void what_a_callback_returns_goes_before_become(void **state) {
    expect_run(*state,
               HEAD LOUD
               "local a = drover.kind('a', { initial = 'one', states = {\n"
               "    one = { step = function(self) self:become('two') return 'three' end },\n"
               "    two = { enter = function() say('two') end },\n"
               "    three = { enter = function() say('three') end } } })\n"
               "return drover.scenario { kinds = { a }," ONE_AGENT,
               3, "three\n");
}

// The second agent's turn is still to come in this tick, the first one's in the next.
static void become_on_another_waits_for_its_turn(void **state) {
    expect_run(
        *state,
        HEAD LOUD
        "local a = drover.kind('a', { initial = 'calm',\n"
        "  step = function(self) if self.id == 2 and self.world.tick == 0 then\n"
        "    for other in self.world:agents() do if other ~= self then other:become('wild')\n"
        "      say(other, other.state) end end end end,\n"
        "  states = { calm = {}, wild = { enter = function(self, from)\n"
        "    say(self.id, from, self.world.tick) end } } })\n"
        "return drover.scenario { kinds = { a }, setup = function(world)\n"
        "  for i = 1, 3 do world:spawn('a', {}) end end }",
        2, "a#1 calm\na#3 calm\n3 calm 0\n1 calm 1\n");
}

// "Before its guards": then those of the kind and of the new state are looked at, and it steps.
static void who_is_told_to_become_goes_on_with_its_guards(void **state) {
    expect_run(
        *state,
        HEAD LOUD
        "local a = drover.kind('a', { initial = 'one', states = {\n"
        "  one = { on = { { when.after(1 / 60), function() say('guard of one') end } } },\n"
        "  two = { enter = function(self, from) say(self.world.tick, from, 'two') end,\n"
        "    on = { { when.after(0), 'three' } }, step = function() say('never') end },\n"
        "  three = { enter = function(self, from) say(self.world.tick, from, 'three') end,\n"
        "    on = { { when.after(0), 'four' } },\n"
        "    step = function() say('step three') return 'four' end },\n"
        "  four = { enter = function(self, from) say(self.world.tick, from, 'four') end } } "
        "})\n"
        "return drover.scenario { kinds = { a }, update = function(world)\n"
        "  if world.tick == 1 then for agent in world:agents() do agent:become 'two' end end "
        "end," ONE_AGENT,
        3, "1 one two\n1 two three\nstep three\n1 three four\n");
}

// A guard of the kind with a clock of its own is tested once a tick, before the state's.
static void a_guard_of_the_kind_is_not_lost_on_who_is_told_to_become(void **state) {
    expect_run(
        *state,
        HEAD LOUD
        "local a = drover.kind('a', { initial = 'one', on = {\n"
        "    { when.every(2 / 60), function(self) say(self.world.tick, self.state) end } },\n"
        "  states = { one = {}, two = { on = { { when.after(0), 'one' } } } } })\n"
        "return drover.scenario { kinds = { a }, update = function(world)\n"
        "  for agent in world:agents() do agent:become 'two' end end," ONE_AGENT,
        7, "2 two\n4 two\n6 two\n");
}

static void become_in_enter_and_leave_raises(void **state) {
    expect_failing_run(
        *state,
        HEAD LOUD "local a = drover.kind('a', { initial = 'one', states = {\n"
                  "    one = { on = { { when.after(0), 'two' } } },\n"
                  "    two = { enter = function(self) self:become('one') end } } })\n"
                  "return drover.scenario { kinds = { a }," ONE_AGENT,
        2, "", "main.lua:5: become: a switch is under way: not in enter or leave [a#1 two]");
    assert_int_equal(suspended(*state), 1);
    expect_failing_run(
        *state,
        HEAD LOUD
        "local a = drover.kind('a', { initial = 'one', states = {\n"
        "    one = { on = { { when.after(0), 'two' } }, leave = function(self, to)\n"
        "      for other in self.world:agents() do other:become('one') end end }, two = {} } })\n"
        "return drover.scenario { kinds = { a }," ONE_AGENT,
        2, "", "main.lua:5: become: a switch is under way: not in enter or leave [a#1 one]");
}

static void become_of_no_state_names_the_nearest(void **state) {
    expect_failing_run(*state,
                       HEAD
                       "local a = drover.kind('a', { initial = 'hiding', states = { hiding = {\n"
                       "    step = function(self) self:become('hidding') end } } })\n"
                       "return drover.scenario { kinds = { a }," ONE_AGENT,
                       2, "", "main.lua:3: become: no state 'hidding' (hiding?) [a#1 hiding]");
    expect_failing_run(
        *state,
        HEAD "local a = drover.kind('a', { initial = 'hiding', states = { hiding = {\n"
             "    step = function(self) return 'hidding' end } } })\n"
             "return drover.scenario { kinds = { a }," ONE_AGENT,
        2, "", "main.lua:3: returned 'hidding', which is no state (hiding?) [a#1 hiding]");
    expect_failing_run(*state,
                       HEAD "local a = drover.kind('a', { step = function(self) return 3 end })\n"
                            "return drover.scenario { kinds = { a }," ONE_AGENT,
                       2, "", "main.lua:2: returned a number, not a state's name or nil [a#1]");
    expect_failing_run(*state,
                       HEAD "local a = drover.kind('a', { step = function(self) return '' end })\n"
                            "return drover.scenario { kinds = { a }," ONE_AGENT,
                       2, "", "main.lua:2: returned '', which is no state [a#1]");
}

static void remove_runs_no_leave(void **state) {
    expect_run(
        *state,
        HEAD LOUD
        "local a = drover.kind('a', { initial = 'one', states = {\n"
        "    one = { leave = function() say('leave') end,\n"
        "            step = function(self) self:remove() say(self.alive) return 'one' end } } })\n"
        "return drover.scenario { kinds = { a }, update = function(world)\n"
        "  say(world:count('a')) end," ONE_AGENT,
        3, "1\nfalse\n0\n0\n");
}

static void removing_in_leave_ends_the_switch(void **state) {
    expect_run(*state,
               HEAD LOUD "local a = drover.kind('a', { initial = 'one', states = {\n"
                         "    one = { leave = function(self) say('leave') self:remove() end,\n"
                         "            step = function(self) say('step one') end,\n"
                         "            on = { { when.after(0), 'two' } } },\n"
                         "    two = { enter = function() say('enter') end,\n"
                         "            step = function() say('step two') end } } })\n"
                         "return drover.scenario { kinds = { a }," ONE_AGENT,
               2, "leave\n");
}

static void removing_in_a_guards_function_ends_the_turn(void **state) {
    expect_run(*state,
               HEAD LOUD
               "local a = drover.kind('a', { step = function() say('step') end,\n"
               "  on = { { when.after(0), function(self) say('guard') self:remove() end },\n"
               "         { when.after(0), function() say('second') end } } })\n"
               "return drover.scenario { kinds = { a }," ONE_AGENT,
               2, "guard\n");
}

// The index is taken again at once; whoever holds it now must not take the old one's turn.
static void who_takes_a_freed_id_waits_for_the_next_tick(void **state) {
    expect_run(*state,
               HEAD LOUD
               "local a = drover.kind('a', { memory = { first = true }, step = function(self)\n"
               "  say(self.id, self.world.tick, self.first)\n"
               "  if self.first then local world = self.world self:remove()\n"
               "    say('new', world:spawn('a', { first = false }).id) end end })\n"
               "return drover.scenario { kinds = { a }, setup = function(world)\n"
               "  for i = 1, 2 do world:spawn('a', { first = i == 1 }) end end }",
               2, "1 0 true\nnew 1\n2 0 false\n1 1 false\n2 1 false\n");
}

static void who_is_spawned_acts_and_is_seen_from_the_next_tick(void **state) {
    expect_run(
        *state,
        HEAD LOUD
        "local b = drover.kind('b', { steer = steer.seek { target = { 100, 0 } },\n"
        "  step = function(self) say('b steps', self.world.tick) end })\n"
        "local a = drover.kind('a', { step = function(self)\n"
        "  if self.world.tick == 0 then local b = self.world:spawn('b', { x = 5 })\n"
        "    say(b.alive, b.x, self.world:count('b'), self:sees(b)) end\n"
        "  local b = self:sees('b') say('sees', b, self:count('b', 9), b and b.speed > 0) end })\n"
        "return drover.scenario { kinds = { a, b }, " ONE_AGENT,
        3,
        "true 5.0 1 nil\nsees nil 0 nil\n"
        "sees b#2 1 false\nb steps 1\nsees b#2 1 true\nb steps 2\n");
}

static void who_is_removed_is_gone_at_once(void **state) {
    expect_run(
        *state,
        HEAD LOUD
        "local a = drover.kind('a', { slots = { friend = 'agent', place = 'point' },\n"
        "  step = function(self) if self.world.tick < 1 then return end\n"
        "    if self.id == 1 then self.place = self.friend self.friend:remove() end\n"
        "    say(self.id, self.friend, self:sees(), self:count('a', 99), self.world:count(),\n"
        "      self.world:nearest('a', 3, 0, 0, 0.5), self:get('friend')) end })\n"
        "return drover.scenario { kinds = { a }, setup = function(world)\n"
        "  local one, two, three = world:spawn('a', { x = 1 }), world:spawn('a', { x = 2 }),\n"
        "    world:spawn('a', { x = 3 })\n"
        "  one.friend, two.friend, three.friend = three, three, three end }",
        2, "1 nil a#2 1 2 nil nil\n2 nil a#1 1 2 nil nil\n");
}

static void iterators_cover_who_was_alive_when_they_began(void **state) {
    expect_run(*state,
               HEAD LOUD "local a = drover.kind('a', {})\n"
                         "return drover.scenario { kinds = { a }, setup = function(world)\n"
                         "  for i = 1, 5 do world:spawn('a', { x = i }) end\n"
                         "  for agent in world:agents('a') do\n"
                         "    say(agent.id)\n"
                         "    if agent.id == 2 then for other in world:agents() do\n"
                         "      if other.id == 4 then other:remove() end end end\n"
                         "    if agent.id == 3 then agent:remove() say(world:spawn('a', {}).id) \n"
                         "      world:spawn('a', {}) world:spawn('a', {}) end\n"
                         "  end say(world:count()) end }",
               0, "1\n2\n3\n3\n5\n6\n");
}

static void an_event_is_heard_in_the_next_tick_but_not_by_its_emitter(void **state) {
    expect_run(*state,
               HEAD LOUD
               "local a = drover.kind('a', { step = function(self)\n"
               "  local source, about, x, y, z = self:heard('call')\n"
               "  if source then say(self.world.tick, self.id, source, about, x, y, z) end\n"
               "  if self.id == 2 and self.world.tick == 1 then self:emit('call', 5, self)\n"
               "    self.x = 30 end end })\n"
               "return drover.scenario { kinds = { a }, setup = function(world)\n"
               "  for i, x in ipairs { 0, 3, 7, 9 } do world:spawn('a', { x = x }) end end }",
               4, "2 1 a#2 a#2 3.0 0.0 0.0\n2 3 a#2 a#2 3.0 0.0 0.0\n");
}

static void hears_binds_whom_it_is_about_and_where_it_was(void **state) {
    expect_run(*state,
               HEAD LOUD
               "local a = drover.kind('a', { initial = 'calm', slots = { who = 'agent', at = "
               "'point' },\n"
               "  states = { calm = { on = { { when.hears('call', { as = 'who', at = 'at' }), "
               "'wild' } } },\n"
               "    wild = { enter = function(self) say(self.id, self.who, self.at, "
               "self.world.tick) end } "
               "} })\n"
               "return drover.scenario { kinds = { a }, update = function(world)\n"
               "  if world.tick ~= 1 then return end\n"
               "  for agent in world:agents() do\n"
               "    if agent.id == 1 then agent:emit('call', 4, world:nearest('a', 20, 0, 0)) end\n"
               "    if agent.id == 3 then agent:emit('call', 4) end end end,\n"
               "  setup = function(world) for i, x in ipairs { 0, 3, 10, 13, 20 } do\n"
               "    world:spawn('a', { x = x }) end end }",
               4, "2 a#5 (0, 0, 0) 2\n4 a#3 (10, 0, 0) 2\n");
}

static void the_world_emits_to_a_group_or_a_place(void **state) {
    expect_run(
        *state,
        HEAD LOUD
        "local g = drover.group('pack', {})\n"
        "local a = drover.kind('a', { step = function(self)\n"
        "  local source, about, x = self:heard('call')\n"
        "  if source then say(self.id, source, about, x) end end })\n"
        "local pack return drover.scenario { kinds = { a }, update = function(world)\n"
        "  if world.tick == 0 then world:emit('call', { among = world.memory.pack }) end\n"
        "  if world.tick == 2 then world:emit('call', { at = { 9, 0 }, radius = 4 }) end end,\n"
        "  setup = function(world) world.memory.pack = world:new_group('pack')\n"
        "    world:spawn('a', { group = world.memory.pack }) world:spawn('a', { x = 6 })\n"
        "    end }",
        5, "1 true nil 0.0\n2 true nil 9.0\n");
}

static void guards_of_the_kind_come_first(void **state) {
    expect_run(*state,
               HEAD LOUD
               "local a = drover.kind('a', { initial = 'one',\n"
               "  on = { { when.after(0) , function() say('kind') end } },\n"
               "  states = { one = { on = { { when.after(0), function() say('state') end },\n"
               "    { when.after(5), 'one' }, { when.after(0), function() say('last') return 'two' "
               "end },\n"
               "    { when.after(0), function() say('never') end } } }, two = {} } })\n"
               "return drover.scenario { kinds = { a }, " ONE_AGENT,
               1, "kind\nstate\nlast\n");
}

static void a_guard_that_asks_lua_has_its_place_in_the_list(void **state) {
    expect_run(
        *state,
        HEAD LOUD
        "local a = drover.kind('a', { initial = 'one', states = {\n"
        "  one = { on = {\n"
        "    { when.lua(function(self) say('asked', self.id) return self.id == 1 end), 'two' },\n"
        "    { when.after(0), 'three' },\n"
        "    { when.lua(function(self) say('never') return true end), 'one' } } },\n"
        "  two = { enter = function(self) say(self.id, 'two') end },\n"
        "  three = { enter = function(self) say(self.id, 'three') end } } })\n"
        "return drover.scenario { kinds = { a }, setup = function(world)\n"
        "  world:spawn('a', {}) world:spawn('a', {}) end }",
        1, "asked 1\n1 two\nasked 2\n2 three\n");
    expect_run(*state,
               HEAD LOUD
               "local a = drover.kind('a', { initial = 'one', states = {\n"
               "  one = { on = { { when.after(0), 'two' },\n"
               "    { when.lua(function(self) say('never') return true end), 'one' } } },\n"
               "  two = { on = { { when.after(9) & when.lua(function() say('cut') return true "
               "end), 'one' },"
               "\n    ~when.lua(function() say('not') end) } } } })\n"
               "return drover.scenario { kinds = { a }, " ONE_AGENT,
               2, "not\n");
}

// Tested once in parallel and once more with the answer of Lua, they must not count twice.
static void guards_joined_with_lua_hold_as_often_as_alone(void **state) {
    expect_run(
        *state,
        HEAD LOUD
        "local yes = when.lua(function() return true end)\n"
        "local a = drover.kind('a', { memory = { n = 0, m = 0 }, on = {\n"
        "  { when.every(0.1) & yes, function(self) self.n = self.n + 1 end },\n"
        "  { yes & when.chance(1), function(self) self.m = self.m + 1 end } },\n"
        "  step = function(self) if self.world.tick == 60 then say(self.n, self.m) end end })\n"
        "return drover.scenario { kinds = { a }, " ONE_AGENT,
        61, "10 61\n");
}

static void is_refused(fixture *f, const char *what, const char *call, const char *reason) {
    char source[2048], banner[512];
    snprintf(source, sizeof source,
             HEAD
             "local try\n"
             "function try(self) local world = self.world %s end\n"
             "local g = drover.group('g', { memory = { n = 0 } %s })\n"
             "local a = drover.kind('a', { slots = { slot = 'agent' }, memory = { n = 0 } "
             "%s })\n"
             "return drover.scenario { kinds = { a }, settings = { drover.slider('pace', 1) } "
             "%s, setup = function(world) world:spawn('a', { group = world:new_group('g') }) end }",
             call, strcmp(what, "elect") == 0 ? ", elect = try" : "",
             strcmp(what, "lua") == 0 ? ", on = { when.lua(try) }" : "",
             strcmp(what, "monitor") == 0
                 ? ", monitors = { m = function(world) for a in world:agents() do try(a) end end }"
                 : "");
    open_main(f, source);
    step(f, 1);
    if (strcmp(what, "monitor") == 0)
        dv_scenario_monitor(f->scenario, 0);
    snprintf(banner, sizeof banner, "main.lua:3: %s%s", reason,
             strcmp(what, "lua") == 0 ? " [a#1]" : "");
    assert_string_equal(banner_of(f), banner);
}

static void guards_monitors_and_elections_may_not_write(void **state) {
    static const char *const writes[] = {
        "world:spawn('a', {})", "world:scatter('a', 1)",
        "world:emit('x')",      "world:finish()",
        "world:random()",       "world:random_point()",
        "world.visibility = 3", "world.settings.pace = 2",
        "world:new_group('g')", "world:obstacle { sphere = { x = 0, y = 0, radius = 1 } }",
    };
    static const char *const agent_writes[] = {
        "self.x = 3",
        "self.n = 3",
        "self.slot = self",
        "self.mass = 3",
        "self:remove()",
        "self:halt()",
        "self:become('')",
        "self:random()",
        "self:emit('x', 3)",
        "self:steer()",
        "self.color = 'red'",
        "self.label = 'x'",
        "self.group = nil",
        "self:set('slot')",
        "world:remove(self)",
        "self.group.n = 3",
        "self.group.leader = self",
        "self.group:elect()",
    };
    static const char refusal[] = "guards, monitors, elections, custom behaviors and draw may read "
                                  "the world but not change it";
    for (size_t i = 0; i < sizeof writes / sizeof *writes; i++) {
        is_refused(*state, "elect", writes[i], refusal);
        is_refused(*state, "lua", writes[i], refusal);
        is_refused(*state, "monitor", writes[i], refusal);
    }
    for (size_t i = 0; i < sizeof agent_writes / sizeof *agent_writes; i++) {
        is_refused(*state, "lua", agent_writes[i], refusal);
        is_refused(*state, "monitor", agent_writes[i], refusal);
    }
    is_refused(
        *state, "monitor", "math.random()",
        "math.random: guards, monitors, elections, custom behaviors and draw may read the world "
        "but not change it");
    is_refused(
        *state, "elect", "math.random(3)",
        "math.random: guards, monitors, elections, custom behaviors and draw may read the world "
        "but not change it");
}

static void building_in_a_callback_raises(void **state) {
    static const char *const calls[][2] = {
        {"steer.wander {}", "steer.wander"},       {"blend.sum { }", "blend.sum"},
        {"when.after(1)", "when.after"},           {"drover.kind('b', {})", "drover.kind"},
        {"drover.group('b', {})", "drover.group"},
    };
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        char source[1024], banner[512];
        snprintf(source, sizeof source,
                 HEAD "local a = drover.kind('a', { step = function() %s end })\n"
                      "return drover.scenario { kinds = { a }, " ONE_AGENT,
                 calls[i][0]);
        snprintf(banner, sizeof banner,
                 "main.lua:2: %s: behaviors, blends, guards and definitions are made while modules "
                 "load, not in a callback: keep it in a local at the top [a#1]",
                 calls[i][1]);
        expect_failing_run(*state, source, 1, "", banner);
    }
    expect_refusal(*state, HEAD "drover.kind('a', {}) local w = drover.version",
                   "main.lua: return drover.scenario { ... }, not nil");
}

static void update_runs_before_the_agents_and_is_suspended_when_it_fails(void **state) {
    fixture *f = *state;
    expect_failing_run(f,
                       HEAD LOUD
                       "local a = drover.kind('a', { step = function(self, dt)\n"
                       "    say('step', dt == self.world.dt) end })\n"
                       "return drover.scenario { kinds = { a }, update = function(world, dt)\n"
                       "  say('update', world.tick, world.time == world.tick * dt)\n"
                       "  if world.tick == 1 then error('no more') end end, " ONE_AGENT,
                       3, "update 0 true\nstep true\nupdate 1 true\nstep true\nstep true\n",
                       "main.lua:7: no more");
    assert_string_equal(
        dv_scenario_banner_line(f->scenario),
        "if world.tick == 1 then error('no more') end end,  setup = function(world) "
        "world:spawn('a', {}) end }");
}

static void unwatched_a_failing_update_fails_the_step(void **state) {
    fixture *f = *state;
    write_file(f, "main.lua",
               HEAD "local a = drover.kind('a', {})\n"
                    "return drover.scenario { kinds = { a }, update = function(world)\n"
                    "  if world.tick == 1 then error('no more') end end }");
    dv_scenario_options options = options_of(f);
    options.watched = false;
    f->scenario = dv_scenario_open(f->folder, &options, &f->error);
    assert_non_null(f->scenario);
    assert_int_equal(dv_scenario_step(f->scenario, &f->error), DV_OK);
    assert_int_equal(dv_scenario_step(f->scenario, &f->error), DV_ERROR_SCRIPT);
    assert_string_equal(f->error.message, "main.lua:4: no more");
}

static void each_step_in_a_row_of_them_comes_to_its_own(void **state) {
    fixture *f = *state;
    expect_failing_run(
        f,
        HEAD LOUD
        "local all = {}\n"
        "local does = { function() end, function(self) self:remove()\n"
        "    say(self.alive, select(2, pcall(function() return self.x end))) end,\n"
        "  function() all[4]:remove() end, function() say('removed') end,\n"
        "  function() all[6]:become 'two' end, function(self) say(self.state) end,\n"
        "  function(self) return 'two' end, function() return 'too' end,\n"
        "  function() error 'alas' end, function(self) self:become 'two' end,\n"
        "  function(self) all[1].age = 7 say(self.age) end }\n"
        "local two = { enter = function(self, from) say(from, self.id) end }\n"
        "local a = drover.kind('a', { memory = { age = 3 }, initial = 'one', states = { two = "
        "two,\n"
        "  one = { step = function(self) say(self.id) return does[self.id](self) end } } })\n"
        "return drover.scenario { kinds = { a }, setup = function(world)\n"
        "  for i = 1, 11 do all[i] = world:spawn('a', {}) end end }",
        2,
        "1\n2\nfalse main.lua:5: agent #2 is gone\n3\n5\none 6\n7\none 7\n8\n9\n10\none 10\n11\n3\n"
        "1\n3\n5\n11\n3\n",
        "main.lua:6: self: agent #4 is gone [a#3 one]");
    assert_int_equal(suspended(f), 3);
}

static void an_error_suspends_only_its_agent(void **state) {
    fixture *f = *state;
    expect_failing_run(
        f,
        HEAD LOUD "local a = drover.kind('a', { memory = { n = 0 }, step = function(self)\n"
                  "    say(self.id) if self.id == 2 then local x = nil + 1 end end })\n"
                  "return drover.scenario { kinds = { a }, setup = function(world)\n"
                  "  for i = 1, 3 do world:spawn('a', {}) end end }",
        2, "1\n2\n3\n1\n3\n", "main.lua:4: attempt to perform arithmetic on a nil value [a#2]");
    assert_int_equal(suspended(f), 1);
    // It is still there for the others, and nothing moves it.
    assert_int_equal(dv_world_agent_count(dv_scenario_world(f->scenario)), 3);
}

static void spawning_without_end_stops_with_a_message(void **state) {
    fixture *f = *state;
    open_main(f, HEAD LOUD "local a a = drover.kind('a', { initial = 'one', states = { one = {\n"
                           "  enter = function(self) self.world:spawn('a', {}) end } } })\n"
                           "return drover.scenario { kinds = { a }, setup = function(world)\n"
                           "  world:spawn('a', {}) say(world:count() > 1) end }");
    assert_non_null(strstr(banner_of(f), "overflow"));
    expect_log(f, "true\n");
    step(f, 2);
}

static void the_world_ends_with_a_reason(void **state) {
    fixture *f = *state;
    expect_run(f,
               HEAD "local a = drover.kind('a', { step = function(self)\n"
                    "  if self.world.tick == 1 then self.world:finish('won') self.world:finish() "
                    "end end })\n"
                    "return drover.scenario { kinds = { a }, " ONE_AGENT,
               1, "");
    assert_null(dv_world_finished(dv_scenario_world(f->scenario)));
    step(f, 1);
    assert_string_equal(dv_world_finished(dv_scenario_world(f->scenario)), "won");
}

/// Where agent 1 of 1 or 2 that wander is after 20 ticks, the other removed in the third.
static dv_vec3 wanderer(fixture *f, int agents) {
    char source[512];
    snprintf(source, sizeof source,
             HEAD
             "local a = drover.kind('a', { steer = drover.steer.wander {} })\n"
             "return drover.scenario { kinds = { a },\n"
             "  setup = function(world) for i = 1, %d do world:spawn('a', { x = i }) end end,\n"
             "  update = function(world) for a in world:agents() do\n"
             "    if world.tick == 3 and a.id == 2 then a:remove() end end end }",
             agents);
    close_scenario(f);
    open_main(f, source);
    step(f, 20);
    dv_world *world = dv_scenario_world(f->scenario);
    assert_int_equal(dv_world_agent_count(world), 1);
    return dv_agent_position(world, dv_world_agent_at(world, 0));
}

static void who_is_removed_before_it_is_steered_leaves_no_trace(void **state) {
    dv_vec3 alone = wanderer(*state, 1), left = wanderer(*state, 2);
    assert_memory_equal(&left, &alone, sizeof alone);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(the_first_enter_runs_inside_spawn),
        CASE(guard_then_leave_then_enter_then_the_new_states_step),
        CASE(a_guard_and_a_step_may_switch_once_each),
        CASE(a_step_of_kind_and_state_switch_once_together),
        CASE(switching_to_the_state_it_is_in_does_nothing),
        CASE(being_told_to_stay_does_not_stand_for_the_guards),
        CASE(become_waits_for_the_end_of_the_callback),
        CASE(what_a_callback_returns_goes_before_become),
        CASE(become_on_another_waits_for_its_turn),
        CASE(who_is_told_to_become_goes_on_with_its_guards),
        CASE(a_guard_of_the_kind_is_not_lost_on_who_is_told_to_become),
        CASE(become_in_enter_and_leave_raises),
        CASE(become_of_no_state_names_the_nearest),
        CASE(remove_runs_no_leave),
        CASE(removing_in_leave_ends_the_switch),
        CASE(removing_in_a_guards_function_ends_the_turn),
        CASE(who_takes_a_freed_id_waits_for_the_next_tick),
        CASE(who_is_spawned_acts_and_is_seen_from_the_next_tick),
        CASE(who_is_removed_is_gone_at_once),
        CASE(iterators_cover_who_was_alive_when_they_began),
        CASE(an_event_is_heard_in_the_next_tick_but_not_by_its_emitter),
        CASE(hears_binds_whom_it_is_about_and_where_it_was),
        CASE(the_world_emits_to_a_group_or_a_place),
        CASE(guards_of_the_kind_come_first),
        CASE(a_guard_that_asks_lua_has_its_place_in_the_list),
        CASE(guards_joined_with_lua_hold_as_often_as_alone),
        CASE(guards_monitors_and_elections_may_not_write),
        CASE(building_in_a_callback_raises),
        CASE(update_runs_before_the_agents_and_is_suspended_when_it_fails),
        CASE(unwatched_a_failing_update_fails_the_step),
        CASE(each_step_in_a_row_of_them_comes_to_its_own),
        CASE(an_error_suspends_only_its_agent),
        CASE(spawning_without_end_stops_with_a_message),
        CASE(the_world_ends_with_a_reason),
        cmocka_unit_test_setup_teardown(who_is_removed_before_it_is_steered_leaves_no_trace, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
