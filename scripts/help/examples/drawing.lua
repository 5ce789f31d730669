local drover = require "drover"
local boat = drover.kind("boat", {
  steer = drover.steer.wander {},
  -- @example draw, color, color_name, drawing_layer
  -- in a kind; in a scenario: draw = function(world, draw)
  draw = function(self, draw)
    draw.circle(self.x, self.y, 3, { color = "gold", width = 2 })
    draw.line(self.x, self.y, 0, 0, { color = "#ffffff80", width = 1 })
    draw.arrow(self.x, self.y, self.x + self.vx, self.y + self.vy, {
      color = "crimson",
    })
    draw.arc(self.x, self.y, 4, 0, math.pi, { color = "tan", fill = true })
    draw.polygon({ { 0, 0 }, { 4, 0 }, { 0, 3 } }, {
      color = "tan", fill = true, layer = "below", -- the agents
    })
    draw.shape("tree", 5, 5, 2, 0, { color = "darkgreen", layer = "above" })
    draw.text("boat " .. self.id, self.x + 1, self.y, {
      size = 18, color = "white",
    })
  end,
  -- @end
  -- @example draw, world
  step = function(self) -- from any other function, for one tick
    self.world.draw.line(self.x, self.y, self.x, self.y + 5)
  end,
  -- @end
})
return drover.scenario { kinds = { boat }, setup = function(world) world:scatter("boat", 3) end }
