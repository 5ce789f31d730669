local drover = require "drover"

local function option(score)
  return {
    score = function() return score end,
    steer = drover.steer.wander {},
    enter = function(self) self.entered = self.entered + 1 end,
  }
end

local a = drover.kind("a", {
  memory = { entered = 0 },
  initial = "go",
  states = {
    go = drover.utility.best { options = { good = option(5) } },
  },
})

return drover.scenario {
  kinds = { a },
  setup = function(world) world:spawn "a" end,
}
