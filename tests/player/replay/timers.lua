-- Timers that do all that timers may: they change agents, states, kinds, fields, and other timers, and several are due
-- in each tick. What they choose depends on where agents are, and on random numbers.
local drover = require "drover"
local steer, blend = drover.steer, drover.blend

drover.field("scent", { cell = 2, evaporation = 0.2, diffusion = 0.5 })

local states = {
  roaming = { steer = blend.weighted { steer.wander { strength = 0.5 }, steer.separation { radius = 3 } } },
  following = { steer = steer.climb { field = "scent" }, leaves = { scent = 1 } },
}

local function count(world, what, n) world.memory[what] = world.memory[what] + (n or 1) end

local function wake(self, data)
  count(self.world, "called")
  self.rounds = self.rounds + 1
  self:after(0.1 + 0.3 * self:random(), "wake", { from = self, round = data.round + 1 })
  if data.round % 4 == 3 then self:after(0, "turn") end
  self:become(self:random() < 0.5 and "following" or "roaming")
end

local function turn_into(name)
  return function(self)
    count(self.world, "turned")
    self:turn_into(name)
  end
end

local moth = drover.kind("moth", {
  body = { max_speed = 4 },
  memory = { rounds = 0 },
  initial = "roaming",
  states = states,
  timers = {
    wake = function(self, data)
      wake(self, data)
      self:after(0.2, "mark", self.rounds) -- in the same tick as those of others
    end,
    turn = turn_into "bat",
    mark = function(self, rounds) -- a bat has none, so this ends when a moth turns into one
      self.world:field("scent"):add(self, 0.1 * rounds, 3)
      local other = self:nearest("moth", 6)
      local choice = self:random()
      if not other then return end
      if choice < 0.1 then
        other:remove() -- and all that it waits for
        count(self.world, "removed")
      elseif choice < 0.3 then
        count(self.world, "canceled", other:cancel "mark")
      elseif choice < 0.5 then
        other:after(0.2, "mark", 1)
      end
    end,
  },
})

local bat = drover.kind("bat", {
  body = { max_speed = 9, radius = 0.3 },
  memory = { rounds = 0 },
  initial = "roaming",
  states = states,
  timers = { wake = wake, turn = turn_into "moth" },
})

local function hatch(world, n)
  for _ = 1, n do
    local new = world:spawn(moth, { x = 60 * world:random(), y = 40 * world:random() })
    new:after(0.5 * new:random(), "wake", { from = new, round = 0 })
  end
end

return drover.scenario {
  kinds = { moth, bat },
  tick_rate = 20,
  bounds = { min = { 0, 0 }, max = { 60, 40 }, edge = "wrap" },
  monitors = {
    called = function(world) return world.memory.called end,
    canceled = function(world) return world.memory.canceled end,
    removed = function(world) return world.memory.removed end,
    turned = function(world) return world.memory.turned end,
  },
  timers = {
    night = function(world, nights)
      count(world, "canceled", world:cancel "dawn")
      hatch(world, 20)
      for _, agent in ipairs(world:neighbors(world:random_point(), 10)) do
        agent:after(0.1, "wake", { from = agent, round = nights })
      end
      for i = 1, nights do world:after(0.1 * i, "dawn", i) end
      world:after(0.5, "night", nights + 1)
    end,
    dawn = function(world, amount) world:field("scent"):set(world:random_point(), amount / 10) end,
  },
  setup = function(world)
    world.memory.called, world.memory.canceled, world.memory.removed, world.memory.turned = 0, 0, 0, 0
    hatch(world, 400)
    world:after(0.5, "night", 1)
  end,
}
