local drover = require "drover"

local a = drover.kind("a", {
  draw = function(self, draw)
    draw.circle(1, 0, 1)
    if self.x > 1 then self.x = 0 end
  end,
})

return drover.scenario {
  kinds = { a },
  setup = function(world)
    for x = 1, 3 do
      world:spawn("a", { x = x })
    end
  end,
  draw = function(_, draw) draw.line(2, 0, 0, 0) end,
}
