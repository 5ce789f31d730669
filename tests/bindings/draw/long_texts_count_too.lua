local drover = require "drover"

local a = drover.kind("a", { look = { size = 1 } })
local text = string.rep("x", 80000)

return drover.scenario {
  kinds = { a },
  setup = function(world) world:spawn("a", {}) end,
  draw = function(_, draw)
    for _ = 1, 100 do
      draw.text(text, 0, 0)
    end
  end,
}
