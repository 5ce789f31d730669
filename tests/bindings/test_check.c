// What the checks report about sources before they run, and what they accept.
#include "../program.h"
#include "../read_script.h"
#include "scenario_fixture.h"

/// Load main.lua and other.lua (NULL: none) without running `setup`, and compare all that is
/// warned.
static void expect_warnings(fixture *f, const char *source, const char *other,
                            const char *expected) {
    close_scenario(f);
    f->warnings[0] = '\0';
    write_file(f, "other.lua", other ? other : "");
    write_file(f, "main.lua", source);
    f->scenario = try_open(f);
    if (!f->scenario)
        fail_msg("%s", f->error.message);
    if (strcmp(f->warnings, expected) != 0)
        fail_msg("'%s', not '%s'", f->warnings, expected);
}

#define RETURN "return drover.scenario { kinds = { a }, setup = function(world) end }"
/// A kind in which line 3 is the first of `lines`, then `rest` and the scenario.
#define KIND(lines) HEAD "local a = drover.kind('a', {\n" lines "\n})\n" RETURN
#define BODY(lines)                                                                                \
    KIND("memory = { hunger = 1 }, slots = { goal = 'point' }, init = function(self) self.goal "   \
         "= { 1, 2 } end,\nstep = function(self, dt)\n" lines "\nend")

static void unknown_names_are_reported(void **state) {
    fixture *f = *state;
    expect_warnings(f, BODY("self.hungr = self.hunger\nself:neigbors('a', 3)\nlocal x = self.gaol"),
                    NULL,
                    "main.lua:5: kind 'a' has no field, slot or memory 'hungr' (hunger?)\n"
                    "main.lua:6: kind 'a' has no field, slot or memory 'neigbors' (neighbors?)\n"
                    "main.lua:7: kind 'a' has no field, slot or memory 'gaol' (goal?)\n");
    expect_warnings(f, BODY("local me = self\nlocal w = me.world\nprint(me.hungr, w.tik)"), NULL,
                    "main.lua:7: kind 'a' has no field, slot or memory 'hungr' (hunger?)\n"
                    "main.lua:7: the world has no 'tik' (tick?)\n");
    expect_warnings(f, read_script("check/unknown_names_in_states.lua"), NULL,
                    "main.lua:7: kind 'a' has no field, slot or memory 'zz' (z?)\n"
                    "main.lua:10: kind 'a' has no field, slot or memory 'fod'\n"
                    "main.lua:11: kind 'a' has no field, slot or memory 'becom' (become?)\n");
    expect_warnings(f, read_script("check/unknown_names_in_functions_and_groups.lua"), NULL,
                    "main.lua:3: kind 'a' has no field, slot or memory 'hungr' (hunger?)\n"
                    "main.lua:5: group 'pack' has no field, slot or memory 'leadr' (leader?)\n"
                    "main.lua:5: group 'pack' has no field, slot or memory 'fod' (food?)\n"
                    "main.lua:9: the world has no 'spwan' (spawn?)\n"
                    "main.lua:10: the world has no 'ticks' (tick?)\n");
}

static void unknown_names_of_what_is_declared_are_reported(void **state) {
    fixture *f = *state;
    const char *source = read_script("check/unknown_names_of_links.lua");
    expect_warnings(f, source, NULL,
                    "main.lua:7: no link 'rop' (rope?)\n"
                    "main.lua:7: no link 'ropes' (rope?)\n"
                    "main.lua:9: no link 'lead': only rope is known\n"
                    "main.lua:11: no kind 'aa' (a?)\n"
                    "main.lua:17: no kind 'ab' (a?)\n"
                    "main.lua:19: no field 'sent' (scent?)\n"
                    "main.lua:20: no link 'scent': only rope is known\n"
                    "main.lua:21: no group 'pack'\n");
}

static void definitions_may_be_put_together(void **state) {
    fixture *f = *state;
    expect_warnings(f, read_script("check/definitions_may_be_put_together.lua"), NULL,
                    "main.lua:3: kind 'a' has no field, slot or memory 'hungr' (hunger?)\n");
    // Here others get at it.
    expect_warnings(f, read_script("check/definitions_that_others_get_at.lua"), NULL, "");
}

