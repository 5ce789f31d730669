local drover = require "drover"
local schema, steer, when = drover.schema, drover.steer, drover.when

local count = schema.custom {
  steer = steer.wander {},
  step = function(self, own)
    own.n = (own.n or 0) + 1
    self.n = own.n
  end,
}

local never = schema.turning { angle = 1, precondition = function() return false end }

local a = drover.kind("a", {
  memory = { n = 0 },
  slots = { prey = "agent" },
  initial = "go",
  interrupts = { { when.has "prey", "fetch" } },
  states = {
    go = schema.select { never, count },
    fetch = { step = function() return "resume" end },
  },
})

return drover.scenario {
  kinds = { a },
  setup = function(world) world:spawn "a" end,
  update = function(world)
    if world.tick ~= 5 then return end
    for one in world:agents "a" do
      one.prey = one
    end
  end,
}
