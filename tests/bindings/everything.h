// A scenario that uses everything that a world keeps between ticks: groups and elections; events
// that are still traveling; behaviors and guards with state; behaviors that are retained, chosen,
// or applied until the next step; obstacles that appear, move, and disappear; memory with shared
// tables and cycles; own values, colors, and labels; reused ids; suspended agents; settings; the
// mouse; and random numbers.
#ifndef DV_TEST_EVERYTHING_H
#define DV_TEST_EVERYTHING_H

#include "scenario_fixture.h"

static const char everything_deer[] =
    "local drover = require 'drover'\n"
    "local steer, blend, when = drover.steer, drover.blend, drover.when\n"
    "local stray = steer.wander { strength = 3 }\n"
    "return drover.kind('deer', {\n"
    "  body = { mass = 'weight', max_speed = drover.setting 'pace', max_force = 400 },\n"
    "  sight = { range = 20, angle = 4, occluded = true }, look = { color = 'tan' },\n"
    "  slots = { threat = 'agent', seen_at = 'point', weight = 'number', way = 'vector',\n"
    "    rock = 'obstacle', herd = 'group' },\n"
    "  memory = { fear = 0, age = 0, friends = {}, path = { list = { 1, 2 } }, name = drover.none, "
    "rest = 1 "
    "},\n"
    "  blends = { odd = blend.sum { steer.wander { strength = 2 }, steer.separation { kind = "
    "'deer',\n"
    "    radius = 3 } } }, initial = 'grazing',\n"
    "  on = { { when.hears('alarm', { as = 'threat', at = 'seen_at' }), function(self)\n"
    "    self.fear = self.fear + 1 end } },\n"
    "  states = {\n"
    "    grazing = { speed = 2, steer = blend.weighted { { steer.wander {}, 'weight' },\n"
    "        steer.cohesion { kind = 'deer', radius = 12 }, steer.obstacle_avoidance {} },\n"
    "      on = { { when.sees('wolf', { within = 15, as = 'threat', at = 'seen_at' }), 'fleeing' "
    "},\n"
    "        { when.chance(0.1), function(self) self:steer(self.id % 2 == 0 and 'odd' or nil) end "
    "} } },\n"
    "    fleeing = { enter = function(self)\n"
    "        self:emit('alarm', 25, self.threat) self.color = 'red' self.max_speed = 9 end,\n"
    "      leave = function(self) self.color, self.max_speed, self.threat = nil, nil, nil end,\n"
    "      steer = blend.priority { steer.obstacle_avoidance {}, steer.evasion { target = 'threat' "
    "} },\n"
    "      think = 3, step = function(self)\n"
    "        self:apply(stray, 0.5) self.friends[self.world:nearest('deer', self.x, self.y) or "
    "self] = true\n"
    "        self.rest = nil self.label = 'runs ' .. self.id end,\n"
    "      on = { { when.loses('threat', 0.3) | when.after(2), 'grazing' } } } } })\n";

