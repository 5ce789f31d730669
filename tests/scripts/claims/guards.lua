-- Guards, events, and states made of parts.

--- A kind whose guards print their names and the tick.
local function guards(list, setup, def, rest)
  return "local on = {} for _, pair in ipairs { " .. list .. [[ } do
      on[#on + 1] = { pair[2], function(self) print(pair[1], self.world.tick) end }
    end
    local a = drover.kind("a", { on = on, ]] .. (def or "") .. [[ })
    local b = drover.kind("b", { body = { radius = 1 } })
    return drover.scenario { kinds = { a, b }, setup = function(world) ]] .. setup .. " end " .. (rest or "") .. "}"
end

return {
  {
    "Holds for one tick at regular intervals, counted from when the state was entered.",
    guards("{ 'every', when.every(0.05) }", "world:spawn 'a'"),
    10, "every 3 | every 6 | every 9",
  },
  {
    "The agent has been in this state for some time.",
    guards("{ 'after', when.after(0.05) }", "world:spawn 'a'"),
    5, "after 3 | after 4",
  },
  {
    "The agent's body touches another agent's, perceived or not.",
    guards("{ 'any', when.collided() }, { 'b', when.collided 'b' }", "world:spawn 'a' world:spawn('b', { x = -1.4 }) "
      .. "world:spawn('a', { x = 20 }) world:spawn('a', { x = 21.1 })", "sight = { range = 0 }, body = { solid = "
        .. "false }"),
    1, "any 0 | b 0",
  },
  {
    "No agent of the kinds is within a distance, or what a slot holds is farther away, perceived or not.",
    guards("{ 'b', when.far('b', 5) }, { 'near', when.near('b', 6) }, { 'point', when.far('goal', 3) }",
      "world:spawn('a', { goal = { 2, 0 } }) world:spawn('b', { x = -6 })", "slots = { goal = 'point' }"),
    1, "b 0 | near 0",
  },
  {
    "The agent's center is in a region, or on its edge.",
    guards("{ 'in', when.inside 'r' }", "local r = world:region { shape = { box = { x = 0, y = 0, w = 4, d = 4 } } } "
      .. "for _, x in ipairs { 0, 2, 2.01 } do world:spawn('a', { x = x, r = r }) end", "slots = { r = 'region' }"),
    1, "in 0 | in 0",
  },
  {
    "what it must be: a number, true, false, or an option; by default anything but 0, off, or the first option",
    guards("{ 'low', when.setting 'low' }, { 'high', when.setting 'high' }, { 'off', when.setting 'off' }, { 'on', "
      .. "when.setting 'on' }, "
      .. "{ 'first', when.setting 'first' }, { 'second', when.setting 'second' }, { 'wild', when.setting('second', "
        .. "'wild') }",
      "world:spawn 'a'", nil, ", settings = { drover.slider('low', 0), drover.slider('high', 1), drover.toggle('off', "
        .. "false), "
      .. "drover.toggle('on', true), drover.choice('first', 'calm', { 'calm', 'wild' }), drover.choice('second', "
        .. "'wild', "
      .. "{ 'calm', 'wild' }) }"),
    1, "high 0 | on 0 | second 0 | wild 0",
  },
  {
    "The agent has been in this state for some time without moving farther than a distance, for whatever reason.",
    guards("{ 'stuck', when.stuck(0.05) }", "world:spawn 'a'"),
    6, "stuck 3 | stuck 4 | stuck 5",
  },
  {
    "The agent in a slot has been out of sight for some time, counting from when the state was entered.",
    guards("{ 'lost', when.loses('b_', 0.05) }", "world:spawn('a', { b_ = world:spawn('b', { x = 9 }) }) "
      .. "world:spawn('a', { b_ = world:spawn('b', { x = 2 }) })", "slots = { b_ = 'agent' }, sight = { range = 5 }"),
    5, "lost 3 | lost 4",
  },
  {
    "A guard alone keeps its slots up to date.",
    guards("", "world:spawn 'a' world:spawn('b', { x = 5 })", "slots = { found = 'agent', place = 'point' }, step = "
      .. "function(self) "
      .. "print(self.found, self.place) end"):gsub("local a =", "on[1] = when.sees('b', { as = 'found', at = 'place' "
        .. "}) %0"),
    1, "b#2 (5, 0, 0)",
  },
  {
    "A Lua function decides.",
    guards("{ 'yes', when.lua(function() return 0 end) }, { 'no', when.lua(function() return nil end) }",
      "world:spawn 'a'"),
    1, "yes 0",
  },
  {
    "guards tested before all others; when one starts to hold, it interrupts any state, and \"resume\" goes back to "
      .. "that",
    [[
      local function say(name) return function() print(name) end end
      local a = drover.kind("a", { initial = "one", interrupts = { { when.hears "x", "two" } }, states = {
        one = { enter = say "one" }, two = { enter = say "two", on = { { when.after(0.05), "resume" } } } } })
      return drover.scenario { kinds = { a }, setup = function(world) world:spawn "a" end,
        update = function(world) if world.tick == 2 then world:emit "x" end end }
    ]],
    10, "one | two | one",
  },
  {
    "Run the option with the highest score. If scores are equal, the current option stays, or else the first by name "
      .. "wins.",
    [[
      local a = drover.kind("a", { memory = { bonus = 0 }, initial = "choice", states = { choice = drover.utility.best
        { options = {
        b = { score = function() return 1 end, enter = function() print "b" end },
        a = { score = function() return 1 end, enter = function() print "a" end },
        c = { score = function(self) return self.world.tick > 1 and self.world.tick < 4 and 2 or 1 end, enter =
          function() print "c" end },
      } } } })
      return drover.scenario { kinds = { a }, setup = function(world) world:spawn "a" end }
    ]],
    8, "a | c",
  },
  {
    "Wait: running for some seconds, then done.",
    [[
      local a = drover.kind("a", { initial = "one", states = { two = { enter = function(self) print(self.world.tick)
        end },
        one = tree.sequence { tree.wait(0.1), tree.wait(0), done = "two" } } })
      return drover.scenario { kinds = { a }, setup = function(world) world:spawn "a" end }
    ]],
    12, "6",
  },
  {
    "the state to go to when it has failed; by default it tries again after a second",
    [[
      local a = drover.kind("a", { initial = "one", states = { one = schema.custom {
        begin = function(self) print(self.world.tick) end, step = function() return false, "no" end } } })
      return drover.scenario { kinds = { a }, setup = function(world) world:spawn "a" end }
    ]],
    130, "0 | 61 | 122",
  },
  {
    "the state to go to when it is done; by default it starts over",
    [[
      local a = drover.kind("a", { initial = "one", states = { one = schema.custom {
        begin = function(self) print(self.world.tick) end, step = function() return true end } } })
      return drover.scenario { kinds = { a }, setup = function(world) world:spawn "a" end }
    ]],
    4, "0 | 1 | 2 | 3",
  },
  {
    "The agent perceives one of the kinds, or the agent in a slot.",
    guards("{ 'b', when.sees 'b' }, { 'within', when.sees('b', { within = 4 }) }, { 'slot', when.sees 'mine' }",
      "local b = world:spawn('b', { x = 5 }) world:spawn('a', { mine = b }) world:spawn('a', { heading = math.pi, "
        .. "mine = b })",
      "sight = { angle = math.pi }, slots = { mine = 'agent' }"),
    1, "b 0 | slot 0",
  },
  {
    "Another agent perceives this one.",
    guards("{ 'any', when.seen_by() }, { 'b', when.seen_by 'b' }", "world:spawn 'a' world:spawn('a', { x = 5 })",
      "sight = { range = 6 }"),
    1, "any 0 | any 0",
  },
  {
    "The agent is the leader of its group.",
    guards("{ 'leads', when.leads() }", "local g = world:new_group 'g' world:spawn('a', { group = g }) "
      .. "world:spawn('a', { group = g }) "
      .. "world:spawn 'a' g.leader = world.memory.nobody for each in g:members() do g.leader = each end")
      :gsub("^", "drover.group('g', {}) "),
    1, "leads 0",
  },
  {
    "Run the first layer that wants its turn.",
    [[
      local a = drover.kind("a", { initial = "one", states = { one = drover.subsumption.layers {
        { when = function(self) return self.world.tick == 2 end, hold = 0.05, enter = function(self) print("urgent",
          self.world.tick) end },
        { enter = function(self) print("other", self.world.tick) end },
      } } })
      return drover.scenario { kinds = { a }, setup = function(world) world:spawn "a" end }
    ]],
    9, "other 0 | urgent 2 | other 5",
  },
  {
    "Run the first node that does not fail. Every tick starts over at the first node, so earlier nodes interrupt "
      .. "later ones.",
    [[
      local a = drover.kind("a", { initial = "one", states = { one = tree.selector {
        tree.sequence { tree.condition(function(self) return self.world.tick == 2 end), tree.action(function() print
          "first" end) },
        tree.action(function(self) print("second", self.world.tick) return "running" end),
        tree.action(function() print "never" end),
      } } })
      return drover.scenario { kinds = { a }, setup = function(world) world:spawn "a" end }
    ]],
    4, "second 0 | second 1 | first | second 3",
  },
  {
    "Run nodes one after the other, until one fails. Conditions before the running node must keep holding.",
    [[
      local a = drover.kind("a", { initial = "one", states = { failed = {}, one = tree.sequence {
        tree.condition(function(self) return self.world.tick < 3 end),
        tree.action(function() print "once" end),
        tree.action(function(self) print("on", self.world.tick) return "running" end),
        failed = "failed",
      } }, step = function(self) if self.state == "failed" then print("failed", self.world.tick) end end })
      return drover.scenario { kinds = { a }, setup = function(world) world:spawn "a" end }
    ]],
    5, "once | on 0 | on 1 | on 2 | failed 4",
  },
  {
    "m, center to center, that counts as there; by default 0.5 more than touching",
    [[
      local b = drover.kind("b", { body = { radius = 2, solid = false } })
      local a = drover.kind("a", { slots = { goal = "agent" }, body = { radius = 1, solid = false }, initial = "one",
        states = {
        one = schema.attraction { target = "goal", done = "there" },
        there = { enter = function(self) print(self:distance(self.goal) <= 3.5, self:distance(self.goal) > 3.3) end },
      } })
      return drover.scenario { kinds = { a, b }, setup = function(world)
        world:spawn("a", { goal = world:spawn("b", { x = 20 }) })
      end }
    ]],
    900, "true true",
  },
  {
    "A check that ends at once: done if the agent is at the target with the right heading, otherwise failed.",
    [[
      local function say(name) return { enter = function(self) print(name, self.id, self.world.tick) end } end
      local a = drover.kind("a", { slots = { goal = "point" }, initial = "one", states = {
        one = schema.exit { target = "goal", heading = 0, done = "there", failed = "off" }, there = say "there", off =
          say "off" } })
      return drover.scenario { kinds = { a }, setup = function(world)
        world:spawn("a", { goal = { 0, 0 } }) world:spawn("a", { goal = { 0, 0 }, heading = 3 }) world:spawn("a", {
          goal = { 3, 0 } })
      end }
    ]],
    5, "there 1 0 | off 2 0 | off 3 0",
  },
  {
    "how far it should have moved in that time (m, from 0, default 0.5)",
    guards("{ 'half', when.stuck(1) & ~when.after(1.03) }, { 'slow', when.stuck(1, { distance = 0.1 }) & "
      .. "~when.after(1.03) }",
      "world:spawn('a', { speed = 0.3 })"),
    70, "half 60 | half 61",
  },
}
