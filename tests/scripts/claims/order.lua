-- The order of a tick.
return {
  {
    "A spawned agent runs `init` and `enter` immediately, and is sensed, stepped, and moved from the next tick on.",
    [[
      local b = drover.kind("b", {
        initial = "on",
        init = function() print "init" end,
        step = function(self) print("step at", self.world.tick, self.x == 5) end,
        states = { on = { enter = function() print "enter" end, steer = steer.target_speed { speed = 1 } } },
      })
      local a = drover.kind("a", { step = function(self)
        if self.world.tick > 0 then return end
        self.world:spawn("b", { x = 5 })
        print("spawned; seen:", self:nearest("b") ~= nil)
      end })
      return drover.scenario { kinds = { a, b }, setup = function(world) world:spawn "a" end,
        update = function(world) for b in world:agents "b" do print("moved:", b.x > 5) end end }
    ]],
    3, "init | enter | spawned; seen: false | moved: false | step at 1 true | moved: true | step at 2 false",
  },
  {
    "An event emitted now is heard (`when.hears`, `self:heard`) in the next tick.",
    [[
      local a = drover.kind("a", {
        on = { { when.hears "boo", function(self) print("guard", self.world.tick) end } },
        step = function(self) if self:heard "boo" then print("step", self.world.tick) end end,
      })
      return drover.scenario { kinds = { a }, setup = function(world) world:spawn "a" end,
        update = function(world) if world.tick == 2 then world:emit "boo" end end }
    ]],
    6, "guard 3 | step 3",
  },
  {
    "If the kind's `step` and the state's `step` both return a state, the second switch waits for the agent's next "
      .. "turn.",
    [[
      local function say(name) return function(self) print(name, self.world.tick) end end
      local a = drover.kind("a", {
        initial = "one",
        step = function(self) if self.world.tick == 1 then return "two" end end,
        states = {
          one = {}, three = { enter = say "three" },
          two = { enter = say "two", step = function(self) if self.world.tick == 1 then return "three" end end },
        },
      })
      return drover.scenario { kinds = { a }, setup = function(world) world:spawn "a" end }
    ]],
    4, "two 1 | three 2",
  },
  {
    "A state's `step` already runs in the tick that entered the state, and may switch again.",
    [[
      local function say(name) return function(self) print(name, self.world.tick) end end
      local a = drover.kind("a", {
        initial = "one",
        states = {
          one = { on = { { when.after(0.03), "two" } } }, three = { enter = say "three" },
          two = { enter = say "two", step = function(self) return "three" end },
        },
      })
      return drover.scenario { kinds = { a }, setup = function(world) world:spawn "a" end }
    ]],
    6, "two 2 | three 2",
  },
  {
    "A kind's `interrupts` come first, then its `on`, then the state's `on`. In each list the first guard that holds "
      .. "wins. If a guard's function returns nil, the guards after it get their chance.",
    [[
      local function say(name, state)
        return { when.after(0), function(self) if self.world.tick == 0 then print(name) return state end end }
      end
      local function kind(name, first, second)
        return drover.kind(name, {
          initial = "one", interrupts = { say "interrupts" }, on = { say("on", first) },
          states = { one = { on = { say("state's 1", second), say "state's 2" } }, two = {} },
        })
      end
      return drover.scenario { kinds = { kind("a"), kind("b", "two"), kind("c", nil, "two") },
        setup = function(world) for _, name in ipairs { "a", "b", "c" } do world:spawn(name) end end }
    ]],
    2, "interrupts | on | state's 1 | state's 2 | interrupts | on | interrupts | on | state's 1",
  },
  {
    "All guards are tested in `sense`, before the first function runs, so what a guard found may no longer hold: an "
      .. "agent earlier in the same tick may have removed what your slot held.",
    [[
      local food = drover.kind("food", { body = { locomotion = "fixed" } })
      local a = drover.kind("a", { slots = { found = "agent" }, on = {
        { when.near("food", 3, { as = "found" }), function(self)
          print(self.id, self.found ~= nil)
          if self.found then self.found:remove() end
        end },
      } })
      return drover.scenario { kinds = { a, food },
        setup = function(world) world:spawn "food" world:spawn "a" world:spawn "a" end }
    ]],
    1, "2 true | 3 false",
  },
  {
    "Behaviors and guards see positions as of the start of the tick, whatever `step` has moved since; fields such as "
      .. "`other.x` read the current value.",
    [[
      local b = drover.kind("b", { step = function(self) self.x = 20 end })
      local to_b = steer.seek { target = "goal" }
      local a = drover.kind("a", {
        slots = { goal = "agent" },
        on = { { when.near("goal", 6), function(self) print("near", self.goal.x) end } },
        step = function(self) print(self.goal.x, self:steering(to_b) > 0) end,
      })
      return drover.scenario { kinds = { a, b }, setup = function(world)
        world:spawn("a", { goal = world:spawn("b", { x = -5 }) })
      end }
    ]],
    2, "near 20.0 | 20.0 false | 20.0 true",
  },
  {
    "With `think = k`, a step runs every k-th tick, and what it applied stays in effect until its next turn.",
    [[
      local push = steer.custom(function() return 1, 0, 0 end)
      local a = drover.kind("a", { body = { response = 0 }, think = 4, step = function(self, dt)
        if self.world.tick < 8 then self:apply(push) end
        print(self.world.tick, self.x > 0)
      end })
      return drover.scenario { kinds = { a }, setup = function(world) world:spawn "a" end }
    ]],
    13, "1 false | 5 true | 9 true",
  },
  {
    "timers that are due, by tick and in the order in which they were set; the scenario's update; elections for "
      .. "groups that have no leader",
    [[
      local a = drover.kind("a", { step = function(self) if self.world.tick == 2 then print "step" end end,
        timers = { ring = function(self, data) print("timer", data, self.world.tick) end } })
      drover.group("g", { elect = function(group) print("elect", group.world.tick) end })
      return drover.scenario { kinds = { a },
        timers = { ring = function(world, data) print("timer", data, world.tick) end },
        update = function(world) if world.tick == 2 then print "update" end end,
        setup = function(world)
          local one = world:spawn("a", { group = world:new_group "g" })
          world:after(2 / 60, "ring", "first")
          one:after(2 / 60, "ring", "second")
          world:after(1 / 60, "ring", "earlier")
        end }
    ]],
    3, "elect 0 | elect 0 | timer earlier 1 | elect 1 | timer first 2 | timer second 2 | update | elect 2 | step",
  },
  {
    "A second has 60 ticks unless the scenario sets `tick_rate`.",
    [[
      return drover.scenario { kinds = { drover.kind("a", {}) },
        update = function(world) if world.tick == 59 or world.tick == 60 then print(world.tick, world.time) end end,
        setup = function(world) print(world.dt * 60) end }
    ]],
    61, "1.0 | 59 0.98333333333333 | 60 1.0",
  },
}
