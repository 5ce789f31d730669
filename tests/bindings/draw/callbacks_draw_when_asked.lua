local drover = require "drover"

local a = drover.kind("a", { draw = function(self, draw) draw.line(self.x, 0, 1, 1) end })
local b = drover.kind("b", { draw = function(self, draw) draw.circle(self.x, 0, 1) end })

return drover.scenario {
  kinds = { a, b },
  setup = function(world)
    world:spawn("b", { x = 3 })
    world:spawn("a", { x = 1 })
    world:spawn("a", { x = 2 })
  end,
  draw = function(world, draw)
    draw.text("tick " .. world.tick, 4, 0)
    world.draw.arc(5, 0, 1, 0, 1)
  end,
  tools = { pen = { draw = function(_, draw) draw.polygon { { 6, 0 }, { 7, 0 }, { 7, 1 } } end } },
}
