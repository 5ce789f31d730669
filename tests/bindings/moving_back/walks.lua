local drover = require "drover"
local best = drover.utility.best

local function one() return 1 end

local walk = best { options = { go = { score = one, steer = drover.steer.target_speed { speed = 1 } } } }

local a = drover.kind("a", {
  body = { max_speed = 2 },
  initial = "x",
  states = {
    x = {},
    y = best { options = { z = { score = one } } },
    walk = walk,
  },
})

return drover.scenario {
  kinds = { a },
  setup = function(world) world:spawn("a", { state = "walk" }) end,
}