static void agents_are_followed_into_functions(void **state) {
    fixture *f = *state;
    expect_warnings(f, read_script("check/agents_are_followed_into_functions.lua"), NULL,
                    "main.lua:3: kind 'a' has no field, slot or memory 'food'\n"
                    "main.lua:6: kind 'a' has no field, slot or memory 'gaol' (goal?)\n"
                    "main.lua:7: the world has no 'tik' (tick?)\n");
    // With what one of the kinds has nothing is wrong.
    expect_warnings(f, read_script("check/a_function_of_two_kinds.lua"), NULL,
                    "main.lua:3: kind 'b' has no field, slot or memory 'fod' (food?)\n");
}

#define USING(step)                                                                                \
    HEAD "local other = require 'other'\n"                                                         \
         "local a = drover.kind('a', { memory = { hunger = 1 }, step = " step " })\n" RETURN
#define EATING "animal.hungr = 1 end\n"

static void functions_are_followed_into_other_modules(void **state) {
    fixture *f = *state;
    static const char *const others[] = {
        "local M = {}\nfunction M.eat(animal) " EATING "return M",
        "local M = {}\nM.eat = function(animal) " EATING "return M",
        "local M = { rest = 1,\neat = function(animal) " EATING "} return M",
        "return { rest = 1,\neat = function(animal) " EATING "}",
        "local M = {}\nlocal function bite(animal) " EATING
        "function M.eat(a) bite(a) end return M",
    };
    static const char *const users[] = {
        USING("other.eat"),
        USING("function(self) other.eat(self) end"),
        HEAD "local eat = require 'other'.eat\n"
             "local a = drover.kind('a', { memory = { hunger = 1 }, states = { x = {\n"
             "  enter = function(self) eat(self) end } } })\n" RETURN,
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        for (size_t j = 0; j < sizeof users / sizeof *users; j++)
            expect_warnings(
                f, users[j], others[i],
                "other.lua:2: kind 'a' has no field, slot or memory 'hungr' (hunger?)\n");
}

static void what_others_may_call_too_is_left_alone(void **state) {
    fixture *f = *state;
    static const char *const others[] = {
        "local M = {} function M.eat(animal) " EATING "print(M) return M",
        "local M = {} function M.eat(animal) " EATING "M.all = M return M",
        "local M = {} function M.eat(animal) " EATING "M.drink = M.eat return M",
        "local M = {} function M.eat(animal) " EATING "function M.eat() end return M",
        "local M = {} function M.eat(animal) " EATING "M.eat({}) return M",
        "local M = {} function M:eat(animal) " EATING "return M",
        "local M = {} function M.eat(animal) " EATING "return setmetatable(M, {})",
        "local M = {} function M.eat(animal) " EATING "return M, 1",
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        expect_warnings(f, USING("function(self) other.eat(self) end"), others[i], "");
    static const char *const users[] = {
        USING("function(self) other.eat(self) print(other) end"),
        USING("function(self) other['e' .. 'at'](self) other.eat(self) end"),
        USING("function(self) local name = 'other' require(name).eat(self) other.eat(self) end"),
        USING("function(self) local get = require other.eat(self) get 'other'.eat {} end"),
        USING("function(self) other.eat(self) other.eat(self.group) end"),
        USING("function(self) other.eat(self) for _, f in pairs(other) do f {} end end"),
        USING("function(self) if other.eat then other.eat = print end other.eat(self) end"),
    };
    for (size_t i = 0; i < sizeof users / sizeof *users; i++)
        expect_warnings(f, users[i], "local M = {} function M.eat(animal) " EATING "return M", "");
}

static void dynamic_names_are_left_alone(void **state) {
    fixture *f = *state;
    static const char *const bodies[] = {
        "local name = 'hungr' self[name] = 1 print(self[name .. 'y'])",
        "local function eat(agent) agent.food = 1 end eat(self) eat({})",
        "local function eat(agent) agent.food = 1 end pcall(eat, self)",
        "local function eat(agent) agent.food = 1 end pcall(function() eat(self) end)",
        "local function eat(agent) agent.food = 1 end eat(self.group or self)",
        "local function eat(agent, other) other.food = 1 end eat(self)",
        "local function eat(...) local agent = ... agent.food = 1 end eat(self)",
        "local me = self me = {} me.food = 1",
        "self = { food = 1 } print(self.food)",
        "local self = { food = 1 } print(self.food)",
        "pcall(function() return self.food end)",
        "local function try() return self.food end pcall(try)",
        "local t = setmetatable({}, { __index = function(t, k) return k end }) print(t.food)",
        "local t = { self = self } print(t.food, rawget(t, 'fod'))",
        "for other in self:neighbors('a', 3) do other.food = 1 end",
        "if self.group then print(self.group.food) end",
        "local world = { food = 1 } print(world.food, self.world.memory.food)",
    };
    char source[2048];
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        snprintf(source, sizeof source, BODY("%s"), bodies[i]);
        expect_warnings(f, source, NULL, "");
    }
    // A function of several kinds knows what one of them knows, one that others call anything.
    expect_warnings(f,
                    HEAD "local function act(self) if self.kind == 'a' then self.food = 1 end end\n"
                         "local b = drover.kind('b', { step = act })\n"
                         "local a = drover.kind('a', { memory = { food = 1 }, step = act })\n"
                         "return drover.scenario { kinds = { a, b } }",
                    NULL, "");
    expect_warnings(f,
                    HEAD "local function act(self) self.food = 1 end\nlocal other = { act = act }\n"
                         "local a = drover.kind('a', { init = act and function() end, step = "
                         "function() if other.x then act({}) end end })\n" RETURN,
                    NULL, "");
    expect_warnings(f,
                    HEAD
                    "local function with(def) def.memory = { food = 1 } return def end\n"
                    "local a = drover.kind('a', with { step = function(self) self.food = 2 end "
                    "})\n" RETURN,
                    NULL, "");
    expect_warnings(f,
                    HEAD "local a = drover.kind('a', {})\n"
                         "local b = drover.kind('b', { step = function(self) self.food = 1 end })\n"
                         "if b then a = a end " RETURN,
                    NULL, "");
    // Only one of two definitions of a name is made.
    expect_warnings(f,
                    HEAD "local a\nif drover then a = drover.kind('a', { memory = { x1 = 1 } })\n"
                         "else a = drover.kind('a', { step = function(self) self.x2 = 1 end }) "
                         "end\n" RETURN,
                    NULL, "");
    // What states made of parts add to their kind.
    expect_warnings(
        f,
        KIND("states = { idle = drover.tree.sequence { drover.tree.action(function(self) "
             "return self.state_time > 1 end) } }"),
        NULL, "");
}

static void globals_are_reported(void **state) {
    fixture *f = *state;
    expect_warnings(f, BODY("bst = 1\nprint(mth.huge)\nfunction helper() end"), NULL,
                    "main.lua:5: assigning the global 'bst': use local\n"
                    "main.lua:6: unknown global 'mth'\n"
                    "main.lua:7: assigning the global 'helper': use local\n");
    expect_warnings(f, BODY("print(function() return nothing end)"), NULL,
                    "main.lua:5: unknown global 'nothing'\n");
    expect_warnings(f,
                    BODY("print(unpack or table.unpack, _G, os, utf8, _VERSION)\n"
                         "pcall(function() return nothing end)\n"
                         "do local _ENV = { x = 1 } x = y end"),
                    NULL, "");
}

static void a_module_without_return_is_reported(void **state) {
    fixture *f = *state;
    expect_warnings(f, read_script("check/a_module_without_return_is_reported.lua"),
                    "local other = {}\nfunction other.act(self) end\n",
                    "other.lua:2: the module ends without 'return', but main.lua:6 uses what it "
                    "returns\n");
    expect_warnings(f,
                    HEAD
                    "require 'other'\nlocal loaded = require 'other'\n"
                    "local a = drover.kind('a', { init = function() print(loaded) end })\n" RETURN,
                    "local other = {}", "");
    expect_warnings(f,
                    HEAD
                    "local other = require 'other'\n"
                    "local a = drover.kind('a', { init = function() other.act() end })\n" RETURN,
                    "if true then return { act = print } end", "");
}

static void states_that_nothing_leads_to_are_reported(void **state) {
    fixture *f = *state;
    expect_warnings(f, read_script("check/states_that_nothing_leads_to_are_reported.lua"), NULL,
                    "main.lua:9: states.lost: nothing leads to this state\n"
                    "main.lua:10: states.far: nothing leads to this state\n"
                    "main.lua:11: states.asked: nothing leads to this state\n");
}

static void states_that_something_may_lead_to_are_left_alone(void **state) {
    fixture *f = *state;
    static const char *const ways[] = {
        "step = function(self) self:become('lost') end",
        "step = function(self) return self.x > 1 and 'lost' or nil end",
        "step = function(self) return 'lo' .. 'st' end",
        "step = function(self) self:become(('LOST'):lower()) end",
        "step = function(self) local next = { 'lost' } self:become(next[1]) end",
        "step = function(self) local get = function() return 'lost' end return get() end",
        "memory = { next = 'lost' }, step = function(self) return self.next end",
        "step = function(self) for name in pairs({ lost = 1 }) do self:become(name) end end",
        "on = { { when.after(1), function(self) return 'lost' end } }",
        "on = { { when.after(1), ('lo'):rep(1) .. 'st' } }",
        "migrate = function(self) return 'lost' end",
        "interrupts = { { when.after(1), 'lost' } }",
    };
    char source[2048];
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        snprintf(source, sizeof source, KIND("initial = 'a', states = { a = {}, lost = {} }, %s"),
                 ways[i]);
        expect_warnings(f, source, NULL, "");
    }
    // Whatever makes strings may make its name.
    static const char *const makers[] = {"format", "sub",    "gsub",    "rep",
                                         "lower",  "upper",  "char",    "concat",
                                         "match",  "gmatch", "reverse", "unpack"};
    for (size_t i = 0; i < sizeof makers / sizeof *makers; i++) {
        snprintf(source, sizeof source,
                 KIND("initial = 'a', states = { a = {}, lost = {} }, step = function(self) "
                      "self:become(self.world.memory.tools.%s('l', 'ost')) end"),
                 makers[i]);
        expect_warnings(f, source, NULL, "");
    }
    expect_warnings(f,
                    HEAD "local a = drover.kind('a', { initial = 'a', states = { a = {}, lost = {} "
                         "} })\n"
                         "return drover.scenario { kinds = { a }, setup = function(world)\n"
                         "world:spawn('a', { state = 'lost' }) end }",
                    NULL, "");
    expect_warnings(f,
                    HEAD "local LOST = require 'other'.lost\n"
                         "local a = drover.kind('a', { initial = 'a', states = { a = { on = { { "
                         "when.after(1), LOST } } }, lost = {} } })\n" RETURN,
                    "return { lost = 'lost' }", "");
    expect_warnings(f,
                    HEAD "local states = { a = {} } for _, n in ipairs { 'x', 'y' } do states[n] = "
                         "{} end\n"
                         "local a = drover.kind('a', { initial = 'a', states = states })\n" RETURN,
                    NULL, "");
}

