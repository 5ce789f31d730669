local drover = require "drover"

local deer = drover.kind("deer", {})

-- @example drover
-- herd.csv: a line "x,y,name", then a line for each deer
local herd <const> = drover.data("herd.csv")
-- fence.json: { "color": "tan", "corners": [[-20, -15], [20, -15], …] }
local fence <const> = drover.data("fence.json")

local function settle(world)
  for _, row in ipairs(herd) do
    world:spawn("deer", { x = row.x, y = row.y, label = row.name })
  end
  local color = fence.color
  world:obstacle { polygon = fence.corners, color = color, hollow = true }
end
-- @end

return drover.scenario { kinds = { deer }, setup = settle }
