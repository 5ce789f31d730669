local drover = require "drover"
local run = require "boat"
local steer, blend = drover.steer, drover.blend

return run {
  steer = blend.sum { steer.custom(function() return 1 / 2, 0 end) },
  step = function()
    for i = 1, 20000 do
      local _ = { i }
    end
  end,
}
