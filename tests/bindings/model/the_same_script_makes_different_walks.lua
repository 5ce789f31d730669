local drover = require "drover"
local steer, blend = drover.steer, drover.blend

local model = drover.model {
  attributes = { drunk = 0, rushed = 0 },
  parameters = {
    pace = { min = 0.4, max = 2.4, default = 1.3 },
    sway = { min = 0, max = 3, default = 0 },
  },
  effects = {
    { "rushed", "pace", range = { 0.5, 1 } },
    { "drunk", "pace", range = { 0.1, 0.4 }, inverse = true },
    { "drunk", "sway", range = { 0.1, 1 } },
  },
}

local man = drover.kind("man", {
  model = model,
  body = { max_speed = "pace" },
  memory = { way = 0 },
  steer = blend.weighted {
    steer.seek { target = { 1000, 0 } },
    { steer.wander { strength = 1 }, "sway" },
  },
  step = function(self, dt) self.way = self.way + self.speed * dt end,
})

return drover.scenario {
  kinds = { man },
  seed = 3,
  setup = function(world)
    for _, who in ipairs { {}, { rushed = 1 }, { drunk = 1 } } do
      world:spawn("man", who)
    end
  end,
  update = function(world)
    if world.tick == 1200 then
      local t = {}
      for s in world:agents() do
        t[s.id] = s.way / s.x
        print(s.id, s.x > 0)
      end
      local s = {}
      for each in world:agents() do
        s[each.id] = each.x
      end
      print("rushed gets farther", s[2] > 1.5 * s[1], "drunk less far", s[3] < 0.6 * s[1])
      print("straight", t[1] < 1.01, t[2] < 1.01, "staggering", t[3] > 1.05)
    end
  end,
}
