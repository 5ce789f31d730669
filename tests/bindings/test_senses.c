// Senses in scripts: how far one hears, and where one supposes who is not perceived.
#include "scenario_fixture.h"

static void nobody_hears_beyond_the_range_of_the_kind_or_its_own(void **state) {
    expect_run(*state,
               HEAD

               "local function hear(self) print(self.kind, self.id, self.hearing_range) end\n"
               "local bat = drover.kind('bat', { hearing = { range = 30 },\n"
               "  on = { { when.hears 'steps', hear } } })\n"
               "local mole = drover.kind('mole', { hearing = { range = 'ears' },\n"
               "  slots = { ears = 'number' }, on = { { when.hears 'steps', hear } } })\n"
               "return drover.scenario { kinds = { bat, mole }, setup = function(world)\n"
               "    local function spawn(kind, x) return world:spawn(kind, { x = x }) end\n"
               "    spawn('bat', 30) spawn('bat', 31) spawn('bat', 31).hearing_range = 32\n"
               "    spawn('mole', -9).ears = 9 spawn('mole', -9).ears = 8.9 spawn('mole', -90)\n"
               "    world:emit('steps', { at = { 0, 0 }, radius = 90 }) end }",
               1, "bat\t1\t30.0\nbat\t3\t32.0\nmole\t4\t9.0\nmole\t6\tinf\n");
}

// Round a corner nobody sees the other, but steps are heard within 6 m.
static void who_comes_to_a_blind_corner_is_heard_before_it_is_seen(void **state) {
    expect_run(
        *state,
        HEAD
        "local walker = drover.kind('walker', { body = { max_speed = 1 },\n"
        "  sight = { occluded = true }, hearing = { range = 6 },\n"
        "  slots = { goal = 'point', who = 'agent', there = 'point' }, memory = { told = {} },\n"
        "  steer = steer.seek { target = 'goal' },\n"
        "  on = { { when.hears('steps', { as = 'who', at = 'there' }), function(self)\n"
        "      local told = self.told if told.heard then return end told.heard = true\n"
        "      print(self.id, 'hears', self.who.id, self:sees(self.who),\n"
        "        self:distance(self.there) < 6) end },\n"
        "    { when.sees 'walker', function(self)\n"
        "      local told = self.told if told.seen then return end told.seen = true\n"
        "      print(self.id, 'sees', told.heard) end },\n"
        "    { when.every(0.5), function(self) self:emit('steps', 20) end } } })\n"
        "return drover.scenario { kinds = { walker }, setup = function(world)\n"
        "    world:obstacle { box = { x = 5, y = 5, w = 8, d = 8 } }\n"
        "    world:spawn('walker', { x = 8, y = 0, goal = { 0, 0 }, heading = math.pi })\n"
        "    world:spawn('walker', { x = 0, y = 8, goal = { 0, 0 } }) end }",
        60 * 7, "1\thears\t2\tnil\ttrue\n2\thears\t1\tnil\ttrue\n1\tsees\ttrue\n2\tsees\ttrue\n");
}

static void a_supposed_place_can_be_asked_for(void **state) {
    expect_run(
        *state,
        HEAD
        "local hare = drover.kind('hare', { body = { locomotion = 'fixed' } })\n"
        "local fox = drover.kind('fox', { sight = { range = 20, uncertainty = 'vague', drift = 0 "
        "},\n"
        "  slots = { prey = 'agent', den = 'point', vague = 'number' }, memory = { was = 0 },\n"
        "  step = function(self)\n"
        "    local world = self.world\n"
        "    if world.tick == 1 then print(self:supposed 'prey')\n"
        "      self.prey = world:nearest('hare', 0, 0)\n"
        "      print(self:supposed 'prey') end\n"
        "    if world.tick == 2 then self.prey = world:nearest('hare', 50, 0) end\n"
        "    local x, y, z, sure = self:supposed 'prey'\n"
        "    if world.tick == 2 then self.was = { x, y }\n"
        "      print(string.format('%.4f', (x - 40) ^ 2 + y ^ 2), z, sure) end\n"
        // In the next tick it is where it was found when it was put into the slot.
        "    if world.tick == 3 then print(x == self.was[1], y == self.was[2], sure)\n"
        "      self.vague = nil print(self:supposed 'prey') end end })\n"
        "return drover.scenario { kinds = { hare, fox }, setup = function(world)\n"
        "    world:spawn('hare', { x = 5 }) world:spawn('hare', { x = 40 })\n"
        "    local f = world:spawn('fox', { vague = 3 })\n"
        "    print(select(2, pcall(f.supposed, f, 'den')))\n"
        "    print(select(2, pcall(f.supposed, f, 'pray'))) end }",
        5,
        "supposed: the slot 'den' holds no agent\nkind 'fox' has no slot 'pray'\n"
        "nil\n5.0\t0.0\t0.0\ttrue\n9.0000\t0.0\tfalse\n"
        "true\ttrue\tfalse\n40.0\t0.0\t0.0\tfalse\n");
}

static void wrong_senses_are_refused_at_load(void **state) {
    static const char *const cases[][2] = {
        {"hearing = { rnage = 3 }", "main.lua:2: hearing.rnage: unknown key (range?)"},
        {"hearing = { range = -1 }", "main.lua:2: hearing.range: -1 is not in 0 to inf m"},
        {"hearing = 3", "main.lua:2: hearing: a table expected, got number"},
        {"sight = { uncertainty = -1 }",
         "main.lua:2: sight.uncertainty: -1 is not in 0 to 1e+06 m"},
        {"sight = { drift = 'fast' }",
         "main.lua:2: sight.drift: kind 'a' has no number slot 'fast'"},
        {"sight = { unsertainty = 1 }",
         "main.lua:2: sight.unsertainty: unknown key (uncertainty?)"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char source[512];
        snprintf(source, sizeof source,
                 HEAD "local a = drover.kind('a', { %s })\n"
                      "return drover.scenario { kinds = { a } }",
                 cases[i][0]);
        expect_refusal(*state, source, cases[i][1]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(nobody_hears_beyond_the_range_of_the_kind_or_its_own),
        CASE(who_comes_to_a_blind_corner_is_heard_before_it_is_seen),
        CASE(a_supposed_place_can_be_asked_for),
        CASE(wrong_senses_are_refused_at_load),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
