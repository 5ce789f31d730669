local drover = require "drover"
local steer, blend = drover.steer, drover.blend

local stray, east = steer.wander {}, steer.seek { target = { 9, 9 } }
local both = blend.sum { stray, east }
local asked = { stray, east, both }

local a = drover.kind("a", {
  steer = blend.sum { steer.wander {} },
  step = function(self)
    for _, each in ipairs(asked) do
      self:steering(each)
    end
  end,
})

return drover.scenario {
  kinds = { a },
  setup = function(world) world:scatter("a", 5) end,
}
