local drover = require "drover"

local a = drover.kind("a", { body = { radius = 2 } })

return drover.scenario {
  kinds = { a },
  setup = function(world)
    for i = 1, 3 do
      world:spawn("a", { x = 10 * i }).label = "no " .. i
    end
    world:spawn("a", {})
  end,
  update = function(world)
    local n = 0
    for each in world:agents() do
      n = n + 1
      if n == 1 and world.tick == 1 then each:remove() end
      if n == 2 and world.tick == 2 then each.label = nil end
    end
  end,
  draw = function(_, draw) draw.line(1, 1, 1, 1) end,
}