static void slots_that_nothing_fills_are_reported(void **state) {
    fixture *f = *state;
    expect_warnings(f, read_script("check/slots_that_nothing_fills_are_reported.lua"), NULL,
                    "main.lua:6: slots.goal: nothing fills this slot\n"
                    "main.lua:7: slots.threat: nothing fills this slot\n");
}

static void slots_that_something_may_fill_are_left_alone(void **state) {
    fixture *f = *state;
    static const char *const ways[] = {
        "init = function(self) self.goal = { 1, 2 } end",
        "init = function(self) self:set('goal', 1, 2) end",
        "init = function(self) local name = 'go' .. 'al' self:set(name, 1, 2) end",
        "init = function(self) local name = 'go' .. 'al' self[name] = { 1, 2 } end",
        "init = function(self) local f = function(who, k, v) who[k] = v end f(self, 'goal') end",
        "init = function(self) self.world:spawn('a', { goal = { 1, 2 } }) end",
        "init = function(self) local def = {} def.goal = 1 self.world:spawn('a', def) end",
        "init = function(self) self.world:spawn('a', self.world.memory.def) end",
        "init = function(self) self.world:scatter('a', 3, self.world.memory.def) end",
        "on = { when.hears('x', { at = 'goal' }) }",
        "init = function(self) local b = self b.x, b.goal = 1, { 1, 2 } end",
    };
    char source[2048];
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        snprintf(source, sizeof source,
                 KIND("slots = { goal = 'point' }, steer = steer.seek { target = 'goal' }, %s"),
                 ways[i]);
        expect_warnings(f, source, NULL, "");
    }
}

