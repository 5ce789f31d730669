// Groups: members, slots and memory, leaders and their election.
#include "scenario_fixture.h"

#define PACK(elect)                                                                                \
    HEAD "local pack = drover.group('pack', { slots = { quarry = 'agent' },\n"                     \
         "  memory = { kills = 0, plan = { step = 1 } }, elect = " elect " })\n"                   \
         "local a = drover.kind('a', {})\n"

static void groups_have_members_slots_and_memory(void **state) {
    expect_run(
        *state,
        PACK("nil") "return drover.scenario { kinds = { a }, setup = function(world)\n"
                    "  local p, q = world:new_group('pack'), world:new_group(pack)\n"
                    "  print(p, q, p == q, #p, p.leader, p.kind, p.world == world, p.kills, "
                    "p.quarry)\n"
                    "  local s = {} for i = 1, 4 do s[i] = world:spawn('a', { group = p }) end\n"
                    "  s[2].group = q print(#p, #q, s[2].group) s[2].group = p s[3].group = nil\n"
                    "  local t = {} for m in p:members() do t[#t + 1] = m.id end "
                    "print(table.concat(t, ' '))\n"
                    "  p.kills = 5 p.plan.step = 2 print(p.kills, q.kills, p.plan.step, "
                    "q.plan.step)\n"
                    "  p.quarry = s[3] print(p.quarry) s[3]:remove() print(p.quarry, #p)\n"
                    "  for m in p:members() do if m.id == 1 then s[2]:remove() end print(m) end "
                    "print(#p)\n"
                    "  print(pcall(function() p.kils = 3 end)) print(pcall(function() return "
                    "p.qarry end))\n"
                    "  print(pcall(function() p.quarry = 3 end)) print(pcall(function() p.kind = 3 "
                    "end))\n"
                    "  print(pcall(function() p.plan = print end))\n"
                    "  print(pcall(function() p.members = 3 end)) end }",
        0,
        "pack#1\tpack#2\tfalse\t0\tnil\tpack\ttrue\t0\tnil\n"
        "3\t1\tpack#2\n"
        "1 2 4\n"
        "5\t0\t2\t1\n"
        "a#3\n"
        "nil\t3\n"
        "a#1\n"
        "a#4\n"
        "2\n"
        "false\tmain.lua:14: group 'pack' has no field, slot or memory 'kils' (kills?)\n"
        "false\tmain.lua:14: group 'pack' has no field, slot or memory 'qarry' (quarry?)\n"
        "false\tmain.lua:15: quarry: an agent expected, got number\n"
        "false\tmain.lua:15: kind: cannot be assigned\n"
        "false\tmain.lua:16: plan: a function cannot be remembered: numbers, strings, booleans, "
        "vectors, "
        "handles and tables of these can\n"
        "false\tmain.lua:17: group 'pack' has no field, slot or memory 'members'\n");
}

static void leaders_are_members(void **state) {
    expect_run(
        *state,
        PACK(
            "nil") "return drover.scenario { kinds = { a }, setup = function(world)\n"
                   "  local p = world:new_group('pack') local s = world:spawn('a', { group = p })\n"
                   "  local t = world:spawn('a', {}) p.leader = s print(p.leader)\n"
                   "  print(pcall(function() p.leader = t end)) print(pcall(function() p.leader = "
                   "3 end))\n"
                   "  print(p.leader) s.group = nil print(p.leader) s.group = p print(p.leader)\n"
                   "  p.leader = s p.leader = nil print(p.leader) p.leader = s s:remove() "
                   "print(p.leader)\n"
                   "  print(p:elect()) end }",
        0,
        "a#1\nfalse\tmain.lua:8: leader: not a member of the group\n"
        "false\tmain.lua:8: leader: a living agent expected, got "
        "number\na#1\nnil\nnil\nnil\nnil\nnil\n");
}

