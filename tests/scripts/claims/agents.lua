-- What agents have and do.
local function world(setup, def, rest)
  return "local a = drover.kind('a', { " .. (def or "") .. " }) return drover.scenario { kinds = { a }, setup = "
    .. "function(world) "
    .. setup .. " end " .. (rest or "") .. "}"
end

return {
  {
    "Using the handle of a removed agent is an error, except for `alive`.",
    world [[
      local one = world:spawn "a"
      one:remove()
      print(one.alive, (pcall(function() return one.x end)), (pcall(function() one.x = 1 end)), (pcall(one.halt, one)))
      print(tostring(one) ~= nil, one == one, ({ [one] = 1 })[one])
    ]],
    0, "false false false false | true true 1",
  },
  {
    "If you assign a property of its body or senses, such as `mass` or `sight_range`, this agent keeps its own value "
      .. "until you "
      .. "set it to nil.",
    world([[
      local one, two = world:spawn "a", world:spawn "a"
      one.mass, one.sight_range = 3, 7
      print(one.mass, one.sight_range, two.mass, two.sight_range)
      one.mass, one.sight_range = nil, nil
      print(one.mass, one.sight_range)
    ]], "body = { mass = 2 }"),
    0, "3.0 7.0 2.0 50.0 | 2.0 50.0",
  },
  {
    "Assigning a velocity turns the agent that way",
    world [[
      local one = world:spawn("a", { heading = 1 })
      one.vx, one.vy = 0, -2
      print(("%.3f"):format(one.heading / math.pi), one.speed)
      one.heading = 0
      print(("%.3f %.3f"):format(one.vx, one.vy), one.speed)
    ]],
    0, "-0.500 2.0 | 2.000 0.000 2.0",
  },
  {
    "Assigning it turns the velocity, too, and keeps the speed",
    world [[
      local one = world:spawn("a", { speed = 3 })
      one.heading = math.pi / 2
      print(one.vx * one.vx < 1e-9, one.vy > 2.999, one.speed > 2.999)
    ]],
    0, "true true true",
  },
  {
    "m, from -1e9 to 1e9, like all places",
    world [[
      local one = world:spawn "a"
      local function fits(x) return (pcall(function() one.x = x end)) end
      print(fits(1e9), fits(-1e9), fits(1.1e9), fits(0 / 0), fits(math.huge))
      print((pcall(function() one.vx = 1e6 end)), (pcall(function() one.vx = 1.1e6 end)))
      print((pcall(function() one.heading = 1e6 end)), (pcall(function() one.heading = 1.1e6 end)))
    ]],
    0, "true true false false false | true false | true false",
  },
  {
    "read-only, like all fields from here to `world`",
    world [[
      local one = world:spawn "a"
      local names = { "id", "kind", "state", "state_time", "alive", "speed", "position", "velocity", "forward", "up",
        "posture", "world",
        "stride", "arcs" }
      for i, name in ipairs(names) do
        local value = one[name]
        names[i] = tostring(pcall(function() one[name] = value end))
      end
      print(table.concat(names, " "))
    ]],
    0, ("false "):rep(13) .. "false",
  },
  { "nil if the kind has no states", world "print(world:spawn('a').state)", 0, "nil" },
  {
    "Switch to a state as soon as the callback returns. Another agent switches at its next turn. Not allowed in "
      .. "`enter` and "
      .. "`leave`.",
    [[
      local function say(self, from) print(self.id, self.world.tick, self.state, from, (pcall(self.become, self,
        "one"))) end
      local a = drover.kind("a", { initial = "one", slots = { other = "agent" }, states = { one = {}, two = { enter =
        say } },
        step = function(self)
          if self.id == 2 and self.world.tick == 1 then
            self:become "two"
            self.world:nearest("a", -9, 0):become "two"
            self.world:nearest("a", 9, 0):become "two"
            print(self.state)
          end
        end })
      return drover.scenario { kinds = { a }, setup = function(world)
        for i = 1, 3 do world:spawn("a", { x = (i - 2) * 9 }) end
      end, update = function(world) for each in world:agents() do each.other = nil end end }
    ]],
    4, "one | 2 1 two one false | 3 1 two one false | 1 2 two one false",
  },
  {
    "It begins in the kind's initial state: `leave` and then that state's `enter` run, each with nil. Its handle, "
      .. "place, "
      .. "velocity, group, and label stay, and so do the slots and memory that both kinds have; what was assigned to "
        .. "its body "
      .. "and color does not.",
    [[
      local b = drover.kind("b", { slots = { goal = "point" }, memory = { n = 7, m = 1 }, initial = "on", states = {
        on = { enter = function(self, from) print("enter", from) end } } })
      local a = drover.kind("a", { slots = { goal = "point" }, memory = { n = 0 }, initial = "one",
        states = { one = { leave = function(self, to) print("leave", to) end } },
        step = function(self)
          self.label, self.mass, self.goal, self.n, self.vx = "hi", 5, { 1, 2 }, 3, 2
          self.world.memory.it = self
          self:turn_into("b", { m = 9 })
        end })
      return drover.scenario { kinds = { a, b }, setup = function(world) world:spawn("a", { x = 3 }) end,
        update = function(world)
          local it = world.memory.it
          if it then print(it.kind, it.state, it.label, it.mass, it.goal, it.n, it.m, it.x > 2.9, it.vx > 1) end
        end }
    ]],
    2, "leave nil | enter nil | b on hi 1.0 (1, 2, 0) 3 9 true true",
  },
  {
    "Remove the agent from the world. `leave` does not run, and slots that held it read nil.",
    world("world:spawn('a'):remove() print(world:count())",
      "initial = 'one', states = { one = { leave = function() print 'leave' end } }"),
    0, "0",
  },
  {
    "The direction of another agent or a place, relative to the agent's heading: positive to the left.",
    world [[
      local one = world:spawn("a", { heading = math.rad(90) })
      print(one:bearing(-3, 0) > 1.57, one:bearing(3, 0) < -1.57, math.abs(one:bearing(0, 3)) < 1e-6)
      local ahead, left = one:to_local(-3, 1)
      print(("%.2f %.2f"):format(ahead, left))
      local x, y = one:to_world(2, 1)
      print(("%.2f %.2f"):format(x, y))
      print(one:distance(3, 4), (one:offset(3, 4)))
    ]],
    0, "true true true | 1.00 3.00 | -1.00 2.00 | 5.0 3.0",
  },
  {
    "in the first tick that begins at least `seconds` from now, and never in the current one",
    world("local one = world:spawn 'a' one:after(0, 'ring', 'zero') one:after(0.05, 'ring', 'x') one:after(0.051, "
      .. "'ring', 'y') "
      .. "one:after(1, 'ring', 'z') one:after(2, 'sing') print(one:cancel 'sing', one:cancel 'sing')",
      "timers = { ring = function(self, data) print(data, self.world.tick) if data == 'x' then self:after(0, 'ring', "
        .. "'again') end "
      .. "if data == 'y' then print(self:cancel 'ring') end end, sing = function() print 'no' end }"),
    61, "1 0 | zero 1 | x 3 | y 4 | 2",
  },
  {
    "A random number, at least 0 and below 1, from the agent's own stream.",
    world("for _ = 1, 2 do world:spawn 'a' end world:spawn('a', { draws = true })",
      -- How often others draw does not matter.
      "memory = { draws = false }, step = function(self) if self.draws then self:random() end local r = self:random() "
      .. "assert(r >= 0 and r < 1) local m = self.world.memory m[self.id] = m[self.id] or r "
      .. "if self.id == 3 and self.world.tick == 1 then print(m[1] ~= m[2], m[2] ~= m[3], m[1] ~= r) end end"),
    2, "true true true",
  },
  {
    "The link ends when one of them is removed. It stays when one turns into another kind.",
    [[
      drover.link("rope", {})
      local b = drover.kind("b", {})
      local a = drover.kind("a", { step = function(self) if self.world.tick == 0 and self.id == 1 then self:turn_into
        "b" end end })
      return drover.scenario { kinds = { a, b }, setup = function(world)
          local m = { one = world:spawn "a", two = world:spawn "a", three = world:spawn "a" }
          m.one:link("rope", m.two) m.one:link("rope", m.two) m.three:link("rope", m.one)
          print(#m.one:links "rope", #m.two:links "rope", m.one:links "rope"[1] == m.two, m.two:linked("rope", m.one))
          for k, v in pairs(m) do world.memory[k] = v end
        end, update = function(world)
          local m = world.memory
          if world.tick == 1 then
            print(m.one.kind, #m.one:links "rope")
            m.two:remove()
            print(#m.one:links "rope", m.one:unlink("rope", m.three), m.one:unlink("rope", m.three))
          end
        end }
    ]],
    2, "2 1 true true | b 2 | 1 true false",
  },
  {
    "Iterate over the agents within a radius, perceived or not, nearest first, except itself.",
    world([[ for _, x in ipairs { 0, 3, -1, 7, 40 } do world:spawn("a", { x = x }) end ]],
      "sight = { range = 2 }, step = function(self) if self.id > 1 then return end local list = {} "
      .. "for other, distance in self:neighbors('a', 10) do list[#list + 1] = other.id .. ':' .. distance end "
      .. "print(table.concat(list, ' '), self:count('a', 10), self:count(nil, 3)) list = {} "
      .. "for other in self:seen('a') do list[#list + 1] = other.id end print(table.concat(list, ' ')) "
      .. "print(self:nearest().id, self:nearest('a', 0.5)) end"),
    1, "3:1.0 2:3.0 4:7.0 3 2 | 3 | 3 nil",
  },
  {
    "If the ray meets nothing, its length and nil are returned.",
    world([[ world:spawn "a" world:spawn("a", { x = 6 }) world:obstacle { box = { x = 0, y = 5, w = 2, d = 2 } } ]],
      "step = function(self) if self.id == 1 then print(self:ray(1, 0, 20)) print(self:ray(1, 0, 20, {})) "
      .. "print((self:ray(0, 1, 20))) print(self:ray(self.forward, 5)) end end"),
    1, "5.5 a#2 | 20.0 nil | 4.0 | 5.0 nil",
  },
  {
    "An event that was emitted in the previous tick and reached this agent: its sender (true if that one is gone, or "
      .. "if the world "
      .. "sent it), the agent it is about, and where it happened.",
    world("world:spawn('a') local two, three = world:spawn('a', { x = 5 }), world:spawn('a', { x = 4 }) "
      .. "two:emit('boo', 9, three) "
      .. "two:emit('far', 4.9) three:emit('gone', 9) three:remove() world:emit 'all'",
      "step = function(self) if self.id > 1 then return end for _, name in ipairs { 'boo', 'far', 'gone', 'all' } do "
      .. "print(name, self:heard(name)) end end"),
    1, "boo a#2 nil 5.0 0.0 0.0 | far nil | gone true nil 4.0 0.0 0.0 | all true nil 0.0 0.0 0.0",
  },
  {
    "runs once, when an agent is spawned, before `enter`; the place, group, slots, and memory given to `spawn` are "
      .. "already set",
    [[
      drover.group("g", {})
      local a = drover.kind("a", { slots = { goal = "point" }, memory = { n = 0 }, initial = "on",
        init = function(self) print("init", self.x, self.group ~= nil, self.goal, self.n, self.state) end,
        states = { on = { enter = function(self, from) print("enter", from) end } } })
      return drover.scenario { kinds = { a }, setup = function(world)
        world:spawn("a", { x = 3, group = world:new_group "g", goal = { 1, 2 }, n = 5 })
      end }
    ]],
    0, "init 3.0 true (1, 2, 0) 5 on | enter nil",
  },
  {
    "runs when an agent enters; from is nil if it was spawned in this state, or turned into this kind; must return "
      .. "nothing",
    world("world:spawn 'a'", "initial = 'on', states = { on = { enter = function(_, from) print(from) return 3 end } "
      .. "}"):gsub("$", "\n"),
    0, "nil | drover: FILE:3: enter returned number, which nothing reads: …",
  },
  {
    "agents take turns by id, and `dt` is the time since the last one",
    world("for _ = 1, 3 do world:spawn 'a' end", "think = 3, step = function(self, dt) print(self.id, self.world.tick, "
      .. "('%.0f'):format(dt * 60)) end"),
    6, "3 0 1 | 1 1 2 | 2 2 3 | 3 3 3 | 1 4 3 | 2 5 3",
  },
  {
    "lengths of step that a legged body chooses from; arcs · spokes is 56 at most",
    [[
      local a = drover.kind("a", { body = { locomotion = "legged", arcs = 8, spokes = 7 } })
      local b = drover.kind("b", { body = { locomotion = "legged", arcs = 19, spokes = 3 } })
      return drover.scenario { kinds = { a, b }, setup = function() end }
    ]],
    0, "drover: FILE:4: body.arcs: 19 arcs of 3 spokes are more than 56 footsteps",
  },
  {
    "When the agent is removed, its timers end; when it turns into another kind, only the timers that the new kind "
      .. "also has go on.",
    [[
      local function say(name) return function(self) print(name, self.id, self.world.tick) end end
      local b = drover.kind("b", { timers = { both = say "both of b" } })
      local a = drover.kind("a", { timers = { both = say "both of a", one = say "one" } })
      return drover.scenario { kinds = { a, b }, setup = function(world)
        for i = 1, 3 do
          local self = world:spawn "a"
          self:after(0.05, "both")
          self:after(0.05, "one")
          if i == 2 then self:turn_into "b" end
          if i == 3 then self:remove() end
        end
      end }
    ]],
    6, "both of a 1 3 | one 1 3 | both of b 2 3",
  },
  {
    "Steer by one of the kind's `blends` until the state changes. Without a name, go back to the state's own `steer`.",
    [[
      local a = drover.kind("a", { initial = "one", body = { max_speed = 4, max_force = 1e6, response = 0 },
        blends = { fast = steer.target_speed { speed = 3 } }, steer = steer.target_speed { speed = 1 },
        states = { one = { on = { { when.after(0.25), "two" } } }, two = {} },
        step = function(self)
          local tick = self.world.tick
          if tick == 0 or tick == 8 then self:steer "fast" end
          if tick == 4 then self:steer() end
          if tick % 4 == 3 or tick == 18 then print(tick, ("%.0f"):format(self.speed)) end
        end })
      return drover.scenario { kinds = { a }, setup = function(world) world:spawn "a" end }
    ]],
    19, "3 3 | 7 1 | 11 3 | 15 3 | 18 1",
  },
  {
    "Given an agent or an obstacle: return it if the agent perceives it: of an obstacle the nearest point, the one "
      .. "straight ahead, "
      .. "a corner, the middle of a side, or one side of a round one. Given kinds, or nothing: return the nearest "
        .. "agent of those "
      .. "kinds that it perceives.",
    [[
      local b = drover.kind("b", {})
      local a = drover.kind("a", { sight = { range = 10, angle = math.rad(180) }, step = function(self)
        local m = self.world.memory
        print(self:sees(m.ahead) == m.ahead, self:sees(m.behind), self:sees(m.far), self:sees() == m.ahead, self:sees
          "a")
        print(self:sees(m.rock) == m.rock, self:sees(m.aside))
        print(self:in_sight(m.behind), self:in_sight(m.far), self:in_sight(20, 30))
        local known = {}
        print(self:discover(known), self:discover(known), #known)
        self.world.visibility = 4
        print(self:sees(m.ahead))
      end })
      return drover.scenario { kinds = { a, b }, setup = function(world)
        local m = world.memory
        m.ahead, m.behind, m.far = world:spawn("b", { x = 5 }), world:spawn("b", { x = -3 }), world:spawn("b", { x = 30
          })
        m.rock = world:obstacle { box = { x = 5, y = 20, w = 10, d = 30 } }
        m.aside = world:obstacle { wall = { from = { -9.6, -5 }, to = { 9, -5 } } }
        print(world.visibility)
        world:spawn "a"
      end }
    ]],
    1, "inf | true nil nil true nil | true nil | true true false | 1 0 1 | nil",
  },
  {
    "Add a behavior, times a weight, to this tick's blend.",
    [[
      local push = steer.custom(function() return 1, 0 end)
      local a = drover.kind("a", { body = { response = 0, max_force = 1e6 }, step = function(self)
        if self.world.tick == 0 then self:apply(push) self:apply(push, 2) end
        print(("%.2f"):format(self.speed))
      end })
      return drover.scenario { kinds = { a }, setup = function(world) world:spawn "a" end }
    ]],
    3, "0.00 | 3.00 | 3.00",
  },
}
