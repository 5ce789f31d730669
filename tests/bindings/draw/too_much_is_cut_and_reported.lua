local drover = require "drover"

local a = drover.kind("a", { look = { size = 1 } })

return drover.scenario {
  kinds = { a },
  setup = function(world) world:spawn("a", {}) end,
  update = function(world)
    for i = 1, 150000 do
      world.draw.line(0, 0, i, i)
    end
    world.draw.circle(0, 0, 1)
  end,
  draw = function(_, draw) draw.text("fine", 0, 0) end,
}