static void elections_run_after_setup_and_when_a_leader_is_gone(void **state) {
    expect_run(
        *state,
        HEAD "local pack = drover.group('pack', { elect = function(group)\n"
             "  print('elect', group.world.tick, #group) local best for m in group:members() do\n"
             "    if not best or m.age > best.age then best = m end end return best end })\n"
             "local a = drover.kind('a', { memory = { age = 0 }, step = function(self)\n"
             "  if self.id == 1 and self.group then print(self.world.tick, self.group.leader) end\n"
             "  if self.id == 3 and self.world.tick == 1 then return self:remove() end\n"
             "  if self.id == 4 and self.world.tick == 3 then self.group = nil end end })\n"
             "return drover.scenario { kinds = { a }, setup = function(world)\n"
             "  local p = world:new_group('pack') for i = 1, 4 do\n"
             "    world:spawn('a', { group = p, age = i == 3 and 9 or i }) end\n"
             "  print(p.leader) world:new_group('pack') end, update = function(world)\n"
             "  if world.tick == 5 then for s in world:agents() do s.group = nil end end end }",
        7, "nil\nelect\t0\t4\n0\ta#3\n1\ta#3\nelect\t2\t3\n2\ta#4\n3\ta#4\nelect\t4\t2\n4\ta#2\n");
}

static void nil_leaves_a_group_without_a_leader_and_is_asked_again(void **state) {
    expect_run(*state,
               HEAD "local pack = drover.group('pack', { elect = function(group)\n"
                    "  print('elect', group.world.tick)\n"
                    "  if group.world.tick == 2 then return (group:members())() end end })\n"
                    "local a = drover.kind('a', {})\n"
                    "return drover.scenario { kinds = { a }, setup = function(world)\n"
                    "  world:spawn('a', { group = world:new_group('pack') }) end }",
               5, "elect\t0\nelect\t0\nelect\t1\nelect\t2\n");
}

static void electing_a_stranger_is_an_error(void **state) {
    expect_failing_run(
        *state,
        PACK("function(group) return group.quarry end") "return drover.scenario { kinds = { a }, "
                                                        "setup = function(world)\n"
                                                        "  local p = world:new_group('pack') "
                                                        "world:spawn('a', { group = p })\n"
                                                        "  p.quarry = world:spawn('a', {}) end }",
        1, "", "main.lua:3: elect: a member of the group expected, got a#2");
    expect_failing_run(*state,
                       PACK("function(group) return 3 end") "return drover.scenario { kinds = { a "
                                                            "}, setup = function(world)\n"
                                                            "  local p = world:new_group('pack') "
                                                            "world:spawn('a', { group = p }) end }",
                       1, "", "main.lua:3: elect: a member of the group expected, got a number");
    expect_failing_run(
        *state,
        PACK("function(group) error('no') end") "return drover.scenario { kinds = { a }, setup = "
                                                "function(world)\n"
                                                "  local p = world:new_group('pack') "
                                                "world:spawn('a', "
                                                "{ group = p }) end }",
        1, "", "main.lua:3: no");
}

static void a_large_group_is_walked_through(void **state) {
    expect_run(
        *state,
        PACK("nil") "return drover.scenario { kinds = { a }, setup = function(world)\n"
                    "  local p = world:new_group('pack') for i = 1, 5000 do world:spawn('a', { "
                    "group = "
                    "p, x ="
                    " i }) end\n"
                    "  local n, last = 0, 0 for m in p:members() do n = n + 1 assert(m.id > last)\n"
                    "    last = m.id if m.id % 2 == 0 then m:remove() end end print(n, #p) end }",
        0, "5000\t2500\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        CASE(groups_have_members_slots_and_memory),
        CASE(leaders_are_members),
        CASE(elections_run_after_setup_and_when_a_leader_is_gone),
        CASE(nil_leaves_a_group_without_a_leader_and_is_asked_again),
        CASE(electing_a_stranger_is_an_error),
        CASE(a_large_group_is_walked_through),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
