local drover = require "drover"
local steer = drover.steer

-- An agent that stands still at the origin, so that seek yields 8 m/s along x or against it. It
-- prints what compositions yield.
local function ask(asked)
  local moth = drover.kind("moth", {
    body = { max_force = 40, mass = 2, locomotion = "fixed" },
    slots = { none = "agent", amount = "number" },
    step = function(self)
      for _, a in ipairs(asked) do
        print((self:steering(a)))
      end
    end,
  })
  return drover.scenario {
    kinds = { moth },
    settings = { drover.slider("level", 3) },
    setup = function(world) world:spawn("moth", { x = 0, y = 0 }) end,
  }
end

return {
  ask = ask,
  east = steer.seek { target = { 9, 0 } },
  west = steer.seek { target = { -9, 0 } },
  idle = steer.seek { target = "none" },
}
