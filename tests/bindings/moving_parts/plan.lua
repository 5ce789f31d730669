-- One that carries and drops, and never gets anywhere: each action counts its ticks.
local drover = require "drover"
local schema, steer = drover.schema, drover.steer

local function count(name)
  return schema.custom {
    steer = steer.wander {},
    begin = function(self, own)
      own.n = 0
      self.begun = self.begun .. name
    end,
    step = function(self, own)
      own.n = own.n + 1
      self.n = own.n
    end,
  }
end

local a = drover.kind("a", {
  memory = { n = 0, begun = "" },
  states = {
    go = drover.goap.goals {
      facts = { here = function() return false end, there = function() return false end },
      goals = { there = { wants = { there = true } } },
      actions = {
        carry = { count "c", gives = { there = true }, cost = 1 },
        walk = { count "w", gives = { there = true }, cost = 2 },
      },
    },
  },
})

return drover.scenario {
  kinds = { a },
  setup = function(world) world:spawn "a" end,
}
