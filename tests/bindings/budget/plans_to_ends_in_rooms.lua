-- Cells that cost next to nothing: the ends are in rooms of their own. A hundred goals take turns, since plans to a few
-- goals share their searches and take hardly any cells.
local drover = require "drover"

local idle = drover.kind("idle", {})

return drover.scenario {
  kinds = { idle },
  setup = function(world)
    for _, x in ipairs { -9, 9 } do
      for _, s in ipairs { -1, 1 } do
        world:obstacle { wall = { from = { x - 1, s }, to = { x + 1, s } } }
        world:obstacle { wall = { from = { x + s, -1 }, to = { x + s, 1 } } }
      end
    end
    local boundary = { min = { -10.2, -10.2 }, max = { 10.2, 10.2 } }
    for i = 1, 1e9 do
      world:plan({ -9, 0 }, { 9, i % 100 / 200 }, { resolution = 0.01, boundary = boundary })
    end
  end,
}
