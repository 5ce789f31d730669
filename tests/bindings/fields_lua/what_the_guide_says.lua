-- What "The ground remembers" says of amounts: how they fade, how far they reach, how high they get, and what is the
-- least.
local drover = require "drover"

drover.field("heat", { cell = 0.5, evaporation = 0.25, diffusion = 1 }) -- reaches 2 m
drover.field("spot", { cell = 0.5, evaporation = 0.25, diffusion = 1 })
drover.field("fading", { evaporation = 0.1 })
drover.field("trail", { cell = 0.5 })
drover.field("heap", { evaporation = 0.5, max = 10 })
drover.field("least", { max = 2 ^ 10 })

local walker = drover.kind("walker", { body = { max_speed = 2.5, min_speed = 2.5 }, leaves = { trail = 2 } })
local stander = drover.kind("stander", { body = { locomotion = "fixed" }, leaves = { heap = 3 } })
local climber = drover.kind("climber", {
  body = { max_speed = 2 }, steer = drover.steer.climb { field = "least", distance = 3 },
})

return drover.scenario {
  kinds = { walker, stander, climber },
  tick_rate = 20,
  bounds = { min = { 0, 0 }, max = { 60, 60 } },
  setup = function(world)
    world:spawn("walker", { x = 0.01, y = 50.25, speed = 2.5 })
    world:spawn("stander", { x = 50.5, y = 40.5 })
    world:spawn("climber", { x = 5.5, y = 20.5 })
    world:field("fading"):set(1, 1, 1)
    for x = 6, 10 do world:field("least"):set(x, 20.5, 2 ^ -20) end
    world:field("least"):set(50.5, 20.5, 0.4 * 2 ^ -20) -- rounded to nothing
  end,
  update = function(world)
    world:field("spot"):set(30.25, 30.25, 1)
    for y = 0.25, 60, 0.5 do world:field("heat"):set(30.25, y, 1) end
    if world.tick == 1 then
      print(world:field("least"):at(7, 20.5) * 2 ^ 20, world:field("least"):at(50.5, 20.5))
    elseif world.tick == 140 then
      print(string.format("half %.2f", world:field("fading"):at(1, 1)))
      print(string.format("trail %.2f", world:field("trail"):at(10.25, 50.25)))
      print("climbs", world:agents("climber")().x > 6)
    elseif world.tick == 600 then
      print(string.format("heap %.0f", world:field("heap"):at(50.5, 40.5)))
      for meters = 2, 4, 2 do
        local heat, spot = world:field("heat"):at(30.25 + meters, 30), world:field("spot"):at(30.25 + meters, 30)
        print(string.format("%d m %.2f %.2f", meters, heat, spot))
      end
    end
  end,
}
