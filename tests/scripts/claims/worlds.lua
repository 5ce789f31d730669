-- What the world makes, counts, and sends.
local function world(setup, rest, before)
  return (before or "") .. " local a = drover.kind('a', {}) return drover.scenario { kinds = { a }, setup = "
    .. "function(world) " .. setup
    .. " end " .. (rest or "") .. "}"
end

return {
  {
    "Their bodies can cover about half of a region. If they need more, it fails.",
    world [[
      local region = world:region { shape = { box = { x = 0, y = 0, w = 20, d = 20 } } }
      print((pcall(world.scatter, world, "a", 200, { region = region })), world:count())
      print((pcall(world.scatter, world, "a", 400, { region = region })))
    ]],
    0, "true 200 | false",
  },
  {
    "only agents in this state; needs exactly one kind",
    world [[
      world:spawn "a"
      print((pcall(world.count, world, nil, { state = "x" })), (pcall(world.count, world, { "a", "a" }, { state = "x"
        })))
      print(world:count(), world:count "a", (pcall(world.count, world, "b")))
    ]],
    0, "false false | 1 1 false",
  },
  {
    "Iterate over the agents, as they are now, by id",
    world [[
      local ids, third = {}, nil
      for i = 1, 4 do
        local one = world:spawn("a", { x = -i })
        if i == 3 then third = one end
      end
      for each in world:agents() do
        ids[#ids + 1] = each.id
        if each.id == 1 then third:remove() world:spawn("a", { x = 9 }) end
      end
      print(table.concat(ids, " "))
    ]],
    0, "1 2 4",
  },
  {
    "A list of the agents around a place, nearest first and ties by id",
    world([[ for _, x in ipairs { 3, -3, 1, 9 } do world:spawn("a", { x = x }) end ]], [[, update = function(world)
      if world.tick > 0 then return end
      for each in world:agents() do each.x = 0 end
      local ids = {}
      for i, each in ipairs(world:neighbors(0, 0, 5)) do ids[i] = each.id end
      print(table.concat(ids, " "), (world:nearest("a", 0, 0)).id)
    end ]]),
    1, "3 1 2 3",
  },
  {
    "The agent nearest to a place: `world:nearest(\"wolf\", x, y, z, radius)` or `world:nearest(\"wolf\", place, "
      .. "radius)`. It "
      .. "goes by where agents were at the start of the tick, so in `setup` it finds nobody.",
    world("world:spawn('a', { x = 5 }) print(world:nearest('a', 0, 0))", [[, update = function(world)
      for each in world:agents() do each.x = 2 end
      print(world:nearest("a", 0, 0, 0, 4), world:nearest("a", { 0, 0 }, 4))
      local one, distance = world:nearest(nil, 0, 0)
      print(one.id, distance)
    end ]]),
    1, "nil | nil nil | 1 5.0",
  },
  {
    "A random number, at least 0 and below 1; with m, a whole number from 1 to m; with m and n, from m to n.",
    world [[
      local seen, low, high = {}, 1, 0
      for _ = 1, 1000 do
        local r = world:random()
        low, high = math.min(low, r), math.max(high, r)
        seen[world:random(3)], seen[world:random(-2, -1)] = true, true
      end
      local list = {}
      for key in pairs(seen) do list[#list + 1] = key end
      print(low >= 0, high < 1, table.concat(list, " "), math.type(world:random(3)))
    ]],
    0, "true true -2 -1 1 2 3 integer",
  },
  {
    "End the run after this tick.",
    world("", ", update = function(world) print(world.tick) if world.tick == 2 then world:finish 'enough' print "
      .. "'still' end end"),
    9, "0 | 1 | 2 | still | finished at tick 3: enough",
  },
  {
    "where; the origin by default",
    [[
      local a = drover.kind("a", { hearing = { range = 20 }, step = function(self)
        for _, name in ipairs { "all", "near", "some", "loud" } do
          local source, about, x = self:heard(name)
          if x then print(self.id, name, source, about, x) end
        end
      end })
      drover.group("g", {})
      return drover.scenario { kinds = { a }, setup = function(world)
        local g = world:new_group "g"
        world:spawn("a", { x = 3 }) world:spawn("a", { x = 15, group = g }) world:spawn("a", { x = 30 })
        world:emit "all"
        world:emit("near", { at = { 4, 0 }, radius = 2 })
        world:emit("some", { among = g })
        world:emit("loud", { at = { 40, 0 }, radius = 1000 })
      end }
    ]],
    2, "1 all true nil 0.0 | 1 near true nil 4.0 | 2 all true nil 0.0 | 2 some true nil 0.0 | 3 loud true nil 40.0",
  },
  {
    "it stops bodies, and avoidance behaviors go around it; false for a curtain",
    [[
      local a = drover.kind("a", { steer = steer.target_speed { speed = 4 } })
      local ghost = drover.kind("ghost", { body = { solid = false }, steer = steer.target_speed { speed = 4 } })
      return drover.scenario { kinds = { a, ghost }, setup = function(world)
        world:obstacle { box = { x = 5, y = 0, w = 1, d = 3 } }
        world:obstacle { box = { x = 5, y = 10, w = 1, d = 3 }, blocks = { movement = false } }
        world:spawn "a" world:spawn("ghost", { y = 0.5 }) world:spawn("a", { y = 10 })
      end, update = function(world)
        if world.tick == 240 then for each in world:agents() do print(each.kind, each.x > 6) end end
      end }
    ]],
    241, "a false | ghost true | a true",
  },
  {
    "If there is no route, return nil and the reason.",
    world [[
      world:obstacle { sphere = { x = 0, y = 0, radius = 5 }, hollow = true }
      local way, reason = world:plan({ 0, 0 }, { 20, 0 })
      print(way, type(reason))
      local open = world:plan({ 20, 0 }, { 30, 0 })
      print(open.alive, open.length, open.closed)
      open:remove()
      print(open.alive)
    ]],
    0, "nil string | true 10.0 false | false",
  },
  {
    "how far along the nearest point is, and how far the place is from it, positive to the left of the path, negative "
      .. "to the right.",
    world [[
      local way = world:path { points = { { 0, 0 }, { 10, 0 } } }
      print(way:project(4, 3)) print(way:project(4, -3)) print(way:project(13, 4))
      print(way:point(3)) print(way:point(99))
      print(way.radius, way.closed, (pcall(world.path, world, { points = { { 0, 0 } } })))
    ]],
    0, "4.0 3.0 | 4.0 -3.0 | 10.0 5.0 | 3.0 0.0 0.0 0.0 | 10.0 0.0 0.0 0.0 | 1.0 false false",
  },
  {
    "Whether an agent or place is inside.",
    world [[
      local region = world:region { shape = { box = { x = 0, y = 0, w = 4, d = 2 } } }
      print(region:contains(1.9, 0.9), region:contains(1.9, 1.1), region:contains(2, 1), region:contains { 0, 0 })
      print(region.speed, region.terrain, region.alive)
      region:remove()
      print(region.alive)
    ]],
    0, "true false true true | 1.0 nil true | false",
  },
  {
    "Cover the whole world with a terrain, on top of any other.",
    world([[
      local region = world:region { shape = { sphere = { x = 0, y = 0, radius = 5 } }, terrain = "mud" }
      print(world:terrain_at(0, 0), world:terrain_at(9, 0))
      local all = world:terrain "ice"
      print(world:terrain_at(0, 0), world:terrain_at(9, 0))
      region.terrain = "mud"
      print(world:terrain_at(0, 0), world:terrain_at(9, 0))
      all:remove()
      print(world:terrain_at(9, 0))
    ]], "", "drover.terrain('mud', {}) drover.terrain('ice', {})"),
    0, "mud nil | ice ice | mud ice | nil",
  },
  {
    "There is one of each: the first call makes it, and computes its `field`; after `flow:remove()`, the next call "
      .. "makes it again.",
    world([[
      local wind = world:flow "wind"
      print(wind == world:flow "wind", wind:at(0, 0))
      wind:set(0, 0, 3, 0)
      wind:remove()
      print(wind.alive, (world:flow("wind"):at(0, 0)))
    ]], "",
      "drover.flow('wind', { field = function() return 1, 2 end, resolution = 50 })"),
    0, "true 1.0 2.0 0.0 | false 1.0",
  },
  {
    "The flow has a length of 1: use `direction_only` to go at full speed. It is zero at a goal, and where no way "
      .. "leads to one.",
    world [[
      world:obstacle { sphere = { x = 30, y = 30, radius = 5 }, hollow = true }
      local flow = world:flow_to({ 0, 0 })
      local x, y = flow:at(10.25, 0.25)
      print(("%.2f"):format(math.sqrt(x * x + y * y)), x < -0.99)
      print(flow:at(30, 30))
      print(flow.name, flow.still, (pcall(flow.set, flow, 0, 0, 1, 1)))
    ]],
    0, "1.00 true | 0.0 0.0 0.0 | nil nil false",
  },
  {
    "Distances, directions, behaviors, guards, and sight take the shortest way, across the edge where that is shorter. "
      .. "`other.x - self.x` does not",
    [[
      local to = steer.seek { target = { -48, 0 } }
      local a = drover.kind("a", { step = function(self)
        if self.id > 1 then return end
        local other = self:nearest "a"
        print(self:distance(other), other.x - self.x, self:bearing(other), self:sees(other) == other, self:steering(to)
          > 0)
      end })
      return drover.scenario { kinds = { a }, bounds = { min = { -50, -50 }, max = { 50, 50 }, edge = "wrap" },
        setup = function(world) world:spawn("a", { x = 47 }) world:spawn("a", { x = -48 }) end }
    ]],
    1, "5.0 -95.0 0.0 true true",
  },
  {
    "\"contain\" keeps agents inside, \"open\" lets them leave.",
    [[
      local a = drover.kind("a", { steer = steer.target_speed { speed = 8 } })
      local bounds = { min = { -5, -5 }, max = { 5, 5 }, edge = "contain" }
      return drover.scenario { kinds = { a }, bounds = bounds, setup = function(world) world:spawn "a" end,
        update = function(world) if world.tick == 300 then for each in world:agents() do print(each.x > 5) end end end }
    ]],
    301, "false",
  },
  {
    "What happens at the bounds: nothing (\"open\")",
    [[
      local a = drover.kind("a", { steer = steer.target_speed { speed = 8 } })
      return drover.scenario { kinds = { a }, bounds = { min = { -5, -5 }, max = { 5, 5 } },
        setup = function(world) world:spawn "a" end,
        update = function(world) if world.tick == 300 then for each in world:agents() do print(each.x > 5) end end end }
    ]],
    301, "true",
  },
  {
    "It stops bodies, unless their `solid` is false. Avoidance behaviors and plans go around it; agents that steer by "
      .. "something else stop at it.",
    [[
      local to = steer.seek { target = { 10, 0 } }
      local function kind(name, body, steering) return drover.kind(name, { body = body, steer = steering }) end
      return drover.scenario { setup = function(world)
          world:obstacle { box = { x = 5, y = 0, w = 1, d = 6 } }
          for _, name in ipairs { "stands", "passes", "avoids" } do world:spawn(name, { y = 0.3 }) end
        end,
        kinds = { kind("stands", {}, to), kind("passes", { solid = false }, to),
          kind("avoids", {}, blend.priority { steer.obstacle_avoidance { target = { 10, 0 } }, to }) },
        update = function(world)
          if world.tick == 600 then for each in world:agents() do print(each.kind, each.x > 6) end end
        end }
    ]],
    601, "stands false | passes true | avoids true",
  },
  {
    "Obstacles stop bodies but do not steer them: an agent that heads for a place behind one stops at it.",
    [[
      local a = drover.kind("a", { body = { radius = 0.5 }, steer = steer.seek { target = { 10, 0 } } })
      return drover.scenario { kinds = { a }, setup = function(world)
          world:obstacle { wall = { from = { 5, -9 }, to = { 5, 9 } } }
          world:spawn "a"
        end,
        update = function(world) if world.tick == 600 then for a in world:agents() do print(("%.2f"):format(a.x),
          a.speed) end end end }
    ]],
    601, "4.50 0.0",
  },
  {
    "pulls both ends together, and pushes them apart when they are too close; none by default",
    [[
      drover.link("rope", { spring = { length = 4, stiffness = 5, damping = 3 } })
      local a = drover.kind("a", { body = { max_speed = 50 } })
      return drover.scenario { kinds = { a }, setup = function(world)
          world:spawn("a", { x = 0 }):link("rope", world:spawn("a", { x = 9 }))
          world:spawn("a", { x = 0, y = 20 }):link("rope", world:spawn("a", { x = 1.5, y = 20 }))
        end,
        update = function(world)
          if world.tick == 900 then for _, pair in ipairs(world:links "rope") do
            print(("%.1f"):format(pair[1]:distance(pair[2]))) end end
        end }
    ]],
    901, "4.0 | 4.0",
  },
  {
    "the state that agents start in; required if there are several",
    [[
      print((pcall(drover.kind, "b", { states = { one = {}, two = {} } })), (pcall(drover.kind, "c", { states = { one =
        {} } })))
    ]] .. world "",
    0, "false true",
  },
  {
    "A random point within the bounds, or within a region.",
    world [[
      local region = world:region { shape = { sphere = { x = 20, y = 0, radius = 3 } } }
      local inside = 0
      for _ = 1, 100 do inside = inside + (region:contains(world:random_point(region)) and 1 or 0) end
      print(inside)
    ]],
    0, "100",
  },
  {
    "m, 0 by default",
    world [[
      local one = world:spawn "a"
      print(one.x, one.y, one.heading, one.speed, one.label, one.group)
    ]],
    0, "0.0 0.0 0.0 0.0 nil nil",
  },
}
