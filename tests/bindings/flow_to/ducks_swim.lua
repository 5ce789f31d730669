local drover = require "drover"

local bird = drover.kind("duck", {})
drover.terrain("pond", { speed = 0.2, kinds = { duck = { speed = 1 } } })

return drover.scenario {
  kinds = { bird },
  bounds = { min = { -20, -20 }, max = { 20, 20 }, edge = "contain" },
  setup = function(world)
    world:spawn(bird)
    world:region { shape = { box = { x = 0, y = 1, w = 4, d = 12 } }, terrain = "pond" }
    world.memory.way = world:flow_to({ 15, 0 }, { kind = bird })
  end,
  update = function(world)
    if world.tick % 30 ~= 29 then return end -- just before it is renewed
    local _, vy = world.memory.way:at(-10, 0)
    print(math.abs(vy) < 0.05 and "straight" or "around")
  end,
}
