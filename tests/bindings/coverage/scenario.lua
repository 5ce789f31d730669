--[[head]]
local drover = require "drover"
local when = drover.when

local a = drover.kind("a", {
  initial = "calm",
  memory = { n = 0 },
  states = {
    calm = {
      step = function(self)
        --[[step]]
      end,
      on = { { when.after(2), "wild" } },
    },
    wild = {
      enter = function(self)
        --[[enter]]
      end,
    },
  },
  init = function(self) self.n = 1 end,
})

return drover.scenario {
  kinds = { a },
  setup = function(world) world:spawn("a", {}) end,
  keypressed = function(world, key) world.memory.key = key end,
  update = function(world)
    --[[update]]
  end,
}
