// Agents that plan with what they have seen: into a dead end that they do not know and out of it
// again, and back to the way when something pushes them off it.
#include "scenario_fixture.h"

// A room about (8, 0) that is open toward the start, and a goal behind it. Who has nothing to learn
// walks 20 m straight, or around the room.
#define WALKER                                                                                     \
    "local function replan(self)\n"                                                                \
    "  self:discover(self.known)\n"                                                                \
    "  if self.way then self.way:remove() end\n"                                                   \
    "  self.way = self.world:plan(self, self.goal, { known = self.known, clearance = 0.6 })\n"     \
    "  self.plans = self.plans + 1 end\n"                                                          \
    "local walker = drover.kind('walker', { body = { radius = 0.4, max_speed = 1.5 },\n"           \
    "  sight = { range = 5, angle = 4, occluded = true },\n"                                       \
    "  slots = { way = 'path', goal = 'point', wall = 'obstacle' },\n"                             \
    "  memory = { known = {}, plans = 0, walked = 0, deepest = 0 },\n"                             \
    "  steer = steer.path_following { path = 'way' },\n"                                           \
    "  step = function(self, dt) self.walked = self.walked + self.speed * dt\n"                    \
    "    if math.abs(self.y) < 6 and self.x < 12 then\n"                                           \
    "      self.deepest = math.max(self.deepest, self.x) end end,\n"                               \
    "  on = { { when.blocked { clearance = 0.6, as = 'wall' }, function(self)\n"                   \
    "      print('blocked', self.wall, self:sees(self.wall) == self.wall) replan(self) end },\n"   \
    "    { when.off_path(2), function(self) print('off') replan(self) end } } })\n"
#define ROOM                                                                                       \
    "local function build(world)\n"                                                                \
    "  world:obstacle { wall = { from = { 12, -6 }, to = { 12, 6 } } }\n"                          \
    "  world:obstacle { wall = { from = { 4, 6 }, to = { 12, 6 } } }\n"                            \
    "  world:obstacle { wall = { from = { 4, -6 }, to = { 12, -6 } } }\n"                          \
    "  local a = world:spawn('walker', { goal = { 20, 0 } }) replan(a) return a end\n"             \
    "local function arrive(world) for a in world:agents() do\n"                                    \
    "  if a:distance(20, 0) < 0.5 then print('there', a.plans, #a.known, a.walked > 30, "          \
    "a.deepest > 8)\n"                                                                             \
    "    a:remove() end end end\n"                                                                 \
    "local bounds = { min = { -5, -15 }, max = { 25, 15 }, edge = 'contain' }\n"

static void who_knows_nothing_walks_into_the_dead_end_and_out_again(void **state) {
    expect_run(*state,
               HEAD WALKER ROOM "return drover.scenario { kinds = { walker }, bounds = bounds,\n"
                                "  setup = function(world) local a = build(world)\n"
                                "    print(a.plans, #a.known, a.way.length) end,\n"
                                "  update = arrive }",
               60 * 60,
               "1\t0\t20.0\n"
               "blocked\tobstacle#1\ttrue\nblocked\tobstacle#2\ttrue\n"
               "blocked\tobstacle#3\ttrue\nthere\t4\t3\ttrue\ttrue\n");
}

static void who_knows_the_room_goes_around_it(void **state) {
    expect_run(
        *state,
        HEAD WALKER ROOM
        "return drover.scenario { kinds = { walker }, bounds = bounds,\n"
        "  setup = function(world) local a = build(world) a.sight_range = 50\n"
        "    replan(a) print(#a.known) a.sight_range = nil\n"
        "    print(a.way.length < 30, a.way:blocked(0.6, a.known), a.way:blocked(0.6)) end,\n"
        "  update = arrive }",
        60 * 60, "3\ntrue\tnil\tnil\nthere\t2\t3\tfalse\tfalse\n");
}

static void who_is_pushed_off_the_way_plans_another(void **state) {
    expect_run(*state,
               HEAD WALKER
               "return drover.scenario { kinds = { walker }, setup = function(world)\n"
               "    local a = world:spawn('walker', { goal = { 20, 0 } }) replan(a) end,\n"
               "  update = function(world) for a in world:agents() do\n"
               "    if world.tick == 299 then a.y = 1.9 end\n"
               "    if world.tick == 330 then a.y = a.y + 1.5 end\n"
               "    if a:distance(20, 0) < 0.5 then print('there', a.plans, a.y < 0.5) a:remove()\n"
               "    end end end }",
               60 * 30, "off\nthere\t2\ttrue\n");
}

static void what_is_given_for_obstacles_is_checked(void **state) {
    expect_run(
        *state,
        HEAD WALKER
        "return drover.scenario { kinds = { walker }, setup = function(world)\n"
        "  local a = world:spawn('walker', {}) local p = world:path { points = { { 0, 0 }, { 9, 0 "
        "} } }\n"
        "  local o = world:obstacle { sphere = { x = 4, y = 0, radius = 1 } }\n"
        "  local far = world:obstacle { sphere = { x = 30, y = 0, radius = 1 } }\n"
        "  print(p:blocked()) print(string.format('%.3f', select(2, p:blocked(0.5)))) "
        "print(p:blocked(0.5, {}, 2))\n"
        "  print(p:blocked(0, { far, o })) print(p:blocked(0, nil, 4.5))\n"
        "  local known = { far } print(a:discover(known), known[1] == far, known[2] == o, #known)\n"
        "  print(a:sees(o) == o, a:sees(far), a:discover(known), #known)\n"
        "  far:remove() print(a:discover(known), #known, known[1] == o, a:sees(far))\n"
        "  print(world:plan({ 0, 0 }, { 9, 0 }, { known = { far } }).length)\n"
        "  local function try(f, ...) print(select(2, pcall(f, ...))) end\n"
        "  try(a.discover, a) try(a.discover, a, { o, a }) try(p.blocked, p, -1)\n"
        "  try(p.blocked, p, 0, 3) try(world.plan, world, a, { 1, 1 }, { known = { o, 4 } })\n"
        "  try(world.plan, world, a, { 1, 1 }, { known = o }) end }",
        0,
        "obstacle#1\t3.0\n2.500\nnil\n"
        "obstacle#1\t3.0\nnil\n"
        "1\ttrue\ttrue\t2\n"
        "true\tnil\t0\t2\n"
        "0\t1\ttrue\tnil\n"
        "9.0\n"
        "discover: a list of obstacles expected, got no value\n"
        "discover: known[2]: an obstacle expected, got agent\n"
        "blocked: clearance must be 0 to 1e+06 m, not -1\n"
        "blocked: known: a list of obstacles expected, got number\n"
        "plan: known[2]: an obstacle expected, got number\n"
        "plan: known: a list of obstacles expected, got obstacle\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(who_knows_nothing_walks_into_the_dead_end_and_out_again),
        CASE(who_knows_the_room_goes_around_it),
        CASE(who_is_pushed_off_the_way_plans_another),
        CASE(what_is_given_for_obstacles_is_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
