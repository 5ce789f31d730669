local drover = require "drover"
local steer, blend = drover.steer, drover.blend

local a = drover.kind("a", {
  slots = { pace = "number", weight = "number", eyes = "number", far = "number" },
  body = { max_speed = drover.setting "top", mass = "weight", max_force = 1e5, response = 0.01 },
  sight = { range = "eyes" },
  initial = "go",
  states = {
    go = {
      speed = "pace",
      steer = blend.weighted {
        { steer.seek { target = { 1000, 0 } }, drover.setting "pull" },
      },
    },
  },
})

return drover.scenario {
  kinds = { a },
  settings = { drover.slider("top", 9, { max = 20 }), drover.slider("pull", 1, { max = 2 }) },
  setup = function(world)
    for i = 1, 3 do
      world:spawn("a", { x = i * 10, pace = i < 3 and i * 3 or nil, weight = i, eyes = i * 8 })
    end
  end,
  update = function(world)
    local t = {}
    for s in world:agents() do
      t[#t + 1] = string.format("%.0f/%.0f/%s", s.speed, s.mass, s:sees() and "sees" or "blind")
    end
    if world.tick % 30 == 29 then
      print(table.concat(t, " "))
      if world.tick == 29 then world.settings.top = 4 end
      if world.tick == 59 then world.settings.pull = 0 end
      if world.tick == 89 then
        world.settings.pull = 1
        for s in world:agents() do
          s.max_speed = s.id
          s.pace = 20
        end
      end
    end
  end,
}
