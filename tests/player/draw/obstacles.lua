-- The same obstacle twice, on the right hollow.
local drover = require "drover"

local one = drover.kind("one", {})

local function obstacle(x, hollow)
  return { sphere = { x = x, y = 0, radius = 5 }, color = "#0000ff", hollow = hollow }
end

return drover.scenario {
  kinds = { one },
  space = "plane",
  bounds = { min = { -20, -20, -20 }, max = { 20, 20, 20 } },
  setup = function(world)
    world:obstacle(obstacle(-10))
    world:obstacle(obstacle(10, true))
  end,
}
