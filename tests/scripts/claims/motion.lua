-- Bodies, behaviors, and blends.

--- A kind with these body keys and steering, at the start at the origin; prints what `line` gives at the tick.
local function moves(body, steering, tick, line, before, spawn)
  return (before or "") .. " local a = drover.kind('a', { body = { " .. body .. " }, steer = " .. steering .. [[ })
    return drover.scenario { kinds = { a }, setup = function(world) world:spawn("a", { ]] .. (spawn or "") .. [[ }) end,
    update = function(world) if world.tick == ]] .. tick .. " then for self in world:agents() do print(" .. line ..
      ") end end end }"
end
local AGILE = "max_speed = 4, max_force = 1e6, response = 0"

return {
  {
    "how fast drag slows it: after t seconds, e^(−damping · t) of its speed is left",
    moves("damping = 1", "steer.seek { target = 'goal' }", 60, "('%.2f'):format(self.speed)", nil, "speed = 2")
      :gsub("local a = drover.kind%('a', {", "%0 slots = { goal = 'point' }, init = function(self) self.goal = nil "
        .. "end,"),
    61, "0.74",
  },
  {
    "it never goes slower, unless its state's speed is lower",
    moves("min_speed = 2, " .. AGILE, "steer.target_speed { speed = 1 }", 60, "('%.2f'):format(self.speed)", nil,
      "speed = 4"),
    61, "2.00",
  },
  {
    "a weaker push does not move it: no twitching",
    moves("min_force = 10, max_force = 9", "steer.target_speed { speed = 4 }", 60, "self.x"),
    61, "0.0",
  },
  {
    "the speed that an agent wants: the `speed` of its state, at most its `max_speed`",
    moves(AGILE, "steer.wander { strength = 0 }, speed = 9", 60, "('%.2f'):format(self.speed)"),
    61, "4.00",
  },
  {
    "the fastest it turns; its sideways acceleration is at most speed · turn_rate",
    moves("turn_rate = 0.5, " .. AGILE, "steer.seek { target = { -1000, 1 } }", 60, "math.abs(self.heading) <= 0.5 + "
      .. "1e-3, "
      .. "math.abs(self.heading) > 0.45", nil, "speed = 4"),
    61, "true true",
  },
  {
    "true: obstacles stop the body, and push it out of them; \"agents\": so they do, and it is kept apart from other "
      .. "such bodies; "
      .. "false: it passes through",
    [[
      local function kind(name, solid)
        return drover.kind(name, { body = { solid = solid, radius = 0.5 }, steer = steer.seek { target = { 0, 0 } } })
      end
      return drover.scenario { kinds = { kind("a", true), kind("b", "agents"), kind("c", false) }, setup =
        function(world)
        world:obstacle { sphere = { x = 0, y = 0, radius = 2 } }
        for _, name in ipairs { "a", "b", "c" } do
          world:spawn(name, { x = 6 }) world:spawn(name, { x = 6.2 })
        end
      end, update = function(world) if world.tick ~= 300 then return end
        for _, name in ipairs { "a", "b", "c" } do
          local list = {}
          for each in world:agents(name) do list[#list + 1] = each end
          print(name, list[1]:distance(0, 0) > 2.49, list[1]:distance(list[2]) > 0.95)
        end
      end }
    ]],
    301, "a true false | b true true | c false false",
  },
  {
    "Head for a target at full speed, through it, and back; zero on top of it.",
    moves("", "steer.seek { target = { 0, 0 } }", 0, "self:steering(to)"):gsub("^", "local to = steer.seek { target = "
      .. "{ 0, 0 } } ")
      :gsub("update = function%(world%) if world.tick == 0 then", "update = function(world) if world.tick == 1 then"),
    2, "0.0 0.0 0.0",
  },
  {
    "Head away from a target nearer than the radius; straight ahead when on top of it.",
    [[
      local from = steer.flee { target = { 0, 0 }, radius = 5 }
      local a = drover.kind("a", { step = function(self) print((self:steering(from))) end })
      return drover.scenario { kinds = { a }, setup = function(world)
        world:spawn "a" world:spawn("a", { x = 5.1 }) world:spawn("a", { x = -4 })
      end }
    ]],
    1, "8.0 | 0.0 | -8.0",
  },
  {
    "Speed up or slow down to a speed without turning.",
    [[
      local keep = steer.target_speed { speed = 2 }
      local a = drover.kind("a", { step = function(self) print((self:steering(keep))) end })
      return drover.scenario { kinds = { a }, setup = function(world) world:spawn "a" world:spawn("a", { speed = 5 })
        end }
    ]],
    1, "2.0 | -3.0",
  },
  {
    "Take the first vector that is not zero; the parts after it are not evaluated.",
    [[
      local none, one, two = steer.seek { target = "goal" }, steer.target_speed { speed = 1 }, steer.target_speed {
        speed = 2 }
      local first, all = blend.priority { none, one, two }, blend.sum { none, one, two }
      local mean, every = blend.average { none, one, two }, blend.average { none, one, two, all = true }
      local heavy, normal = blend.weighted { { one, 3 }, { two, 0 } }, blend.normalized { { two, 0.5 }, { one, 2 } }
      local a = drover.kind("a", { slots = { goal = "point" }, init = function(self) self.goal = nil end, step =
        function(self)
        for _, each in ipairs { first, all, mean, every, heavy, normal } do print((self:steering(each))) end
      end })
      return drover.scenario { kinds = { a }, setup = function(world) world:spawn "a" end }
    ]],
    1, "1.0 | 3.0 | 1.5 | 1.0 | 3.0 | 20.0",
  },
  {
    "zero for bounds where the world wraps",
    [[
      local inside = steer.containment {}
      local a = drover.kind("a", { step = function(self) print((self:steering(inside))) end })
      return drover.scenario { kinds = { a }, bounds = { min = { -9, -9 }, max = { 9, 9 }, edge = "wrap" },
        setup = function(world) world:spawn("a", { x = 8, speed = 8 }) end }
    ]],
    1, "0.0",
  },
  {
    "Seek the centroid of neighbors; zero in the middle of them.",
    [[
      local to = steer.cohesion { radius = 6 }
      local a = drover.kind("a", { step = function(self) print((self:steering(to))) end })
      return drover.scenario { kinds = { a }, setup = function(world) for _, x in ipairs { 0, -5, 5, 40 } do
        world:spawn("a", { x = x }) end end }
    ]],
    1, "0.0 | 8.0 | -8.0 | 0.0",
  },
  {
    "Follow a path within its radius, first approaching it; stop at the end of an open one.",
    moves("", "steer.path_following { path = 'way' }", 900, "('%.1f %.1f'):format(self.x, self.speed)")
      :gsub("drover.kind%('a', {", "%0 slots = { way = 'path' }, ")
      :gsub('world:spawn%("a", {', '%0 way = world:path { points = { { -5, 3 }, { 9, 0 } } }, '),
    901, "8.8 0.0",
  },
  {
    "Stop at once.",
    moves("", "steer.target_speed { speed = 4 }", 30, "self.speed > 0, ((function() self:halt() return self.speed "
      .. "end)())"),
    31, "true 0.0",
  },
  {
    "Steer by a Lua function that is called every tick, after all steps, even where a blend does not evaluate it.",
    [[
      local function loud(name) return steer.custom(function() print(name) return 1, 0 end) end
      local a = drover.kind("a", { step = function() print "step" end,
        steer = blend.priority { loud "first", loud "second", blend.weighted { { loud "zero", 0 } } } })
      return drover.scenario { kinds = { a }, setup = function(world) world:spawn "a" world:spawn "a" end }
    ]],
    1, "step | step | first | second | zero | first | second | zero",
  },
  {
    "the strongest braking of a wheeled body; 0: twice max_force",
    [[
      local a = drover.kind("a", { body = { locomotion = "wheeled", mass = 1, max_force = 2, response = 0, max_speed =
        20 },
        steer = steer.target_speed { speed = 0 } })
      return drover.scenario { kinds = { a }, setup = function(world) world:spawn("a", { speed = 10 }) end,
        update = function(world)
          if world.tick == 60 then for self in world:agents() do print(("%.1f"):format(self.speed)) end end
        end }
    ]],
    61, "6.0",
  },
  {
    "Evaluate one part at a time, each for a tenth of a second in turn",
    [[
      local turns = blend.rotate { steer.target_speed { speed = 1 }, steer.target_speed { speed = 2 } }
      local a = drover.kind("a", { body = { max_force = 1e6, response = 0 }, steer = turns, step = function(self)
        if self.world.tick % 6 == 4 then print(("%.0f"):format(self.speed)) end
      end })
      return drover.scenario { kinds = { a }, setup = function(world) world:spawn "a" end }
    ]],
    24, "1 | 2 | 1 | 2",
  },
  {
    "Each step is the one with the least stress in a fan of candidates, and never leads into another body or an "
      .. "obstacle.",
    [[
      local a = drover.kind("a", { body = { locomotion = "legged", max_speed = 1.4, radius = 0.3, solid = "agents" },
        stress = drover.stress.attract { target = { 10, 0 } } })
      return drover.scenario { kinds = { a }, setup = function(world)
          world:obstacle { box = { x = 4, y = 0, w = 1, d = 6 } }
          for i = 1, 10 do world:spawn("a", { x = -i }) end
          world.memory.least = 9
        end,
        update = function(world)
          local m = world.memory
          for each in world:agents() do
            local _, distance = each:nearest "a"
            if world.tick > 0 then m.least = math.min(m.least, distance) end
            if each.x > 3.2 and each.x < 4.8 and math.abs(each.y) < 3 then print "inside" end
          end
          if world.tick == 600 then print(m.least > 0.59) end
        end }
    ]],
    601, "true",
  },
}
