// world:plan in scripts: around what stands there, by points and by agents, nil and why, what it
// does not take, and when it may be called.
#include "scenario_fixture.h"

#define WALKER                                                                                     \
    "local walker = drover.kind('walker', { body = { radius = 0.6 }, slots = { way = 'path' "      \
    "} })\n"
#define HOUSE                                                                                      \
    "local function build(world)\n"                                                                \
    "  world:obstacle { wall = { from = { 0, -50 }, to = { 0, -1 } } }\n"                          \
    "  world:obstacle { wall = { from = { 0, 1 }, to = { 0, 20 } } } end\n"

static void plans_are_paths_around_what_stands_there(void **state) {
    expect_run(*state,
               HEAD WALKER HOUSE
               "return drover.scenario { kinds = { walker }, setup = function(world) build(world)\n"
               "  local near = world:plan({ -5, 0 }, { x = 5, y = 0 }, { clearance = 0.5 })\n"
               "  print(near, near.length, near.radius, near.closed)\n"
               "  print(near:point(0)) print(near:point(99))\n"
               "  local far = world:plan(vec(-5, 0), { 5, 0 }, { clearance = 1.5, resolution = 0.5 "
               "})\n"
               "  print(far, far.length > 40, far.radius)\n"
               "  local x, y = far:point(far.length / 2) print(y > 21) far:remove() end }",
               1,
               "path#1\t10.0\t0.25\tfalse\n"
               "-5.0\t0.0\t0.0\t0.0\n5.0\t0.0\t0.0\t0.0\n"
               "path#2\ttrue\t0.5\ntrue\n");
}

static void an_agent_means_where_it_is_and_its_radius_is_the_clearance(void **state) {
    expect_run(*state,
               HEAD WALKER HOUSE
               "return drover.scenario { kinds = { walker }, setup = function(world) build(world)\n"
               "  local a = world:spawn('walker', { x = -5 })\n"
               "  local b = world:spawn('walker', { x = 5, y = 2 })\n"
               "  local way = world:plan(a, b) print(way.length < 12, (way:point(0)))\n"
               "  local x, y = way:point(99) print(x, y)\n"
               "  a.radius = 1.2 print(world:plan(a, b).length > 40)\n"
               "  print(world:plan(a, b, { clearance = 0 }).length < 12)\n"
               "  b:remove() print(pcall(world.plan, world, a, b)) end }",
               0,
               "true\t-5.0\n5.0\t2.0\ntrue\ntrue\n"
               "false\targument 2: agent #2 is gone\n");
}

static void where_there_is_no_way_the_reason_is_told(void **state) {
    expect_run(*state,
               HEAD WALKER HOUSE
               "return drover.scenario { kinds = { walker }, bounds = { min = { -50, -50 }, max = "
               "{ 50, 50 }, edge = "
               "'contain' },\n"
               "  setup = function(world) build(world)\n"
               "  world:obstacle { box = { x = 20, y = 0, w = 4, d = 4 } }\n"
               "  local function try(...) print(world:plan(...)) end\n"
               "  try({ -5, 0 }, { -5, 0 }) try({ 20, 0 }, { 5, 0 }) try({ 5, 0 }, { 20, 1 })\n"
               "  try({ 5, 0 }, { 22.5, 0 }, { clearance = 1 }) try({ 51, 0 }, { 5, 0 })\n"
               "  try({ 5, 0 }, { 0, 60 })\n"
               "  local room = { min = { -9, -9 }, max = { 9, 9 } }\n"
               "  try({ -5, 0 }, { 5, 0 }, { clearance = 1.2, boundary = room })\n"
               "  try({ -5, 0 }, { 12, 0 }, { boundary = room }) end }",
               0,
               "nil\tfrom and to are at the same place\n"
               "nil\tfrom lies inside an obstacle\n"
               "nil\tto lies inside an obstacle\n"
               "nil\tto lies nearer to an obstacle than the clearance\n"
               "nil\tfrom lies outside the boundary\n"
               "nil\tto lies outside the boundary\n"
               "nil\tno way leads there with this clearance\n"
               "nil\tto lies outside the boundary\n");
}

static void what_a_plan_does_not_take_is_told(void **state) {
    expect_run(
        *state,
        HEAD WALKER
        "return drover.scenario { kinds = { walker }, setup = function(world)\n"
        "  local function try(...) print(select(2, pcall(world.plan, world, ...))) end\n"
        "  try({ 0, 0 }) try(3, { 1, 1 }) try({ 0, 0 }, { 1, 1 }, 0.5)\n"
        "  try({ 0, 0 }, { 1, 1 }, { clearence = 1 })\n"
        "  try({ 0, 0 }, { 1, 1 }, { clearance = 'wide' })\n"
        "  try({ 0, 0 }, { 1, 1 }, { clearance = -1 })\n"
        "  try({ 0, 0 }, { 1, 1 }, { boundary = 3 })\n"
        "  try({ 0, 0 }, { 1, 1 }, { boundary = { mim = 3 } })\n"
        "  try({ 0, 0 }, { 1, 1 }, { boundary = { min = { 0, 0 } } })\n"
        "  try({ 0, 0 }, { 1000, 1000 }, { resolution = 0.1 }) end }",
        0,
        "plan: to: a point expected ({ x, y }, { x = , y = } or a vector), got nil\n"
        "plan: from: a point expected ({ x, y }, { x = , y = } or a vector), got number\n"
        "plan: a table of options expected, got number\n"
        "plan takes no 'clearence' (clearance?)\n"
        "plan: clearance: a number expected, got string\n"
        "plan: clearance must be 0 to 1e+09 m, not -1\n"
        "plan: boundary: { min = , max = } expected, got number\n"
        "plan: boundary takes no 'mim' (min?)\n"
        "plan: boundary.max: a point expected ({ x, y }, { x = , y = } or a vector), got nil\n"
        "plan: resolution: cells of 0.1 m make a map of 10006 x 10006, more than the 4194304 there "
        "may "
        "be: take cells of 0.492 m, or a smaller boundary\n");
}

static void plans_are_made_wherever_the_world_may_be_written(void **state) {
    expect_run(
        *state,
        HEAD HOUSE
        "local walker = drover.kind('walker', { slots = { way = 'path' }, initial = 'going',\n"
        "  steer = steer.path_following { path = 'way' },\n"
        "  states = { going = { enter = function(self) self.way = self.world:plan(self, { 5, 0 }) "
        "end,\n"
        "    step = function(self) if self.x > 4 then self.way:remove() return 'there' end end },\n"
        "  there = { enter = function(self) print(self.way, self.x > 4) self:halt() end "
        "} } })\n"
        "return drover.scenario { kinds = { walker },\n"
        "  setup = function(world) build(world) world:spawn('walker', { x = -5, y = -4 }) end,\n"
        "  update = function(world) if world.tick == 3 then\n"
        "    print(world:plan({ -1, 0 }, { 1, 0 })) end end,\n"
        "  monitors = { ways = function(world)\n"
        "    return pcall(world.plan, world, { 0, 0 }, { 1, 1 }) and 1 or 0 end } }",
        1200, "path#2\nnil\ttrue\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(plans_are_paths_around_what_stands_there, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(an_agent_means_where_it_is_and_its_radius_is_the_clearance,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(where_there_is_no_way_the_reason_is_told, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(what_a_plan_does_not_take_is_told, set_up, tear_down),
        cmocka_unit_test_setup_teardown(plans_are_made_wherever_the_world_may_be_written, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
