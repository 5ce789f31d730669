-- Planning a way out of a yard, once a tick. The yard is in the middle of a town of 5 by 5 km with 10,000 houses.
-- Nobody walks there.
local drover = require "drover"

local half, houses, free = 2500, 10000, 30

local function put_house(world)
  local x, y = half * (2 * world:random() - 1), half * (2 * world:random() - 1)
  local width, depth, heading = 4 + 10 * world:random(), 4 + 10 * world:random(), 3 * world:random()
  if math.max(math.abs(x), math.abs(y)) < free then return end
  world:obstacle { box = { x = x, y = y, w = width, d = depth, heading = heading } }
end

return drover.scenario {
  title = "A yard in a town",
  kinds = { drover.kind("walker", {}) },
  bounds = { min = { -half, -half }, max = { half, half }, edge = "open" },
  setup = function(world)
    for _, wall in ipairs { { 6, -6, 6, 6 }, { -6, 6, 6, 6 }, { -6, -6, 6, -6 } } do
      world:obstacle { wall = { from = { wall[1], wall[2] }, to = { wall[3], wall[4] } } }
    end
    for _ = 1, houses do put_house(world) end
  end,
  update = function(world)
    assert(world:plan({ 4, 1 }, { 15, 0 }, { clearance = 0.3 })):remove()
  end,
}