static void guards_that_cannot_hold_are_reported(void **state) {
    fixture *f = *state;
    expect_warnings(f, read_script("check/guards_that_cannot_hold_are_reported.lua"), NULL,
                    "main.lua:8: this guard cannot hold: its chance is 0\n"
                    "main.lua:9: this guard cannot hold: its parts contradict each other\n"
                    "main.lua:10: this guard cannot hold: its parts contradict each other\n");
}

#define CHANCE(line, event)                                                                        \
    "main.lua:" line ": when.chance, joined with when." event                                      \
    ", counts per second and not per event: write when." event                                     \
    "(…, { chance = p }) instead, which is drawn once per event\n"

static void chances_beside_events_are_reported(void **state) {
    fixture *f = *state;
    const char *name = "check/chances_beside_events_are_reported.lua";
    expect_warnings(f, read_script(name), NULL,
                    CHANCE("12", "hears") CHANCE("13", "collided") CHANCE("14", "arrived")
                        CHANCE("4", "every"));
    // Once for each place, however often the file is saved.
    f->warnings[0] = '\0';
    write_file(f, "main.lua", read_script_with(name, "when.every(5) &", "when.after(5) &", NULL));
    assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_SWAPPED);
    assert_string_equal(f->warnings, "");
}

static void a_save_is_checked_where_it_changed(void **state) {
    fixture *f = *state;
    expect_warnings(f, BODY("self.hungr = 1"), "return 1",
                    "main.lua:5: kind 'a' has no field, slot or memory 'hungr' (hunger?)\n");
    f->warnings[0] = '\0';
    write_file(f, "main.lua", BODY("self.hungr = 2 require 'other'"));
    assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_SWAPPED);
    assert_string_equal(f->warnings,
                        "main.lua:5: kind 'a' has no field, slot or memory 'hungr' (hunger?)\n");
    f->warnings[0] = '\0';
    assert_int_equal(dv_scenario_reload(f->scenario).outcome, DV_RELOAD_UNCHANGED);
    assert_string_equal(f->warnings, "");
}