static const char everything_main[] =
    "local drover = require 'drover'\n"
    "local steer, blend, when, vec = drover.steer, drover.blend, drover.when, drover.vec\n"
    "local pack = drover.group('pack', { slots = { quarry = 'agent', den = 'point' },\n"
    "  memory = { hunts = 0, order = {} }, elect = function(group) local best\n"
    "    for m in group:members() do if not best or m.age > best.age then best = m end end\n"
    "    return best end })\n"
    "local wolf = drover.kind('wolf', { memory = { age = 0 }, body = { max_speed = 6 },\n"
    "  look = { shape = 'wolf', color = 'gray' }, initial = 'roam', states = {\n"
    "    roam = { steer = blend.weighted { steer.wander {}, { steer.pursuit { target = "
    "'group.quarry' }, 2 },\n"
    "        { steer.leader_following { leader = 'group.leader' }, 0.5 } },\n"
    "      on = { { when.every(0.5) & when.lua(function(self) return self.group.leader == self "
    "end), 'hunt' } } },\n"
    "    hunt = { enter = function(self) local g = self.group g.hunts = g.hunts + 1\n"
    "        g.quarry = self:nearest('deer', 60) g.order[#g.order + 1] = self end,\n"
    "      steer = steer.pursuit { target = 'group.quarry' }, on = { { when.after(1), 'roam' } } } "
    "} })\n"
    "local bad = drover.kind('bad', { step = function(self) if self.world.tick == 20 then error "
    "'broken' end end })\n"
    "return drover.scenario { title = 'Everything', seed = 7, kinds = { require 'deer', wolf, bad "
    "},\n"
    "  bounds = { min = { 0, 0 }, max = { 80, 60 }, edge = 'wrap' },\n"
    "  settings = { drover.slider('pace', 5, { min = 1, max = 9 }), drover.toggle('mist', false),\n"
    "    drover.choice('wind', 'north', { 'north', 'south' }) },\n"
    "  monitors = { fear = function(world) local n = 0 for d in world:agents('deer') do n = n + "
    "d.fear end return n end },\n"
    "  setting = function(world, name, value) if name == 'mist' then world.visibility = value and "
    "12 or math.huge end end,\n"
    "  setup = function(world)\n"
    "    local shared = { 'shared' } shared.me = shared\n"
    "    world.memory.shared, world.memory.rocks, world.memory.log = shared, {}, {}\n"
    "    for i = 1, 4 do world.memory.rocks[i] = world:obstacle { sphere = { x = 10 * i, y = 30, "
    "radius = 2 } } end\n"
    "    world:obstacle { polygon = { { 60, 10 }, { 70, 10 }, { 65, 18 } } }\n"
    "    world:obstacle { wall = { from = { 50, 40 }, to = { 55, 50 } } }\n"
    "    world:obstacle { box = { x = 20, y = 50, w = 4, d = 2, heading = 0.3 },\n"
    "      blocks = { sight = false } }\n"
    "    local p, herd = world:new_group('pack'), world:new_group('pack') p.den = { 1, 2 }\n"
    "    world:scatter('deer', 24) for d in world:agents('deer') do\n"
    "      d.weight = 1 + d.id / 10 d.path.shared = shared d.herd, d.rock, d.way = herd, "
    "world.memory.rocks[1], vec(1, 2)\n"
    "      if d.id % 3 == 0 then d.group = herd d.sight_angle = 3 d.hearing_range = 25 d.mass = 2 "
    "      end end\n"
    "    for i = 1, 3 do world:spawn('wolf', { x = 5 * i, y = 5, group = p, age = i }) end\n"
    "    world:spawn('bad', {}) end,\n"
    "  update = function(world)\n"
    "    local m, t = world.memory, world.tick\n"
    "    if t % 7 == 3 then m.log[#m.log + 1] = world:random(100) + math.random() end\n"
    "    if t % 10 == 5 then m.rocks[1].x = 10 + world:random() * 20 world:emit('alarm', { at = "
    "m.rocks[1].x > 20\n"
    "      and { 10, 10 } or vec(40, 40), radius = 20 }) end\n"
    "    if t == 12 then m.rocks[2]:remove() m.rocks[2] = nil end\n"
    "    if t == 14 then m.rocks[5] = world:obstacle { sphere = { x = 70, y = 50, radius = 3 } } "
    "m.rocks[3]:remove() end\n"
    "    if t % 9 == 4 then local d = world:agents('deer')() m.last = d d:remove() end\n"
    "    if t % 12 == 8 then world:scatter('deer', 1, { weight = 2, name = 'new' .. t }) end\n"
    "    if t == 25 then world.settings.pace = 4.5 end\n"
    "    if t == 30 then for w in world:agents('wolf') do if w.group.leader == w then w:remove() "
    "end end end\n"
    "    for d in world:agents('deer', { state = 'grazing' }) do\n"
    "      if (d.id + t) % 31 == 0 then d:become('fleeing') end end\n"
    "  end }\n";

static inline void open_everything(fixture *f) {
    write_file(f, "deer.lua", everything_deer);
    write_file(f, "main.lua", everything_main);
    open_folder(f);
    dv_world_set_mouse(dv_scenario_world(f->scenario), &(dv_vec3){3, 4, 0});
}

/// Step, and apply the outside inputs at their ticks.
static inline void step_everything(fixture *f, int ticks) {
    dv_world *world = dv_scenario_world(f->scenario);
    for (int i = 0; i < ticks; i++) {
        if (dv_world_tick(world) == 10)
            assert_int_equal(dv_scenario_set(f->scenario, "mist", "true", &f->error), DV_OK);
        if (dv_world_tick(world) == 28)
            assert_int_equal(dv_scenario_set(f->scenario, "wind", "south", &f->error), DV_OK);
        step(f, 1);
    }
}

#endif
