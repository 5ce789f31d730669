local drover = require "drover"

-- Timers set themselves again, with a count.
local function again(name)
  return function(self, count)
    print(self.kind, name, count)
    self:after(0.2, name, count + 1)
  end
end

local pupa = drover.kind("pupa", { timers = { tick = again "tick", hatch = again "hatch" } })
local moth = drover.kind("moth", { timers = { tick = again "tick" } })

return drover.scenario {
  kinds = { pupa, moth },
  tick_rate = 10,
  setup = function(world)
    local p = world:spawn("pupa", {})
    p:after(0.1, "tick", 1)
    p:after(0.1, "hatch", 1)
  end,
  update = function(world)
    if world.tick == 2 then world:agents()():turn_into "moth" end
  end,
}
