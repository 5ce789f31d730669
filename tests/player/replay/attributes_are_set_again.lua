local drover = require "drover"

local model = drover.model {
  attributes = { drunk = 0 },
  parameters = { pace = { max = 4 } },
  effects = { { "drunk", "pace", inverse = true } },
}

local man = drover.kind("man", {
  model = model,
  body = { max_speed = "pace" },
  slots = { goal = "number" },
  steer = drover.steer.wander {},
})

return drover.scenario {
  kinds = { man },
  setup = function(world)
    for i = 1, 3 do
      world:spawn("man", { x = i })
    end
  end,
  update = function(world)
    if world.tick == 9 then world:agents()():remove() end
    local m = world.memory
    m.pace = 0
    for s in world:agents() do
      m.pace = m.pace + s.pace
    end
  end,
}
