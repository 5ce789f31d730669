-- One agent in a state of parts. `count` counts in its own memory, and says so in the agent's.
local drover = require "drover"
local steer, schema = drover.steer, drover.schema

local function never() return false end

local function count(name)
  return schema.custom {
    name = name,
    steer = steer.wander {},
    begin = function(self, own)
      own.n = 0
      self.begun = self.begun + 1
    end,
    step = function(self, own)
      own.n = own.n + 1
      self.n = own.n
    end,
  }
end

local function idle(name)
  return schema.custom {
    name = name,
    precondition = never,
    steer = steer.target_speed { speed = 0 },
  }
end

local turn = schema.turning { angle = 1, precondition = never }

local a = drover.kind("a", {
  memory = { n = 0, begun = 0 },
  states = {
    go = schema.select { idle "off", turn, count "on" },
  },
})

return drover.scenario {
  kinds = { a },
  setup = function(world) world:spawn "a" end,
}
