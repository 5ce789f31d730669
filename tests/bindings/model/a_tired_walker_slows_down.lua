local drover = require "drover"
local steer = drover.steer

local model = drover.model {
  attributes = { aware = 0.5, fatigue = 0, rushed = 0 },
  parameters = { pace = { min = 0.4, max = 2.4, default = 1.3 } },
  effects = {
    { "aware", "notice", range = { 0.1, 0.9 } },
    { "fatigue", "pace", range = { 0, 0.4 }, inverse = true },
    { "rushed", "pace", range = { 0.55, 1 } },
  },
}

local a = drover.kind("a", {
  model = model,
  speed = "pace",
  body = { max_speed = 10, max_force = 1e6, response = 0 },
  steer = steer.seek { target = { 1000, 0 } },
  step = function(self, dt) self.fatigue = math.min(1, self.fatigue + dt) end,
})

return drover.scenario {
  kinds = { a },
  tick_rate = 10,
  setup = function(world) world:spawn "a" end,
  update = function(world)
    for s in world:agents "a" do
      if world.tick % 5 == 1 then print(string.format("%.2f", s.speed)) end
    end
  end,
}
