-- Slots, memory, and groups.
local function world(def, setup, rest)
  return "local a = drover.kind('a', { " .. def .. " }) return drover.scenario { kinds = { a }, setup = "
    .. "function(world) "
    .. setup .. " end " .. (rest or "") .. "}"
end

return {
  {
    "When an agent is removed, the slots that held it read nil.",
    world("slots = { other = 'agent' }", [[
      local one, two = world:spawn "a", world:spawn "a"
      one.other = two
      print(one.other == two)
      two:remove()
      print(one.other)
    ]]),
    0, "true | nil",
  },
  {
    "It is nil until a script assigns it, a guard fills it (`as = \"threat\"`), or `world:spawn(\"ant\", { nest = { "
      .. "0, 0 } })` "
      .. "sets it.",
    world("slots = { nest = 'point', pace = 'number' }, init = function(self) print(self.nest, self.pace) end", [[
      world:spawn("a", { pace = 1 })
      world:spawn("a", { nest = { 0, 1 }, pace = 1 })
    ]]),
    0, "nil 1.0 | (0, 1, 0) 1.0",
  },
  {
    "A behavior whose slot is empty does nothing; a `target` that can be left out counts as left out.",
    [[
      local seek, force = steer.seek { target = "goal" }, steer.seek { target = "goal", keep_speed = false }
      local here, there = steer.reciprocal_avoidance { target = "goal" }, steer.reciprocal_avoidance {}
      local arrive = steer.arrival { target = { 9, 0 }, slowing_distance = "far" }
      local a = drover.kind("a", { slots = { goal = "point", far = "number" }, step = function(self)
        print(self:steering(seek))
        print(self:steering(arrive))
        print(self:steering(here) == self:steering(there), self:steering(there) > 0)
      end })
      return drover.scenario { kinds = { a }, setup = function(world) world:spawn("a", { speed = 3 }) end,
        update = function(world) for each in world:agents() do each.goal, each.far = nil, nil end end }
    ]],
    1, "0.0 0.0 0.0 | 0.0 0.0 0.0 | true false",
  },
  {
    "No guard about an empty slot holds, not even `when.far(\"prey\", 9)`; so `~when.near(\"prey\", 9)` does.",
    [[
      local on = {}
      local guards = {
        far = when.far("prey", 9), near = when.near("prey", 9), sees = when.sees "prey", has = when.has "prey",
        is = when.is("prey", "on"), arrived = when.arrived "prey", inside = when.inside "meadow", off =
          when.off_path(0, { path = "way" }),
        loses = when.loses("prey", 0), blocked = when.blocked(1, { path = "way" }), after = when.after "pace", every =
          when.every "pace",
        chance = when.chance "pace", stuck = when.stuck "pace", not_near = ~when.near("prey", 9),
      }
      for name, guard in pairs(guards) do on[#on + 1] = { guard, function() print(name) end } end
      local a = drover.kind("a", { slots = { prey = "agent", meadow = "region", way = "path", pace = "number" },
        initial = "on",
        states = { on = { on = on } },
        init = function(self) self.prey, self.meadow, self.way, self.pace = nil, nil, nil, nil end })
      return drover.scenario { kinds = { a }, setup = function(world) world:spawn "a" end }
    ]],
    2, "not_near | not_near",
  },
  {
    "A number slot that was never set counts as not given: as `speed`, it means `max_speed`.",
    world("slots = { pace = 'number' }, speed = 'pace', body = { max_speed = 3, max_force = 1e6, response = 0 }, "
      .. "steer = steer.seek { target = { 40, 0 } }, step = function(self) if self.world.tick == 60 then "
        .. "print(self.speed) end end",
      "world:spawn 'a'"),
    61, "drover: warning: FILE:3: speed: the number slot 'pace' of kind 'a' is not set, so agents move at max_speed: "
      .. "set it in "
      .. "spawn or in init | 3.0",
  },
  {
    "It holds numbers, strings, booleans, agents and other handles, vectors, and tables of these, but no functions.",
    world("memory = { m = drover.none }", [[
      local one = world:spawn "a"
      local path = world:path { points = { { 0, 0 }, { 1, 0 } } }
      for _, value in ipairs { 1, "x", true, one, path, drover.vec(1, 2), { 1, { one, { path } } }, world:new_group
        "g", function() end,
        { { function() end } }, world, steer.wander } do
        print((pcall(function() one.m = value end)))
      end
    ]]):gsub("return", "drover.group('g', {}) return", 1),
    0, ("true | "):rep(8) .. "false | false | false | false",
  },
  {
    "Behaviors and guards cannot read memory; give them a slot instead.",
    world("memory = { goal = { 1, 2 } }, steer = steer.seek { target = 'goal' }", ""),
    0, "drover: FILE:3: steer.seek: target: 'goal' is a memory field, and a slot is read here: declare it in slots "
      .. "with its type",
  },
  {
    "Each call makes another one.",
    world("", "print(world:new_group 'g' == world:new_group 'g')"):gsub("return", "drover.group('g', {}) return", 1),
    0, "false",
  },
  {
    "can be assigned; nil while nobody leads",
    [[
      local a = drover.kind("a", {})
      drover.group("g", { elect = function(group) if group.world.tick > 1 then return group:members()() end end })
      return drover.scenario { kinds = { a }, setup = function(world)
          world.memory.g = world:new_group "g"
          for _ = 1, 3 do world:spawn("a", { group = world.memory.g }) end
        end,
        update = function(world)
          local g = world.memory.g
          if world.tick == 4 then g.leader:remove() print(g.leader, #g) end
          if world.tick == 6 then g.leader = g.world:nearest("a", 0, 0) end
          print(g.leader and g.leader.id)
        end }
    ]],
    8, "nil | nil | nil | 1 | nil 2 | nil | 2 | 2 | 2",
  },
  {
    "Iterate over its members, by id",
    world("", [[
      local g = world:new_group "g"
      local ids, list = {}, {}
      for i = 1, 4 do ids[i] = world:spawn "a" end
      for _, i in ipairs { 3, 1, 4, 2 } do ids[i].group = g end
      ids[2].group = nil
      for member in g:members() do list[#list + 1] = member.id end
      print(#g, table.concat(list, " "))
    ]]):gsub("return", "drover.group('g', {}) return", 1),
    0, "3 1 3 4",
  },
  {
    "`memory` declares data for each agent, with default values",
    world("memory = { list = { 1 }, n = 2 }", [[
      local one, two = world:spawn "a", world:spawn("a", { n = 3 })
      one.list[2] = 5
      print(#one.list, #two.list, one.n, two.n)
    ]]),
    0, "2 1 2 3",
  },
  {
    "what memory can keep; copied",
    world("timers = { ring = function(self, data) print(#data) end }", [[
      local list = { 1 }
      world:spawn("a"):after(0, "ring", list)
      list[2] = 2
    ]]),
    2, "1",
  },
}