static void a_flood_of_mistakes_is_cut(void **state) {
    char source[16384] = HEAD "local a = drover.kind('a', { step = function(self)\n";
    for (int i = 0; i < 50; i++)
        strcat(source, "self.nothing = 1\n");
    strcat(source, "end })\n" RETURN);
    fixture *f = *state;
    write_file(f, "main.lua", source);
    f->scenario = try_open(f);
    assert_non_null(f->scenario);
    assert_non_null(strstr(f->warnings, "main.lua:22: "));
    assert_null(strstr(f->warnings, "main.lua:23: "));
    assert_non_null(strstr(f->warnings, "and 30 more like these\n"));
}

TESTS {
    const struct CMUnitTest tests[] = {
        CASE(unknown_names_are_reported),
        CASE(unknown_names_of_what_is_declared_are_reported),
        CASE(definitions_may_be_put_together),
        CASE(agents_are_followed_into_functions),
        CASE(functions_are_followed_into_other_modules),
        CASE(what_others_may_call_too_is_left_alone),
        CASE(dynamic_names_are_left_alone),
        CASE(globals_are_reported),
        CASE(a_module_without_return_is_reported),
        CASE(states_that_nothing_leads_to_are_reported),
        CASE(states_that_something_may_lead_to_are_left_alone),
        CASE(slots_that_nothing_fills_are_reported),
        CASE(slots_that_something_may_fill_are_left_alone),
        CASE(guards_that_cannot_hold_are_reported),
        CASE(chances_beside_events_are_reported),
        CASE(a_save_is_checked_where_it_changed),
        CASE(a_flood_of_mistakes_is_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
