local drover = require "drover"
local steer = drover.steer

local a = drover.kind("a", {
  blends = { away = steer.seek { target = { 100, 0 } } },
  initial = "one",
  states = { one = {}, two = {} },
})

return drover.scenario {
  kinds = { a },
  setup = function(world)
    local s = world:spawn "a"
    s:become "two"
    s:steer "away"
  end,
}
