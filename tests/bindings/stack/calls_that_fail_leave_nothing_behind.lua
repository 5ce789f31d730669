local drover = require "drover"
local steer, blend = drover.steer, drover.blend

local function bad() error "no" end
local function odd() return {}, {}, {}, {} end
drover.group("g", { elect = bad })
drover.group("h", { elect = odd })

local a = drover.kind("a", {
  initial = "one",
  init = bad,
  steer = blend.weighted {
    steer.custom(bad),
    steer.custom(odd),
  },
  states = { one = { enter = bad, leave = bad, step = bad } },
})

local b = drover.kind("b", { step = odd, steer = steer.custom(odd) })
local c = drover.kind("c", { step = bad, steer = steer.custom(bad) })

return drover.scenario {
  kinds = { a, b, c },
  setting = bad,
  draw = bad,
  settings = { drover.toggle("t", true) },
  mousepressed = bad,
  monitors = { m = bad, o = odd },
  update = function(world)
    local one, two = world:new_group "g", world:new_group "h"
    for _, kind in ipairs { "a", "b", "c" } do
      pcall(world.spawn, world, kind, { group = one })
      pcall(world.spawn, world, kind, { group = two })
      pcall(world.spawn, world, kind, { state = "none" })
    end
    pcall(one.elect, one)
    pcall(two.elect, two)
  end,
}
