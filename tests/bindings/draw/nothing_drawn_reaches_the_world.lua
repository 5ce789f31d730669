local drover = require "drover"
local steer = drover.steer

local a = drover.kind("a", {
  memory = { n = 0 },
  steer = steer.wander {},
  step = function(self) self.n = self.n + math.random() end,
  draw = function(self, draw) draw.text(self.n, self.x, self.y) end,
})

return drover.scenario {
  kinds = { a },
  setup = function(world) world:scatter("a", 20) end,
  update = function(world) world.draw.circle(0, 0, world.tick) end,
  draw = function(world, draw)
    for agent in world:agents() do
      draw.line(0, 0, agent.x, agent.y)
    end
  end,
}
