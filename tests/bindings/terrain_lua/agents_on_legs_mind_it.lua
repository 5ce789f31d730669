local drover = require "drover"
local stress = drover.stress

drover.terrain("water", { weight = 100 })

return drover.scenario {
  settings = { drover.slider("care", 1) },
  kinds = {
    drover.kind("a", {
      body = { locomotion = "legged", max_speed = 1 },
      stress = {
        stress.attract { target = { 20, 0 } },
        { stress.terrain { steps = 4 }, drover.setting "care" },
      },
    }),
  },
  setup = function(world)
    world:spawn("a", { x = 0 })
    world:region { shape = { box = { x = 9, y = 0, w = 6, d = 90 } }, terrain = "water" }
  end,
  update = function(world)
    local t = world.tick
    for a in world:agents() do
      if t == 899 then
        print(a.x > 4 and a.x < 6)
        world.settings.care = 0
      end
      if t == 2399 then print(a:distance(20, 0) < 1) end
    end
  end,
}
